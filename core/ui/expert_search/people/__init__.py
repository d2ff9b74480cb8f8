"""On the page: whose people are searched."""
