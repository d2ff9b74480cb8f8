"""PubMed's records, as they come and as they should not."""

from __future__ import annotations

import json

import pytest
from werkzeug import Response

from core.sources.errors import SourceError
from core.sources.pubmed import PubMed, read_articles, read_hits

DOCTYPE = '<?xml version="1.0"?><!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD X//EN" "https://dtd.example.org/x.dtd">'
DATE = "<Journal><Title>Tin Letters</Title><JournalIssue><PubDate><Year>2020</Year></PubDate></JournalIssue></Journal>"


def article(inside: str = "", *, pmid: str = "7", date: str = DATE, citation: str = "", data: str = "") -> str:
    return (
        f"<PubmedArticle><MedlineCitation><PMID>{pmid}</PMID><Article>{date}{inside}</Article>{citation}"
        f"</MedlineCitation><PubmedData>{data}</PubmedData></PubmedArticle>"
    )


def read(*records: str):
    return read_articles(f"{DOCTYPE}<PubmedArticleSet>{''.join(records)}</PubmedArticleSet>".encode())


def title(text: str) -> str:
    return f"<ArticleTitle>{text}</ArticleTitle>"


def test_a_whole_record_is_read():
    (paper,) = read(
        article(
            title("Tin cells.")
            + "<AuthorList><Author><LastName>Alder</LastName><ForeName>Ada</ForeName></Author>"
            + "<Author><CollectiveName>The Tin Group</CollectiveName></Author></AuthorList>",
            data="<ArticleIdList><ArticleId IdType='doi'>10.1000/ABC</ArticleId></ArticleIdList>",
        )
    )
    assert (paper.id, paper.title, paper.year, paper.venue) == ("pubmed:7", "Tin cells", 2020, "Tin Letters")
    assert paper.authors == ("Ada Alder", "The Tin Group")
    assert (paper.doi, paper.url) == ("10.1000/abc", "https://pubmed.ncbi.nlm.nih.gov/7/")


def test_a_labelled_abstract_keeps_its_parts_and_labels():
    parts = "<AbstractText Label='AIM'>To see.</AbstractText><AbstractText>And <i>more</i>.</AbstractText>"
    (paper,) = read(article(f"<Abstract>{parts}</Abstract>"))
    assert paper.abstract == "AIM: To see.\nAnd more."


def test_inline_markup_loses_no_text():
    marked = "CO<sub>2</sub> in <i>E. <b>coli</b></i> at <math><mi>x</mi><mo>&lt;</mo><mn>1</mn></math> bar"
    (paper,) = read(article(title(marked)))
    assert paper.title == "CO2 in E. coli at x<1 bar"


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        (title("[A translated title.]"), "A translated title"),
        (title("") + "<VernacularTitle>Über Zinn</VernacularTitle>", "Über Zinn"),
        ("", "PubMed record 7"),
    ],
)
def test_titles_that_are_translated_vernacular_or_not_there(inside, expected):
    assert read(article(inside))[0].title == expected


@pytest.mark.parametrize(
    ("published", "more", "year"),
    [
        ("<MedlineDate>1998 Dec-1999 Jan</MedlineDate>", "", 1998),
        ("<Season>Spring</Season>", "<ArticleDate><Year>2001</Year></ArticleDate>", 2001),
        ("", "", None),
    ],
)
def test_the_year_is_found_where_it_stands(published, more, year):
    date = f"<Journal><JournalIssue><PubDate>{published}</PubDate></JournalIssue></Journal>{more}"
    assert read(article(date=date))[0].year == year


def test_a_retracted_paper_is_flagged_and_a_notice_of_retraction_is_not_a_retracted_paper():
    def of_type(name: str) -> str:
        return f"<PublicationTypeList><PublicationType>{name}</PublicationType></PublicationTypeList>"

    linked = "<CommentsCorrectionsList><CommentsCorrections RefType='RetractionIn'/></CommentsCorrectionsList>"
    retracted, also, notice = read(
        article(of_type("Retracted Publication"), pmid="1"),
        article(citation=linked, pmid="2"),
        article(of_type("Retraction of Publication"), pmid="3"),
    )
    assert (retracted.retracted, also.retracted, notice.retracted) == (True, True, False)
    assert (retracted.kind, notice.kind) == ("article", "notice")


def test_a_doi_in_the_list_of_references_belongs_to_another_paper():
    references = (
        "<ReferenceList><Reference><ArticleIdList><ArticleId IdType='doi'>10.1000/other</ArticleId></ArticleIdList>"
        "</Reference></ReferenceList>"
    )
    assert read(article(data=references))[0].doi == ""
    place = "<ELocationID EIdType='doi'>10.1000/own</ELocationID>"
    assert read(article(place, data=references))[0].doi == "10.1000/own"


