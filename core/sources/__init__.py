"""Papers from outside, one file a place: PubMed, arXiv, OpenAlex, the Materials Project, the web; and a shelf."""
