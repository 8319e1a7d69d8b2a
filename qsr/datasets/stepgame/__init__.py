"""StepGame: its files, its labels, and how its answers are read."""
