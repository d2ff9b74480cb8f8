"""Many occupations at once: coded, reviewed, taken away."""
