"""Spatial prepositions: items in two languages, and pairs in SpaceNLI's style."""
