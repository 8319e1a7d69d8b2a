"""Chinese problems about headings: sentences of our own, what follows from them, and what has to be refused."""

from __future__ import annotations

import pytest

from qsr import theories
from qsr.errors import ParseError
from qsr.language.headings.reader import read
from qsr.language.headings.words import NONE, number, patterns
from qsr.story import Answer

FOUR = {"A": "东", "B": "南", "C": "西", "D": "北"}
SLANTED = {"A": "东北方", "B": "西北方", "C": "东南方", "D": "西南方"}
PAIRS = {"A": "东，西", "B": "西，东", "C": "南，北", "D": "北，南"}
HEIGHTS = {"A": "高于", "B": "低于", "C": "等于", "D": "无法确定"}
SEQUENCES = {"A": "东、南、西、北", "B": "东、北、西、南", "C": "西、南、东、北", "D": "北、东、南、西"}


def answers(text: str, question: str, options: dict[str, str]) -> list[Answer]:
    story = read(text, question, options)
    theory = theories.get("headings")
    return [theory.open(backend).answer(story, story.questions[0]) for backend in theory.backends]


def letters(text: str, question: str, options: dict[str, str]) -> str:
    one, other = answers(text, question, options)
    assert (one.status, one.value, one.possible) == (other.status, other.value, other.possible)
    return "".join(one.value or ()) if one.status != "not_covered" else "not covered"


# ---------------------------------------------------------------- facing and turning

LEFT_AND_RIGHT = "丁丁站在奶奶的左手边，朵朵站在奶奶的右手边。奶奶面朝{}站着。"


@pytest.mark.parametrize(
    ("text", "question", "options", "letter"),
    [
        ("丁丁、朵朵两人面对面站立，" + LEFT_AND_RIGHT.format("北"), "丁丁、朵朵面朝()。", PAIRS, "A"),
        ("丁丁、朵朵两人面对面站立，" + LEFT_AND_RIGHT.format("东"), "丁丁、朵朵面朝()。", PAIRS, "C"),
        ("丁丁、朵朵两人背对背站立，" + LEFT_AND_RIGHT.format("西"), "丁丁、朵朵面朝()。", PAIRS, "C"),
        ("丁丁和朵朵背靠背站着。" + LEFT_AND_RIGHT.format("南"), "朵朵、丁丁面朝()。", PAIRS, "B"),
        (
            "丁丁、朵朵两人面对面站立，" + LEFT_AND_RIGHT.format("北") + "奶奶喊“向左转”，两人执行口令。",
            "丁丁、朵朵面朝()。",
            PAIRS,
            "not two",
        ),
        (
            "丁丁、朵朵两人面对面站立，" + LEFT_AND_RIGHT.format("北") + "奶奶喊口令“向右转”，丁丁、朵朵两人执行口令。",
            "丁丁、朵朵面朝()。",
            PAIRS,
            "C",
        ),
        (
            "丁丁、朵朵两人面对面站立，" + LEFT_AND_RIGHT.format("北") + "奶奶喊口令“向左转”，丁丁、朵朵执行口令。",
            "丁丁、朵朵面朝()。",
            PAIRS,
            "D",
        ),
        ("丁丁、朵朵两人面对面站立，" + LEFT_AND_RIGHT.format("北") + "丁丁向后转。", "丁丁面朝()。", FOUR, "C"),
        ("丁丁面朝南站立。丁丁向左转，再向左转。", "丁丁面朝()。", FOUR, "D"),
        ("丁丁面朝南站立，然后向右转45度。", "现在丁丁的朝向是()。", SLANTED, "D"),
        ("丁丁面朝南站立，然后向左转一百三十五度。", "丁丁面朝()。", SLANTED, "A"),
        ("丁丁、朵朵面朝西站着。朵朵向后转。", "面朝东的人是()。", {"A": "丁丁", "B": "朵朵", "C": "以上选项都不是"}, "B"),
        ("丁丁、朵朵面朝西站着。朵朵向后转。", "面朝北的人是()。", {"A": "丁丁", "B": "朵朵", "C": "以上选项都不是"}, "C"),
        ("朵朵站在丁丁的东边，丁丁面向朵朵。", "丁丁面朝()。", FOUR, "A"),
        ("朵朵站在丁丁的东边，丁丁背对着朵朵。", "丁丁面朝()。", FOUR, "C"),
        ("丁丁面朝北站着，朵朵站在丁丁的右边。", "朵朵在丁丁的()。", {"A": "正东方", "B": "正西方", "C": "东北方"}, "A"),
        ("丁丁面朝北站着，朵朵站在丁丁的后面，毛毛站在丁丁的左手边。", "毛毛在朵朵的()。", SLANTED, "B"),
        (
            "丁丁面朝北站着，朵朵站在丁丁的后面，毛毛站在丁丁的左手边。",
            "位于最南边的是()。",
            {"A": "丁丁", "B": "朵朵", "C": "毛毛"},
            "B",
        ),
        ("丁丁面朝东站着，天气很好。", "丁丁面朝()。", FOUR, "A"),
    ],
)
def test_facing_and_turning(text: str, question: str, options: dict[str, str], letter: str) -> None:
    if letter == "not two":
        # "Both" is not clear among three.
        with pytest.raises(ParseError, match="2 people"):
            read(text, question, options)
    else:
        assert letters(text, question, options) == letter


