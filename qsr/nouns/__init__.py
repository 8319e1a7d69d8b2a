"""Nouns of English and Romanian: what kinds of things they name, their forms, and noun phrases taken apart.

`lexicon` has the tables, `forms` what an inflected noun may come from, `phrases` the analysis that every reader and theory uses.
"""
