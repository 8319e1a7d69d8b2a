"""Items of SpaCE 2024's kind: who sits where, a question with a blank, options of which some hold and the others cannot.

`generator` is the entrance; `options` reads what is asked for and `layouts` what places it may mean; `scenes` seats names and
lists what is true of them; `problems` chooses conditions and a question; `difficulty` counts the conditions that the answer
needs; `wording` and `rows` write, in Chinese or English; `verify` reads and answers every row once more, and `independent_check`
decides it from coordinates.

Source: "Overview of CCL24-Eval Task 3: The 4th Evaluation on Spatial Semantic Understanding (SpaCE2024)", CCL 2024.
"""

from qsr.datasets.space2024.generator.generator import Space2024

__all__ = ["Space2024"]
