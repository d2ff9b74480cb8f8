"""From four lists of hits to the first few people, with the reasons, and taken away as files."""
