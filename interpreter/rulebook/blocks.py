"""What a rule book is made of: a closed set of blocks, which every format writes in its own way."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Heading:
    """`level` 1 is the title of the book, 2 a part, 3 a part of a part."""

    text: str
    level: int


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str
    is_quote: bool = False


@dataclass(frozen=True, slots=True)
class Items:
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """Statements as the ruleset writes them, a line each; opened on request below what is said of them."""

    summary: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """Text, words of the source, and statements; each may be empty."""

    text: str = ""
    quote: str = ""
    rules: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """An SVG."""

    svg: str


Block = Heading | Paragraph | Items | Rules | Table | Drawing


@dataclass(frozen=True, slots=True)
class Book:
    """`language` is a BCP 47 tag."""

    title: str
    language: str
    blocks: tuple[Block, ...]
