"""Puzzles of arranging, choosing and assigning: an announcement, conditions in its words, and questions with options."""
