"""Puzzles of the zebra kind, which are made and solved; they are rows, read as anybody's."""
