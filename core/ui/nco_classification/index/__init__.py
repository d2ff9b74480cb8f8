"""On the page: what is searched."""
