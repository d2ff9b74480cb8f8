"""arXiv's feeds, old form and new, and what withdrawn looks like."""

from __future__ import annotations

import pytest

from core.errors import InputError
from core.sources.arxiv import Arxiv, read_feed, search_query
from core.sources.errors import SourceError


def entry(
    id: str = "http://arxiv.org/abs/2001.00001v3", title: str = "Graphs of tin", summary: str = "S.", more: str = ""
) -> str:
    return (
        f"<entry><id>{id}</id><title>{title}</title><summary>{summary}</summary>"
        f"<published>2020-01-02T00:00:00Z</published><author><name>A. Alder</name></author>{more}</entry>"
    )


def feed(*entries: str) -> bytes:
    return (
        '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">'
        f"{''.join(entries)}</feed>"
    ).encode()


def test_a_record_is_read_without_its_version():
    papers, total = read_feed(feed(entry(more="<arxiv:doi>10.1000/X</arxiv:doi>")))
    assert total == 1
    (paper,) = papers
    assert (paper.id, paper.arxiv_id, paper.identifiers["arxiv"]) == ("arxiv:2001.00001", "2001.00001", "2001.00001v3")
    assert (paper.year, paper.doi, paper.kind, paper.authors) == (2020, "10.1000/x", "preprint", ("A. Alder",))


def test_the_old_form_with_other_prefixes_and_broken_lines_is_read_alike():
    body = (
        b'<a:feed xmlns:a="http://www.w3.org/2005/Atom" xmlns:os="http://a9.com/-/spec/opensearch/1.1/">'
        b"<a:entry><a:title>Graphs of\n  tin</a:title><a:id>http://arxiv.org/abs/astro-ph/0601001v1</a:id></a:entry>"
        b"<os:totalResults>57</os:totalResults></a:feed>"
    )
    papers, total = read_feed(body)
    assert (papers[0].title, papers[0].arxiv_id, total) == ("Graphs of tin", "astro-ph/0601001", 57)


def test_a_paper_may_be_titled_zero():
    assert read_feed(feed(entry(title="0")))[0][0].title == "0"


@pytest.mark.parametrize(
    ("summary", "comment", "withdrawn"),
    [
        ("This paper has been withdrawn by the author.", "", True),
        ("The paper is withdrawn due to an error.", "", True),
        ("Withdrawn.", "", True),
        ("S.", "arXiv admin note: This paper has been withdrawn by arXiv", True),
        ("S.", "This submission has been withdrawn", True),
        ("Agents that withdraw funds. The paper is not withdrawn.", "12 pages", False),
        ("We study withdrawn drugs.", "", False),
        ("The withdrawn consent of patients is studied.", "", False),
    ],
)
def test_withdrawn_is_read_from_comment_and_summary_never_from_the_title(summary, comment, withdrawn):
    record = entry(title="Withdrawn: a title", summary=summary, more=f"<arxiv:comment>{comment}</arxiv:comment>")
    (paper,), _ = read_feed(feed(record))
    assert paper.withdrawn is withdrawn


def test_an_error_entry_is_never_shown_as_a_paper():
    with pytest.raises(SourceError, match="incorrect id") as raised:
        read_feed(feed(entry(id="https://arxiv.org/api/errors#x", title="Error", summary="incorrect id")))
    assert raised.value.kind == "bad_request"


def test_a_feed_without_entries_is_an_empty_answer():
    assert read_feed(feed()) == ([], 0)


def test_plain_words_are_joined_and_queries_in_arxivs_fields_stay():
    assert search_query("lead-free perovskites for the sun") == "all:lead AND all:free AND all:perovskites AND all:sun"
    assert search_query('ti:"tin cells" OR abs:sun') == 'ti:"tin cells" OR abs:sun'
    assert search_query("cat:cs.CL", 2020, 2021).endswith("AND submittedDate:[202001010000 TO 202112312359]")
    for empty in ("…", "  "):
        with pytest.raises(InputError):
            search_query(empty)


def test_a_search_is_one_request_to_the_query_address(httpserver, client, at):
    httpserver.expect_request("/arxiv/query").respond_with_data(feed(entry()), content_type="application/atom+xml")
    found = Arxiv(client, at()).search("tin graphs", limit=7)
    assert (len(found), found.requests) == (1, 1)
    assert httpserver.log[0][0].args["max_results"] == "7"
