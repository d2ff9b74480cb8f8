"""The web, by one's own SearXNG server or by Tavily: whichever is configured, SearXNG first. Pages are never opened."""

from __future__ import annotations

import hashlib
from urllib.parse import urlsplit

from core.language.sanitize import tidy
from core.settings import SourceSettings
from core.sources.client import Client, Service
from core.sources.errors import SourceError
from core.sources.papers import Found, Paper
from core.sources.reading import a_dict, a_doi, a_list, a_text, a_year, an_address, an_arxiv_id, read_json
from core.types import JSON

TITLE = "Web search"
MOST = 20
KEYLESS = "keyless"  # in the place of a key: Tavily's free access without one
_LONGEST_QUERY = 400  # characters, for Tavily


class Web:
    """Pages of the web: titles and passages, as a search engine gives them."""

    name = "web"
    title = TITLE

    def __init__(self, client: Client, settings: SourceSettings) -> None:
        key = settings.tavily_key
        configured = settings.searxng_url or key
        self.missing = "" if configured else "not configured: it needs SEARXNG_URL or TAVILY_API_KEY"
        self._client = client
        self._searxng = Service(
            "SearXNG",
            settings.searxng_url,
            spacing=1.0,
            details={
                "auth": (
                    "JSON is not enabled on this server",
                    "Add json to search.formats in the settings of the SearXNG server.",
                )
            },
        )
        keyless = key == KEYLESS
        self._tavily = Service(
            "Tavily",
            settings.tavily_url,
            spacing=1.0,
            headers={"X-Tavily-Access-Mode": KEYLESS} if keyless else {"Authorization": f"Bearer {key}"},
            secrets=() if keyless or not key else (key,),
            details={"auth": ("", "Check TAVILY_API_KEY in the settings.")},
        )

    def search(self, query: str, limit: int = 20, since: int | None = None, until: int | None = None) -> Found:
        """Pages in the order of the search engine. Years are not asked for: few pages tell theirs.

        Raises `SourceError` (auth, without a request) when no search engine is configured.
        """
        if self.missing:
            raise SourceError("auth", TITLE, self.missing, "Go on without it, or configure one.")
        limit = min(max(limit, 1), MOST)
        query = tidy(query)
        if self._searxng.base_url:
            answer = self._client.ask(self._searxng, "search", {"q": query, "format": "json"}, read_searxng)
        else:
            wanted = {"query": query[:_LONGEST_QUERY], "max_results": limit, "search_depth": "basic"}
            answer = self._client.ask(self._tavily, "search", {}, read_tavily, content=wanted)
        notes = ["Of pages only the passage is known that the search engine showed."] if answer.value else []
        return Found(
            answer.value[:limit], notes=notes, requests=answer.requests, cached=answer.cached, fetched=answer.fetched
        )


def read_searxng(body: bytes) -> list[Paper]:
    """Return the pages in an answer of SearXNG. No page and silent engines is a failure, not an empty answer."""
    envelope = _envelope(body, "SearXNG")
    papers = _papers(envelope)
    silent = [a_text(a_list(engine)[0]) for engine in a_list(envelope.get("unresponsive_engines")) if a_list(engine)]
    if silent and not a_list(envelope["results"]):
        raise SourceError("server", "SearXNG", f"its engines gave no answer: {', '.join(filter(None, silent))[:200]}")
    return papers


def read_tavily(body: bytes) -> list[Paper]:
    """Return the pages in an answer of Tavily."""
    return _papers(_envelope(body, "Tavily"))


def _envelope(body: bytes, title: str) -> dict[str, JSON]:
    envelope = a_dict(read_json(body, title))
    said = envelope.get("error") or a_dict(envelope.get("detail")).get("error")
    if said:
        raise SourceError("server", title, a_text(a_dict(said).get("message") or said)[:200])
    if not isinstance(envelope.get("results"), list):
        raise SourceError("not_api", title, "it holds no results")
    return envelope


def _papers(envelope: dict[str, JSON]) -> list[Paper]:
    papers = {paper.id: paper for paper in map(_paper, map(a_dict, a_list(envelope["results"]))) if paper is not None}
    return list(papers.values())


def _paper(result: dict[str, JSON]) -> Paper | None:
    url = an_address(result.get("url"))
    title = a_text(result.get("title"))
    if not url or not (title or a_text(result.get("content"))):
        return None
    parts = urlsplit(url)
    content = result.get("content")
    passage = content.replace("\\n", " ") if isinstance(content, str) else ""
    host = (parts.hostname or "").removeprefix("www.")
    return Paper(
        id=f"web:{hashlib.sha256(url.encode()).hexdigest()[:16]}",
        source="web",
        title=title or url,
        year=a_year(result.get("publishedDate") or result.get("published_date")),
        doi=a_doi(parts.path.lstrip("/")) if host in ("doi.org", "dx.doi.org") else "",
        arxiv_id=an_arxiv_id(url),
        abstract=a_text(passage),
        abstract_kind="extract",
        url=url,
        kind="web page",
        venue=host,
        rights="Passage under the page's own rights",
        identifiers={"url": url},
    )
