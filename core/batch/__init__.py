"""Whole files worked through from the command line: read, worked on item by item, written; killed work resumes."""
