"""SpaRTUN's English: stories of blocks, shapes and fruit, and the questions asked of them."""

from qsr.datasets.spartun.english.questions import ask, option_name
from qsr.datasets.spartun.english.reader import Read, read
from qsr.datasets.spartun.english.scene import Object

__all__ = ["Object", "Read", "ask", "option_name", "read"]
