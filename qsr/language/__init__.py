"""Text to stories and back, one module per language; the grammars stand in `grammars/`."""
