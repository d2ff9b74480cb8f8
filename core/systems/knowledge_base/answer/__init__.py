"""How an answer is made of passages: graded, composed of sentences, taken away."""
