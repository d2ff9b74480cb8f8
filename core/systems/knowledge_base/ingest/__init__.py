"""How documents come in: files are read, cut into passages, and kept in collections."""
