"""Every format gives its text with its structure; what is broken, locked, mislabelled or hostile is refused."""

from __future__ import annotations

import io
import struct
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader, PdfWriter

from core import documents
from core.documents import detect_type as sniffing_module
from core.documents import outline as outline_module
from core.documents import pdf as pdf_module
from core.documents import read_outline
from core.documents.archive import unpack
from core.documents.outline import Reading, page_at
from core.documents.web import read_html
from core.errors import InputError
from core.isolation import Limits
from tests.properties import examples
from tests.systems.knowledge_base.little_files import make_docx, make_endless_pdf, make_pdf, make_zip, rewrite_part


def shape(reading: Reading) -> list[tuple[str, str]]:
    """Each block's kind, a heading's with its level, and its text."""
    return [
        (f"h{block.level}" if block.level else block.kind, reading.text[block.start : block.end])
        for block in reading.blocks
    ]


# --- text -------------------------------------------------------------------------------------------------------------


def test_numbered_lines_and_capitals_above_a_paragraph_of_a_text_are_its_headings() -> None:
    text = (
        b"CONTRACT\n\nBetween A and B.\n\n5. Term and notice\nThe contract runs for a year.\n\n5.1 Notice\n\nWritten."
    )
    assert shape(read_outline(text, "contract.txt")) == [
        ("h1", "CONTRACT"),
        ("paragraph", "Between A and B."),
        ("h2", "5. Term and notice"),
        ("paragraph", "The contract runs for a year."),
        ("h3", "5.1 Notice"),
        ("paragraph", "Written."),
    ]


def test_headings_that_a_text_marks_as_markdown_does_are_its_headings() -> None:
    text = b"# Minutes of 14 March\n\n## 4. Elections ##\n\nann was elected.\n\n# a comment\nspeed=40"
    assert shape(read_outline(text, "minutes.txt")) == [
        ("h1", "Minutes of 14 March"),
        ("h2", "4. Elections"),
        ("paragraph", "ann was elected."),
        ("paragraph", "# a comment\nspeed=40"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "1. Switch the pump off before you\nopen the cover",
        "1. Buy milk\n\n2. Buy bread\n\n3. Go home",
        "1. Buy milk\n2. Buy bread",
        "10 pumps were sold.\nNobody knows why.",
        "STOP.\nThe pump is hot.",
        "5. The end of it",
    ],
)
def test_what_only_looks_like_a_heading_of_a_text_is_none(text: str) -> None:
    assert not any(block.level for block in read_outline(text.encode(), "a.txt").blocks)


# --- Markdown ---------------------------------------------------------------------------------------------------------

MARKDOWN = """---
title: front matter
---
# Title with `code` and **bold**

A paragraph with a [link](http://example.com) and an ![image of a boat](boat.png).

Setext
------

- one
  - deep
- two

    with a paragraph

1. first
2. second

| a | b |
|---|---|
| 1 | *2* |

> quoted words

```python
print("code")
```

<div>html <b>bold</b></div>
"""


def test_markdown_loses_its_marks_and_keeps_its_structure() -> None:
    reading = read_outline(MARKDOWN.encode(), "a.md")
    assert shape(reading) == [
        ("h1", "Title with code and bold"),
        ("paragraph", "A paragraph with a link and an image of a boat."),
        ("h2", "Setext"),
        ("list", "- one\n  - deep\n- two\n  with a paragraph"),
        ("list", "1. first\n2. second"),
        ("table", "a | b\n1 | 2"),
        ("paragraph", "quoted words"),
        ("code", 'print("code")'),
        ("paragraph", "html  bold"),
    ]
    assert reading.blocks[-1].headings == ("Title with code and bold", "Setext")


def test_headings_lead_until_one_of_their_level_or_above() -> None:
    reading = read_outline(b"# A\n## B\n### C\nx\n## D\ny\n# E\nz", "a.md")
    assert [block.headings for block in reading.blocks if block.kind == "paragraph"] == [
        ("A", "B", "C"),
        ("A", "D"),
        ("E",),
    ]


# --- text -------------------------------------------------------------------------------------------------------------


