# The same two prepositions twice: a crib holds John, a newspaper only writes about him.
theory: prepositions
John is in the newspaper. The newspaper is in the kitchen.

? Is John in the kitchen?
