"""Spatial prepositions in English and Romanian: premises "X is in Y", conclusions, whole questions, and their writing.

`sentences` takes a sentence apart, with `english_verbs` and `romanian_clauses` for each language; `reader` makes stories;
`writer` puts premises into the prompts of the benchmark. The words stand in `grammars/prepositions_reading.toml`, nouns
in `qsr.nouns`.

Source: Comsa and Narayanan, "A Benchmark for Reasoning with Spatial Prepositions", EMNLP 2023.
"""

from qsr.theories.prepositions.text.reader import FORM, read, read_question
from qsr.theories.prepositions.text.writer import PROMPTS, premise, prompt

__all__ = ["FORM", "PROMPTS", "premise", "prompt", "read", "read_question"]
