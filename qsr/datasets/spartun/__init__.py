"""SpaRTUN: its files, its English, and how its answers are read."""
