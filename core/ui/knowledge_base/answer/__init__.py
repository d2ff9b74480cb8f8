"""On the page: an answer and where it stands."""
