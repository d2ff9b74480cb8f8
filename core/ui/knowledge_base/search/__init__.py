"""On the page: how passages were found."""
