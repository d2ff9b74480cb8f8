"""What a request asks of the people wanted: read from its words, and who meets which of it."""
