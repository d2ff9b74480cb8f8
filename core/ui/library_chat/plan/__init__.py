"""On the page: what is asked."""
