"""What only the page of Library chat draws."""
