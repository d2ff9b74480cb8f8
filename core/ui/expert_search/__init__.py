"""What only the page of Expert search draws."""
