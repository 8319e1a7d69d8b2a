"""The generator of zebra puzzles."""

from __future__ import annotations

from qsr.datasets.zebra.generator.generator import PLAIN, Puzzle, Said, Wanted, Zebra, drawn, question_of, text_of

__all__ = ["PLAIN", "Puzzle", "Said", "Wanted", "Zebra", "drawn", "question_of", "text_of"]
