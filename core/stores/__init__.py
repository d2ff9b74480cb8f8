"""Keeping things: a file on this machine by default, a server when one is configured."""
