"""Chinese texts about seats: lead-ins, conditions and questions, in wordings that differ from author to author."""

from __future__ import annotations

import pytest

from qsr.errors import ParseError
from qsr.seats import Claim, Layout
from qsr.story import Story
from qsr.theories.seating.text import chinese

NAMES = ("甲", "乙", "丙", "丁", "戊", "己", "庚", "辛", "壬", "癸", "寅", "卯")


def listed(count: int) -> str:
    return "、".join(NAMES[:count])


def layout(text: str) -> str:
    return dict(chinese.read(text).settings)["layout"]


def said(spec: str, clause: str) -> list[tuple[str, tuple[int, ...], bool]]:
    """What a clause says in a layout."""
    found = Layout.parse(spec)
    assert found is not None
    story = chinese.read(f"{listed(min(found.places, 12))}。已知：{clause}。", settings=(("layout", spec),))
    return [(s.relation, s.args, bool(s.property("negated", False))) for s in story.statements]


LEADS = [
    ("{8}八个人围着一张大圆桌吃饭，面朝桌子。", "ring 8 inward"),
    ("{5}围坐成一圈。", "ring 5 inward"),
    ("圆桌旁坐着八个人：{8}。", "ring 8 inward"),
    ("{8}，圆桌旁坐着八个人。", "ring 8 inward"),
    ("{6}和庚七人围成一圈站着，都背对圆心。", "ring 7 outward"),
    ("有五个人围坐在一张圆桌旁，他们是{5}。", "ring 5 inward"),
    ("{5}五个人手拉手围成一个圆圈，所有人都面向圈外。", "ring 5 outward"),
    ("{8}八人围桌而坐，大家都面朝桌子。八人朝向分别是东、西、南、北、东南、东北、西南、西北。", "ring 8 inward from 0"),
    ("{5}五人围成一圈，都面朝外。五人朝向分别是正北、东北、东南、西南、西北。", "ring 5 outward from 0"),
    ("{5}五人围成一圈，都面朝圆心。五人朝向分别是正北、东北、东南、西南、西北。", "ring 5 inward from 36"),
    ("{7}七个人围坐在有八个座位的圆桌旁。", "ring 8 inward"),
    ("{4}四人分坐在方桌的四边，每边一人，都面朝桌子。", "ring 4 inward"),
    ("{6}六人坐在一张长桌的两侧，每侧三人，面对面而坐。", "rows 3 own"),
    ("{8}八人分坐在长桌南北两侧，每侧四人。", "rows 4 own from 180"),
    ("{6}六人分两排面对面而坐，每排三人。坐东边的三人面朝西，坐西边的三人面朝东。", "rows 3 own from 90"),
    ("{6}六位老师坐在会议桌两边开会，两边各坐三人。", "rows 3 own"),
    ("{5}五人坐成一排，都面朝北。", "row 5 own from 270"),
    ("{5}五个人站成一排拍照，面朝同一方向。", "row 5 own"),
    ("{5}五人并排坐在一条长椅上。", "row 5 own"),
    ("{6}六人站成一排，面对观众。", "row 6 own"),
    ("{12}十二盆花放在三行四列的架子上。", "shelf 3x4 viewer"),
    (
        "{8}八盆花放在四层花架上，每层两格，一格在东，一格在西。以画师自身左右为准，即东侧为左，西侧为右。",
        "shelf 4x2 viewer from 90",
    ),
    ("{6}六本书放在两层的书架上，每层三本。", "shelf 2x3 viewer"),
    ("{6}六件物品摆在一个2×3的柜子里。", "shelf 2x3 viewer"),
    ("{6}六户人家住在一栋三层的小楼里，每层两户，西边为左，东边为右。", "shelf 3x2 viewer from 270"),
    ("{6}六盆花放在三层花架上，每层两格，花架紧靠大厅南墙放置。", "shelf 3x2 viewer from 90"),
]


@pytest.mark.parametrize(("text", "wanted"), LEADS)
def test_a_layout_is_understood_however_it_is_introduced(text: str, wanted: str) -> None:
    count = next(count for count in range(12, 0, -1) if f"{{{count}}}" in text)
    story = chinese.read(text.replace(f"{{{count}}}", listed(count)))
    assert dict(story.settings) == {"theory": "seating", "layout": wanted}
    assert story.entities == NAMES[: 7 if "和庚" in text else count]


