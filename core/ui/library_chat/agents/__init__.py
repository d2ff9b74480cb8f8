"""On the page: what the agents answered and found."""