# ---------------------------------------------------------------- a compass in a train

TRAIN = "阿丽坐在一列动车的座位上，将一个指南针平放在身前的桌子上，并始终保持静止不动。"
TRAIN += "表盘上有N（北），W（西），S（南），E（东）四个大的刻度，还有NW（西北），SW（西南），SE（东南），NE（东北）四个小刻度。"
TRAIN += "{}指南针的表盘上有一个红色的指针，红色指针指的方向总是正北。"
AHEAD = TRAIN.format("她将{}刻度对准列车前进的正前方。把表盘看作时钟，{}刻度就相当于{}点钟的位置。")
ITSELF = TRAIN.format("阿丽让N刻度对着自己。将表盘当成时钟，N相当于6点钟位置。")
ASK = "当红色指针指在表盘的{}点钟方向时，列车正在朝()行驶。"


@pytest.mark.parametrize(
    ("text", "question", "options", "letter"),
    [
        (AHEAD.format("N", "N", 12), ASK.format(12), FOUR, "D"),
        (AHEAD.format("N", "N", 12), ASK.format(3), FOUR, "C"),
        (AHEAD.format("N", "N", 12), ASK.format(6), FOUR, "B"),
        (AHEAD.format("N", "N", 12), ASK.format(9), FOUR, "A"),
        (AHEAD.format("N", "N", 12), ASK.format(1), SLANTED, "B"),
        (AHEAD.format("N", "N", 12), ASK.format(5), SLANTED, "D"),
        (AHEAD.format("N", "N", 12), ASK.format(8), SLANTED, "C"),
        (AHEAD.format("N", "N", 12), ASK.format("十一"), SLANTED, "A"),
        (AHEAD.format("E", "E", 12), ASK.format(3), FOUR, "C"),
        (AHEAD.format("E", "N", 9), ASK.format(3), FOUR, "C"),
        (AHEAD.format("S", "S", 3), ASK.format(3), FOUR, "D"),
        (AHEAD.format("S", "S", 3), ASK.format(6), FOUR, "C"),
        (ITSELF, ASK.format(6), FOUR, "B"),
        (ITSELF, ASK.format(2), SLANTED, "B"),
        (ITSELF, ASK.format(10), SLANTED, "A"),
        (AHEAD.format("N", "N", 12), "当红色指针指向表盘上的SE刻度时，列车的行驶方向是()。", SLANTED, "D"),
        (
            TRAIN.format("阿丽背对行进方向。阿丽把N刻度正对着自己。"),
            "当红色指针指向表盘上的N刻度时，列车的行驶方向是()。",
            FOUR,
            "D",
        ),
        (TRAIN.format("阿丽把W刻度对着列车前进方向的右侧。"), "当红色指针指向表盘上的W刻度时，列车正在朝()行驶。", FOUR, "C"),
    ],
)
def test_a_compass_in_a_train(text: str, question: str, options: dict[str, str], letter: str) -> None:
    assert letters(text, question, options) == letter


# ---------------------------------------------------------------- mirrors

ROOM = "走廊尽头的墙面挂着一面镜子。镜子朝向的方向是{}。"