def test_what_is_said_of_all_belongs_to_the_layout_wherever_it_stands() -> None:
    story = chinese.read(f"{listed(6)}六人围成一圈。已知：六人都面朝外，甲在乙左边，二者相邻，大家间距相等。")
    assert dict(story.settings)["layout"] == "ring 6 outward"
    assert [s.relation for s in story.statements] == ["left", "adjacent"]


def test_numbers_can_be_names() -> None:
    story = chinese.read("1、2、3、4四人围坐在圆桌旁。已知：1在2左边第3个位置，3在4的对面。")
    assert [(s.relation, s.args) for s in story.statements] == [("left:3", (0, 1)), ("opposite", (2, 3))]


@pytest.mark.parametrize(
    "text",
    [
        "{6}六人正在开会。",
        "{6}六人围成一圈，坐在楼梯左边。",
        "{6}六人围成一圈，一半面朝中心，一半面朝外。",
        "{6}五人围成一圈。",
        "{6}六人围成一圈。六人朝向分别是正东、正南、正西、正北、东北、西南。",
        "{6}六人分两排坐，每排三人，都面朝前方。",
        "{6}六人分两排坐，每排三人。",
        "{5}五人围成一圈，都面向大海。",
        "{6}六本书放在三层的书架上。",
        "{6}六人围成一圈，又坐在三层书架上，每层两格。",
        "{5}五人在长桌两侧面对面坐下。",
    ],
)
def test_a_lead_in_that_is_not_understood_is_refused(text: str) -> None:
    with pytest.raises(ParseError):
        chinese.read(text.replace("{6}", listed(6)).replace("{5}", listed(5)))


def test_scenery_passes_where_it_has_no_word_of_place() -> None:
    assert layout(f"{listed(5)}五位道士在终南山修炼内功，天气晴朗，围成一圈打坐。") == "ring 5 inward"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("阿Q、王处一、孙不二三人围坐在圆桌旁。", ("阿Q", "王处一", "孙不二")),
        ("吕洞宾、何仙姑、蓝采和三人围坐在圆桌旁。", ("吕洞宾", "何仙姑", "蓝采和")),
        ("吕洞宾、何仙姑和蓝采和三人围坐在圆桌旁。", ("吕洞宾", "何仙姑", "蓝采和")),
        ("小李、大李家、小李家三人围坐在圆桌旁。", ("小李", "大李家", "小李家")),
        ("Ann、x). :- not y(、Bo三人围坐在圆桌旁。", ("Ann", "x). :- not y(", "Bo")),
    ],
)
def test_any_string_can_be_a_name(text: str, names: tuple[str, ...]) -> None:
    story = chinese.read(f"{text}已知：{names[2]}在{names[1]}左边第一个位置。")
    assert story.entities == names
    assert [(s.relation, s.args) for s in story.statements] == [("left:1", (2, 1))]


def test_names_that_are_words_of_place_are_read_where_there_is_one_reading() -> None:
    story = chinese.read("东、南、西、北四人围坐在圆桌旁。东在南左边第一个位置。西在北的东边。")
    assert [(s.relation, s.args) for s in story.statements] == [("left:1", (0, 1)), ("east", (2, 3))]


