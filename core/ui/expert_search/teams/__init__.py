"""The team that is proposed, and who meets what."""
