"""RoomSpace's English: rooms with furniture, on a plan or from the southern door, read and written."""

from qsr.theories.room.text.reader import ask, read
from qsr.theories.room.text.words import DIRECTIONS, UNSCALED, VIEWS, answer_word
from qsr.theories.room.text.writer import ask_text, write

__all__ = ["DIRECTIONS", "UNSCALED", "VIEWS", "answer_word", "ask", "ask_text", "read", "write"]
