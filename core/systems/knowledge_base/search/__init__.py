"""How passages are found: the question understood, lambda weighed, two searches fused, the query rewritten."""
