"""Files of other programs, and calculus files written by qsr.

- `gqr`: calculi and networks of GQR (.spec with .comp and .conv, .csp, tractable covers);
- `qualreas`: algebras and networks in JSON;
- `geosparql`: names of topological relations in GeoSPARQL;
- `toml`: calculus files as `qsr.calculi.load` reads them.
"""
