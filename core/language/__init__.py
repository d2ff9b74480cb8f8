"""Reads words, once for all systems: safe requests, tokens, terms, sentences, numbers, names, spelling, scripts."""
