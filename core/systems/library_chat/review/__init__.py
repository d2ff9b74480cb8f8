"""The review of an answer's wording: whoever words it anew, an agent or the reviewer, may not change a fact."""
