"""On the page: the people found, and what moves them."""
