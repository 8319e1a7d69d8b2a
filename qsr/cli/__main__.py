"""``python -m qsr.cli``."""

from __future__ import annotations

import sys

from qsr.cli import main

if __name__ == "__main__":
    sys.exit(main())
