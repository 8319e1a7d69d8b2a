"""What pictures of witnesses are made of, as SVG and as text. Plain data in: nothing here knows stories or solvers."""
