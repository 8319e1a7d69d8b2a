"""Who sits where: texts about round tables, rows and shelves, read and written.

One module per language, `chinese` and `english`, each with the same functions; `building` holds what both need. The names of
layouts and relations are those of `qsr.seats`.
"""
