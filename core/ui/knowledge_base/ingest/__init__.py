"""On the page: documents on their way in, and what is inside a collection."""
