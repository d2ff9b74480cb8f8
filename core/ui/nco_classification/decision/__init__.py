"""On the page: what was decided, and why."""
