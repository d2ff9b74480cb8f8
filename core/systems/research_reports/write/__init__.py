"""The report: sections written, checked, measured, refined, taken away."""