@pytest.mark.parametrize(
    ("text", "question", "options", "letter"),
    [
        (
            "卧室里有一面镜子。镜子朝向的方向是东。桌面上有一个火车模型在由东向西移动。",
            "镜子中的火车模型移动的方向是()。",
            {"A": "由东向西", "B": "由西向东"},
            "B",
        ),
        (
            "卧室里有一面镜子。镜子朝向的方向是东。桌面上有一个火车模型在由南向北移动。",
            "镜子中的火车模型移动的方向是()。",
            {"A": "由南向北", "B": "由北向南"},
            "A",
        ),
        ("卧室里有一面镜子。镜子朝南。木马头朝南。", "镜子中木马头的朝向是()。", FOUR, "D"),
        ("卧室里有一面镜子。镜子朝南。木马头朝西。", "镜子中木马头的朝向是()。", FOUR, "C"),
        ("卧室里有一面镜子。镜子朝向的方向是东北。木马头朝北。", "镜子中木马头的朝向是()。", FOUR, "C"),
        ("卧室里有一面镜子。镜子朝东。阿丽站在镜子面前，面对着镜子。", "镜子中的阿丽面朝()。", FOUR, "A"),
        ("卧室里有一面镜子。镜子朝东。阿丽站在镜子面前，面对着镜子，然后向左转90度。", "镜子中的阿丽面朝()。", FOUR, "B"),
        (
            "卧室里有一面镜子。镜子朝东。阿丽站在镜子面前，背对着镜子，抬起左手，用大拇指指向镜子。",
            "镜子中的阿丽指的方向是()。",
            FOUR,
            "A",
        ),
        (
            "卧室里有一面镜子。镜子朝东。阿丽站在镜子面前，面对着镜子，抬起右手，用食指分别指向东、南、西、北四个方向。",
            "镜子中的阿丽指的方向顺序是()。",
            SEQUENCES,
            "C",
        ),
        (
            "卧室里有一面镜子。镜子朝北。阿丽站在镜子面前，面对着镜子，抬起右手，用食指分别指向东、南、西、北四个方向。",
            "镜子中的阿丽指的方向顺序是()。",
            SEQUENCES,
            "B",
        ),
        (
            "卧室里有一面镜子。镜子朝北。阿丽站在镜子面前，面对着镜子。我们看到镜中的阿丽举起左手，用食指指向北。",
            "现实中的阿丽用()的食指指向()。",
            {"A": "右手，南", "B": "左手，南", "C": "右手，北"},
            "A",
        ),
        (
            "卧室里有一面镜子。镜子朝西。阿丽站在镜子面前，面对着镜子。我们看到镜子中的阿丽举起左手，用食指指向北。",
            "现实中的阿丽用()的食指指向()。",
            {"A": "右手，南", "B": "左手，北", "C": "右手，北"},
            "C",
        ),
        (
            "卧室里有一面镜子。镜子朝西。阿丽站在镜子面前，面对着镜子，用左手大拇指指向西，右手大拇指指向北。",
            "镜子中阿丽右手大拇指指的方向是()。",
            FOUR,
            "A",
        ),
        (
            "卧室里有一面镜子。镜子朝西。阿丽站在镜子面前，面对着镜子，用左手大拇指指向西，右手大拇指指向北。",
            "镜子中阿丽左手大拇指指的方向是()。",
            FOUR,
            "D",
        ),
        (
            "卧室里有一面镜子。镜子朝西。我们看到镜中的阿丽抬起左手，用大拇指指向东。",
            "现实中的阿丽大拇指指的方向是()。",
            FOUR,
            "C",
        ),
    ],
)
def test_mirrors(text: str, question: str, options: dict[str, str], letter: str) -> None:
    assert letters(text, question, options) == letter


