"""A request understood: every word told, nothing that is nowhere said, and what was taken away stays away."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.codec import from_state
from core.language.reading import untold
from core.systems.expert_search.requirements.cell import LIKELY
from core.systems.expert_search.requirements.requirement import Requirements
from core.systems.expert_search.requirements.understanding import understand
from core.systems.expert_search.tasks import ReadRequest, ReadRequirement
from tests.systems.expert_search.little_people import run
from tests.systems.expert_search.requirements.grammar.reading_of import CONTEXT, PEOPLE

REQUEST = "two people for tidal dredging in Ghana, ideally French-speaking, not from the ministry, day rate under 500"
WORDS = (
    "kilns", "not", "in", "Ghana", "French", "speaking", "and", "or", ",", ";", "ten", "years", "two", "people", "must",
    "ideally", "without", "nobody", "from", "the", "ministry", "with", "a", "PMP", "Ann", "Okwuosa-Lind", "one", "of",
    "them", "rate", "under", "500", "March", "free", "who", "isn't", "(", ".", "12+", "a plus", "glass", "Kenyan",
)  # fmt: skip


class Says:
    """An engine that answers what it is told to."""

    label, offline = "Scripted", False

    def __init__(self, answer: ReadRequest) -> None:
        self.answer = answer

    def ask(self, task: object, /, *_: object, **__: object) -> ReadRequest:
        return self.answer


def answered(*wanted: ReadRequirement, people: int = 1, request: str = REQUEST) -> Requirements:
    engine = Says(ReadRequest(wanted=list(wanted), people=people))
    return understand(request, replace(CONTEXT, engine=engine))[0]  # type: ignore[arg-type]


@given(st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join) | st.text(max_size=80))
def test_every_word_is_told_whatever_is_asked(request_: str) -> None:
    requirements, reading = understand(request_, CONTEXT)
    assert not untold(reading)
    assert from_state(Requirements, reading.plan) == requirements
    assert len({one.id for one in requirements.wanted}) == len(requirements.wanted)


@pytest.mark.parametrize(
    "said", ["not in ", "one of them ", "10 years ", "French, ", "a and b. ", "need 2 ", "((", "a-"]
)
def test_endless_requests_are_read(said: str) -> None:
    assert not untold(understand(said * 2000, CONTEXT)[1])


def test_every_requirement_has_a_chip_that_takes_it_away() -> None:
    requirements, reading = understand(REQUEST, CONTEXT)
    only_topic = {one.id for one in requirements.topics}
    assert {chip.id for chip in reading.chips} == {one.id for one in requirements.wanted} - only_topic
    for chip in reading.chips:
        less, again = understand(REQUEST, replace(CONTEXT, without=frozenset((chip.id,))))
        assert {one.id for one in less.wanted} == {one.id for one in requirements.wanted} - {chip.id}
        assert again.removed == (chip,)


def test_topics_that_were_parted_by_guess_are_one_again_when_that_is_undone() -> None:
    whole = "flood modelling and drainage design"
    request = f"two people for {whole}"
    _, reading = understand(request, CONTEXT)
    (guess,) = reading.assumed
    assert understand(request, replace(CONTEXT, without=frozenset((guess.id,))))[0].topics[0].value == whole


def test_a_list_that_was_kept_whole_by_guess_is_parted_when_that_is_undone() -> None:
    for request in ("flood modelling and drainage design", "kilns, ropes"):
        _, reading = understand(request, CONTEXT)
        (guess,) = reading.assumed
        assert len(understand(request, replace(CONTEXT, without=frozenset((guess.id,))))[0].topics) == 2


def test_what_a_model_reads_stands_where_the_request_says_it() -> None:
    read = answered(
        ReadRequirement(kind="topic", value="dredging", quote="tidal dredging"),
        ReadRequirement(kind="place", value="Ghana", quote="in Ghana"),
        ReadRequirement(kind="language", value="French", quote="ideally French-speaking", hard=False),
        people=2,
    )
    assert [one.value for one in read.topics] == ["dredging"]
    assert any(one.kind == "language" and not one.hard for one in read.wanted)
    assert read.people == 2
    assert not read.unsaid


def test_a_level_that_a_model_calls_by_its_usual_name_is_said_and_a_superlative_only_ranks() -> None:
    for said, level in (("early-career", "junior"), ("most experienced", "most senior")):
        wanted = ReadRequirement(kind="seniority", value=level, quote=said, hard=True)
        read = answered(wanted, request=f"the {said} person who knows about kilns")
        (one,) = (one for one in read.wanted if one.kind == "seniority")
        assert (one.value, one.hard, read.unsaid) == (level, level == "junior", ())


def test_a_model_that_lies_changes_nothing_that_is_said() -> None:
    offline = understand(REQUEST, CONTEXT)[0]
    lies = (
        ReadRequirement(kind="place", value="Kenya", quote="in Kenya"),
        ReadRequirement(kind="place", value="Kenya", quote="in Ghana"),
        ReadRequirement(kind="years", low=10, quote="two people"),
        ReadRequirement(kind="years", low=10, quote=""),
        ReadRequirement(kind="column", column="salary", high=500, quote="day rate under 500"),
        ReadRequirement(kind="column", column="day_rate", high=50, quote="day rate under 500"),
        ReadRequirement(kind="person", value="Bo Tindall", quote="people"),
        ReadRequirement(kind="topic", value="", quote="tidal dredging"),
        ReadRequirement(kind="language", value="German", quote="French-speaking"),
    )
    read = answered(*lies, people=40)
    assert replace(read, unsaid=()) == offline
    assert read.unsaid
    assert all("is not said" in told for told in read.unsaid)
    flood = [ReadRequirement(kind="topic", value=f"lie {number}", quote="dredging") for number in range(10_000)]
    assert replace(answered(*flood), unsaid=()) == offline


def test_a_model_cannot_turn_what_is_left_out_into_what_is_wanted() -> None:
    read = answered(
        ReadRequirement(kind="organisation", value="ministry", quote="from the ministry"),
        ReadRequirement(kind="place", value="Ghana", quote="in Ghana", excluded=True),
    )
    assert {one.value: one.excluded for one in read.wanted if one.kind in ("organisation", "place")} == {
        "ministry": True, "Ghana": False,
    }  # fmt: skip


def test_a_model_cannot_ask_for_what_is_not_needed_or_judge_by_what_nobody_tells() -> None:
    request = "kilns, English is not needed, does not charge for travel"
    read = answered(
        ReadRequirement(kind="topic", value="kilns", quote="kilns"),
        ReadRequirement(kind="language", value="English", quote="English"),
        ReadRequirement(kind="topic", value="charge for travel", quote="not charge for travel", excluded=True),
        request=request,
    )
    assert [one.value for one in read.wanted] == ["kilns"]


def test_a_word_that_only_organisations_have_is_told_to_stand_there() -> None:
    told = {word.text: word.as_ for word in understand("a trust for kilns", CONTEXT)[1].words}
    assert "names of organisations" in told["trust"]


def test_a_guess_that_was_undone_stays_undone_when_something_else_is_taken_away() -> None:
    request = "glass and kilns in Ghana"
    guess = next(word.id for word in understand(request, CONTEXT)[1].assumed)
    undone = understand(request, replace(CONTEXT, without=frozenset({guess, "whole:of another request"})))[1]
    assert [chip.id for chip in undone.removed] == [guess]
    assert all(word.id != guess for word in undone.assumed)


@pytest.mark.parametrize(
    ("request_", "lost"),
    [
        ("glazes for people who cannot read", "cannot read"),
        ("rope bridges for those who don't swim", "don't swim"),
    ],
)
def test_a_not_that_leaves_nobody_out_is_told(request_: str, lost: str) -> None:
    assert lost in {word.text for word in understand(request_, CONTEXT)[1].unused}


@pytest.mark.parametrize("request_", ["kilns that do not start", "glazes, not from Peru", "kilns, English not needed"])
def test_a_not_of_a_thing_or_that_is_kept_is_not_told_as_lost(request_: str) -> None:
    assert not [word for word in understand(request_, CONTEXT)[1].unused if "left out" in word.as_]


@pytest.mark.parametrize(
    ("request_", "told"), [("sleep, learning", "sleep, learning"), ("coral reefs, tides, quokkas", "reefs, tides")]
)
def test_a_sign_that_joins_one_topic_is_told_with_the_words_beside_it_and_these_by_themselves(
    request_: str, told: str
) -> None:
    reading = understand(request_, CONTEXT)[1]
    assert [word.text for word in reading.assumed] == [told]
    others = {word for phrase in (*reading.used, *reading.unused) for word in phrase.text.split()}
    assert others >= set(request_.replace(",", " ").split())


@pytest.mark.parametrize(
    ("request_", "language"),
    [
        ("procuramos alguém que saiba construir fornos de cerâmica", "Portuguese"),
        ("wir suchen jemanden, der Brennöfen bauen kann", "German"),
        ("nous cherchons quelqu'un pour construire des fours", "French"),
    ],
)
def test_a_request_in_another_language_is_asked_back_and_nobody_likely_knows_of_it(
    request_: str, language: str
) -> None:
    assert language in understand(request_, CONTEXT)[0].vague
    state = run(PEOPLE, request_)
    assert state["nothing_good"]
    assert all(one["knows"] < LIKELY for of_topic in state["qualities"].values() for one in of_topic.values())


@pytest.mark.parametrize("request_", ["somebody who casts bells for churches", "zzyzx qwrtp", "Ann Okwuosa-Lind"])
def test_an_english_request_or_a_name_is_in_no_other_language(request_: str) -> None:
    assert "read in English" not in understand(request_, CONTEXT)[0].vague
