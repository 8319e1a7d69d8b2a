"""Spatial prepositions in English and Romanian: premises "X is in Y", conclusions, whole questions, and their writing.

`phrases` tells article, head and modifiers of a noun phrase apart, with `english` and `romanian` for inflection; `reader` makes
stories; `writer` puts premises into the prompts of the benchmark. The words stand in `grammars/prepositions_reading.toml`.

Source: Comsa and Narayanan, "A Benchmark for Reasoning with Spatial Prepositions", EMNLP 2023.
"""

from qsr.theories.prepositions.text.reader import FORM, ask, read, read_question
from qsr.theories.prepositions.text.writer import PROMPTS, premise, prompt, question

__all__ = ["FORM", "PROMPTS", "ask", "premise", "prompt", "question", "read", "read_question"]
