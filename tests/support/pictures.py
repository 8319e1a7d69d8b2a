"""Drawings, looked at as XML."""

from __future__ import annotations

from xml.etree import ElementTree


def parsed(document: str) -> ElementTree.Element:
    return ElementTree.fromstring(document.encode("utf-8"))


def of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if name in (element.get("class") or "").split()]
