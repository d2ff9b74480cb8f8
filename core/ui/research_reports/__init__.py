"""What only the page of Research reports draws."""
