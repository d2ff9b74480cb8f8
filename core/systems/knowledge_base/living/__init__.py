"""A corpus that lives: folders that are watched, and pinned answers that are kept true."""
