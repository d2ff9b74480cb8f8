"""On the page: what the office itself says of jobs, and how far it agrees."""
