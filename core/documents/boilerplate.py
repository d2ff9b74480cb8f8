"""The boilerplate of a web page: parts that lead to other pages and say nothing themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from selectolax.lexbor import LexborNode

_AROUND = frozenset({"header", "footer", "aside"})  # of the whole page, unless they stand in its content
_CONTENT = frozenset({"main", "article", "section"})
_ROLES = frozenset({"navigation", "banner", "contentinfo", "complementary", "search", "menu", "menubar"})
_MAY_LEAD = frozenset({"table", "ul", "ol", "dl", "p", "div"})
_TITLES = "h1, h2, h3, h4, h5, h6"
_LONGEST = 300  # characters
_MOST_NODES = 150
_LINKED = 2 / 3  # of the letters; the last step of "Home › Manual › This page" is no link
_GOING_ON = re.compile(
    r"prev|previous|next|up|home|top|back|first|last|contents|table of contents|index|toc|start|continue"
    r"|(?:previous|next) (?:page|chapter|section)"
)


def is_boilerplate(node: LexborNode) -> bool:
    """Whether an element is navigation: marked as such, a few links and hardly anything else, or "Prev | Up | Next".

    What holds a heading is never boilerplate by its looks; links in running text (with commas or full stops) are not
    either.
    """
    if node.attributes.get("role") in _ROLES:
        return True
    if node.tag in _AROUND:
        return not _stands_in_content(node) and node.css_first(_TITLES) is None
    return node.tag in _MAY_LEAD and _leads_on(node) and node.css_first(_TITLES) is None


def _stands_in_content(node: LexborNode) -> bool:
    above = node.parent
    while above is not None:
        if above.tag in _CONTENT:
            return True
        above = above.parent
    return False


def _leads_on(node: LexborNode) -> bool:
    texts = list(islice(_texts(node), _MOST_NODES + 1))
    whole = " ".join(" ".join(text for text, _ in texts).split())
    if len(texts) > _MOST_NODES or len(whole) > _LONGEST:
        return False
    links = [" ".join(text.split()) for text, linked in texts if linked]
    if len(links) < 2 or any("://" in link for link in links):  # written out, an address is a reference
        return False
    if sum(_GOING_ON.fullmatch(link.strip("«»‹›<>←→[]()· ").lower()) is not None for link in links) >= 2:
        return True
    letters = sum(map(str.isalnum, whole))
    in_links = sum(map(str.isalnum, "".join(links)))
    is_running = ", " in whole or ". " in whole.lstrip("0123456789. ") or whole.endswith((".", ":", "?", "!"))
    return not is_running and in_links >= _LINKED * letters


def _texts(root: LexborNode) -> Iterator[tuple[str, bool]]:
    """Everything below an element with text of its own, in order, and whether a link holds it; others as ""."""
    stack = [(child, False) for child in root.iter(include_text=True)][::-1]
    while stack:
        node, linked = stack.pop()
        if node.is_text_node:
            if (node.text_content or "").strip():
                yield node.text_content or "", linked
        elif node.tag == "a" and "href" in node.attributes:
            yield node.text(), True
        else:
            yield "", False
            stack += [(child, linked) for child in node.iter(include_text=True)][::-1]