@pytest.mark.parametrize(
    ("sheet", "which", "letter"),
    [
        ("阿丽举起这张纸，有字的一面对着镜子。", "上面一行", "B"),
        ("阿丽举起这张纸，有字的一面对着镜子。", "下面一行", "C"),
        ("阿丽举起这张纸，有字的一面背对着自己。", "上面一行", "B"),
        ("阿丽举起这张纸，有字的一面对着自己，读了两遍，接着把纸翻过来，字的上下没有变，把纸对着她前面的镜子。", "下行", "C"),
        ("阿丽举起这张纸，有字的一面对着自己，再将这张纸翻了过来，没改变字的上下位置，将纸对着镜子。", "下行", "C"),
        ("阿丽举起这张纸，有字的一面对着自己，接着把纸翻过来，把纸对着镜子。", "下行", None),
        ("阿丽举起这张纸，有字的一面对着自己。", "上面一行", None),
    ],
)
def test_writing_before_a_mirror(sheet: str, which: str, letter: str | None) -> None:
    text = f"阿丽在一张白纸上写了两行字。这两行字是：\n上行：d o b\n下行：T p 8 0\n{sheet}"
    question = f"阿丽能看到在镜子中{which}字是()。"
    options = {"A": "d o d", "B": "d o b", "C": "0 8 q T", "D": "T q 8 0"}
    if letter is None:
        with pytest.raises(ParseError):
            read(text, question, options)
    else:
        assert letters(text, question, options) == letter


# ---------------------------------------------------------------- the globe


@pytest.mark.parametrize(
    ("text", "question", "options", "letter"),
    [
        ("甲、乙两地分别在（20°E，10°N）附近和（60°E，10°N）附近。", "甲地位于乙地的()。", FOUR, "C"),
        ("甲、乙两地分别在（20°E，10°N）附近和（60°E，10°N）附近。", "乙地位于甲地的()。", FOUR, "A"),
        ("甲、乙两地分别在（170°E，10°S）附近和（170°W，10°S）附近。", "甲地位于乙地的()。", FOUR, "C"),
        ("甲、乙两地分别在（20°E，10°N）和（20°E，30°S）。", "甲地位于乙地的()。", FOUR, "D"),
        ("甲、乙两地分别在（20°E，10°N）和（22°E，60°N）。", "甲地位于乙地的()。", FOUR, "B"),
        ("甲、乙两地分别在（20°E，10°N）和（40°E，31°N）。", "甲地位于乙地的()。", FOUR, "not covered"),
        ("甲、乙两地分别在（0°E，10°N）和（180°E，10°N）。", "甲地位于乙地的()。", FOUR, "not covered"),
        ("红岛位于（12.5°S，45°E），绿岛在（3°N,50.5°E）附近。", "红岛位于绿岛的()方向。", SLANTED, "D"),
        ("红岛位于（12.5°S，45°E），绿岛在（3°N,50.5°E）附近。", "绿岛相对于红岛的方位是()。", SLANTED, "A"),
        ("红岛的位置在（12°N，175°W），绿岛的位置在（3°N，175°E）。", "红岛在绿岛的()。", SLANTED, "A"),
        ("红岛的地理坐标为（12°N，175°W），绿岛的地理坐标为（3°N，175°E）。", "绿岛在红岛的()。", SLANTED, "D"),
        ("红岛位于（北纬12度，东经30度），绿岛位于（南纬5度，东经29度）。", "绿岛在红岛的()方向。", SLANTED, "D"),
        (
            "红岛位于（北纬12度，东经30度），绿岛位于（北纬12度，东经29度）。",
            "绿岛在红岛的()。",
            {"A": "西北方", "B": "西方", "C": "西南方"},
            "B",
        ),
        (
            "红岛位于（北纬13度，东经30度），绿岛位于（北纬12度，西经29度）。",
            "绿岛在红岛的()。",
            {"A": "西南方", "B": "西方"},
            "A",
        ),
        (
            "红岛位于（北纬13度，东经30度），绿岛位于（北纬12度，西经29度）。",
            "绿岛在红岛的()。",
            {"A": "正西方", "B": "正南方", "C": "以上均不对"},
            "C",
        ),
    ],
)
def test_the_globe(text: str, question: str, options: dict[str, str], letter: str) -> None:
    assert letters(text, question, options) == letter


# ---------------------------------------------------------------- walks


