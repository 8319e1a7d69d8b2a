"""How problems about headings are read: what has to be refused, spans, options, numbers, patterns."""

from __future__ import annotations

import pytest

from heading_problems import AHEAD, ASK, FOUR, HEIGHTS, SEQUENCES, SLANTED, TRAIN
from qsr.errors import ParseError
from qsr.theories.headings.text.reader import read
from qsr.theories.headings.text.words import NONE, number, patterns

# Under pytest's importlib mode, test folders are not on the import path.


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
