"""On the page: folders that are watched, and answers that are pinned."""
