"""Bodies of answers read with suspicion: whatever stands in them, a value of the expected kind comes out or nothing."""

from __future__ import annotations

import html
import json
import re
from urllib.parse import quote, unquote, urlsplit
from xml.etree.ElementTree import Element, ParseError

from core.errors import InputError
from core.language.raised import lowered, raised
from core.language.sanitize import tidy
from core.sources.errors import SourceError
from core.types import JSON

LONGEST_TEXT = 20_000  # characters; abstracts of some records carry the whole page they were taken from
# A tag has a name and attributes with values: “x < y and z > 0” has none.
_TAG = re.compile(
    r"</?[A-Za-z][\w:.-]{0,40}(?:\s+[\w:.-]{1,60}\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'|[^\s<>\"']+))*\s*/?>|<!--.*?-->"
)
_SMALL = re.compile(r"(.?)<(sup|sub)>([^<>]{1,40})</\2>(?=(.?))", re.IGNORECASE)
_DOI = re.compile(r"10\.\d{4,9}/\S+")
_ARXIV_ID = re.compile(r"(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Za-z]{2})?/\d{7})(?:v\d+)?", re.IGNORECASE)
_ARXIV_DOI = "10.48550/arxiv."


def read_json(body: bytes, source: str) -> JSON:
    """Return the value of a JSON body. Raises `SourceError` (not_api) for anything else."""
    try:
        value: JSON = json.loads(body)
    except (ValueError, RecursionError):  # not JSON, not text; brackets nested without end
        raise SourceError("not_api", source, "it is not JSON") from None
    return value


def read_xml(body: bytes, source: str) -> Element:
    """Return the root of an XML body; a DOCTYPE may stand there and is not loaded. Raises `SourceError` (not_api)."""
    from defusedxml.ElementTree import fromstring

    try:
        root: Element = fromstring(body, forbid_dtd=False, forbid_entities=True, forbid_external=True)
    except (ParseError, ValueError, LookupError):  # broken; entities or outside references; an unknown encoding
        raise SourceError("not_api", source, "it is not XML that can be read safely") from None
    return root


def a_dict(value: object) -> dict[str, JSON]:
    """Return the value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def a_list(value: object) -> list[JSON]:
    """Return the value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def a_number(value: object) -> float | None:
    """Return the value if it is a finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if abs(value) < 1e15 else None  # also leaves out infinity and what is no number


def a_text(value: object) -> str:
    """Return the value as plain text on one line, "" when it is no text: no tags, no entities, no control
    characters."""
    if not isinstance(value, str):
        return str(value) if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**15 else ""
    # Twice, for markup that was escaped on its way into the record.
    text = _without_tags(html.unescape(_without_tags(value[: 4 * LONGEST_TEXT])))
    text = " ".join(text.split())[:LONGEST_TEXT]
    try:
        return " ".join(tidy(text, limit=LONGEST_TEXT * 2).split()) if text else ""
    except InputError:  # nothing visible in it
        return ""


def _without_tags(text: str) -> str:
    return _TAG.sub("", _SMALL.sub(_in_one_line, text))


def _in_one_line(match: re.Match[str]) -> str:
    before, tag, text, after = match.groups()
    return before + (raised(text) if tag.lower() == "sup" else lowered(text, before, after))


def inner_text(element: Element | None) -> str:
    """All text of an element with what stands inside inline markup (`.text` would end at the first tag)."""
    if element is None:
        return ""
    for parent in element.iter():
        before = parent.text or ""
        for child in parent:
            if child.tag in ("sup", "sub") and child.text:
                child.text = raised(child.text) if child.tag == "sup" else lowered(child.text, before, child.tail or "")
            before = child.tail or ""
    return a_text(html.escape("".join(element.itertext()), quote=False))


def a_year(value: object) -> int | None:
    """Return the year at the beginning of a text or number."""
    match = re.match(r"\s*(\d{4})(?!\d)", value if isinstance(value, str) else a_text(value))
    year = int(match.group(1)) if match else 0
    return year if 1400 <= year <= 2100 else None


def a_doi(value: object) -> str:
    """Return a DOI without address, in lower case; "" for what is none, and for the DOI that only wraps an arXiv id."""
    text = unquote(value).strip() if isinstance(value, str) else ""
    match = _DOI.search(text) if len(text) < 500 else None
    doi = a_text(match.group().rstrip(".,;")).lower() if match else ""
    return "" if doi.startswith(_ARXIV_DOI) else doi


def an_arxiv_id(value: object) -> str:
    """Return an arXiv id without version, from an id, an address or the DOI that wraps it; "" for what is none."""
    text = value.strip() if isinstance(value, str) and len(value) < 500 else ""
    text = re.sub(r"^(?:https?://(?:[\w.-]+\.)?arxiv\.org/(?:abs|pdf|html)/|(?:https?://doi\.org/)?10\.48550/arxiv\.|arxiv:\s*)",
                  "", text, flags=re.IGNORECASE)  # fmt: skip
    match = _ARXIV_ID.fullmatch(text.removesuffix(".pdf"))
    return match.group(1) if match else ""


def an_address(value: object) -> str:
    """Return a web address that may be shown as a link; "" for anything that is not plain http or https."""
    text = value.strip() if isinstance(value, str) and len(value) < 2000 else ""
    try:
        parts = urlsplit(text)
    except ValueError:
        return ""
    safe = (
        parts.scheme in ("http", "https")
        and parts.hostname
        and not parts.username
        and not re.search(r"[\s<>\"'`\\]", text)  # a browser reads a backslash as a slash
    )
    return text if safe and text.isprintable() else ""


def a_link(doi: object, url: object) -> str:
    """Return the one address by which a paper may be a link anywhere: of its DOI, else of the web; "" without
    either."""
    known = a_doi(doi)
    return an_address(f"https://doi.org/{quote(known, safe='/:;()._-')}") if known else an_address(url)
