"""Files of other programs.

- `gqr`: calculi and networks of GQR (.spec with .comp and .conv, .csp, tractable covers);
- `qualreas`: algebras and networks in JSON.
"""
