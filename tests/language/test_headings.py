"""Chinese problems about headings, in sentences of our own: facing, a compass, the globe, walks and heights."""

from __future__ import annotations

import pytest

from heading_problems import AHEAD, ASK, FOUR, HEIGHTS, SLANTED, TRAIN, letters
from qsr.errors import ParseError
from qsr.theories.headings.text.reader import read

# Under pytest's importlib mode, test folders are not on the import path.

PAIRS = {"A": "东，西", "B": "西，东", "C": "南，北", "D": "北，南"}


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
        ("丁丁面朝北站着，朵朵站在丁丁的右边。", "朵朵在丁丁的()。", {"A": "正东方", "B": "正西方", "C": "东北方"}, "A"),
        ("丁丁面朝北站着，朵朵站在丁丁的后面，毛毛站在丁丁的左手边。", "毛毛在朵朵的()。", SLANTED, "B"),
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

ITSELF = TRAIN.format("阿丽让N刻度对着自己。将表盘当成时钟，N相当于6点钟位置。")


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
