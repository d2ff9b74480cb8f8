"""On the page: a catalogue, its loading, and the shelf."""