def test_text_is_parted_at_blank_lines() -> None:
    reading = read_outline(b"One\nline.\r\n \r\n- a\r\n- b\r\n\r\n\r\nLast.", "a.txt")
    assert shape(reading) == [("paragraph", "One\nline."), ("list", "- a\n- b"), ("paragraph", "Last.")]


@pytest.mark.parametrize(
    ("encoding", "told"),
    [("utf-8", "utf-8"), ("utf-8-sig", "utf-8"), ("utf-16", "utf-16"), ("cp1252", "cp1252, a guess")],
)
def test_the_encoding_is_found_out(encoding: str, told: str) -> None:
    text = "Die Größe der Überraschung läßt sich schwer schätzen, meinte der Bäcker."
    reading = read_outline(text.encode(encoding), "a.txt")
    assert (reading.text, reading.encoding) == (text, told)


def test_characters_that_are_no_text_are_left_out() -> None:
    reading = read_outline("a\u200bb \u202ec\x07\x1b d\u00ad\u2066e".encode(), "a.txt")
    assert reading.text == "ab c de"


# --- HTML -------------------------------------------------------------------------------------------------------------

HTML = """<!doctype html><html><head><title>Page</title><style>p {color: red}</style><script>steal()</script></head>
<body onload="steal()"><nav>menu</nav><h2>Solar <b>cells</b></h2>loose <i>words</i><p>A para<br>graph &amp; more</p>
<ul><li>one<ul><li>deep<script>x</script></li></ul></li><li>two</li></ul>
<table><tr><th>a<th>b<tr><td><p>1</p><p>x</p><td>2</table><pre>code  here
 too</pre><div hidden>secret</div><noscript>no</noscript><svg><text>drawn</text></svg>
<table><tr><td><h3>Inside</h3><p>a layout</table><template>t</template>end</body></html>"""


def test_html_gives_what_a_visitor_reads_and_no_script() -> None:
    assert shape(read_outline(HTML.encode(), "a.html")) == [
        ("h1", "Page"),
        ("h2", "Solar cells"),
        ("paragraph", "loose words"),
        ("paragraph", "A para graph & more"),
        ("list", "- one\n  - deep\n- two"),
        ("table", "a | b\n1 x | 2"),
        ("code", "code  here\n too"),
        ("h3", "Inside"),
        ("paragraph", "a layout"),
        ("paragraph", "end"),
    ]


FURNISHED = """<body><header><a href=/>Logo</a> The company</header><nav>Menu</nav>
<div role="navigation"><p>Skip to content</p></div>
<table><tr><th>Chapter 4. Pumps</th></tr><tr><td><a href=3>Prev</a></td><td><a href=0>Home</a></td></tr></table>
<p><a href=0>Manual</a> › <a href=4>Pumps</a> › Care</p><ul><li><a href=1>Seals</a><li><a href=2>Valves</a></ul>
<main><header><h1>Care</h1><p>By the makers.</p></header><p>See <a href=5>the seals</a>, <a href=6>the valves</a>.</p>
<aside>Mind the pressure.</aside><table><tr><th>Part</th><th>Price</th></tr>
<tr><td><a href=7>Seal</a></td><td>4</td></tr></table><ul><li><a href=https://a.example>https://a.example</a><li><a href=https://b.example>https://b.example</a></ul>
</main><aside>Advertisement</aside>
<div>[<a href=3>previous</a>] [<a href=5>next</a>] Seals</div><footer>All rights</footer>"""


def test_what_only_leads_through_a_site_is_left_out_of_html_and_links_in_its_text_stay() -> None:
    assert shape(read_outline(FURNISHED.encode(), "a.html")) == [
        ("h1", "Care"),
        ("paragraph", "By the makers."),
        ("paragraph", "See the seals, the valves."),
        ("paragraph", "Mind the pressure."),
        ("table", "Part | Price\nSeal | 4"),
        ("list", "- https://a.example\n- https://b.example"),
    ]


