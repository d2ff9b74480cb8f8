"""Questions that people can answer: what parts the families, what is asked of it, and what an answer is worth."""
