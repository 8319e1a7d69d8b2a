"""The forward rules with which SpaRTUN was made, as a compat theory.

`theory` names it, `session` answers questions, `facts` reads a story as triples of integers; `rules` derives labels in plain
Python and `clingo` does the same by `encodings/spartun.lp`.
"""