@pytest.mark.parametrize(
    "unseen",
    [
        "<b hidden>9</b>",
        "<b style='display: none'>9</b>",
        "<i style='color:red;VISIBILITY:hidden'>9</i>",
        "<del>9</del>",
        "<s>9</s>",
    ],
)
def test_what_a_visitor_does_not_see_in_html_or_sees_crossed_out_is_no_text(unseen: str) -> None:
    assert read_outline(f"<p>It opens at {unseen}6 bar.</p>".encode(), "a.html").text == "It opens at 6 bar."


def test_small_figures_in_html_never_become_part_of_a_number() -> None:
    page = (
        b"<p>Holds 10<sup>6</sup> litres of CO<sub>2</sub>, log<sub>10</sub>5, 5<sup>th</sup>.</p><ul><li>m<sup>2</sup>"
    )
    assert read_outline(page, "a.html").text == "Holds 10⁶ litres of CO2, log₁₀5, 5th.\n\n- m²"


def test_html_in_the_encoding_that_it_declares() -> None:
    page = '<html><head><meta charset="windows-1251"></head><body><p>Солнечные батареи</p></body></html>'
    reading = read_outline(page.encode("cp1251"), "a.html")
    assert (reading.text, reading.encoding) == ("Солнечные батареи", "windows-1251")


def test_html_that_declares_nonsense_is_read_all_the_same() -> None:
    page = '<meta charset="no-such"><p>Größe'
    assert read_outline(page.encode(), "a.html").text == "Größe"


@pytest.mark.parametrize(
    "page", ["<div>" * 100_000, "<ul><li>" * 50_000 + "<pre>", "<table><tr><td>" * 50_000, "<b>" * 50_000 + "x"]
)
def test_html_that_nests_without_end_is_refused(page: str) -> None:
    with pytest.raises(InputError, match="too deeply"):
        read_outline(page.encode(), "a.html")


@examples(200)
@given(st.text(st.sampled_from("<>/=\"' abh1!-&;pulitd"), max_size=200))
def test_no_html_is_too_broken_to_be_read(page: str) -> None:
    read_outline(f"x{page}".encode(), "a.html")


# --- PDF --------------------------------------------------------------------------------------------------------------


def test_a_pdf_gives_its_text_by_pages_and_its_bookmarks_are_headings() -> None:
    data = make_pdf(
        [["Chapter one", "Words of the first."], ["Chapter two", "Words of the second."]],
        ["Chapter one", "Chapter two"],
    )
    reading = read_outline(data, "a.pdf")
    assert shape(reading) == [
        ("h1", "Chapter one"),
        ("paragraph", "Words of the first."),
        ("h1", "Chapter two"),
        ("paragraph", "Words of the second."),
    ]
    assert [block.page for block in reading.blocks] == [1, 1, 2, 2]


def test_running_titles_of_a_pdf_are_left_out() -> None:
    data = make_pdf([[f"Words of page {number}.", f"- {number} -"] for number in range(8)], header="The running title")
    text = read_outline(data, "a.pdf").text
    assert "running title" not in text
    assert "- 3 -" not in text
    assert "Words of page 3." in text


def test_words_that_a_line_end_broke_are_mended_where_the_whole_word_is_known() -> None:
    data = make_pdf([["Much infor-", "mation here. All information is well-", "known."]])
    assert read_outline(data, "a.pdf").text == "Much information here. All information is well-known."


def test_an_encrypted_pdf_is_refused() -> None:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(make_pdf([["secret"]]))))
    writer.encrypt("password", algorithm="RC4-128")
    file = io.BytesIO()
    writer.write(file)
    with pytest.raises(InputError, match="protected by a password"):
        read_outline(file.getvalue(), "a.pdf")


@examples(60)
@given(st.data())
def test_a_damaged_pdf_is_read_or_refused_and_nothing_else(data: st.DataObject) -> None:
    file = bytearray(make_pdf([["Words of a page."], ["More words."]], ["More words."]))
    for _ in range(data.draw(st.integers(1, 20))):
        file[data.draw(st.integers(5, len(file) - 1))] = data.draw(st.integers(0, 255))
    broken = bytes(file[: data.draw(st.integers(20, len(file)))])
    try:
        read_outline(broken, "a.pdf")
    except InputError as error:
        assert error.advice  # noqa: PT017


