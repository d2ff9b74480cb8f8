"""What only the page of Knowledge base draws."""
