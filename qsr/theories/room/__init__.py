"""Rooms: which relations between two pieces of furniture a description leaves possible, on a grid or in a continuous room."""
