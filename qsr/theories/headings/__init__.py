"""Who faces, points or walks where, what a mirror shows of it, and where places lie from each other.

`theory` names it, `session` answers questions, `facts` reads a story as rows of integers; `direct` decides them in plain Python
with the exact lengths of `offsets`, and `by_clingo` by `encodings/headings.lp`.
"""
