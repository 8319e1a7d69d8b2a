"""Forgeries of certificates for `certificates_forging.py`: each changes one thing in place and tells whether there was one."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

Certificate = dict[str, Any]
Forge = Callable[[Certificate, random.Random], bool]


def _claims(certificate: Certificate, kind: str) -> list[dict[str, Any]]:
    """Return what is said of labels, and of whole stories, by a witness or by a core."""
    found = []
    for question in certificate["questions"]:
        if kind in question:
            found.append(question)
        for sides in question.get("labels", {}).values():
            found += [claim for claim in sides.values() if kind in claim]
    return found


def _leaves(value: Any) -> list[tuple[list[Any], int]]:
    """Return where numbers and words stand in nested lists."""
    found: list[tuple[list[Any], int]] = []
    for at, part in enumerate(value):
        found += _leaves(part) if isinstance(part, list) else [(value, at)]
    return found


def _number(certificate: Certificate, pick: random.Random, change: Callable[[Any], Any]) -> bool:
    claims = _claims(certificate, "witness")
    if not claims:
        return False
    places = [leaf for _, at in pick.choice(claims)["witness"]["place"] for leaf in (_leaves(at) if isinstance(at, list) else [])]
    if not places:
        entries = pick.choice(claims)["witness"]["place"]
        places = [(entry, 1) for entry in entries if not isinstance(entry[1], list)]
    if not places:
        return False
    holder, at = pick.choice(places)
    holder[at] = change(holder[at])
    return True


def moved(certificate: Certificate, pick: random.Random) -> bool:
    def change(value: Any) -> Any:
        if isinstance(value, int):
            return value + pick.choice((-2, -1, 1, 2, 5))
        return f"{value}x" if "/" not in str(value) else int(str(value).split("/")[0])

    return _number(certificate, pick, change)


def no_number(certificate: Certificate, pick: random.Random) -> bool:
    odd = pick.choice((0.5, "3", "2/4", "1/0", True, None, 10**300, "1e3", [], {"a": 1}))
    return _number(certificate, pick, lambda _: odd)


def swapped(certificate: Certificate, pick: random.Random) -> bool:
    claims = [claim for claim in _claims(certificate, "witness") if len(claim["witness"]["place"]) > 1]
    if not claims:
        return False
    one, other = pick.sample(pick.choice(claims)["witness"]["place"], 2)
    one[1], other[1] = other[1], one[1]
    return True


def left_out(certificate: Certificate, pick: random.Random) -> bool:
    claims = [claim for claim in _claims(certificate, "witness") if claim["witness"]["place"]]
    if not claims:
        return False
    place = pick.choice(claims)["witness"]["place"]
    place.pop(pick.randrange(len(place)))
    return True


def framed(certificate: Certificate, pick: random.Random) -> bool:
    claims = _claims(certificate, "witness")
    if not claims:
        return False
    witness = pick.choice(claims)["witness"]
    pick.choice(
        (
            lambda: witness.update(kind=pick.choice(("points", "boxes", "regions", "cells", "seats", "nothing"))),
            lambda: witness.update(size=[3, 3]),
            lambda: witness.update(layout="ring 5 inward"),
        )
    )()
    return True


def _quoted(certificate: Certificate, id_: int) -> dict[str, Any]:
    said = certificate["statements"][id_]
    return {"id": id_, "span": list(said["span"]), "words": said["words"]}


def _sides(certificate: Certificate) -> list[tuple[dict[str, Any], str, str]]:
    return [
        (question, label, side)
        for question in certificate["questions"]
        for label, sides in question.get("labels", {}).items()
        for side in sides
    ]


def _conclude(question: dict[str, Any]) -> None:
    """Write the status and the lists that fit the labels, as a careful forger would."""
    labels, order = question["labels"], question["candidates"] or list(question["labels"])
    order = list(labels) if question["form"] in ("yes_no", "path") else order
    possible = [label for label in order if label in labels and "core" not in labels[label].get("holds", {"core": 1})]
    if any("fails" in sides for sides in labels.values()):
        entailed = [label for label in possible if "core" in labels[label].get("fails", {})]
    else:
        entailed = possible if len(possible) == 1 else []
    question.update(possible=possible, entailed=entailed, status="determined" if possible == entailed else "ambiguous")


def to_excluded(certificate: Certificate, pick: random.Random) -> bool:
    open_ = [(q, label, side) for q, label, side in _sides(certificate) if "witness" in q["labels"][label][side]]
    if not open_:
        return False
    question, label, side = pick.choice(open_)
    many = len(certificate["statements"])
    core = sorted(pick.sample(range(many), pick.randint(0, min(many, 3))))
    question["labels"][label][side] = {"core": [_quoted(certificate, id_) for id_ in core]}
    _conclude(question)
    return True


def to_possible(certificate: Certificate, pick: random.Random) -> bool:
    closed = [(q, label, side) for q, label, side in _sides(certificate) if "core" in q["labels"][label][side]]
    shown = _claims(certificate, "witness")
    if not closed or not shown:
        return False
    question, label, side = pick.choice(closed)
    question["labels"][label][side] = {"witness": pick.choice(shown)["witness"]}
    _conclude(question)
    return True


def unshown(certificate: Certificate, pick: random.Random) -> bool:
    closed = [(q, label, side) for q, label, side in _sides(certificate) if "core" in q["labels"][label][side]]
    if not closed:
        return False
    question, label, side = pick.choice(closed)
    question["labels"][label][side] = {"unshown": "a solver has a model, and no picture of it was found"}
    _conclude(question)
    return True


def label_dropped(certificate: Certificate, pick: random.Random) -> bool:
    sides = _sides(certificate)
    if not sides:
        return False
    question, label, side = pick.choice(sides)
    if pick.random() < 0.5:
        del question["labels"][label]
    else:
        del question["labels"][label][side]
    if question["labels"] and all(question["labels"].values()):
        _conclude(question)
    return True


def label_added(certificate: Certificate, pick: random.Random) -> bool:
    sides = _sides(certificate)
    if not sides:
        return False
    question, label, _ = pick.choice(sides)
    question["labels"][pick.choice(("north", "Z", "in front of", "maybe"))] = question["labels"][label]
    _conclude(question)
    return True


def core_fewer(certificate: Certificate, pick: random.Random) -> bool:
    cores = [claim["core"] for claim in _claims(certificate, "core") if claim["core"]]
    if not cores:
        return False
    core = pick.choice(cores)
    core.pop(pick.randrange(len(core)))
    return True


def core_more(certificate: Certificate, pick: random.Random) -> bool:
    every = range(len(certificate["statements"]))
    cores = [claim["core"] for claim in _claims(certificate, "core") if len(claim["core"]) < len(every)]
    if not cores:
        return False
    core = pick.choice(cores)
    core.append(_quoted(certificate, pick.choice([id_ for id_ in every if id_ not in [said["id"] for said in core]])))
    core.sort(key=lambda said: said["id"])
    return True


def core_other(certificate: Certificate, pick: random.Random) -> bool:
    return core_fewer(certificate, pick) and core_more(certificate, pick)


def core_words(certificate: Certificate, pick: random.Random) -> bool:
    cores = [claim["core"] for claim in _claims(certificate, "core") if claim["core"]]
    if not cores:
        return False
    said = pick.choice(pick.choice(cores))
    if pick.random() < 0.5:
        said["words"] += " indeed"
    else:
        said["span"][1] += 1
    return True


def status(certificate: Certificate, pick: random.Random) -> bool:
    question = pick.choice(certificate["questions"])
    question["status"] = pick.choice(
        [s for s in ("determined", "ambiguous", "inconsistent", "not_covered") if s != question["status"]]
    )
    if question["status"] == "inconsistent":
        for key in ("possible", "entailed", "labels", "plan", "reason"):
            question.pop(key, None)
        question["core"] = [_quoted(certificate, id_) for id_ in range(min(2, len(certificate["statements"])))]
    elif question["status"] == "not_covered":
        for key in ("possible", "entailed", "labels", "plan", "core"):
            question.pop(key, None)
        question["reason"] = "not covered: no meaning"
    return True


def lists(certificate: Certificate, pick: random.Random) -> bool:
    question = pick.choice(certificate["questions"])
    if not question.get("labels"):
        return False
    names = question[pick.choice(("possible", "entailed"))]
    label = pick.choice(list(question["labels"]))
    names.remove(label) if label in names else names.append(label)
    return True


def question_words(certificate: Certificate, pick: random.Random) -> bool:
    question = pick.choice(certificate["questions"])
    key = pick.choice(("text", "form", "args", "candidates", "span"))
    if isinstance(question[key], str):
        question[key] += "?"
    elif key == "candidates":
        question[key].append("left")
    elif not question[key]:
        question[key] = [0]
    else:
        question[key][0] += 1
    return True


def question_dropped(certificate: Certificate, pick: random.Random) -> bool:
    certificate["questions"].pop(pick.randrange(len(certificate["questions"])))
    return True


def text(certificate: Certificate, pick: random.Random) -> bool:
    source = certificate["source"]
    pairs = [
        ("left", "right"),
        ("above", "below"),
        ("north", "south"),
        ("inside", "outside"),
        ("左", "右"),
        ("东", "西"),
        ("E", "O"),
    ]
    pairs += [(other, one) for one, other in pairs] + [("east", "west"), ("is", "is not"), (".", ". ")]
    fitting = [(one, other) for one, other in pairs if one in source["text"].partition("\n")[2] or "\n" not in source["text"]]
    if not fitting:
        return False
    head, line, rest = source["text"].partition("\n")
    if not line:
        head, rest = "", head
    one, other = pick.choice(fitting)
    source["text"] = head + line + rest.replace(one, other, 1)
    return True


def statement(certificate: Certificate, pick: random.Random) -> bool:
    if not certificate["statements"]:
        return False
    said = pick.choice(certificate["statements"])
    key = pick.choice(("relation", "words", "args", "span"))
    if isinstance(said[key], str):
        said[key] = said[key] + "s"
    elif said[key]:
        said[key][0] += 1
    return True


def entity(certificate: Certificate, pick: random.Random) -> bool:
    names = certificate["entities"]
    if not names:
        return False
    names[pick.randrange(len(names))] += "a"
    return True


def fingerprint(certificate: Certificate, pick: random.Random) -> bool:
    old = certificate["theory"]["fingerprint"]
    certificate["theory"]["fingerprint"] = "".join(pick.sample(old, len(old)))
    return True


def theory(certificate: Certificate, pick: random.Random) -> bool:
    said = certificate["theory"]
    change = pick.choice(("name", "settings", "objects"))
    if change == "name":
        said["name"] = pick.choice(
            [name for name in ("exact", "sound", "room", "seating", "babi", "spartun") if name != said["name"]]
        )
    elif change == "settings":
        said["settings"] = {"objects": "clouds"}
    else:
        said["settings"] = {"objects": "extended" if ["objects", "extended"] not in certificate["settings"] else "points"}
    return True


def plan(certificate: Certificate, pick: random.Random) -> bool:
    plans = [question["plan"] for question in certificate["questions"] if "plan" in question]
    if not plans:
        return False
    one = pick.choice(plans)
    if one["actions"] and pick.random() < 0.5:
        one["actions"].pop(pick.randrange(len(one["actions"])))
    elif pick.random() < 0.5:
        one["energy"] = pick.choice((7, "1/3", 0.5, -1))
    else:
        one.update(actions=[], energy=0)
    return True


#: Forgeries that only move what a witness shows, and may leave it right.
PLACES = ("a number of a witness", "two places exchanged")
#: Every kind of forgery by name; those about numbers, labels and cores stand several times, since there is most to forge.
FORGERIES: tuple[tuple[str, Forge], ...] = (
    ("a number of a witness", moved),
    ("a number that is none", no_number),
    ("two places exchanged", swapped),
    ("a place left out", left_out),
    ("the frame of a witness", framed),
    ("a possible label excluded", to_excluded),
    ("an excluded label made possible", to_possible),
    ("an excluded label said to be unshown", unshown),
    ("a label or side dropped", label_dropped),
    ("a label invented", label_added),
    ("a statement of a core dropped", core_fewer),
    ("a statement added to a core", core_more),
    ("a statement of a core exchanged", core_other),
    ("words of a core", core_words),
    ("the status", status),
    ("the lists of labels", lists),
    ("the words of a question", question_words),
    ("a question dropped", question_dropped),
    ("the text", text),
    ("a statement", statement),
    ("an entity", entity),
    ("the fingerprint", fingerprint),
    ("the theory", theory),
    ("a plan", plan),
    ("a number of a witness", moved),
    ("a possible label excluded", to_excluded),
    ("a statement of a core dropped", core_fewer),
    ("a statement added to a core", core_more),
)
