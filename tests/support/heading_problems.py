"""Options and stories that problems about headings share, and the letters that follow from a problem."""

from __future__ import annotations

from qsr import theories
from qsr.story import Answer
from qsr.theories.headings.text.reader import read

FOUR = {"A": "东", "B": "南", "C": "西", "D": "北"}
SLANTED = {"A": "东北方", "B": "西北方", "C": "东南方", "D": "西南方"}
HEIGHTS = {"A": "高于", "B": "低于", "C": "等于", "D": "无法确定"}
SEQUENCES = {"A": "东、南、西、北", "B": "东、北、西、南", "C": "西、南、东、北", "D": "北、东、南、西"}

TRAIN = "阿丽坐在一列动车的座位上，将一个指南针平放在身前的桌子上，并始终保持静止不动。"
TRAIN += "表盘上有N（北），W（西），S（南），E（东）四个大的刻度，还有NW（西北），SW（西南），SE（东南），NE（东北）四个小刻度。"
TRAIN += "{}指南针的表盘上有一个红色的指针，红色指针指的方向总是正北。"
AHEAD = TRAIN.format("她将{}刻度对准列车前进的正前方。把表盘看作时钟，{}刻度就相当于{}点钟的位置。")
ASK = "当红色指针指在表盘的{}点钟方向时，列车正在朝()行驶。"


def answers(text: str, question: str, options: dict[str, str]) -> list[Answer]:
    story = read(text, question, options)
    theory = theories.get("headings")
    return [theory.open(backend).answer(story, story.questions[0]) for backend in theory.backends]


def letters(text: str, question: str, options: dict[str, str]) -> str:
    one, other = answers(text, question, options)
    assert (one.status, one.value, one.possible) == (other.status, other.value, other.possible)
    return "".join(one.value or ()) if one.status != "not_covered" else "not covered"
