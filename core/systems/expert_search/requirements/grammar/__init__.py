"""The grammar that reads what a request asks of people, without a model."""
