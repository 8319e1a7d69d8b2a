# Three of these four sentences cannot all be true.
The red chair is left of the blue chair. The table is above the red chair.
The blue chair is left of the sofa. The sofa is left of the red chair.

? Where is the table relative to the sofa?