@pytest.mark.parametrize(
    ("text", "question", "options", "letter"),
    [
        ("朵朵从邮局出发，向北走三百米，再向西走一百米。", "朵朵在邮局的()。", SLANTED, "B"),
        ("朵朵从邮局出发，向北走三百米，再向西走一百米。", "邮局在朵朵的()。", SLANTED, "C"),
        ("朵朵从邮局出发，向北走300米，然后向右转，向前走50米。", "朵朵在邮局的()。", SLANTED, "A"),
        (
            "朵朵从邮局出发，向北走300米，然后向右转，向前走50米，再右转，继续走300米。",
            "朵朵在邮局的()。",
            {"A": "正东方", "B": "东北方"},
            "A",
        ),
        ("朵朵从邮局出发，向北走300米，然后向右转，向前走50米，再右转，继续走1千米。", "朵朵在邮局的()。", SLANTED, "C"),
        (
            "朵朵从邮局出发，向东走十米，左转六十度，向前走十米，左转一百二十度，向前走十米。",
            "现在朵朵在邮局的()。",
            SLANTED | {"E": "正北方"},
            "A",
        ),
        (
            "朵朵从邮局出发，向东走十米，向左转一百二十度，再向前走二十米。",
            "现在朵朵在邮局的()。",
            {"A": "东北方", "B": "正北方", "C": "西北方"},
            "B",
        ),
        (
            "朵朵从邮局出发，向东走十米，向左转一百三十五度，再向前走二十米。",
            "现在朵朵在邮局的()。",
            {"A": "东北方", "B": "正北方", "C": "西北方"},
            "C",
        ),
        ("朵朵和毛毛在草地上玩，同时从大树向西出发。两人走了20米后，毛毛右转，向前走5米。", "毛毛在朵朵的()。", FOUR, "D"),
        (
            "朵朵和毛毛在草地上玩，同时从大树向西出发。两人走了20米后，毛毛右转，向前走5米，朵朵继续直行5米。",
            "毛毛在朵朵的()。",
            SLANTED,
            "A",
        ),
        ("朵朵从邮局出发，向南走200米来到书店，又向东骑行约1千米来到河岸。", "邮局在河岸的()。", SLANTED, "B"),
        ("朵朵从邮局出发，向南走200米来到书店，又向东骑行约1千米来到河岸。", "书店在河岸的()。", FOUR, "C"),
        (
            "朵朵从邮局出发，向南走200米来到书店，又向东骑行约1千米来到河岸，最后从河岸向北走2公里到达塔楼。",
            "塔楼在邮局的()。",
            SLANTED,
            "A",
        ),
        ("朵朵从邮局出发，向西北方向走200米，再向东北方向走200米。", "朵朵在邮局的()。", FOUR, "D"),
        ("朵朵从邮局出发，向西北方向走200米，再向东北方向走150米。", "朵朵在邮局的()。", FOUR | {"E": "西北"}, "E"),
        ("朵朵从邮局出发，向北走100米，再向东走100米。", "朵朵在邮局的()。", FOUR, "not covered"),
    ],
)
def test_walks(text: str, question: str, options: dict[str, str], letter: str) -> None:
    assert letters(text, question, options) == letter


# ---------------------------------------------------------------- heights


