"""HTML: what a visitor came for; scripts, navigation, what is hidden or crossed out are dropped, nothing is fetched."""

from __future__ import annotations

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

from core.documents.boilerplate import is_boilerplate
from core.documents.outline import Outline, Reading
from core.documents.spans import Cell, spread
from core.errors import InputError
from core.language.raised import lowered, raised
from core.tables.encodings import decode_text


def _listed(spaced: str) -> frozenset[str]:
    return frozenset(spaced.split())


_MOST_DEEP = 500  # elements within elements; real pages stay below a tenth of it
_MOST_OPEN = 2_000  # the same before parsing, where an end that was forgotten counts too
_CLOSED_BY_OTHERS = _listed(
    "p li dt dd td th tr thead tbody tfoot option br hr img input meta link area base col embed source track wbr"
)
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
_DROPPED = _listed(
    "head script style noscript template svg math iframe object embed canvas audio video nav button select textarea"
    " input form dialog del s strike"
)
_BLOCKS = _listed(
    "address article aside blockquote body dd details div dl dt fieldset figcaption figure footer header hr html li"
    " main ol p pre section summary table ul h1 h2 h3 h4 h5 h6 tr td th tbody thead tfoot caption"
)
_HEADINGS = _listed("h1 h2 h3 h4 h5 h6")
_FEW_CELLS = 2
_PERMALINKS = frozenset("¶#§")  # stand beside headings and lead to themselves
_NO_DATA = "table, ul, ol, pre, h1, h2, h3, h4, h5, h6"  # a table with one of these in it only lays out the page
_NO_NAMED_DATA = "table, h1, h2, h3, h4, h5, h6"
_LONGEST_SPAN = 6  # figures
_NO_LIST = "table, pre, h1, h2, h3, h4, h5, h6"
_UNSEEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]+)", re.IGNORECASE)


def read_html(data: bytes, name: str) -> Reading:
    """Headings, paragraphs, lists, tables and preformatted text; the title leads where there is no first heading.

    Raises `InputError` for a page that nests its elements deeper than any real one.
    """
    text, encoding = _decode(data, name)
    _refuse_deep(text, name)
    tree = LexborHTMLParser(text)
    for small in tree.css("sup, sub"):
        small.replace_with(_in_one_line(small))
    outline = Outline(name)
    if title := _title(tree):
        outline.heading(1, title)
    words: list[str] = []  # those that no block holds together
    steps = _steps(tree.body, name) if tree.body else iter(())
    definitions = 0  # lists of them that are open
    for node, opens in steps:
        if node.is_text_node:
            words.append(node.text_content or "")
        elif node.tag == "br":
            words.append(" ")
        elif node.tag in _BLOCKS:
            outline.add("paragraph", " ".join("".join(words).split()))
            words = []
            if opens and (is_boilerplate(node) or _put(outline, node, name, definitions)):
                _leave(steps, node)
            elif node.tag == "dl":
                definitions += 1 if opens else -1
                if not opens:
                    outline.end_terms(definitions)
    outline.add("paragraph", " ".join("".join(words).split()))
    return outline.done("html", encoding)


def _title(tree: LexborHTMLParser) -> str:
    """Return the title of the page where no first heading stands in it and its headings do not begin with it."""
    title, heading = tree.css_first("title"), tree.css_first("h2, h3, h4, h5, h6")
    if title is None or tree.css_first("h1"):
        return ""
    text = " ".join(title.text().split())
    return "" if heading and " ".join(heading.text().split()) == text else text


def _in_one_line(small: LexborNode) -> str:
    if small.tag == "sup":
        return raised(small.text())
    before, after = ((one.text_content or "") if one and one.is_text_node else "" for one in (small.prev, small.next))
    return lowered(small.text(), before, after)


def _refuse_deep(text: str, name: str) -> None:
    """Refuse a page with towers of open elements before it is parsed, which takes the square of their height."""
    height = 0
    for closes, tag in _TAG.findall(text):
        if tag.lower() not in _CLOSED_BY_OTHERS:
            height = max(height - 1, 0) if closes else height + 1
        if height > _MOST_OPEN:
            raise _too_deep(name)


def _too_deep(name: str) -> InputError:
    return InputError(f"{name} nests its elements too deeply.", "Save the page anew from a browser.")


def _decode(data: bytes, name: str) -> tuple[str, str]:
    declared = _CHARSET.search(data[:2048])
    if declared:
        encoding = declared.group(1).decode().lower()
        try:
            return data.decode(encoding), encoding
        except (LookupError, UnicodeDecodeError):  # it says one thing and is another: look for ourselves
            pass
    return decode_text(data, name)


