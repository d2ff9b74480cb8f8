"""Papers that the analyst brings: BibTeX and RIS files, with their abstracts."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from core.codec import from_state, to_state
from core.errors import InputError
from core.isolation import MB, Limits, run_apart
from core.language.raised import lowered, raised
from core.sources.papers import OTHERS, Paper, PaperKind
from core.sources.reading import a_doi, a_text, a_year, an_address, an_arxiv_id
from core.tables.problems import RowProblem

LARGEST_FILE = 20 * 1024 * 1024  # bytes
MOST_RECORDS = 50_000
_RIS_RECORD = re.compile(r"^TY  -", re.MULTILINE)
_BIBTEX_ENTRY = re.compile(r"^\s*@\s*\w+\s*[{(]", re.MULTILINE)
_LATEX = re.compile(r"[\\{}$~%]|--|''|``|[!?]`")  # what LaTeX prints otherwise than it is written
_KEY_END = "\x00"
_PART = re.compile(r"\"[^\"]*\"|\{[^{}]*\}|[\w.:-]+")
_PARTS = re.compile(rf"\s*(?:{_PART.pattern})(?:\s*#\s*(?:{_PART.pattern}))+\s*")
_MARK = re.compile(r"[{}\"]")
_NEXT_FIELD = re.compile(r"\s+[a-zA-Z]+\s*=\s*[\"{\w]")
_SUPERSCRIPT = re.compile(r"\\textsuperscript\s*\{([^{}]*)\}")
_SUBSCRIPT = re.compile(r"(?P<before>.?)\\textsubscript\s*\{([^{}]*)\}(?=(?P<after>.?))")
_KINDS: dict[str, PaperKind] = {
    "article": "article", "inproceedings": "article", "conference": "article", "proceedings": "book",
    "book": "book", "inbook": "book", "incollection": "book", "unpublished": "preprint", "online": "web page",
    "JOUR": "article", "CONF": "article", "CPAPER": "article", "BOOK": "book", "CHAP": "book", "UNPB": "preprint",
    "ELEC": "web page", "BLOG": "web page",
}  # fmt: skip


@dataclass(frozen=True)
class References:
    """The papers of a file, in its order, and the records that could not be read, each by the line it begins at."""

    papers: list[Paper]
    problems: list[RowProblem]


def read_references(data: bytes, name: str) -> References:
    """Return the papers of a BibTeX or RIS file that somebody brought, read in a process of its own.

    Raises `InputError` for a file that is empty, too large, or neither of the two.
    """
    if len(data) > LARGEST_FILE:
        raise InputError(f"{name} is larger than {LARGEST_FILE // 1024**2} MB.", "Split it into several files.")
    return from_state(References, run_apart(name, _read_apart, data, name, limits=_limits(len(data))))


def _limits(size: int) -> Limits:
    return Limits(seconds=12 + 3 * size / MB)


def _read_apart(data: bytes, name: str) -> Any:
    return to_state(parse_references(data, name))


def parse_references(data: bytes, name: str) -> References:
    """Return the papers of a BibTeX or RIS file, told apart by what stands in it. Raises `InputError` for neither."""
    text = _decode(data)
    if sum(1 for mark in (_RIS_RECORD, _BIBTEX_ENTRY) for _ in mark.finditer(text)) > MOST_RECORDS:
        raise InputError(f"{name} holds more than {MOST_RECORDS:,} references.", "Split it into several files.")
    if _RIS_RECORD.search(text):
        found = _read_ris(text)
    elif _BIBTEX_ENTRY.search(text):
        found = _read_bibtex(text)
    else:
        raise InputError(f"{name} holds no BibTeX and no RIS.", "Export your references as .bib or .ris.")
    if not found.papers and not found.problems:
        raise InputError(f"{name} holds no references.")
    return References(_with_distinct_ids(found.papers), found.problems)


def _decode(data: bytes) -> str:
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        text = data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")  # as older programs of the field write
    return re.sub(r"\r\n?|[\v\f\x1c-\x1e\x85\u2028\u2029]", "\n", text)


def _with_distinct_ids(papers: list[Paper]) -> list[Paper]:
    seen: dict[str, int] = {}
    distinct = []
    for paper in papers:
        seen[paper.id] = number = seen.get(paper.id, 0) + 1
        distinct.append(paper if number == 1 else replace(paper, id=f"{paper.id}#{number}"))
    return distinct


# --- BibTeX -----------------------------------------------------------------------------------------------------------


def _read_bibtex(text: str) -> References:
    from bibtexparser.entrypoint import parse_string
    from bibtexparser.library import Library
    from bibtexparser.middlewares import SeparateCoAuthors, SplitNameParts
    from bibtexparser.middlewares.parsestack import default_parse_stack
    from bibtexparser.model import DuplicateBlockKeyBlock, Entry, ParsingFailedBlock

    whole, torn = Library(), set()
    for number, block in enumerate(parse_string(text, parse_stack=[]).blocks):
        # Of entries with the same key all count: reference managers make such keys.
        entry = block.ignore_error_block if isinstance(block, DuplicateBlockKeyBlock) else block
        if isinstance(entry, Entry):
            entry.key = f"{entry.key}{_KEY_END}{number}"
            torn |= {entry.key} if any(_runs_on(field.value) for field in entry.fields) else set()
            for field in entry.fields:
                field.value = _joined(field.value)
        whole.add([entry] if entry else [])
    for middleware in (*default_parse_stack(), SeparateCoAuthors(), SplitNameParts()):
        whole = middleware.transform(whole)
    papers, problems = [], []
    for block in whole.blocks:
        if isinstance(block, Entry):
            key = block.key.rpartition(_KEY_END)[0]
            fields = {field.key.lower(): field.value for field in block.fields}
            paper = None if block.key in torn else _from_bibtex(key, block.entry_type, fields)
            if paper is None:
                reason = "lacks a comma between two fields" if block.key in torn else "has no title"
                problems.append(RowProblem((block.start_line or 0) + 1, f"the entry “{a_text(key)[:80]}” {reason}"))
            else:
                papers.append(paper)
        elif isinstance(block, ParsingFailedBlock):
            problems.append(RowProblem((block.start_line or 0) + 1, "the entry could not be read"))
    return References(papers, problems)


def _joined(value: object) -> object:
    """Put the parts of `"a" # "b"` together; macros in it stand as they are."""
    if not isinstance(value, str) or not _PARTS.fullmatch(value):
        return value
    return "{" + "".join(part[1:-1] if part[0] in '"{' else part for part in _PART.findall(value)) + "}"


def _runs_on(value: object) -> bool:
    """Whether another field stands behind the end of a value, as it came: the comma between the two is missing."""
    text = value.strip() if isinstance(value, str) else ""
    if not text.startswith(("{", '"')):
        return False
    closing, depth = "}" if text[0] == "{" else '"', 0
    for mark in _MARK.finditer(text):
        depth += {"{": 1, "}": -1, '"': 0}[mark.group()]
        if mark.start() and depth == 0 and mark.group() == closing:
            return _NEXT_FIELD.match(text, mark.end()) is not None
    return False


def _from_bibtex(key: str, kind: str, fields: Mapping[str, object]) -> Paper | None:
    def text(*names: str) -> str:
        return next((found for name in names if (found := _plain(fields.get(name)))), "")

    raw = {name: value for name, value in fields.items() if isinstance(value, str)}
    title, authors = text("title"), fields.get("author")
    if not title:
        return None
    eprint = (
        raw.get("eprint", "") if "arxiv" in raw.get("archiveprefix", raw.get("eprinttype", "arxiv")).lower() else ""
    )
    doi = raw.get("doi", "").replace("\\_", "_")
    arxiv_id = next(filter(None, map(an_arxiv_id, (eprint, doi, raw.get("url", "")))), "")
    usual = _KINDS.get(kind.lower(), "other")
    return Paper(
        id=f"references:{a_text(key)[:120] or 'entry'}",
        source="references",
        title=title,
        authors=tuple(filter(None, map(_name, authors if isinstance(authors, list) else ()))),
        year=a_year(text("year", "date")),
        doi=a_doi(doi),
        arxiv_id=arxiv_id,
        abstract=text("abstract"),
        url=an_address(_plain(raw.get("url"))) or _address(a_doi(doi), arxiv_id),
        kind="preprint" if usual == "other" and arxiv_id else usual,
        venue=text("journal", "journaltitle", "booktitle", "publisher", "howpublished"),
        retracted=title.lower().startswith("retracted:"),
    )


def _name(parts: Any) -> str:
    if getattr(parts, "last", []) == ["others"]:
        return OTHERS
    pieces = (getattr(parts, name, []) for name in ("first", "von", "last", "jr"))
    return " ".join(filter(None, (_plain(word) for piece in pieces for word in piece)))


def _plain(value: object) -> str:
    """Return the text that LaTeX would print."""
    if not isinstance(value, str):
        return ""
    if not _LATEX.search(value):
        return a_text(value)
    value = _SUPERSCRIPT.sub(lambda match: raised(match[1]), value)
    value = _SUBSCRIPT.sub(lambda match: match["before"] + lowered(match[2], match["before"], match["after"]), value)
    try:
        return a_text(_latex().latex_to_text(value).replace("ˆ", "^").replace("\xa0", " "))
    except (RecursionError, ValueError, IndexError, TypeError):  # LaTeX that is none
        return a_text(re.sub(r"[{}]", "", value))


@cache
def _latex() -> Any:
    from pylatexenc.latex2text import LatexNodes2Text

    return LatexNodes2Text(keep_comments=True)


# --- RIS --------------------------------------------------------------------------------------------------------------


def _read_ris(text: str) -> References:
    papers, problems = [], []
    for number, (line, record) in enumerate(_ris_records(text), start=1):
        paper = _from_ris(record, number)
        if paper is None:
            problems.append(RowProblem(line, f"record {number} has no title"))
        else:
            papers.append(paper)
    return References(papers, problems)


def _ris_records(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each record by itself with the line it begins at, closed: a missing end would else take the next one with it."""
    import rispy

    starts = [match.start() for match in _RIS_RECORD.finditer(text)]
    number, counted = 1, 0  # of the line, and to where lines are counted
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        number, counted = number + text.count("\n", counted, start), start
        body = re.sub(r"^ER  -", "", text[start:end], flags=re.MULTILINE)
        lines = body.split("\n")
        # A line without tag continues the one before it, and so must not stand first.
        tagged = [lines[0], *lines[next((i for i, line in enumerate(lines) if i and line[2:5] == "  -"), len(lines)) :]]
        closed = "\n".join([*tagged, "ER  - ", ""])
        for record in rispy.loads(closed, delimiter_tags_mapping={}, skip_unknown_tags=True):
            yield number, record


