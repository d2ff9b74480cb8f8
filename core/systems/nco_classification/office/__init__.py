"""What the office itself says of jobs: its rules, its earlier decisions, its coders, and how far they agree."""