def _put(outline: Outline, node: LexborNode, name: str, definitions: int) -> bool:
    """Put an element that is one block of its own; False for one whose parts are blocks."""
    tag = node.tag or ""
    if tag in _HEADINGS:
        outline.heading(int(tag[1]), _text(node, name))
    elif tag == "dt" and not _holds(node, _NO_LIST):
        outline.term(max(definitions - 1, 0), _terms(node, name))
    elif tag == "pre":
        outline.add("code", _text(node, name))
    elif tag == "table" and _is_data(node):
        titles, rows = _rows(node, name)
        captions = [_text(caption, name) for caption in node.css("caption")]
        outline.add("paragraph", " ".join([*captions, *titles]))
        filled = [cell for row in rows for cell in row if cell.strip()]
        if len(filled) <= _FEW_CELLS:  # a note in a frame
            outline.add("paragraph", " ".join(" ".join(cell.split()) for cell in filled))
        else:
            outline.table(rows)
    elif tag in ("ul", "ol") and not _holds(node, _NO_LIST):
        outline.add("list", "\n".join(_items(node, name)))
    else:
        return False
    return True


def _is_data(table: LexborNode) -> bool:
    """Whether a table holds data; one with lists or code in it does when a line of heads names its columns."""
    first = table.css_first("tr")
    named = first is not None and len(first.css("th")) >= _FEW_CELLS and first.css_first("td") is None
    return not _holds(table, _NO_NAMED_DATA if named else _NO_DATA)


def _rows(table: LexborNode, name: str) -> tuple[list[str], list[list[str]]]:
    lines = table.css("tr")
    rows = [[_cell(cell, name) for cell in line.css("th, td")] for line in lines]
    heads = 0
    for line in lines:
        if line.css_first("th") is None or line.css_first("td") is not None:
            break
        heads += 1
    return spread(rows, heads if heads < len(lines) else min(heads, 1))


def _cell(cell: LexborNode, name: str) -> Cell:
    down, across = (cell.attributes.get(side) or "" for side in ("rowspan", "colspan"))
    spans = (
        int(span) if span.isascii() and span.isdecimal() and len(span) < _LONGEST_SPAN else 1 for span in (down, across)
    )
    return Cell(_text(cell, name), *spans)


def _terms(node: LexborNode, name: str) -> str:
    """Return the terms that share one definition, where this one is the first of them; nothing where it is not."""
    before = _before(node)
    if before is not None and before.tag == "dt":
        return ""
    terms: list[str] = []
    beside: LexborNode | None = node
    while beside is not None and beside.tag == "dt":
        terms.append(" ".join(_text(beside, name).split()))
        beside = _after(beside)
    return ", ".join(terms)


def _before(node: LexborNode) -> LexborNode | None:
    beside = node.prev
    while beside is not None and not beside.is_element_node:
        beside = beside.prev
    return beside


def _after(node: LexborNode) -> LexborNode | None:
    beside = node.next
    while beside is not None and not beside.is_element_node:
        beside = beside.next
    return beside


def _items(node: LexborNode, name: str) -> Iterator[str]:
    """Give a line for each item, indented by the depth of its list."""
    counts = [0 if node.tag == "ol" else -1]  # items so far, of each list that is open; -1 in those without numbers
    words: list[str] = []
    for step, opens in _steps(node, name):
        if step.is_text_node:
            words.append(step.text_content or "")
        elif step.tag in ("ul", "ol", "li"):
            if line := " ".join("".join(words).split()):
                yield "  " * (len(counts) - 1) + (f"{max(counts[-1], 1)}. " if counts[-1] >= 0 else "- ") + line
            words = []
            if step.tag != "li":
                counts = [*counts, 0 if step.tag == "ol" else -1] if opens else counts[:-1] or counts
            elif opens and counts[-1] >= 0:
                counts[-1] += 1
        elif step.tag in _BLOCKS or step.tag == "br":
            words.append(" ")


def _text(node: LexborNode, name: str) -> str:
    """All words of an element; blocks in it are parted by a blank."""
    return "".join(
        (step.text_content or "") if step.is_text_node else " " if step.tag in _BLOCKS or step.tag == "br" else ""
        for step, opens in _steps(node, name)
    )


def _holds(node: LexborNode, selector: str) -> bool:
    return any(found.mem_id != node.mem_id for found in node.css(selector))


def _steps(root: LexborNode, name: str) -> Iterator[tuple[LexborNode, bool]]:
    """Give the elements (each when it opens, True, and when it closes) and texts below `root`, in reading order.

    Without recursion, and without what is dropped or hidden.
    """
    stack = [(child, True) for child in root.iter(include_text=True)][::-1]
    deep = 0
    while stack:
        node, opens = stack.pop()
        if not opens:
            deep -= 1
        elif node.tag in _DROPPED or _is_hidden(node) or _is_permalink(node):
            continue
        elif node.is_element_node:
            deep += 1
            if deep > _MOST_DEEP:
                raise _too_deep(name)
            stack.append((node, False))
            stack += [(child, True) for child in node.iter(include_text=True)][::-1]
        yield node, opens


def _is_hidden(node: LexborNode) -> bool:
    return node.is_element_node and (
        "hidden" in node.attributes or _UNSEEN.search(node.attributes.get("style") or "") is not None
    )


def _is_permalink(node: LexborNode) -> bool:
    return node.tag == "a" and node.text() in _PERMALINKS and (node.attributes.get("href") or "").startswith("#")


def _leave(steps: Iterator[tuple[LexborNode, bool]], node: LexborNode) -> None:
    """Go on behind an element."""
    for step, opens in steps:
        if not opens and step.mem_id == node.mem_id:
            return
