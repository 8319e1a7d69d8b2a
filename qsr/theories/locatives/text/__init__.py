"""Premises and hypotheses about places and motions, in the style of SpaceNLI: sentences read by a grammar.

`words` has the table of phrases and nouns, `sentences` the parts of a sentence by `grammars/locatives.lark`, `meaning` what
they say, and `reader` makes stories for the theory `locatives`.

Source of the form: Abzianidze, Zwarts and Winter, "SpaceNLI: Evaluating the Consistency of Predicting Inferences in Space", 2023.
"""

from qsr.theories.locatives.text.reader import FORM, read

__all__ = ["FORM", "read"]
