"""On the page: the report taken away, and a bundle opened again."""
