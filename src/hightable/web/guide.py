"""A game's guide: simple Markdown to HTML. Headings, paragraphs, lists, tables, bold, italic, and `![words](card:7)`
for a drawing of the game's own sprite. Everything else is escaped text. Imports nothing."""

from __future__ import annotations

import re
from html import escape

PICTURE = re.compile(r"!\[([^\]]*)\]\(card:([a-z0-9-]+)\)")
BOLD = re.compile(r"\*\*(.+?)\*\*")
ITALIC = re.compile(r"\*(.+?)\*")


def html(text: str) -> str:
    """The guide as HTML."""
    return "\n".join(_block(block.strip("\n").split("\n")) for block in re.split(r"\n\s*\n", text.strip()))


def contents(text: str) -> list[tuple[str, str]]:
    """The chapters of a guide: where each begins, and its heading."""
    heads = [line[3:].strip() for line in text.split("\n") if line.startswith("## ")]
    return [(_place(head), head) for head in heads]


def _place(head: str) -> str:
    return re.sub(r"\W+", "-", head.lower()).strip("-")


def _block(lines: list[str]) -> str:
    first = lines[0]
    if first.startswith("#"):
        level = len(first) - len(first.lstrip("#"))
        rest = _block(lines[1:]) if len(lines) > 1 else ""
        if level == 2:
            return f'<h2 id="{escape(_place(first[3:]))}">{_words(first[3:])}</h2>{rest}'
        return f"<h{level}>{_words(first.lstrip('# '))}</h{level}>{rest}"
    if first.startswith(("- ", "* ")):
        return "<ul>" + "".join(f"<li>{_words(item)}</li>" for item in _items(lines, r"[-*] ")) + "</ul>"
    if re.match(r"\d+\. ", first):
        return "<ol>" + "".join(f"<li>{_words(item)}</li>" for item in _items(lines, r"\d+\. ")) + "</ol>"
    if first.startswith("|"):
        return _table(lines)
    return f"<p>{_words(' '.join(lines))}</p>"


def _items(lines: list[str], mark: str) -> list[str]:
    """List items; a line without a mark goes on with the item before."""
    items: list[str] = []
    for line in lines:
        if re.match(mark, line):
            items.append(re.sub(f"^{mark}", "", line))
        else:
            items[-1] += " " + line.strip()
    return items


def _table(lines: list[str]) -> str:
    head, *rows = [[_words(cell.strip()) for cell in line.strip().strip("|").split("|")] for line in lines]
    rows = [row for row in rows if not all(set(cell) <= set("-: ") for cell in row)]
    top = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _words(text: str) -> str:
    words = BOLD.sub(r"<b>\1</b>", escape(text))
    words = ITALIC.sub(r"<i>\1</i>", words)
    return PICTURE.sub(
        r'<svg class="pic" viewBox="0 0 100 140" role="img" aria-label="\1"><use href="#c-\2"/></svg>', words
    )
