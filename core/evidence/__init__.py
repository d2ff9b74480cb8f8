"""Whether a sentence says what its cited passages say: numbers, direction, names, support; and measures of a report."""
