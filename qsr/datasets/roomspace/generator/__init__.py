"""Items of RoomSpace: rooms with their facts, both stories, both questions, and every consistent answer.

`generator` is the entrance; `options` reads what is asked for; `scenes` draws rooms and `houses` takes them from ProcTHOR's
files; `facts` says what holds in a room; `rows` makes the published fields, `verify` checks them once more from the text;
`prompts` writes chat messages and `tables` counts what was made.

Source: Li, Hogg and Cohn, "Reframing Spatial Reasoning Evaluation in Language Models", IJCAI 2024.
"""

from qsr.datasets.roomspace.generator.generator import Roomspace

__all__ = ["Roomspace"]
