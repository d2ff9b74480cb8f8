"""On the page: many occupations at once."""
