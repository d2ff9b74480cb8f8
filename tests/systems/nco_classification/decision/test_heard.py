"""Own words in an answer: clear ones decide, those that tell of other work settle nothing, fragments complete."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.decision.assessment import assess
from core.systems.nco_classification.decision.heard import AGREED, GAVE_WAY, both, decides_alone, heard
from core.systems.nco_classification.state import Answer
from tests.systems.nco_classification.little_index import (
    CLEAR,
    TAILOR,
    Case,
    LittleIndex,
    candidate,
    make_assessment,
    make_state,
    new_case,
)

ASKED, OWN = "works with cloth all day long", "she stitches the blouses that women order"
VAGUE = [("7531", 0.5), ("7522", 0.499), ("7511", 0.498), ("7549", 0.497)]
WEAVERS, PORTERS = [("8152", 0.95), ("8151", 0.3)], [("9333", 0.45), ("9334", 0.44)]


def own(words: str, **more: str) -> Answer:
    answer: Answer = {
        "question": "Which?", "said": words, "code": "", "job": "", "words": words, "checkpoint": "x",
    }  # fmt: skip
    return {**answer, **more}  # type: ignore[typeddict-item]


def case(**found: list[tuple[str, float]]) -> Case:
    """A run in which the request, the own words, and both together are found as told."""
    said = {"request": ASKED, "alone": OWN, "together": f"{ASKED} {OWN}"}
    every = {said[name]: hits for name, hits in found.items()}
    every |= {f"{ASKED}\n{OWN}": found["together"]}
    return new_case(LittleIndex(every))


def test_own_words_that_are_clear_decide_and_what_was_said_before_gives_way() -> None:
    run = case(request=VAGUE, alone=CLEAR, together=VAGUE[1:]).ask(ASKED)
    assert run.question
    run.answer({"answer": OWN})
    assert run.codes == ["7531"]
    assert run.state["words"] == OWN
    read = {one["text"]: (one["fate"], one["as_"]) for one in run.state["reading"]["words"]}
    assert read["cloth"] == ("aside", GAVE_WAY)
    assert read["blouses"][0] == "used"


def test_long_own_words_do_not_decide_against_what_all_words_tell() -> None:
    said = f"{OWN} and she hems the curtains of a shop"
    index = LittleIndex({ASKED: VAGUE, said: CLEAR, f"{ASKED} {said}": VAGUE[1:]})
    run = new_case(index).ask(ASKED).answer({"answer": said})
    assert run.codes == []
    assert {code for choice in run.response["choices"] for code in choice["codes"]} >= {"7531", "7522"}


def test_what_own_words_tell_again_needs_to_be_less_likely() -> None:
    agreed = [("7531", 0.42), ("7522", 0.36)]
    context = new_case(LittleIndex(otherwise=agreed)).context
    state = make_state(f"{ASKED} {OWN}", answers=[own(OWN)], request=ASKED)
    assert assess(state, [candidate(*hit) for hit in agreed], context).threshold == AGREED
    again = make_state(f"{ASKED} {OWN}", answers=[own(ASKED)], request=ASKED)
    assert assess(again, [candidate(*hit) for hit in agreed], context).threshold > AGREED
    careful = new_case(LittleIndex(otherwise=agreed), threshold=0.97).context
    assert assess(state, [candidate(*hit) for hit in agreed], careful).threshold > AGREED


def test_what_all_words_tell_as_surely_keeps_all_words() -> None:
    run = case(request=VAGUE, alone=CLEAR, together=CLEAR).ask(ASKED).answer({"answer": OWN})
    assert (run.codes, run.state["words"]) == (["7531"], f"{ASKED}\n{OWN}")


def test_own_words_that_tell_of_other_work_than_all_words_settle_nothing_and_both_are_offered() -> None:
    run = case(request=VAGUE, alone=PORTERS, together=WEAVERS).ask(ASKED).answer({"answer": OWN})
    assert run.codes == []
    assert {code for choice in run.response["choices"] for code in choice["codes"]} >= {"8152", "9333"}
    assert all(one in run.response["reason"] for one in ("Freight Handlers", "Weaving"))
    assert run.response["partial"] is None
    assert "9333" in [one["family"] for one in run.state["candidates"]]


def test_what_was_certain_is_not_certain_any_more_where_own_words_speak_against_it() -> None:
    words = f"{ASKED}\n{OWN}"
    assert make_assessment(words, *VAGUE, certain_before="75", answers=[own("in a bank")]).certain == "75"
    context = new_case(LittleIndex({OWN: PORTERS})).context
    spoken = make_state(words, certain_before="75", answers=[own(OWN)], request=ASKED)
    assert assess(spoken, [candidate(*hit) for hit in VAGUE], context).certain == ""


def test_in_the_last_round_two_readings_are_an_honest_doubt() -> None:
    run = new_case(LittleIndex({ASKED: VAGUE, OWN: PORTERS, f"{ASKED} {OWN}": WEAVERS}), most_questions=1)
    run.ask(ASKED).answer({"answer": OWN})
    assert (run.codes, run.question, run.response["partial"]) == ([], None, None)
    assert "Freight Handlers" in run.response["reason"]


@pytest.mark.parametrize("words", ["mobile phones", "in a bank"])
def test_what_only_completes_the_words_before_it_opposes_nothing(words: str) -> None:
    alone = heard(ASKED, [own(words)], new_case(LittleIndex(otherwise=PORTERS)).context)
    assert alone
    assert not alone.whole


def test_only_own_words_without_a_choice_are_read_alone() -> None:
    context = new_case().context
    assert heard(ASKED, [], context) is None
    assert heard(ASKED, [own("")], context) is None
    assert heard(ASKED, [own(OWN, code="7531")], context) is None
    assert heard(ASKED, [own(OWN, value="own")], context) is None
    assert heard(ASKED, [own("housewife")], context) is None
    assert heard(ASKED, [own(OWN), own("", value="own")], context) is None


def test_both_readings_share_the_probability_and_it_is_at_most_all() -> None:
    alone = heard(ASKED, [own(OWN)], new_case(LittleIndex(otherwise=PORTERS)).context)
    assert alone
    shares = both({"8152": 0.8, "8151": 0.1}, alone)
    assert sum(shares.values()) <= 1 + 1e-9
    assert shares["9333"] == pytest.approx(shares["8152"])


def test_words_that_are_clear_do_not_stand_alone_beside_the_same_family() -> None:
    context = new_case(LittleIndex(otherwise=CLEAR)).context
    alone = heard(ASKED, [own(OWN)], context)
    assert alone
    assert alone.clear
    assert not decides_alone(alone, context.reader.read(TAILOR), context)
    assert decides_alone(alone, context.reader.read("doctor"), context)