def test_a_pdf_with_too_many_pages_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_module, "MOST_PAGES", 2)
    with pytest.raises(InputError, match="more than 2 pages"):
        read_outline(make_pdf([["a"], ["b"], ["c"]]), "a.pdf")


@pytest.mark.slow
def test_a_pdf_that_hangs_inside_a_page_is_refused_and_its_reader_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "_limits", lambda _: Limits(seconds=1))
    with pytest.raises(InputError, match="takes longer than 1 seconds"):
        documents.read_file(make_endless_pdf(), "a.pdf")


def test_each_place_of_a_pdf_knows_its_page_even_behind_empty_ones() -> None:
    reading = read_outline(make_pdf([[], ["Page two."], ["Page three."], [], ["Page five."]]), "a.pdf")
    for number, said in ((2, "Page two"), (3, "Page three"), (5, "Page five")):
        assert page_at(reading.text, reading.text.index(said)) == number
    assert [block.page for block in reading.blocks] == [2, 3, 5]
    assert all(
        reading.text[block.start : block.end] == reading.text[block.start : block.end].strip()
        for block in reading.blocks
    )


def test_a_pdf_whose_page_holds_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_module, "MOST_ON_PAGE", 100)
    with pytest.raises(InputError, match="too large to read"):
        read_outline(make_pdf([["many words " * 50]]), "a.pdf")


# --- DOCX -------------------------------------------------------------------------------------------------------------


def test_a_docx_gives_headings_paragraphs_lists_and_tables_in_their_order() -> None:
    data = make_docx(
        [
            ("Heading 1", "Boats"),
            ("Normal", "Some words."),
            ("List Bullet", "one"),
            ("List Number", "two"),
            ("Heading 2", "Prices"),
            ("Table", "name,price\noar,3"),
            ("Normal", "End."),
        ]
    )
    reading = read_outline(data, "a.docx")
    assert shape(reading) == [
        ("h1", "Boats"),
        ("paragraph", "Some words."),
        ("list", "- one\n- two"),
        ("h2", "Prices"),
        ("table", "name | price\noar | 3"),
        ("paragraph", "End."),
    ]
    assert reading.blocks[-1].headings == ("Boats", "Prices")


BOMB = b"""<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&b;</w:t></w:r>
</w:p></w:body></w:document>"""


