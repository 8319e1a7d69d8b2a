"""Concrete scenes: places that have given relations (`realise`), and the relations that given places have (`qualify`).

`places` says what a place is; `orders` has the calculi whose relations are orders of coordinates, `regions` those of regions
and `cells` how regions are compared, `oriented` points that face somewhere; `models` lists them. `distances` has classes of
distance between points, `tiles` directions between extended regions. `geometries` reads and makes Shapely geometries,
`geojson` files of them.

>>> from qsr.calculi import Network
>>> network = Network("rcc8")
>>> network.add("kitchen", "EC", "hall")
>>> network.add("hall", "TPP", "house")
>>> network.add("kitchen", "NTPP", "house")
>>> scene = realise(network)
>>> sorted(scene.network().label("hall", "house"))
['TPP']
"""

from __future__ import annotations

from qsr.calculi.scenes.distances import qualify_distances
from qsr.calculi.scenes.scene import Scene, qualify, realise
from qsr.calculi.scenes.tiles import tiles

__all__ = ["Scene", "qualify", "qualify_distances", "realise", "tiles"]
