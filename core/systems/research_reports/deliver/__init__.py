"""The report taken away: as a text to read, as references and evidence, and all of it in one bundle."""
