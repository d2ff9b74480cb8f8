"""How the words of a job are read, before anything is searched."""
