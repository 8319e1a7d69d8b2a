"""SpaRTUN's English: stories of blocks, shapes and fruit, and the questions asked of them."""

from qsr.language.spartun.questions import COUNTS, ask, option_name
from qsr.language.spartun.reader import Read, read
from qsr.language.spartun.scene import Object

__all__ = ["COUNTS", "Object", "Read", "ask", "option_name", "read"]
