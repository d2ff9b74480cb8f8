"""The books themselves: a table becomes a catalogue, catalogues are kept, a shelf holds what was chosen."""