#: Layout, clause, what it says: relation and arguments, "!" before what is denied.
CLAUSES = [
    ("ring 8 inward", "甲坐在乙左手第二个", "left:2 0 1"),
    ("ring 8 inward", "甲在乙左边第2位", "left:2 0 1"),
    ("ring 8 inward", "从甲的左边数起第七个位置是乙", "left:7 1 0"),
    ("ring 8 inward", "甲的左起第3个就是乙", "left:3 1 0"),
    ("ring 8 inward", "甲位于乙的左侧相邻位置", "left:1 0 1"),
    ("ring 8 inward", "紧挨着坐在甲左边的是乙", None),
    ("ring 8 inward", "甲紧挨着坐在乙左边", "left:1 0 1"),
    ("ring 8 inward", "甲的右手边坐着乙", "right:1 1 0"),
    ("ring 8 inward", "甲的右边紧挨着的是乙", "right:1 1 0"),
    ("ring 8 inward", "甲在乙左侧隔着两个座位", "left:3 0 1"),
    ("ring 8 inward", "甲与乙之间隔了三个人", "between:3 0 1"),
    ("ring 8 inward", "甲和乙之间隔着两人", "between:2 0 1"),
    ("ring 8 inward", "甲和乙中间隔着两个座位", "between:2 0 1"),
    ("ring 8 inward", "甲和乙之间恰好有三个人", "between:3 0 1"),
    ("ring 8 inward", "甲和乙之间没有隔着两个座位", "!between:2 0 1"),
    ("ring 8 inward", "甲顺时针方向的下一个人是乙", "clockwise:1 1 0"),
    ("ring 8 inward", "甲的左右两边分别是乙和丙", "left:1 1 0, right:1 2 0"),
    ("ring 8 inward", "甲两旁坐着乙和丙", "adjacent 1 0, adjacent 2 0"),
    ("ring 8 inward", "甲左边的人是乙", "left:1 1 0"),
    ("ring 8 inward", "甲坐在乙左边的座位上", "left:1 0 1"),
    ("ring 8 inward", "甲坐在乙和丙中间", None),
    ("ring 8 inward", "甲与乙不相邻", "!adjacent 0 1"),
    ("ring 8 inward", "甲不和乙挨着坐", "!adjacent 0 1"),
    ("ring 8 inward", "甲没有坐在乙旁边", "!adjacent 0 1"),
    ("ring 8 inward", "与甲相邻的是乙", "adjacent 1 0"),
    ("ring 8 inward", "甲和乙相对而坐", "opposite 0 1"),
    ("ring 8 inward", "甲的对面坐着乙", "opposite 1 0"),
    ("ring 8 inward", "甲坐在乙右侧斜对面", "diagonal right 0 1"),
    ("ring 8 inward", "甲沿顺时针方向数第三个是乙", "clockwise:3 1 0"),
    ("ring 8 inward", "甲在乙逆时针方向隔着一个座位", "anticlockwise:2 0 1"),
    ("ring 8 inward", "相对于甲，乙在右边", "right 1 0"),
    ("ring 8 inward", "从甲的角度看，乙在左边", "left 1 0"),
    ("ring 8 inward", "以甲为参照，乙在左侧", "left 1 0"),
    ("ring 8 inward", "甲在乙左边某个位置", "left 0 1"),
    ("ring 8 inward", "甲不在乙左边", "!left 0 1"),
    ("ring 8 inward", "甲面对的位置是乙左边第二个位置", "opposite;left:2 0 1"),
    ("ring 8 outward", "甲背对的是乙", "opposite 1 0"),
    ("ring 8 inward", "甲背对的是乙", None),
    ("ring 8 inward", "甲在乙上方", None),
    ("ring 8 inward", "甲在乙左边，且与乙相邻", None),
    ("ring 8 inward", "甲在乙的左边，二者相邻", "left 0 1, adjacent 0 1"),
    ("ring 8 inward from 0", "甲面朝东南方向", "faces:south-east 0"),
    ("ring 8 inward from 0", "甲背对正北", "faces:south 0"),
    ("ring 8 inward from 0", "甲在乙的正东方", "due east 0 1"),
    ("ring 8 inward from 0", "甲在乙西北侧", "north-west 0 1"),
    ("rows 4", "甲坐在乙左手边", "left:1 0 1"),
    ("rows 4", "甲在乙同侧右边", "right:1 0 1"),
    ("rows 4", "甲是乙的左邻", "left:1 0 1"),
    ("rows 4", "甲和乙不在同一排坐", "!same row 0 1"),
    ("rows 4", "甲和乙坐在桌子同一侧", "same row 0 1"),
    ("rows 4", "甲和乙身体朝向不同方向", "!same facing 0 1"),
    ("rows 4", "甲的右邻在乙的正对面", "right:1;opposite 0 1"),
    ("rows 4 from 180", "甲面朝北且在乙左手边挨着坐", "faces:north 0, left:1 0 1"),
    ("rows 4 from 180", "甲面朝北坐在乙斜对面", "faces:north 0, diagonal 0 1"),
    ("rows 4 from 180", "甲坐在南面", "side:south 0"),
    ("row 5", "甲在最左端", "leftmost 0"),
    ("row 5", "甲坐在最右边", "rightmost 0"),
    ("row 5", "从左往右数第三个是甲", "column:3 0"),
    ("row 5", "甲从左数第三个", None),
    ("row 5", "甲在从左往右数第三个位置", "column:3 0"),
    ("row 5", "甲是右起第二个", "from right:2 0"),
    ("row 5", "甲坐在两端", "end 0"),
    ("row 5", "中间坐着甲", "middle 0"),
    ("row 5", "甲不在正中间", "!middle 0"),
    ("row 5", "甲在乙左边", "left 0 1"),
    ("row 5", "甲和乙之间隔着其他人", "!adjacent 0 1"),
    ("row 5", "甲的左边是乙", "left:1 1 0"),
    ("row 5", "甲比乙更靠左", "left 0 1"),
    ("shelf 4x3", "甲比乙更靠左", None),
    ("shelf 4x3", "甲在乙同层右边", "right 0 1, same layer 0 1"),
    ("shelf 4x3", "甲和乙都在底层", "bottom 0, bottom 1"),
    ("shelf 4x2", "甲在二层左边的格子", "layer:2 0, leftmost 0"),
    ("shelf 4x3", "甲不在第一层，也不在顶层", "!layer:1 0, !top 0"),
    ("shelf 4x3", "甲在乙正上方且二者不隔层", "straight above 0 1, layers:1 0 1"),
    ("shelf 4x3", "甲在乙的左下方且二者隔着两层", "lower left 0 1, layers:3 0 1"),
    ("shelf 4x3", "甲和乙上下相邻", "same column 0 1, layers:1 0 1"),
    ("shelf 4x3", "甲所在层和乙所在层相邻", "layers:1 0 1"),
    ("shelf 4x3", "甲在乙的上两层", "layer above:2 0 1"),
    ("shelf 4x3", "甲比乙低一层", "layer below:1 0 1"),
    ("shelf 4x3", "甲在第四层", "layer:4 0"),
    ("shelf 4x3", "甲在第一行", "layer:4 0"),
    ("shelf 4x3", "甲在三层最左边", "layer:3 0, leftmost 0"),
    ("shelf 4x3", "底层从左往右数第二个是甲", "bottom 0, column:2 0"),
    ("shelf 4x3", "甲在顶层中间", "top 0, column:2 0"),
    ("shelf 4x3", "甲在二层左侧", None),
    ("shelf 4x2", "甲在二层左侧", "layer:2 0, leftmost 0"),
    ("shelf 4x3", "甲与乙同侧", "same column 0 1"),
    ("shelf 4x3", "甲和乙相邻", None),
    ("shelf 4x3", "甲的正上方是乙的右下方", "straight above:1;lower right:1 0 1"),
    ("shelf 4x3", "甲的左邻在乙的左下方", "left:1;lower left 0 1"),
    ("shelf 4x3", "甲和乙隔了十层", "layers:11 0 1"),
    ("shelf 4x3 from 90", "一层东侧是甲", "layer:1 0, side:east 0"),
]


