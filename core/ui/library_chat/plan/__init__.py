"""On the page: how a question was read, and asking the next one."""
