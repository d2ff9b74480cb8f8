"""How a question about books is read: its names, bounds and genres, what it wants, and what it leans on."""
