"""Reading on: the document behind a citation, as it is laid out, with the place that is cited."""
