"""Small valid inputs of every reader: what the fuzzers of this folder and of ``tests/fuzz`` begin with."""

from __future__ import annotations

import json
from typing import Final


def lines(*rows: object) -> bytes:
    """Return rows as lines of JSON."""
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows).encode()


ENGLISH: Final = (
    "The cup is left of the pen. The pen is above the box.\n? Where is the cup relative to the box?\n",
    'theory: exact, objects: extended, relations: complete\n# a comment\nA is 2 units to the upper-left of B. "Tom\'s hat" '
    "is behind B, and it is inside C.\n? Is A above B?\n",
    "The stove and the sink are side by side with the sink on the right. The lamp hangs above the sink and to the right of it.",
    "X is at X's 3 o'clock. Y is not left of X. All in all, Y and X are parallel, and X is over Y.",
)
ROOM: Final = (
    "Imagine a square-shaped loft, bordered by four walls. This room contains a collection of furniture, including a harp, an "
    "anvil, and a kayak. The harp is placed to the north of the anvil, at a short distance. The anvil is placed to the "
    "north-east of the kayak, at a far distance.\n? Where is the harp positioned in relation to the kayak?\n",
    "This room contains a collection of furniture, including a harp, an anvil, and a kayak. Imagine yourself at the southern "
    "wall's door, looking inwards. From this perspective, the harp is in front of the anvil, at a short distance.",
)
SEATS: Final = (
    "Anna, Ben, Cleo, Dan, Eve and Finn sit around a round table, all facing the centre.\nAnna sits second to the left of Ben. "
    "Cleo is opposite Anna. Dan sits next to Cleo, and Eve does not sit next to Ben.\n? Who sits opposite Ben?\n"
    "? () sits two places clockwise from Dan. A) Anna B) Ben C) Finn D) None of the above\n",
    "甲一、乙二、丙三、丁四、戊五、己六六个人围坐在圆桌边吃饭，人人面朝桌子中心，座位间隔相等。已知：乙二在甲一左边数起第1个位置，"
    "丙三在乙二左边数起第1个位置。\n? ()在甲一左边数起第2个位置。 A) 丙三 B) 丁四\n",
)
GRID: Final = (
    "    0   1   2\n  +---+---+---+\n 0|   | E |   |\n  +---+---+---+\n 1| 3 | A | O |\n  +---+---+---+\n",
    "theory: gridworld, moves: 8, carry: 2, cost: 0.1, steps: 20\n    0\n  +---+\n 0| A |\n  +---+\n",
)
PLANS: Final = (
    "I go up and take it.\nAnswer: ['UP', 'TAKE', 'DOWN', 'DROP']",
    "1. UP\n2. TAKE\n3-4. DOWN, LEFT\n```\n[up, take, down, drop] (then stop)\n```\nFinal plan: UP x2, [DROP]",
)
HEADINGS: Final = (
    "丁丁、朵朵两人面对面站立，丁丁站在奶奶的左手边，朵朵站在奶奶的右手边。奶奶面朝北站着。\n---\n丁丁、朵朵面朝()。\n---\n东，西\n西，东",
    "小兰面朝东站着。小兰向左转90度。\n---\n小兰面朝()。\n---\n南\n北",
    "小兰先向东走100米，再向北走3.5公里。\n---\n小兰在出发点的()方向。\n---\n东北\n西南",
)
PROBLEMS: Final = tuple(text.replace("\n? ", "\n---\n", 1).replace(" A) ", "\n---\n").replace(" B) ", "\n") for text in SEATS)
SPARTUN: Final = (
    "Two boxes, named one and two exist. Box one contains a small red star. Box one covers a large blue circle. The small red "
    "star is to the left of the large blue circle. Box one is disconnected from box two.\n---\nWhere is the small red star "
    "regarding the large blue circle?",
    "A box named AAA contains a red square and two blue circles. It covers a box called BBB with a star.\n---\n"
    "Are all red squares inside AAA?",
)
CHAINS: Final = (
    "Step 1: It is given that A is left of B.\nStep 2: It is given that C is above B.\nStep 3: From step 1 and 2, it can be "
    "inferred that A is below and left of C. So the answer is: left.",
    "A is at (0, 0) and B is at (1, 0). Since C is above B, C is at (1, 1). This means that A is to the lower left of C.",
)
STEPGAME_ROW: Final = {
    "story": ["A is left of B.", "B is above C."],
    "question": "What is the relation of the agent A to the agent C?",
}
ROOM_CASE: Final = {
    "id": "chain",
    "setting": "O2+D2",
    "grid": [9, 9],
    "story_topdown": ROOM[0].partition("\n?")[0],
    "question_fr": "Where is the harp positioned in relation to the kayak?",
    "question_yn": "Could the harp be placed to the north of the kayak?",
    "facts": [["harp", "INR", "room"], ["harp", "N", "anvil"], ["harp", "CL2", "anvil"]],
    "consistent": ["NE"],
    "consistent_paper_semantics": ["NE"],
    "answer_yn": "No",
}
SPACE_ROW: Final = {
    "qid": "4-own-s-1",
    "text": SEATS[1].partition("\n?")[0],
    "question": "()在甲一左边数起第2个位置。",
    "option": {"A": "丙三", "B": "丁四", "C": "戊五", "D": "以上选项都不是"},
    "answer": ["A"],
}
SPACE_HEADINGS: Final = {
    "qid": "4-own-m-2",
    "text": "小兰面朝东站着。小兰向左转90度。",
    "question": "小兰面朝()。",
    "option": {"A": "南", "B": "北", "C": 3.0, "D": "以上选项都不是"},
}
SPARP_ROW: Final = {
    "context": "A is to the left of B. B is above C.",
    "question": "What is the relation of the A to the C?",
    "targets": ["left", "above"],
    "target_choices": ["left", "right", "above", "below", "overlapping"],
    "target_scores": [1, 0, 1, 0, 0],
    "reasoning": "Step 1: It is given that A is to the left of B.",
    "source_data": "StepGame",
    "context_id": "c1",
    "question_id": "q1",
    "num_hop": 2,
    "spatial_types": ["PS2"],
}
SPARTUN_FILE: Final = {
    "name": "own",
    "data": [
        {
            "identifier": "s-1",
            "story": [SPARTUN[0].partition("\n")[0]],
            "objects_info": {
                "0": {"type": "box", "name": "one", "full_name": "box one"},
                "0x0": {"type": "star", "size": 10, "color": "Black", "full_name": "small red star"},
            },
            "questions": [
                {"q_id": 0, "q_type": "FR", "question": SPARTUN[0].partition("---\n")[2], "answer": ["LEFT"]},
                {"q_id": 1, "q_type": "YN", "question": "Is the small red star inside box one?", "answer": ["Yes"]},
            ],
        }
    ],
}
GRASP_ROWS: Final = (
    {"index": 0, "energy": "upDown", "obstacle": "block", "start_position": "inner", "grid": GRID[0]},
    {"index": 1, "rows": 2, "columns": 3, "start": [0, 0], "energy": [[0, 1], [1, 2, 5]], "obstacles": [[1, 1]]},
)
SENTENCES: Final = "the nurse is on the ferry\tthe ferry is on the river\tthe nurse is on the river"
TSV: Final = f"id\tlang\tpremise1\tpremise2\tconclusion\tholds\na1\ten\t{SENTENCES}\tyes\n".encode()
DIRECTION_ANSWERS: Final = ("left", "The answer is: A is above and to the left of C.")
JSON: Final = {
    "stepgame": lines(STEPGAME_ROW | {"label": "upper-left", "answer": "left", "k": 2}),
    "roomspace": lines(ROOM_CASE),
    "space2024": lines(SPACE_ROW, SPACE_HEADINGS),
    "sparp": lines(SPARP_ROW),
    "spartun": json.dumps(SPARTUN_FILE).encode(),
    "grasp": lines(*GRASP_ROWS),
}
BABI: Final = b"1 The red square is to the left of the pink box.\n2 Is the pink box above the red square?\tno\t1\n"
PATHS: Final = b"1 The garden is west of the hallway.\n2 How do you go from the hallway to the garden?\tw\t1\n"
CSP: Final = b"3 #first\n 0 1 ( TPP NTPP )\n 1 3 ( DC )\n.\n# more\n1 #second\n.\n"
SPEC: Final = b"comp_table_file own.comp\nconverse_file own.conv\nidentity = E\ncalculus_size 2\n---\nE :: E\nN :: N\n---\n" + (
    b"E : E :: ( E )\nE : N :: ( N )\nN : E :: ( N )\nN : N :: ( E N )\n"
)
TOML: Final = b"""name = "same"
title = "Same or not"
reference = "own"
relations = ["E", "N"]
identity = "E"
[aliases]
equal = "E"
[converse]
E = "E"
N = "N"
[composition]
"E E" = "E"
"E N" = "N"
"N E" = "N"
"N N" = "*"
[[decides]]
networks = "atomic"
reference = "own"
"""
PRODUCT: Final = b'name = "two"\ntitle = "t"\nreference = "r"\nproduct = ["point", "point"]\n'
ALGEBRA: Final = {
    "Name": "same",
    "Relations": {"E": {"Converse": "E"}, "N": {"Converse": "N"}},
    "TransTable": {"E": {"E": "E", "N": "N"}, "N": {"E": "N", "N": "E|N"}},
}
EDGES: Final = {
    "name": "n",
    "nodes": [["a", ["Region"]], "b"],
    "edges": [["a", "b", "TPP|PP"]],
    "abbreviations": {"PP": "TPP|NTPP"},
}
SQUARE: Final = [[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]]
FEATURES: Final = {
    "type": "FeatureCollection",
    "features": [
        {"type": "Feature", "id": 1, "properties": {"name": "one"}, "geometry": {"type": "Polygon", "coordinates": SQUARE}},
        {"type": "Feature", "id": "b", "properties": {"name": "p"}, "geometry": {"type": "Point", "coordinates": [0.5, 2]}},
    ],
}
ANSWERS: Final = lines(
    {"id": "a:1", "answer": "left"}, {"qid": "4-x", "answers": ["A", ["B"]]}, {"id": "b", "answer": 3, "sample": 1}
)
GROUPS: Final = lines({"ids": ["a", "b"]}, {"id": "c", "group": 1}, {"qid": "d", "generated": {"group": "1"}})
PLAN_LINES: Final = lines(
    {"id": "x.jsonl-0-0-0-0", "answer": ["UP", "TAKE"]},
    {"index": 1, "movement_prompt": 8, "energy_limit_prompt": 100, "cost_of_step_prompt": 0.3, "answer": "UP"},
)
BEST: Final = lines({"file": "x.jsonl", "index": 0, "moves": 8, "limit": 2, "cost": 0.3, "optimum": 1.4})