def test_books_are_read_deleted_records_and_records_of_nothing_are_none():
    book = (
        "<PubmedBookArticle><BookDocument><PMID>9</PMID><Book><BookTitle>All of tin</BookTitle>"
        "<PubDate><Year>1993</Year></PubDate></Book></BookDocument></PubmedBookArticle>"
    )
    papers = read(book, "<DeleteCitation><PMID>5</PMID></DeleteCitation>", "<PubmedArticle></PubmedArticle>")
    assert [(paper.id, paper.title, paper.year, paper.kind) for paper in papers] == [
        ("pubmed:9", "All of tin", 1993, "book")
    ]
    assert read() == []


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"<eFetchResult><ERROR>ID list is empty!</ERROR></eFetchResult>", "bad_request"),
        (b"<eLinkResult/>", "not_api"),
        (b"<PubmedArticleSet><PubmedArticle>", "not_api"),
        (b"no xml", "not_api"),
        (b"", "not_api"),
    ],
)
def test_what_is_no_set_of_articles_is_an_error_of_its_kind(body, kind):
    with pytest.raises(SourceError) as raised:
        read_articles(body)
    assert raised.value.kind == kind


@pytest.mark.parametrize(
    "dtd",
    [
        '<!ENTITY x "boom">',
        '<!ENTITY x SYSTEM "file:///etc/passwd">',
        '<!ENTITY x "aaaaaaaaaa"><!ENTITY y "&x;&x;&x;&x;&x;&x;">',
        '<!ENTITY % p SYSTEM "http://127.0.0.1:1/evil.dtd"> %p;',
    ],
)
def test_entities_are_refused(dtd):
    body = f"<!DOCTYPE PubmedArticleSet [{dtd}]><PubmedArticleSet>{article(title('&x;'))}</PubmedArticleSet>"
    with pytest.raises(SourceError) as raised:
        read_articles(body.encode())
    assert raised.value.kind == "not_api"


def test_words_that_pubmed_left_out_are_told():
    result = {
        "count": "12", "idlist": ["1", "x", 2],
        "errorlist": {"phrasesnotfound": ["flerovium cells"]},
        "warninglist": {"quotedphrasesnotfound": ['"tin light"']},
    }  # fmt: skip
    hits = read_hits(json.dumps({"esearchresult": result}).encode())
    assert (hits.ids, hits.total) == (("1", "2"), 12)
    assert "flerovium cells" in hits.notes[0]
    assert '"tin light"' in hits.notes[1]


def test_an_error_inside_a_good_answer_is_an_error():
    with pytest.raises(SourceError, match="no such db"):
        read_hits(b'{"esearchresult": {"ERROR": "no such db"}}')


def test_a_search_asks_for_ids_and_then_for_records_and_counts_its_requests(httpserver, client, at):
    ids = [str(number) for number in range(1, 51)]
    asked = []

    def esearch(request):
        asked.append(request.args.to_dict())
        return Response(json.dumps({"esearchresult": {"count": "99", "idlist": ids}}), content_type="application/json")

    def efetch(request):
        wanted = request.args["id"].split(",")
        asked.append(request.args.to_dict())
        records = "".join(article(title(f"Paper {id}"), pmid=id) for id in wanted if id != "7")
        return Response(f"{DOCTYPE}<PubmedArticleSet>{records}</PubmedArticleSet>", content_type="text/xml")

    httpserver.expect_request("/pubmed/esearch.fcgi").respond_with_handler(esearch)
    httpserver.expect_request("/pubmed/efetch.fcgi").respond_with_handler(efetch)
    found = PubMed(client, at()).search("tin cells", limit=50, since=2015, until=2020)
    assert (len(found), found.total, found.requests, len(asked)) == (49, 99, 3, 3)
    assert (asked[0]["mindate"], asked[0]["maxdate"], asked[0]["tool"]) == ("2015", "2020", "glassbox")
    assert found.notes == ("PubMed named 1 records that it did not give.",)


def test_a_failure_of_the_second_request_counts_the_first(httpserver, client, at):
    answer = {"esearchresult": {"count": "1", "idlist": ["1"]}}
    httpserver.expect_request("/pubmed/esearch.fcgi").respond_with_json(answer)
    httpserver.expect_request("/pubmed/efetch.fcgi").respond_with_data("no", status=404)
    with pytest.raises(SourceError) as raised:
        PubMed(client, at()).search("tin")
    assert (raised.value.kind, raised.value.requests) == ("not_found", 2)