@pytest.mark.parametrize(("spec", "clause", "wanted"), CLAUSES)
def test_a_condition_says(spec: str, clause: str, wanted: str | None) -> None:
    if wanted is None:
        with pytest.raises(ParseError):
            said(spec, clause)
        return
    claims = []
    for each in wanted.split(", "):
        relation, _, args = each.removeprefix("!").partition(" " + next(part for part in each.split() if part.isdigit()))
        numbers = [int(part) for part in each.removeprefix("!").removeprefix(relation).split()]
        del args
        claims.append((relation, tuple(numbers), each.startswith("!")))
    assert said(spec, clause) == claims


def test_spans_are_the_words_of_the_clause() -> None:
    text = f"{listed(6)}六人围成一圈，都面朝中心。甲在乙左边，二者相邻；（2）丙和丁面对面坐。\n戊在己左边第2个位置"
    story = chinese.read(text)
    assert [story.quote(s.id) for s in story.statements] == [
        "甲在乙左边，二者相邻",
        "甲在乙左边，二者相邻",
        "丙和丁面对面坐",
        "戊在己左边第2个位置",
    ]


def test_a_fault_is_shown_where_it_is() -> None:
    text = f"{listed(6)}六人围成一圈。已知：甲在乙左边第一个位置，丙在丁彼岸。"
    with pytest.raises(ParseError) as caught:
        chinese.read(text, file="a.txt")
    assert (caught.value.start, caught.value.file) == (text.index("彼"), "a.txt")
    with pytest.raises(ParseError) as caught:
        chinese.read(f"{listed(6)}六人围成一圈，坐在门的左边。")
    assert caught.value.text[caught.value.start : caught.value.end] == "左"


