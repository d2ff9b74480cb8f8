"""A conversation as HTML says everything, word for word, and nothing in it runs or is fetched."""

from __future__ import annotations

from core.systems.knowledge_base.deliver.html import to_html
from tests.systems.knowledge_base.deliver.turns import EVIL, hostile, mixed, page
from tests.systems.research_reports.deliver.reading import Tags


def test_it_loads_nothing_and_runs_nothing_whatever_the_documents_say() -> None:
    file = to_html(EVIL, EVIL, [hostile(), *mixed()])
    read = Tags(file)
    assert not {tag for tag, _ in read.tags} & {"script", "img", "iframe", "link", "object", "form", "svg", "base"}
    assert all(not name.startswith("on") for _, attributes in read.tags for name in attributes)
    assert all((attributes["href"] or "").startswith("#") for tag, attributes in read.tags if tag == "a")
    assert "url(" not in file
    assert "@import" not in file
    assert "<script>alert(1)</script>" in read.text


def test_every_citation_and_every_mark_leads_to_something_in_the_file() -> None:
    read = Tags(to_html("Pumps", "Manuals", mixed()))
    there = [attributes["id"] for _, attributes in read.tags if "id" in attributes]
    targets = {(attributes["href"] or "")[1:] for tag, attributes in read.tags if tag == "a"}
    assert len(there) == len(set(there))
    assert targets <= set(there)
    assert {"s1-1", "s1-2", "v1-1", "v1-3", "s2-1", "v2-1"} <= targets


def test_quotations_stand_word_for_word_as_what_they_are_in_the_document() -> None:
    file = to_html("Pumps", "Manuals", mixed()[:1])
    read = Tags(file)
    assert 'Start -- it "slowly" -> 5 % ... (c).' in read.text
    assert "<li>Close the *valve*.</li><li>By hand.</li>" in file
    assert "<tr><th>Pump</th><th>Litres</th></tr><tr><td>A &lt;1&gt;</td><td>=40</td></tr>" in file
    code = page()["text"][page()["text"].index("if a") :].strip()
    assert f"<pre><code>{code.replace('>', '&gt;').replace(chr(34), '&quot;')}</code></pre>" in file


def test_it_says_what_the_markdown_says() -> None:
    text = Tags(to_html("Pumps", "Manuals", mixed())).text
    for told in (
        "1. And it?", "Understood as: How is it started?", "Asked of: Manuals.",
        "1 of 4 sentences did not hold.", "Pigs fly. ∅ Not in the passage, exact check. It cites none.",
        "[1] pumps.html › Pumps, page 12, characters", "[2] valve.md › Valve › Use, characters 0 to 26:",
        "Quoted word for word.", "? Not checked. Nobody could check it.", "Asked once more.",
        "Perhaps not in the documents: what is quoted first", "No answer was found. The nearest passages:",
        "Answered by: Offline rules. Queries tried: How is it started?.",
    ):  # fmt: skip
        assert told in text, told
    assert "Unread." not in text
    backed = Tags(to_html("Pumps", "Manuals", mixed(), only_backed=True)).text
    assert "Nobody knows." not in backed
    assert "Pigs fly." not in backed
    assert "Left out here as not checked: 1 of 3 sentences." in backed


def test_it_is_dark_where_its_reader_likes_it_dark() -> None:
    file = to_html("Pumps", "Manuals", mixed())
    assert "prefers-color-scheme:dark" in file
    assert "color-scheme:light dark" in file
