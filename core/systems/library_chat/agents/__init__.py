"""Who answers: the librarian, the analyst, the reviewer, and what they share."""
