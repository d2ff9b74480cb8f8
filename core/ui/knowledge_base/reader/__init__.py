"""On the page: the document beside the answer, open at the very place."""
