"""The classification as a book: looked up, read, and cited."""
