"""Papers as BibTeX, RIS and CSL-JSON: nothing in a title can break out of its field, and links are of the web."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Sequence

from core.language.terms import STOP_WORDS
from core.language.tokens import words
from core.sources.papers import OTHERS, Paper, PaperKind
from core.sources.reading import a_doi, a_text, an_address, an_arxiv_id

_BIBTEX_TYPES: dict[PaperKind, str] = {"article": "article", "preprint": "misc", "book": "book", "web page": "misc"}
_RIS_TYPES: dict[PaperKind, str] = {"article": "JOUR", "preprint": "UNPB", "book": "BOOK", "web page": "ELEC"}
_CSL_TYPES: dict[PaperKind, str] = {
    "article": "article-journal",
    "preprint": "article",
    "book": "book",
    "web page": "webpage",
    "material": "dataset",
}
_VENUES: dict[PaperKind, str] = {"article": "journal", "book": "publisher"}
_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
        **{character: f"\\{character}" for character in "{}$&#_%"},
    }
)


def citation_keys(papers: Sequence[Paper]) -> list[str]:
    """One key for each paper, `lewis2020retrieval`, letters and figures only, all different."""
    used: set[str] = set()
    keys = []
    for paper in papers:
        family = words(paper.authors[0])[-1:] if paper.authors else []
        first = next((word for word in words(paper.title) if word not in STOP_WORDS), "")
        base = _letters("".join(family)) + str(paper.year or "") + _letters(first) or "paper"
        suffixes = ("", *(f"x{number}" for number in range(2, len(papers) + 2)))
        key = next(base + suffix for suffix in suffixes if base + suffix not in used)
        used.add(key)
        keys.append(key)
    return keys


def to_bibtex(papers: Sequence[Paper]) -> str:
    """Return a .bib file in UTF-8."""
    entries = []
    for key, paper in zip(citation_keys(papers), papers, strict=True):
        lines = [f"  {name} = {{{value}}}" for name, value in _bibtex_fields(paper) if value]
        entries.append(f"@{_BIBTEX_TYPES.get(paper.kind, 'misc')}{{{key},\n" + ",\n".join(lines) + "\n}\n")
    return "\n".join(entries)


def _bibtex_fields(paper: Paper) -> Iterator[tuple[str, str]]:
    # Braces keep the title's capitals, and a name of several words with “and” in one piece.
    yield "title", f"{{{_latex(paper.title)}}}"
    yield "author", " and ".join(_latex_name(author) for author in paper.authors if a_text(author))
    yield "year", str(paper.year or "")
    yield _VENUES.get(paper.kind, "howpublished"), _latex(paper.venue)
    yield "doi", _latex(a_doi(paper.doi))
    yield "eprint", an_arxiv_id(paper.arxiv_id)
    yield "archiveprefix", "arXiv" if an_arxiv_id(paper.arxiv_id) else ""
    yield "url", _latex(an_address(paper.url))
    yield "abstract", _latex(paper.abstract)
    yield "note", _latex(_remark(paper))


def _latex(text: str) -> str:
    """Text on one line that LaTeX prints as it stands. Braces that do not match would end the field: they go round."""
    text = a_line(text)
    if not _balanced(text):
        text = text.translate(str.maketrans("{}", "()"))
    # Two signs that LaTeX would print as one: -- `` '' ?`
    return re.sub(r"(?<=[-`'!?])(?=[-`'])", "{}", text.translate(_LATEX))


def _latex_name(author: str) -> str:
    if author == OTHERS:
        return "others"
    name = _latex(author)
    return f"{{{name}}}" if "," in name or re.search(r"\band\b", name, re.IGNORECASE) else name


def _balanced(text: str) -> bool:
    depth = 0
    for character in text:
        depth += {"{": 1, "}": -1}.get(character, 0)
        if depth < 0:
            return False
    return depth == 0


def to_ris(papers: Sequence[Paper]) -> str:
    """Return a .ris file in UTF-8."""
    import rispy

    keys = citation_keys(papers)
    return str(rispy.dumps([_ris_record(key, paper) for key, paper in zip(keys, papers, strict=True)]))


def _ris_record(key: str, paper: Paper) -> dict[str, str | list[str]]:
    record: dict[str, str | list[str]] = {
        "type_of_reference": _RIS_TYPES.get(paper.kind, "GEN"),
        "id": key,
        "title": a_line(paper.title),
        "authors": [_family_first(author) for author in paper.authors if author != OTHERS],
        "year": str(paper.year or ""),
        "journal_name": a_line(paper.venue),
        "doi": a_doi(paper.doi),
        "urls": [an_address(paper.url)] if an_address(paper.url) else [],
        "abstract": a_line(paper.abstract),
        "notes": [note for note in (_arxiv(paper), _remark(paper)) if note],
    }
    return {name: value for name, value in record.items() if value}


def _family_first(author: str) -> str:
    *given, family = a_line(author).split(" ")
    return f"{family}, {' '.join(given)}" if given and "," not in author else family if not given else a_line(author)


def to_csl_json(papers: Sequence[Paper]) -> str:
    """Return a JSON array of items as citation processors (CSL) and reference managers read it."""
    items = [_csl_item(key, paper) for key, paper in zip(citation_keys(papers), papers, strict=True)]
    return json.dumps(items, ensure_ascii=False, indent=1)


def _csl_item(key: str, paper: Paper) -> dict[str, object]:
    names = []
    for author in paper.authors:
        if author == OTHERS:
            continue
        *given, family = a_line(author).split(" ")
        names.append({"family": family, "given": " ".join(given)} if given else {"literal": family})
    item: dict[str, object] = {
        "id": key,
        "type": _CSL_TYPES.get(paper.kind, "document"),
        "title": a_line(paper.title),
        "author": names,
        "issued": {"date-parts": [[paper.year]]} if paper.year else None,
        "container-title": a_line(paper.venue),
        "DOI": a_doi(paper.doi),
        "number": _arxiv(paper),
        "URL": an_address(paper.url),
        "abstract": a_line(paper.abstract),
        "note": _remark(paper),
    }
    return {name: value for name, value in item.items() if value}


def _arxiv(paper: Paper) -> str:
    return f"arXiv:{id}" if (id := an_arxiv_id(paper.arxiv_id)) else ""


def _remark(paper: Paper) -> str:
    """Return what a reader of the reference must know."""
    told = [
        "Retracted." if paper.retracted else "",
        "Withdrawn." if paper.withdrawn else "",
        "The abstract is a summary written for Glassbox."
        if paper.abstract and paper.abstract_kind == "summary"
        else "",
    ]
    return " ".join(filter(None, told))


def a_line(text: str) -> str:
    """Text without line breaks and control characters, so that it stays in its field."""
    return " ".join("".join(c if unicodedata.category(c) not in ("Cc", "Cs") else " " for c in text).split())


def _letters(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]", "", plain.lower())
