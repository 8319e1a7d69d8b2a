"""Items of SpaRP: contexts with a question, the labels that hold, and a verified reasoning path.

`generator` is the entrance; `options` reads what is asked for and `schedule` lays out splits and hops; `grid` and `boxes` draw
contexts, which `wording` says in English; `sources` takes contexts from StepGame and SpaRTUN; `rows` makes the published row of
a story, `verify` checks it once more from its text; `prompts` writes instructions and chat messages.

Source: Rizvi, Zhu and Gurevych, "SpaRC and SpaRP", Findings of ACL 2024.
"""

from qsr.datasets.sparp.generator.generator import Sparp

__all__ = ["Sparp"]
