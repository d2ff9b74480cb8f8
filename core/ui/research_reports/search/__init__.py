"""On the page: what was found, and where."""