@pytest.mark.parametrize("part", ["word/document.xml", "word/styles.xml", "[Content_Types].xml", "_rels/.rels"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_docx_that_declares_entities_is_refused(part: str, encoding: str) -> None:
    with pytest.raises(InputError, match="declares XML entities"):
        read_outline(rewrite_part(make_docx(), part, BOMB.decode().encode(encoding)), "a.docx")


def test_a_docx_that_unpacks_to_too_much_is_refused() -> None:
    with pytest.raises(InputError, match="unpacks to more than 200 MB"):
        read_outline(rewrite_part(make_docx(), "word/media/image.png", b"\0" * (201 * 1024**2)), "a.docx")


@pytest.mark.parametrize("content", [b"", b"<w:document", b"no xml at all", b"\xff\xfe"])
def test_a_damaged_docx_is_refused(content: bytes) -> None:
    with pytest.raises(InputError, match="damaged"):
        read_outline(rewrite_part(make_docx(), "word/document.xml", content), "a.docx")


def test_half_a_docx_is_refused() -> None:
    with pytest.raises(InputError, match="damaged"):
        read_outline(make_docx()[:2_000], "a.docx")


# --- CSV --------------------------------------------------------------------------------------------------------------


def test_a_csv_is_one_table_with_its_columns() -> None:
    reading = read_outline("name;price\noar;3\nsäil;40\n".encode("cp1252"), "a.csv")
    assert shape(reading) == [("table", "name | price\noar | 3\nsäil | 40")]
    assert reading.blocks[0].columns == "name | price"


# --- what a file says and what it is ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "name", "words"),
    [
        (make_pdf([["text"]]), "notes.txt", "notes.txt is PDF, not text as its name says"),
        (make_pdf([["text"]]), "page.html", "is PDF, not HTML"),
        (make_docx(), "notes.md", "is Word"),
        (make_docx(), "paper.pdf", "is Word"),
        (b"only text", "paper.pdf", "is not PDF as its name says"),
        (b"only text", "paper.docx", "is not Word"),
        (b"", "a.md", "is empty"),
        (b" \n\t ", "a.txt", "is empty"),
        (b"\x00\x01\x02\x03", "a.txt", "is not a document"),
        (b"\x89PNG\r\n\x1a\n", "a.txt", "is an image"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a.docx", "old Office file, or one protected by a password"),
        (b"{\\rtf1 words}", "a.txt", "is RTF"),
        (make_zip({"a.txt": b"text"}), "a.docx", "is a zip archive"),
        (make_zip({"[Content_Types].xml": b"x", "xl/workbook.xml": b"x"}), "a.xlsx", "Office file that is no DOCX"),
        (b"PK\x03\x04" + b"x" * 100, "a.docx", "damaged archive or Office file"),
    ],
)
def test_a_file_that_is_no_document_or_another_one_than_it_says_is_refused(data: bytes, name: str, words: str) -> None:
    with pytest.raises(InputError, match=words.replace("(", r"\(")):
        read_outline(data, name)


@pytest.mark.parametrize("name", ["report", "report.PDF", "report.pdf.1"])
def test_a_file_whose_name_claims_nothing_else_is_read_as_what_it_is(name: str) -> None:
    assert read_outline(make_pdf([["Some words"]]), name).kind == "pdf"


def test_a_huge_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sniffing_module, "LARGEST_FILE", 1024**2)
    with pytest.raises(InputError, match="larger than 1 MB"):
        read_outline(b"x" * (1024**2 + 1), "a.txt")


def test_a_document_of_too_many_characters_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outline_module, "MOST_CHARACTERS", 1_000)
    with pytest.raises(InputError, match="more than 1,000 characters"):
        read_outline(b"words and more\n\n" * 100, "a.txt")


# --- archives ---------------------------------------------------------------------------------------------------------


def reasons(files: dict[str, bytes]) -> dict[str, str]:
    return {name: "" if isinstance(found, bytes) else str(found) for name, found in unpack(make_zip(files), "a.zip")}


def test_an_archive_gives_its_files_by_their_paths_without_litter() -> None:
    files = {"a.md": b"# A", "deep/er/b.txt": b"b", "__MACOSX/._a.md": b"x", "deep/.DS_Store": b"x", "._c": b"x"}
    assert dict(unpack(make_zip(files), "a.zip")) == {"a.md": b"# A", "deep/er/b.txt": b"b"}


@pytest.mark.parametrize("name", ["../evil.md", "a/../../evil.md", "/etc/passwd", "..\\evil.md", "C:\\evil.md"])
def test_a_path_that_leaves_the_archive_is_refused_and_the_rest_goes_in(name: str) -> None:
    found = reasons({"good.md": b"# Good", name: b"evil"})
    assert found.pop("good.md") == ""
    assert "would leave the archive's own folder" in next(iter(found.values()))


def test_an_archive_in_an_archive_is_refused_and_a_docx_in_one_is_not() -> None:
    found = reasons(
        {"inner.zip": make_zip({"a.md": b"a"}), "inner.docx": make_docx(), "renamed.md": make_zip({"a": b"a"})}
    )
    assert "archive inside an archive" in found["inner.zip"]
    assert "archive inside an archive" in found["renamed.md"]
    assert found["inner.docx"] == ""


@pytest.mark.slow
def test_a_zip_bomb_is_refused_before_it_is_unpacked() -> None:
    zeros = b"\0" * (40 * 1024**2)
    bomb = make_zip({f"{number}.txt": zeros for number in range(13)})
    assert len(bomb) < 1024**2
    with pytest.raises(InputError, match="unpacks to more than 500 MB"):
        list(unpack(bomb, "a.zip"))


