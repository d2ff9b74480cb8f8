"""What is decided on the candidates: assessment, confidence, guarantees, question, response."""
