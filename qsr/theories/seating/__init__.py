"""Names on places: rings, facing rows, single rows and shelves, as the layouts of `qsr.seats` say.

`geometry` knows the places of a layout and `relations` computes from it what every relation means, as a table of pairs of places;
`reading` turns stories and questions into such tables about names. `by_search` and `by_clingo` decide them, `session` answers
questions, `repair` finds the least set of sides to swap in a contradictory story, and `check` judges a layout from coordinates,
sharing nothing with the rest.
"""