def _from_ris(record: Mapping[str, Any], number: int) -> Paper | None:
    def texts(name: str) -> list[str]:
        value = record.get(name)
        return [text for text in map(a_text, value if isinstance(value, list) else [value]) if text]

    def text(*names: str) -> str:
        return next((found for name in names for found in texts(name)), "")

    title = text("title", "primary_title", "short_title")
    if not title:
        return None
    links = [text("doi"), *texts("urls"), *texts("notes"), text("type_of_work"), text("custom1")]
    doi, arxiv_id = a_doi(links[0]), next(filter(None, map(an_arxiv_id, links)), "")
    kind = _KINDS.get(text("type_of_reference"), "other")
    return Paper(
        id=f"references:{text('id', 'label', 'accession_number')[:120] or f'record-{number}'}",
        source="references",
        title=title,
        authors=tuple(map(_turned, texts("authors") or texts("first_authors"))),
        year=a_year(text("year", "publication_year", "date")),
        doi=doi,
        arxiv_id=arxiv_id,
        abstract=text("abstract", "notes_abstract"),
        url=next(filter(None, map(an_address, texts("urls"))), "") or _address(doi, arxiv_id),
        kind="preprint" if kind == "other" and arxiv_id else kind,
        venue=text("journal_name", "secondary_title", "alternate_title3", "alternate_title2", "publisher"),
        retracted=title.lower().startswith("retracted:"),
    )


def _turned(name: str) -> str:
    """“Family, Given, Suffix” as it is spoken."""
    family, *rest = [part.strip() for part in name.split(",")]
    return " ".join(filter(None, [*rest[:1], family, *rest[1:]]))


def _address(doi: str, arxiv_id: str) -> str:
    return f"https://doi.org/{doi}" if doi else f"https://arxiv.org/abs/{arxiv_id}" if arxiv_id else ""