def test_a_file_that_is_too_large_in_an_archive_is_refused_and_the_rest_goes_in() -> None:
    found = reasons({"huge.txt": b"\0" * (51 * 1024**2), "good.md": b"# Good"})
    assert "larger than 50 MB" in found["huge.txt"]
    assert found["good.md"] == ""


def test_an_archive_that_lies_about_sizes_gives_no_more_than_it_said() -> None:
    data = bytearray(make_zip({"a.txt": b"\0" * 10_000_000}))
    central = data.rindex(b"PK\x01\x02")
    data[central + 24 : central + 28] = struct.pack("<I", 10)
    found = dict(unpack(bytes(data), "a.zip"))
    assert isinstance(found["a.txt"], InputError)
    assert "damaged" in str(found["a.txt"])


def test_an_archive_of_too_many_files_is_refused() -> None:
    with pytest.raises(InputError, match="more than 10,000 files"):
        list(unpack(make_zip({f"{number}.md": b"x" for number in range(10_001)}, zipfile.ZIP_STORED), "a.zip"))


def test_an_encrypted_file_in_an_archive_is_refused_and_the_rest_goes_in() -> None:
    data = bytearray(make_zip({"locked.md": b"secret", "good.md": b"# Good"}))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + offset] |= 1
    found = dict(unpack(bytes(data), "a.zip"))
    assert "protected by a password" in str(found["locked.md"])
    assert found["good.md"] == b"# Good"


@pytest.mark.parametrize(
    "data", [b"", b"PK\x03\x04 no archive", make_zip({"a.md": b"x" * 500})[:60]], ids=["empty", "no archive", "cut off"]
)
def test_a_damaged_archive_is_refused(data: bytes) -> None:
    with pytest.raises(InputError, match="damaged"):
        list(unpack(data, "a.zip"))


def test_a_term_leads_its_definition_and_terms_that_share_one_stand_together() -> None:
    terms = "<dl><dt>-f</dt><dt>--force <a href='#f'>¶</a></dt><dd>Push.<dl><dt>hard</dt><dd>Very.</dd></dl></dd></dl>"
    page = f"<meta charset='utf-8'><h1>Pump</h1>{terms}<p>End.</p>".encode()
    reading = read_html(page, "pump.html")
    led = {reading.text[one.start : one.end]: one.headings for one in reading.blocks if one.kind == "paragraph"}
    assert led == {"Push.": ("Pump", "-f, --force"), "Very.": ("Pump", "-f, --force", "hard"), "End.": ("Pump",)}


def test_a_title_that_the_first_heading_repeats_is_said_once() -> None:
    page = b"<title>Pump</title><h2>Pump</h2><p>It hums.</p>"
    assert [one.headings for one in read_html(page, "pump.html").blocks] == [("Pump",)] * 2


def test_a_frame_around_a_note_is_no_table() -> None:
    page = b"<h1>Pump</h1><table><tr><th></th><th>Note</th></tr><tr><td></td><td>It is loud.</td></tr></table>"
    reading = read_html(page, "pump.html")
    assert [(one.kind, reading.text[one.start : one.end]) for one in reading.blocks[1:]] == [
        ("paragraph", "Note It is loud.")
    ]


def test_numbered_clauses_of_a_plain_text_stand_alone_below_their_numbered_headings() -> None:
    text = (
        b"1. Scope\nThis policy applies to all.\n\n2. Approval\n2.1 Domestic trips are approved.\n"
        b"2.2 Others wait.\n\n1. Pack\n2. Go\n"
    )
    assert shape(read_outline(text, "policy.txt")) == [
        ("h2", "1. Scope"),
        ("paragraph", "This policy applies to all."),
        ("h2", "2. Approval"),
        ("paragraph", "2.1 Domestic trips are approved."),
        ("paragraph", "2.2 Others wait."),
        ("list", "1. Pack\n2. Go"),
    ]


def test_a_line_that_goes_on_with_a_number_is_no_clause() -> None:
    text = b"The parcel may weigh\n2.5 kg and not more,\n3.1 at the most.\n"
    assert [kind for kind, _ in shape(read_outline(text, "parcel.txt"))] == ["paragraph"]
