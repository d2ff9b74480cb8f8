"""Names in a sentence: people, places, acronyms and kinds of things occur in its passage."""
