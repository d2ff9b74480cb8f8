"""On the page: the report."""