# ---------------------------------------------------------------- questions


def base() -> Story:
    return chinese.read(f"{listed(6)}六人围坐在圆桌旁。已知：甲在乙左边第一个位置。")


@pytest.mark.parametrize("question", ["甲在()的正对面。", "甲在（ ）的正对面", "请问：甲在____的正对面？", "甲在谁的正对面？"])
def test_options_fill_the_blank(question: str) -> None:
    asked = chinese.ask(base(), question, {"A": "丙", "B": " 丁 ", "C": "以上选项都不是。"}).questions[0]
    assert (asked.form, asked.args, asked.candidates) == ("options", (), ("A", "B", "C"))
    claims = (("A", (Claim("opposite", (0, 2)),)), ("B", (Claim("opposite", (0, 3)),)))
    assert dict(asked.properties) == {"claims": claims, "none": ("C",)}


@pytest.mark.parametrize("none", chinese.NONE)
def test_every_spelling_of_none(none: str) -> None:
    asked = chinese.ask(base(), "甲在()的正对面。", {"A": "丙", "D": none}).questions[0]
    assert dict(asked.properties)["none"] == ("D",)


def test_options_may_be_words_numbers_several_names_or_statements() -> None:
    def claims(question: str, option: object) -> tuple[Claim, ...]:
        found: tuple[Claim, ...] = dict(dict(chinese.ask(base(), question, {"A": option}).questions[0].properties)["claims"])["A"]
        return found

    assert claims("甲在丙的()。", "正对面") == (Claim("opposite", (0, 2)),)
    assert claims("甲在丙左边数起第()个位置。", 2.0) == (Claim("left:2", (0, 2)),)
    assert claims("甲与()相邻。", "丙和丁") == (Claim("adjacent", (0, 2)), Claim("adjacent", (0, 3)))
    assert claims("下列说法正确的是()。", "丙不在丁左边。") == (Claim("left", (2, 3), True),)
    assert claims("以下哪项一定正确？", "丙的左边是丁") == (Claim("left:1", (3, 2)),)
    assert claims("()在丙的左边，二者相邻。", "丁") == (Claim("left", (3, 2)), Claim("adjacent", (3, 2)))


@pytest.mark.parametrize(
    ("question", "option"),
    [
        ("甲在()的正对面。", "无法确定"),
        ("甲在()的正对面。", "魏忠贤"),
        ("下列说法错误的是()。", "甲在乙左边"),
        ("甲在()和()的中间。", "丙"),
    ],
)
def test_what_is_no_question_about_places_is_refused(question: str, option: str) -> None:
    with pytest.raises(ParseError):
        chinese.ask(base(), question, {"A": option})


def test_the_compass_of_two_rows_follows_from_what_is_said_or_asked() -> None:
    text = f"{listed(4)}四人分两排面对面而坐，每排坐两人。"
    assert dict(chinese.read(f"{text}甲在南面。").settings)["layout"] == "rows 2 own from 180"
    assert dict(chinese.read(f"{text}甲面朝西坐在乙斜对面。").settings)["layout"] == "rows 2 own from 90"
    story = chinese.read(f"{text}甲在乙左边坐。")
    assert dict(story.settings)["layout"] == "rows 2 own"
    assert dict(chinese.ask(story, "()在北面。", {"A": "甲"}).settings)["layout"] == "rows 2 own from 180"


def test_a_layout_of_the_settings_wins() -> None:
    story = chinese.read(f"{listed(6)}六人围成一圈。", settings=(("layout", "ring 8 outward"), ("grid", "9x9")))
    assert dict(story.settings) == {"theory": "seating", "layout": "ring 8 outward", "grid": "9x9"}
    with pytest.raises(ParseError):
        chinese.read(f"{listed(6)}六人围成一圈。", settings=(("layout", "ring 5"),))


def test_what_lies_between_may_be_named() -> None:
    story = chinese.read("红球、蓝球、绿球、黄球四个球排成一行。已知：绿球与红球之间隔着一个球。")
    assert [(said.relation, said.args) for said in story.statements] == [("between:1", (2, 0))]
