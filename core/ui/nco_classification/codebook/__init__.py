"""On the page: the classification as a book, and what of it is taken away."""
