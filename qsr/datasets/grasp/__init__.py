"""GRASP: grids and plans."""
