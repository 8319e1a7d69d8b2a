"""Items about prepositions: the same two prepositions with senses that compose, and with senses that do not.

`frames` draws nouns and phrases for a pair of senses; `generator` balances the items; `verify` reads each item again and asks the
theory for its answer and for its senses. The pairs stand in `grammars/prepositions_generation.toml`, the nouns in the
lexicon of the theory.

Source of the form: Comsa and Narayanan, "A Benchmark for Reasoning with Spatial Prepositions", EMNLP 2023.
"""

from qsr.datasets.prepositions.generator.generator import Prepositions

__all__ = ["Prepositions"]
