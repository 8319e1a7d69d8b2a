"""Senses of spatial prepositions in English and Romanian, and which conclusions they carry."""
