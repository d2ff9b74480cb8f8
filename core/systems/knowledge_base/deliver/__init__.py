"""A conversation taken away: as a file to read in three formats, and an answer as text with its references."""
