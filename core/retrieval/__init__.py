"""Finding and ordering texts. Knows no system and no page."""
