"""Numbers in a sentence: what they are worth, what they count, and whether its passage has them or implies them."""
