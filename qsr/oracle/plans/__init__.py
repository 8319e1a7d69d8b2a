"""Somebody's plans: read, carried out, scored."""
