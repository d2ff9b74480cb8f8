"""What is searched: the classification, the texts that speak for each family, and the search over them."""
