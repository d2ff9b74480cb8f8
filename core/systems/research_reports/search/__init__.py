"""Where papers come from: tools, shelves and references asked, passages screened."""
