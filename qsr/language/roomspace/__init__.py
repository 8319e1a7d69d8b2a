"""RoomSpace's English: rooms with furniture, on a plan or from the southern door, read and written."""

from qsr.language.roomspace.reader import ask, read
from qsr.language.roomspace.words import DIRECTIONS, UNSCALED, VIEWS, answer_word
from qsr.language.roomspace.writer import ask_text, write

__all__ = ["DIRECTIONS", "UNSCALED", "VIEWS", "answer_word", "ask", "ask_text", "read", "write"]
