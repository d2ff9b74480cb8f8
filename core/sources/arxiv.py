"""arXiv by its Atom interface: one request in three seconds, one attempt, a quarter of an hour of rest if refused."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from core.errors import InputError
from core.language.sanitize import tidy
from core.language.terms import STOP_WORDS
from core.language.tokens import words
from core.settings import SourceSettings
from core.sources.client import Client, Service
from core.sources.errors import SourceError
from core.sources.papers import Found, Paper
from core.sources.reading import a_doi, a_year, an_arxiv_id, inner_text, read_xml

TITLE = "arXiv"
MOST = 100
_ATOM = "{http://www.w3.org/2005/Atom}"
_ARXIV = "{http://arxiv.org/schemas/atom}"
_TOTAL = "{http://a9.com/-/spec/opensearch/1.1/}totalResults"
_FIELD = re.compile(r"\b(?:ti|au|abs|co|jr|cat|rn|id|all|submittedDate):", re.IGNORECASE)
# How authors and administrators begin when they withdraw; a title that speaks of withdrawing says nothing.
_WITHDRAWN = re.compile(
    r"(?:arxiv admin note:\s*)?(?:this|the|our)\s+(?:\w+\s+){0,2}(?:has been|have been|is|was)\s+(?:\w+\s+)?withdrawn\b"
    r"|withdrawn\b|paper withdrawn\b|we (?:have )?withdr[ae]wn? (?:this|the|our) ",
    re.IGNORECASE,
)


class Arxiv:
    """Preprints of physics, mathematics, computing and their neighbours."""

    name = "arxiv"
    title = TITLE
    missing = ""

    def __init__(self, client: Client, settings: SourceSettings) -> None:
        self._client = client
        self._service = Service(
            TITLE,
            settings.arxiv_url,
            spacing=3.1,
            alone=True,
            attempts=1,
            cooldown_statuses=frozenset({406, 429, 503}),
            cooldown=900.0,
        )

    def search(self, query: str, limit: int = 20, since: int | None = None, until: int | None = None) -> Found:
        """Preprints by relevance: those with all words of the query, or what a query in arXiv's own fields asks for."""
        parameters = {
            "search_query": search_query(query, since, until),
            "start": "0",
            "max_results": str(min(max(limit, 1), MOST)),
            "sortBy": "relevance",
            "sortOrder": "descending",
        }
        totals: list[int] = []

        def read(body: bytes) -> list[Paper]:
            papers, total = read_feed(body)
            totals.append(total)
            return papers

        answer = self._client.ask(self._service, "query", parameters, read, expected="xml")
        return Found(
            answer.value, total=totals[-1], requests=answer.requests, cached=answer.cached, fetched=answer.fetched
        )


def search_query(query: str, since: int | None = None, until: int | None = None) -> str:
    """Return the query in arXiv's language. Plain words are joined by AND: arXiv would join them by OR."""
    query = tidy(query)
    if not _FIELD.search(query):
        wanted = [word for word in dict.fromkeys(words(query)) if word not in STOP_WORDS] or words(query)
        if not wanted:
            raise InputError("The query for arXiv holds no words.", "Write what it shall look for.")
        query = " AND ".join(f"all:{word}" for word in wanted[:12])
    if since or until:
        query = f"({query}) AND submittedDate:[{since or 1991:04d}01010000 TO {until or 2100:04d}12312359]"
    return query


def read_feed(body: bytes) -> tuple[list[Paper], int]:
    """Return the records of an Atom feed, old form or new, and how many arXiv has. Read by namespace, not by prefix."""
    root = read_xml(body, TITLE)
    if root.tag != f"{_ATOM}feed":
        raise SourceError("not_api", TITLE, "it is not a feed")
    entries = root.findall(f"{_ATOM}entry")
    for entry in entries:
        if "/api/errors" in _text(entry, "id"):
            raise SourceError("bad_request", TITLE, _text(entry, "summary")[:200])
    papers = [paper for paper in map(_paper, entries) if paper is not None]
    total = inner_text(root.find(_TOTAL))
    return papers, int(total) if total.isdecimal() and len(total) < 12 else len(papers)


def _paper(entry: Element) -> Paper | None:
    id = an_arxiv_id(_text(entry, "id"))
    if not id:
        return None
    summary = _text(entry, "summary")
    comment = inner_text(entry.find(f"{_ARXIV}comment"))
    journal = inner_text(entry.find(f"{_ARXIV}journal_ref"))
    names = (_text(author, "name") for author in entry.iterfind(f"{_ATOM}author"))
    return Paper(
        id=f"arxiv:{id}",
        source="arxiv",
        title=_text(entry, "title") or f"arXiv:{id}",
        authors=tuple(name for name in names if name),
        year=a_year(_text(entry, "published")) or a_year(_text(entry, "updated")),
        doi=a_doi(inner_text(entry.find(f"{_ARXIV}doi"))),
        arxiv_id=id,
        abstract=summary,
        url=f"https://arxiv.org/abs/{id}",
        kind="preprint",
        venue=journal or "arXiv",
        withdrawn=bool(_WITHDRAWN.match(summary) or _WITHDRAWN.match(comment)),
        rights="Metadata CC0",
        identifiers={"arxiv": _text(entry, "id").rsplit("/abs/", 1)[-1]},
    )


def _text(element: Element, name: str) -> str:
    return inner_text(element.find(f"{_ATOM}{name}"))
