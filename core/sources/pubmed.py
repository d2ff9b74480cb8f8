"""PubMed by NCBI's E-utilities: esearch finds ids, efetch gives the records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from xml.etree.ElementTree import Element

from core.language.sanitize import tidy
from core.settings import SourceSettings
from core.sources.client import Client, Service
from core.sources.errors import SourceError
from core.sources.papers import Found, Paper, PaperKind
from core.sources.reading import a_dict, a_doi, a_list, a_text, a_year, inner_text, read_json, read_xml

TITLE = "PubMed"
MOST = 200  # records of one search; more ids would have to be sent by POST
_BATCH = 40  # records of one efetch: the largest records have 190 kB, a body may have 8 MB
_NOTICES = frozenset({"Retraction of Publication", "Retraction Notice", "Published Erratum", "Expression of Concern"})


class PubMed:
    """Biomedical literature. Works without a key, at three requests a second; with one, at ten."""

    name = "pubmed"
    title = TITLE
    missing = ""

    def __init__(self, client: Client, settings: SourceSettings) -> None:
        key = settings.pubmed_key
        own = {"tool": "glassbox", "email": client.contact, "api_key": key}
        self._client = client
        self._service = Service(
            TITLE,
            settings.pubmed_url,
            spacing=0.11 if key else 0.34,
            parameters={name: value for name, value in own.items() if value},
            secrets=(key,) if key else (),
        )

    def search(self, query: str, limit: int = 20, since: int | None = None, until: int | None = None) -> Found:
        """Return records by relevance. The notes tell which words PubMed left out of the search."""
        parameters = {"db": "pubmed", "retmode": "json", "sort": "relevance", "term": tidy(query)}
        parameters["retmax"] = str(min(max(limit, 1), MOST))
        if since or until:
            parameters |= {"datetype": "pdat", "mindate": str(since or 1400), "maxdate": str(until or 2100)}
        hits = self._client.ask(self._service, "esearch.fcgi", parameters, read_hits)
        papers: list[Paper] = []
        requests, cached = hits.requests, hits.cached
        for start in range(0, len(hits.value.ids), _BATCH):
            ids = hits.value.ids[start : start + _BATCH]
            wanted = {"db": "pubmed", "retmode": "xml", "id": ",".join(ids)}
            try:
                records = self._client.ask(self._service, "efetch.fcgi", wanted, read_articles, expected="xml")
            except SourceError as error:
                error.requests += requests
                raise
            papers += records.value
            requests += records.requests
            cached = cached and records.cached
        notes = list(hits.value.notes)
        if missing := len(hits.value.ids) - len(papers):
            notes.append(f"PubMed named {missing} records that it did not give.")
        return Found(
            papers, total=hits.value.total, notes=notes, requests=requests, cached=cached, fetched=hits.fetched
        )


@dataclass(frozen=True)
class Hits:
    """What esearch says: ids by relevance, how many there are in all, and remarks on the query."""

    ids: tuple[str, ...]
    total: int
    notes: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.ids)


def read_hits(body: bytes) -> Hits:
    """Return the ids in an answer of esearch in JSON."""
    result = a_dict(read_json(body, TITLE)).get("esearchresult")
    if not isinstance(result, dict):
        raise SourceError("not_api", TITLE, "it holds no result of a search")
    if said := a_text(result.get("ERROR")):
        raise SourceError("bad_request", TITLE, said[:200])
    ids = tuple(id for id in map(a_text, a_list(result.get("idlist"))) if id.isdecimal())
    total = a_text(result.get("count"))
    return Hits(ids, int(total) if total.isdecimal() and len(total) < 12 else len(ids), tuple(_remarks(result)))


def _remarks(result: Mapping[str, object]) -> Iterator[str]:
    """Give a phrase that PubMed does not know changes the search without a word, so it is said."""
    told = [
        ("errorlist", "phrasesnotfound", "PubMed does not know, and left out:"),
        ("errorlist", "fieldsnotfound", "PubMed has no such field:"),
        ("warninglist", "quotedphrasesnotfound", "PubMed does not have this phrase, and searched its words:"),
        ("warninglist", "phrasesignored", "PubMed ignored:"),
    ]
    for place, kind, words in told:
        phrases = [text for text in map(a_text, a_list(a_dict(result.get(place)).get(kind))) if text]
        if phrases:
            yield f"{words} {', '.join(phrases)[:300]}"


def read_articles(body: bytes) -> list[Paper]:
    """Return the records in an answer of efetch in XML. Deleted ones, and those that say nothing, are none."""
    root = read_xml(body, TITLE)
    if said := inner_text(root.find("ERROR")):
        raise SourceError("bad_request", TITLE, said[:200])
    readers = {"PubmedArticle": _article, "PubmedBookArticle": _book}
    if root.tag != "PubmedArticleSet" and root.tag not in readers:
        raise SourceError("not_api", TITLE, "it holds no articles")
    records = [root] if root.tag in readers else [element for element in root if element.tag in readers]
    papers = (readers[record.tag](record) for record in records)
    return [paper for paper in papers if paper is not None]


def _article(record: Element) -> Paper | None:
    citation = record.find("MedlineCitation")
    if citation is None:
        return None
    text = partial(_text, citation)
    title = text("Article/ArticleTitle") or text("Article/VernacularTitle")
    kinds = {inner_text(kind) for kind in citation.iterfind("Article/PublicationTypeList/PublicationType")}
    corrections = {note.get("RefType", "") for note in citation.iterfind("CommentsCorrectionsList/CommentsCorrections")}
    dates = ("Article/Journal/JournalIssue/PubDate/Year", "Article/Journal/JournalIssue/PubDate/MedlineDate")
    years = (a_year(text(path)) for path in (*dates, "Article/ArticleDate/Year"))
    # Not with //: a list of references holds the DOIs of other papers.
    dois = [*record.iterfind("PubmedData/ArticleIdList/ArticleId[@IdType='doi']")]
    dois += citation.iterfind("Article/ELocationID[@EIdType='doi']")
    kind: PaperKind = "notice" if kinds & _NOTICES else "preprint" if "Preprint" in kinds else "article"
    return _paper(
        pmid=text("PMID"),
        title=title,
        authors=_authors(citation.find("Article/AuthorList")),
        year=next((year for year in years if year), None),
        doi=next((doi for doi in map(a_doi, map(inner_text, dois)) if doi), ""),
        abstract=_abstract(citation.find("Article/Abstract")),
        kind=kind,
        venue=text("Article/Journal/Title") or text("MedlineJournalInfo/MedlineTA"),
        retracted="Retracted Publication" in kinds or "RetractionIn" in corrections,
    )


def _book(record: Element) -> Paper | None:
    book = record.find("BookDocument")
    if book is None:
        return None
    text = partial(_text, book)
    own, whole = book.find("AuthorList"), book.find("Book/AuthorList")
    years = (a_year(text(path)) for path in ("ContributionDate/Year", "Book/PubDate/Year"))
    dois = book.iterfind("ArticleIdList/ArticleId[@IdType='doi']")
    return _paper(
        pmid=text("PMID"),
        title=text("ArticleTitle") or text("VernacularTitle") or text("Book/BookTitle"),
        authors=_authors(own if own is not None else whole),
        year=next((year for year in years if year), None),
        doi=next((doi for doi in map(a_doi, map(inner_text, dois)) if doi), ""),
        abstract=_abstract(book.find("Abstract")),
        kind="book",
        venue=text("Book/BookTitle") or text("Book/Publisher/PublisherName"),
        retracted=False,
    )


def _paper(
    pmid: str, title: str, authors: tuple[str, ...], year: int | None, doi: str, abstract: str, kind: PaperKind,
    venue: str, retracted: bool,
) -> Paper | None:  # fmt: skip
    if not pmid.isdecimal():
        return None
    # A title in brackets is a translation; PubMed ends titles with a full stop.
    shown = title.removesuffix(".")
    shown = shown[1:-1].removesuffix(".") if shown.startswith("[") and shown.endswith("]") else shown
    return Paper(
        id=f"pubmed:{pmid}", source="pubmed", title=shown or f"PubMed record {pmid}", authors=authors, year=year,
        doi=doi, abstract=abstract, url=f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/", kind=kind, venue=venue,
        retracted=retracted, identifiers={"pmid": pmid},
        rights="Abstract possibly under the publisher's copyright",
    )  # fmt: skip


def _text(element: Element, path: str) -> str:
    return inner_text(element.find(path))


def _authors(people: Element | None) -> tuple[str, ...]:
    names = []
    for author in people if people is not None else ():
        if author.get("ValidYN") == "N":
            continue
        given = _text(author, "ForeName") or _text(author, "Initials")
        names.append(f"{given} {_text(author, 'LastName')}".strip() or _text(author, "CollectiveName"))
    return tuple(name for name in names if name)


def _abstract(abstract: Element | None) -> str:
    """Return the parts in order, each with its label: “METHODS: …”."""
    parts = []
    for part in abstract.iterfind("AbstractText") if abstract is not None else ():
        text, label = inner_text(part), a_text(part.get("Label"))
        if text:
            parts.append(f"{label}: {text}" if label and label != "UNLABELLED" else text)
    return "\n".join(parts)
