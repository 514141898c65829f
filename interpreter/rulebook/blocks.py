"""What a rule book is made of: a closed set of blocks, which every format writes in its own way."""

from __future__ import annotations

from msgspec import Struct


class Heading(Struct, frozen=True):
    """`level` 1 is the title of the book, 2 a part, 3 a part of a part."""

    text: str
    level: int


class Paragraph(Struct, frozen=True):
    text: str
    is_quote: bool = False


class Items(Struct, frozen=True):
    texts: tuple[str, ...]


class Rules(Struct, frozen=True):
    """Statements as the ruleset writes them, a line each."""

    summary: str
    lines: tuple[str, ...]


class Cell(Struct, frozen=True):
    """Text, words of the source, and statements; each may be empty."""

    text: str = ""
    quote: str = ""
    rules: str = ""


class Table(Struct, frozen=True):
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


class Facts(Struct, frozen=True):
    """Sentences, each with the statements or the expression that it speaks of."""

    cells: tuple[Cell, ...]


class Drawing(Struct, frozen=True):
    """An SVG."""

    svg: str


Block = Heading | Paragraph | Items | Rules | Table | Facts | Drawing


class Book(Struct, frozen=True):
    """`language` is a BCP 47 tag."""

    title: str
    language: str
    blocks: tuple[Block, ...]
