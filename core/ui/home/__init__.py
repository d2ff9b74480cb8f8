"""The first page: what the five systems do, what answers here, where one left off."""
