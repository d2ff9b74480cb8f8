"""Reads words, once for all systems; the lists are data (`assets/lexicon`).

- `lexicon`: the word lists, each read once, and alternatives of a regular expression made of them
- `sanitize`: a request as typed, made safe
- `tokens`, `terms`, `sentences`, `clauses`: words, the terms of the keyword search, sentences, words with their clause
- `numbers`, `comparators`, `units`, `quantities`: number words, about and at least, units, numbers with their units
- `periods`: years, decades, centuries and spans of them
- `negation`, `opposites`: what negates and how far, words of change that point one way or the other
- `conditions`: what of a request is a condition: years, amounts, places, what must not be there
- `reading`: what became of every word of a request: used, assumed, or it could not be used
- `places`, `names`: names of places, names as they are compared
- `spelling`, `transliteration`: letters that differ, sounds, plain spellings; Indian scripts in Latin letters
"""