@pytest.mark.parametrize(
    ("text", "question", "letter"),
    [
        ("教练站立在垫子上，缓缓抬起左脚，使左腿与地面平行。", "此时教练的左脚位置()右脚位置。", "A"),
        ("教练站立在垫子上，缓缓抬起左脚，使左腿与地面平行。", "此时教练的右脚位置()臀部位置。", "B"),
        ("教练站立在垫子上，缓缓抬起左脚，使左腿与地面平行。", "此时教练的左脚位置()臀部位置。", "C"),
        ("教练站立在垫子上，缓缓抬起左脚，使左腿与地面平行。", "此时教练的左膝位置()左脚位置。", "C"),
        ("教练站立在垫子上，缓缓抬起左脚，使左腿与地面平行。", "此时教练的胸部位置()左脚位置。", "A"),
        ("教练站立在垫子上，缓缓抬起左脚，使左腿与地面垂直。", "此时教练的左脚位置()头部位置。", "D"),
        ("教练站立在垫子上，缓缓抬起左脚，使左腿与地面垂直。", "此时教练的左脚位置()左膝位置。", "A"),
        (
            "教练站立在垫子上，右脚直立支撑，左脚向后抬起，使左腿与地面平行，同时弯腰使上身向前俯，与地面平行。",
            "此时教练的头部位置()臀部位置。",
            "C",
        ),
        (
            "教练站立在垫子上，右脚直立支撑，左脚向后抬起，使左腿与地面平行，同时弯腰使上身向前俯，与地面平行。",
            "此时教练的头部位置()右脚位置。",
            "A",
        ),
        ("教练平躺在垫子上，抬起右脚，使右腿与地面垂直。", "此时教练的右脚位置()左脚位置。", "A"),
        ("教练平躺在垫子上，抬起右脚，使右腿与地面垂直。", "此时教练的左脚位置()头部位置。", "C"),
        ("教练平躺在垫子上，抬起双脚，使双腿与地面垂直。", "此时教练的左脚位置()右脚位置。", "C"),
        ("教练平躺在垫子上，抬起双脚，使双腿与地面垂直。", "此时教练的双脚和胸部的位置关系是双脚()胸部。", "A"),
        ("教练平躺在垫子上，抬起双脚，使双腿与地面垂直。", "此时教练的右膝位置()左脚位置。", "B"),
        ("教练平躺在垫子上。", "此时教练的左脚位置()头部位置。", "C"),
    ],
)
def test_heights(text: str, question: str, letter: str) -> None:
    assert letters(text, question, HEIGHTS) == letter


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("text", "question", "options"),
    [
        ("", "丁丁面朝()。", FOUR),
        ("今天天气很好。", "丁丁面朝()。", FOUR),
        ("丁丁面朝东站着。", "朵朵面朝()。", FOUR),
        ("丁丁面朝东站着。", "丁丁面朝()。", {"A": "上", "B": "下"}),
        ("丁丁面朝东站着。", "丁丁和朵朵面朝()。", FOUR),
        ("丁丁面朝东站着。", "丁丁的帽子是什么颜色的？()。", FOUR),
        ("丁丁面朝东站着。", "如果丁丁向左转，丁丁面朝哪里()。", FOUR),
        ("丁丁没有面朝东站着。", "丁丁面朝()。", FOUR),
        ("丁丁不面朝东。", "丁丁面朝()。", FOUR),
        ("丁丁也许面朝东，也许面朝西。", "丁丁面朝()。", FOUR),
        ("丁丁面朝东站着，走了几步。", "丁丁面朝()。", FOUR),
        ("丁丁面朝东站着，绕着树转了一圈。", "丁丁面朝()。", FOUR),
        ("丁丁面朝东站着。丁丁面朝西站着。", "丁丁面朝()。", FOUR),
        ("丁丁面朝东站着。丁丁向左转50度。", "丁丁面朝()。", FOUR),
        ("丁丁面朝东站着。丁丁向后转90度。", "丁丁面朝()。", FOUR),
        ("丁丁面朝东站着。老师喊口令“向左转”。", "丁丁面朝()。", FOUR),
        ("丁丁面朝东站着。丁丁执行口令。", "丁丁面朝()。", FOUR),
        ("丁丁、朵朵、毛毛三人面对面站立，丁丁面朝东站着。", "丁丁面朝()。", FOUR),
        (TRAIN.format(""), ASK.format(3), FOUR),
        (AHEAD.format("N", "N", 12), ASK.format(13), FOUR),
        (
            AHEAD.format("N", "N", 12).replace("SE（东南）", "SE（西南）"),
            "当红色指针指向表盘上的SE刻度时，列车的行驶方向是()。",
            SLANTED,
        ),
        (AHEAD.format("N", "N", 12), ASK.format(3).replace("列车正在朝()行驶", "列车的左边是()"), FOUR),
        ("镜子朝南。桌面上有一个木马在由南向东移动。", "镜子中的木马移动的方向是()。", FOUR),
        ("镜子朝南。镜子朝北。木马头朝北。", "镜子中木马头的朝向是()。", FOUR),
        ("卧室里有一面镜子。阿丽面朝北站着。", "镜子中的阿丽面朝()。", {"A": "东", "B": "无法确定"}),
        ("丁丁面朝东站着。缓缓向左转。", "丁丁面朝()。", FOUR),
        ("丁丁面朝东站着。呼呼向左转。", "丁丁面朝()。", FOUR),
        ("丁丁对面朝东站着。", "丁丁面朝()。", FOUR),
        ("丁丁面朝东站着。另一个丁丁向左转。", "丁丁面朝()。", FOUR),
        ("丁丁和朵朵或毛毛面朝东站着。", "丁丁面朝()。", FOUR),
        ("卧室里没有一面镜子。镜子朝南。木马头朝北。", "镜子中木马头的朝向是()。", FOUR),
        (AHEAD.format("N", "N", 12).replace("她将", "毛毛将"), ASK.format(3), FOUR),
        ("教练站立在垫子上，抬起左脚，使左腿与地面平行。", "此时学员的左脚位置()头部位置。", HEIGHTS),
        ("丁丁面朝东站着。丁丁左思右想。", "丁丁面朝()。", FOUR),
        ("木马头朝北。", "镜子中木马头的朝向是()。", FOUR),
        ("镜子朝南。阿丽抬起右手，用大拇指分别指向东、南、西、北三个方向。", "镜子中的阿丽指的方向顺序是()。", SEQUENCES),
        ("甲、乙两地分别在（20°E，100°N）附近和（60°E，10°N）附近。", "甲地位于乙地的()。", FOUR),
        ("甲、乙两地分别在（20°E，10°E）附近和（60°E，10°N）附近。", "甲地位于乙地的()。", FOUR),
        ("甲地在山里，乙地在（60°E，10°N）附近。", "甲地位于乙地的()。", FOUR),
        ("朵朵从邮局出发，走了十米。", "朵朵在邮局的()。", FOUR),
        ("朵朵向北走十米。", "朵朵在邮局的()。", FOUR),
        ("朵朵从邮局出发，向北走十分钟。", "朵朵在邮局的()。", FOUR),
        ("朵朵从邮局出发，向北走十米，再向南走十米回到邮局。", "朵朵在邮局的()。", FOUR),
        ("教练站立在垫子上，抬起双脚，使双腿与地面平行。", "此时教练的左脚位置()头部位置。", HEIGHTS),
        ("教练站立在垫子上，抬起左脚，使右腿与地面平行。", "此时教练的左脚位置()头部位置。", HEIGHTS),
        ("教练站立在垫子上，抬起左脚，使左腿与地面平行。", "此时教练的左脚位置()腰部位置。", HEIGHTS),
        ("教练平躺在垫子上。", "此时教练的左手位置()头部位置。", HEIGHTS),
    ],
)
def test_what_is_not_understood_is_refused(text: str, question: str, options: dict[str, str]) -> None:
    with pytest.raises(ParseError) as raised:
        read(text, question, options, file="a.jsonl")
    assert "expected" in str(raised.value)
    assert str(raised.value).startswith("a.jsonl:")


