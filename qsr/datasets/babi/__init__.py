"""bAbI tasks 17 and 19: its files, and how its answers are read."""
