"""Chinese problems about mirrors: directions and pointing hands, in sentences of our own."""

from __future__ import annotations

import pytest

from heading_problems import FOUR, SEQUENCES, letters

# Under pytest's importlib mode, test folders are not on the import path.


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
