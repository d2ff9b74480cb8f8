"""Several people who together meet a request: the best team, who stands in for whom, and what nobody brings."""
