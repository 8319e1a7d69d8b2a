"""Theories that answer from a path through the story: the published methods for StepGame, SpaRP and bAbI.

`paper` and `babi` are the theories; `links` reads a story as a graph, `rules` and `routes` say what a path means,
`grid` adds offsets up, `clingo` does the same by answer-set programs.
"""
