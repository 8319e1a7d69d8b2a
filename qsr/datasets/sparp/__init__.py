"""SpaRP: its files, how its answers are read, and new items."""
