"""Grid worlds: an agent collects energy and brings it back to the cell where it started.

`theory` names the theory, `session` answers with plans, `world` reads a story. `simulate` carries a plan out step by step and
`profiles` score it, with whole numbers and fractions and no solver. `planner` finds best plans and proves them best: `front` is
its search over pairs of units and steps, and `one_trip`, `trips` and `relays` decide single pairs by answer-set programming.
"""
