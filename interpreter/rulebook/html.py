"""A rule book in, one self-contained page of HTML out, for the screen and for paper."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import assert_never

from parlour.interpreter.rulebook.blocks import (
    Block,
    Book,
    Cell,
    Drawing,
    Facts,
    Heading,
    Items,
    Paragraph,
    Rules,
    Table,
)

_STYLE = """
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: 0 auto; padding: 1rem; color: #222; background: #fff }
h1 { font-size: 1.8rem } h2 { font-size: 1.3rem; margin-top: 2rem } h3 { font-size: 1.1rem; margin-bottom: .3rem }
table { border-collapse: collapse; width: 100% } th, td { border-bottom: 1px solid #ccc; padding: .3rem .5rem; text-align: left }
td { vertical-align: top } td code, li code { font-size: .85rem; overflow-wrap: anywhere }
td:first-child code { overflow-wrap: normal } q { display: block }
blockquote { margin: .3rem 0; padding-left: .8rem; border-left: 3px solid #bbb; font-style: italic }
pre { overflow-x: auto; font-size: .85rem; line-height: 1.35; background: #f5f3ee; padding: .6rem }
figure { margin: 1rem 0 } svg { width: 100%; height: auto }
@media print {
  body { max-width: none } figure, tr { break-inside: avoid } h2, h3, summary { break-after: avoid }
  pre { white-space: pre-wrap; overflow-wrap: anywhere }
}
"""


def html(book: Book) -> str:
    """The whole book, with the board drawn in it."""
    body = "\n".join(text for block in book.blocks for text in _written(block))
    title, language = escape(book.title), escape(book.language, quote=True)
    head = f'<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>{title}</title>'
    style = f"<style>{_STYLE}</style>"
    return f'<!doctype html>\n<html lang="{language}">\n<head>\n{head}\n{style}\n</head>\n<body>\n{body}\n</body>\n</html>\n'


def _written(block: Block) -> Iterator[str]:
    match block:
        case Heading(text, level):
            yield f"<h{level}>{escape(text)}</h{level}>"
        case Paragraph(text, is_quote):
            tag = "blockquote" if is_quote else "p"
            yield f"<{tag}>{escape(text)}</{tag}>"
        case Items(texts):
            yield "\n".join(["<ul>", *(f"<li>{escape(text)}</li>" for text in texts), "</ul>"])
        case Rules(summary, lines):
            code = escape("\n".join(lines))
            yield f"<details open><summary>{escape(summary)}</summary><pre>{code}</pre></details>"
        case Table(heads, rows):
            yield "\n".join(["<table>", _heads(heads), *map(_row, rows), "</table>"])
        case Facts(cells):
            yield "\n".join(["<ul>", *(f"<li>{_fact(cell)}</li>" for cell in cells), "</ul>"])
        case Drawing(svg):
            yield f"<figure>{svg}</figure>"
        case _:
            assert_never(block)


def _heads(heads: tuple[str, ...]) -> str:
    cells = "".join(f'<th scope="col">{escape(head)}</th>' if head else "<td></td>" for head in heads)
    return f"<tr>{cells}</tr>"


def _row(row: tuple[Cell, ...]) -> str:
    return f"<tr>{''.join(f'<td>{_cell(cell)}</td>' for cell in row)}</tr>"


def _fact(cell: Cell) -> str:
    return f"{escape(cell.text)}: <code>{escape(cell.rules)}</code>" if cell.rules else escape(cell.text)


def _cell(cell: Cell) -> str:
    quote = f"<q>{escape(cell.quote)}</q>" if cell.quote else ""
    rules = f"<code>{escape(cell.rules)}</code>" if cell.rules else ""
    return escape(cell.text) + quote + rules
