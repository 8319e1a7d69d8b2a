"""Anybody's items: a story, a question, and options where there are any, as rows of a file in columns of any name."""
