"""Turns of a conversation as they are taken away: of every kind of block, of every verdict, and hostile ones."""

from __future__ import annotations

from typing import Any

from core.codec import to_state
from core.evidence.verdicts import EXACT_CHECK, WORD_FOR_WORD, Verdict, Words
from core.systems.knowledge_base.answer.support import RIGHT_WEIGHTS, SUPPORT_WEIGHTS
from core.systems.knowledge_base.answer.units import parts_to_state
from core.systems.knowledge_base.ingest.documents import read_document
from core.systems.knowledge_base.state import Retrieved, State, begin_turn
from tests.systems.knowledge_base.little_manual import retrieved

PAGE = """<h1>Pumps</h1><p>Start -- it &quot;slowly&quot; -> 5 % ... (c).</p>
<ul><li>Close the *valve*.</li><li>By hand.</li></ul>
<table><tr><th>Pump</th><th>Litres</th></tr><tr><td>A &lt;1&gt;</td><td>=40</td></tr></table>
<pre>if a -> b:
    pump  --start \\
	"x"</pre>"""
EVIL = "<script>alert(1)</script> <img src=http://evil.example/x.png> ![x](http://evil.example) & \x07 \ufffe {"


def page() -> Retrieved:
    """A passage with a paragraph, a list, a table and code."""
    _, _, [passage] = read_document(PAGE.encode(), "pumps.html")
    parts = parts_to_state(passage.parts)
    headings = list(passage.headings)
    return retrieved(passage.text, id="d:1", name="pumps.html", headings=headings, parts=parts,
                     start=passage.start, end=passage.end, page=12, begins_on=12)  # fmt: skip


def sentence(document: Retrieved, text: str, verdict: Verdict, number: int = 1, **fields: Any) -> dict[str, Any]:
    """A sentence of an answer; a quotation where it stands in the passage."""
    start = max(document["text"].find(text), 0)
    place = {"number": number, "passage": document["id"], "document": document["document"], "name": document["name"]}
    where = {"start": document["start"] + start, "end": document["start"] + start + len(text), "page": document["page"]}
    rest = {"quoted": text in document["text"], "also": [], "place": 0, "key": "k", "verdict": to_state(verdict)}
    return {**place, **where, **rest, "text": text, **fields}


def turn(request: str, documents: list[Retrieved], sentences: list[Any], **answer: Any) -> State:
    """The state at the end of a question."""
    empty: Any = begin_turn([], "")
    given = {**empty["answer"], "sentences": sentences, "answered_by": "Offline rules", **answer}
    tried = [{"query": request}]
    state: Any = {**empty, "request": request, "original_query": request, "retrieved_documents": documents,
                  "answer": given, "attempts": tried}  # fmt: skip
    return state  # type: ignore[no-any-return]


WORD = Verdict("backed", WORD_FOR_WORD, "It stands there.")
OPEN = Verdict("not checked", reason="Nobody could check it.")
STRUCK = Verdict("not in the passage", EXACT_CHECK, "It cites none.")


def mixed() -> list[State]:
    """An answer with everything in it, one that is perhaps not in the documents, and a refusal."""
    document = page()
    whole = sentence(document, document["text"][document["text"].index("Start") :], WORD)
    judged = Verdict("backed", "A model", "It says so.", shown_by=(Words(0, 17, 29),))
    other = retrieved("The valve closes at 6 bar.", id="e:1", document="e", name="valve.md", headings=["Valve", "Use"])
    said = sentence(other, "Valves close, as one may put it.", judged, 2, also=[sentence(document, "By hand.", WORD)])
    unsure = sentence(other, "Nobody knows.", OPEN, 2)
    struck = {"text": "Pigs fly.", "cites": [], "place": 9, "key": "k", "verdict": to_state(STRUCK)}
    first = turn("How is it started?", [document, other, retrieved("Unread.", id="f:1")], [whole, said, unsure],
                 struck=[struck], note="Asked once more.")  # fmt: skip
    resolved: Any = {**first, "follow_up": {"resolved": True, "asked": "And it?"}, "request": "And it?"}
    measures = dict.fromkeys([*SUPPORT_WEIGHTS, *RIGHT_WEIGHTS], 0.5)
    perhaps = turn("At which pressure?", [other], [sentence(other, "The valve closes at 6 bar.", WORD)],
                   outcome="perhaps not in the documents", support=0.4, measures=measures)  # fmt: skip
    refused = turn("Who sang?", [other], [], refused=True, outcome="not in the documents", nearest=["e:1"])
    return [resolved, perhaps, refused]


def hostile() -> State:
    """A conversation whose every text tries to break out of its file."""
    document = retrieved(EVIL, id="d:1", name=EVIL, headings=[EVIL])
    struck = {"text": EVIL, "cites": [], "place": 9, "key": "k", "verdict": to_state(STRUCK)}
    return turn(EVIL, [document], [sentence(document, EVIL, OPEN)], struck=[struck], note=EVIL, answered_by=EVIL)
