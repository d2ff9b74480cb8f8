"""An answer is copied with its references, and says what is not sure."""

from __future__ import annotations

from core.systems.knowledge_base.deliver.plain import to_plain
from tests.systems.knowledge_base.deliver.turns import mixed, page


def test_every_sentence_has_its_numbers_and_every_number_its_reference() -> None:
    code = page()["text"][page()["text"].index("if a") :].strip()
    assert to_plain(mixed()[0]) == (
        "How is it started?\n\n"
        'Start -- it "slowly" -> 5 % ... (c).\n- Close the *valve*.\n- By hand.\nPump | Litres\nA <1> | =40\n'
        f"{code}\n[1]\n\n"
        "Valves close, as one may put it. [2][1]\n\n"
        "Nobody knows. [2] (not checked)\n\n"
        "[1] pumps.html, page 12, Pumps\n[2] valve.md, Valve › Use\n"
    )


def test_what_is_perhaps_or_surely_not_in_the_documents_says_so() -> None:
    _, perhaps, refused = mixed()
    question, warning, said, *references = to_plain(perhaps).split("\n\n")
    assert question == "At which pressure?"
    assert warning.startswith("Perhaps not in the documents: what is quoted first ")
    assert (said, references[0][:9]) == ("The valve closes at 6 bar. [1]", "[1] valve")
    assert to_plain(refused) == "Who sang?\n\nNo answer was found."
    units = [{"number": 1, "start": 0, "end": 26, "share": 1.0}]
    near = {**refused, "evidence": {"terms": [], "units": units}}
    assert to_plain(near).endswith("No answer was found. Nearest: “The valve closes at 6 bar.” (valve.md)")  # type: ignore[arg-type]
    nothing_held = {**mixed()[0], "answer": {**mixed()[0]["answer"], "sentences": []}}
    assert to_plain(nothing_held) == "How is it started?\n\nThe only sentence did not hold."  # type: ignore[arg-type]


def test_running_text_has_no_line_ends_of_its_page() -> None:
    state = mixed()[1]
    document = state["retrieved_documents"][0]
    document["text"] = "The valve closes\nat 6\u00a0bar."
    state["answer"]["sentences"][0] |= {"text": "The valve closes at 6\u00a0bar."}
    assert "The valve closes at 6\u00a0bar. [1]" in to_plain(state)
