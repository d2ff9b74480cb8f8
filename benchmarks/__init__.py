"""Measurements of speed and memory, run by hand or by `make bench`; none of them is a test."""
