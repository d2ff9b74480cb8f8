"""How well the systems do what they promise, measured on judged data: `python -m core.evaluate COMMAND PATH`."""
