"""The people who can be found: their profiles and project answers, and whose they are."""
