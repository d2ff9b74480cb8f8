"""Direction in a sentence: more or less, better or worse, and not; its passage must point the same way."""
