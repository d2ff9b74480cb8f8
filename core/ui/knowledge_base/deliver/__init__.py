"""On the page: a conversation taken away, and what was thought of its answers."""