def test_spans_are_the_words() -> None:
    story = read("丁丁面朝东站着。他向左转90度。", "丁丁面朝()。", FOUR)
    assert [story.quote(one.id) for one in story.statements] == ["丁丁面朝东站着", "他向左转90度", "他向左转90度"]
    start, end = story.questions[0].span
    assert story.text[start:end] == story.questions[0].text == "丁丁面朝()。"


def test_options_may_be_numbers_and_none_of_the_above() -> None:
    story = read("丁丁面朝东站着。", "丁丁面朝（  ）。", {"A": "西", "B": "以上选项都不是。"})
    assert dict(story.questions[0].properties)["none"] == ("B",)
    with pytest.raises(ParseError, match=r"not '1\.0'"):
        read("丁丁面朝东站着。", "丁丁面朝()。", {"A": 1.0, "B": "西"})
    assert len(set(NONE)) == len(NONE)


def test_numbers() -> None:
    for value in (1, 7, 10, 11, 20, 25, 99, 100, 101, 110, 120, 999, 1000, 1001, 1050):
        assert number(str(value)) == value
    assert [number(words) for words in ("十", "二十五", "一百零五", "一千零五十", "两百", "百十", "五五", "")] == [
        *(10, 25, 105, 1050, 200, 110),
        None,
        None,
    ]


@pytest.mark.parametrize("kind", ["clause", "question"])
def test_no_pattern_takes_nothing(kind: str) -> None:
    for one in patterns(kind):
        assert one.regex.match("") is None
        assert one.regex.match("，") is None
