"""SpaRTUN's English: stories of blocks, shapes and fruit, and the questions asked of them."""

from qsr.language.spartun.questions import ask
from qsr.language.spartun.reader import Read, read
from qsr.language.spartun.scene import Object

__all__ = ["Object", "Read", "ask", "read"]
