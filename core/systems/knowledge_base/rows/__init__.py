"""Questions over the rows of a table: the table and the question read, and what is asked computed and quoted."""
