"""From what was found to an order of people: searches, fusion, refinement, evidence, and what is taken away."""
