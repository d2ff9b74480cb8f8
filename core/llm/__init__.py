"""Asking a language model, or the written rule that stands in for it."""
