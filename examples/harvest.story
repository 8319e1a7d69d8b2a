theory: gridworld, moves: 8, carry: 2, cost: 0.1, steps: 20
# A is the agent, E a unit of energy, O an obstacle; a number is that many units in one cell.

    0   1   2   3   4
  +---+---+---+---+---+
 0|   | E |   |   | E |
  +---+---+---+---+---+
 1|   | A | O |   |   |
  +---+---+---+---+---+
 2|   | 3 |   | E |   |
  +---+---+---+---+---+
