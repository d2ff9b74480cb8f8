"""OpenAlex: works of all fields. It meters money for each request, so questions are few and pages big."""

from __future__ import annotations

from core.language.sanitize import tidy
from core.settings import SourceSettings
from core.sources.client import Client, Service
from core.sources.errors import SourceError
from core.sources.papers import Found, Paper, PaperKind
from core.sources.reading import (
    LONGEST_TEXT,
    a_dict,
    a_doi,
    a_list,
    a_number,
    a_text,
    a_year,
    an_address,
    an_arxiv_id,
    read_json,
)
from core.types import JSON

TITLE = "OpenAlex"
MOST = 100
_SELECT = (
    "id,doi,title,display_name,publication_year,publication_date,type,authorships,primary_location,locations,"
    "is_retracted,abstract_inverted_index,ids,indexed_in"
)
_KINDS: dict[str, PaperKind] = {
    "preprint": "preprint",
    "book": "book",
    "book-chapter": "book",
    "monograph": "book",
    "retraction": "notice",
    "erratum": "notice",
    "dataset": "other",
    "paratext": "other",
}
_LONGEST_ABSTRACT = 4_000  # words


class OpenAlex:
    """Works of all fields. Without a key about a hundred searches a day."""

    name = "openalex"
    title = TITLE
    missing = ""

    def __init__(self, client: Client, settings: SourceSettings) -> None:
        key = settings.openalex_key
        self._client = client
        self._service = Service(
            TITLE,
            settings.openalex_url,
            spacing=0.12,
            headers={"Authorization": f"Bearer {key}"} if key else {},
            secrets=(key,) if key else (),
            details={
                "quota": ("today's free searches are used up", "Go on without it, or set OPENALEX_API_KEY."),
                "auth": ("", "Check OPENALEX_API_KEY, or leave it out."),
            },
        )

    def search(
        self, query: str, limit: int = 20, since: int | None = None, until: int | None = None, indexed_in: str = ""
    ) -> Found:
        """Works by relevance. `indexed_in="arxiv"` stands in for arXiv while that is cooling down."""
        parameters = {"search": tidy(query), "per_page": str(min(max(limit, 1), MOST)), "select": _SELECT}
        filters = {
            "from_publication_date": f"{since}-01-01" if since else "",
            "to_publication_date": f"{until}-12-31" if until else "",
            "indexed_in": indexed_in,
        }
        if any(filters.values()):
            parameters["filter"] = ",".join(f"{name}:{value}" for name, value in filters.items() if value)
        said: dict[str, JSON] = {}

        def read(body: bytes) -> list[Paper]:
            papers, meta = read_works(body)
            said.update(meta)
            return papers

        answer = self._client.ask(self._service, "works", parameters, read)
        total = a_number(said.get("count"))
        return Found(
            answer.value,
            total=None if total is None else int(total),
            requests=answer.requests,
            cached=answer.cached,
            fetched=answer.fetched,
            cost=0.0 if answer.cached else a_number(said.get("cost_usd")) or 0.0,
        )


def read_works(body: bytes) -> tuple[list[Paper], dict[str, JSON]]:
    """Return the works of an answer, a page of them or a single one, and its `meta`."""
    value = read_json(body, TITLE)
    envelope = a_dict(value)
    if said := a_text(envelope.get("message")) or a_text(envelope.get("error")):
        raise SourceError("server", TITLE, said[:200])
    works = [envelope] if "results" not in envelope and ("authorships" in envelope or "doi" in envelope) else None
    if works is None and not isinstance(envelope.get("results"), list):
        raise SourceError("not_api", TITLE, "it holds no works")
    papers = (_paper(a_dict(work)) for work in works or a_list(envelope.get("results")))
    return [paper for paper in papers if paper is not None], a_dict(envelope.get("meta"))


def abstract_from(index: object) -> str:
    """Return the text of an inverted index, {word: positions}; "" for null, {} and what is no index."""
    placed = [
        (position, word)
        for word, positions in a_dict(index).items()
        for position in a_list(positions)
        if isinstance(position, int) and not isinstance(position, bool)
    ]
    placed.sort()
    return a_text(" ".join(word for _, word in placed[:_LONGEST_ABSTRACT])[:LONGEST_TEXT])


def _paper(work: dict[str, JSON]) -> Paper | None:
    id = a_text(work.get("id")).rsplit("/", 1)[-1]
    doi = a_doi(work.get("doi"))
    title = a_text(work.get("title")) or a_text(work.get("display_name"))
    if not (id or doi):
        return None
    location = a_dict(work.get("primary_location"))
    # `host_venue` is how records named the place until 2023.
    source = a_dict(location.get("source")) or a_dict(work.get("host_venue"))
    places = [location, *map(a_dict, a_list(work.get("locations")))]
    addresses = [an_address(place.get("landing_page_url")) for place in places]
    arxiv_ids = map(an_arxiv_id, [work.get("doi"), *(place.get("landing_page_url") for place in places)])
    ids = {a_text(name): a_text(value) for name, value in a_dict(work.get("ids")).items()}
    return Paper(
        id=f"openalex:{id or doi}",
        source="openalex",
        title=title or f"OpenAlex record {id or doi}",
        authors=_authors(work),
        year=a_year(work.get("publication_year")) or a_year(work.get("publication_date")),
        doi=doi,
        arxiv_id=next((found for found in arxiv_ids if found), ""),
        abstract=abstract_from(work.get("abstract_inverted_index")),
        url=an_address(work.get("doi"))
        or next((address for address in addresses if address), an_address(work.get("id"))),
        kind=_KINDS.get(a_text(work.get("type")), "article"),
        venue=a_text(source.get("display_name")),
        retracted=work.get("is_retracted") is True,
        rights="CC0",
        identifiers={name: value for name, value in {"openalex": id, **ids}.items() if name and value},
    )


def _authors(work: dict[str, JSON]) -> tuple[str, ...]:
    names = []
    for authorship in map(a_dict, a_list(work.get("authorships"))):
        known = a_text(a_dict(authorship.get("author")).get("display_name"))
        names.append(known or a_text(authorship.get("raw_author_name")))
    return tuple(name for name in names if name)
