"""The quality is a probability that rests on a person's best document, and never falls when more is found."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import StoreError
from core.systems.expert_search.people.records import Expert, People, ProjectAnswer
from core.systems.expert_search.ranking import quality
from core.systems.expert_search.ranking.quality import BY_MEANING, Known, qualities, reliability, ways
from core.systems.expert_search.requirements.cell import LIKELY, MET, PARTLY
from tests.systems.expert_search.little_people import ANSWERS, EXPERTS, little_people, run

PEOPLE = little_people()
HELPING = [ProjectAnswer(f"h{number}", "one", answer="No help.") for number in range(9)]
OF_SUN = ("sun", "a1", "a2", "a3", "a4")


def of_sun(query: str, *documents: str) -> float:
    return qualities(PEOPLE, [(query, 1.0)], {"sun": documents or OF_SUN})["sun"][0]


def test_a_topic_of_their_own_passes_the_gate_and_one_that_nobody_has_does_not() -> None:
    assert of_sun("perovskite films") > 0.5
    assert of_sun("medieval coin hoards") < 0.5
    assert of_sun("") < 0.5


def test_it_rests_on_the_document_that_says_most() -> None:
    told, _, document = qualities(PEOPLE, [("damp heat", 1.0)], {"sun": OF_SUN})["sun"]
    assert document == "a1"
    assert told == pytest.approx(of_sun("damp heat", "a1"))
    assert of_sun("damp heat", "a4") < told


@given(st.sets(st.sampled_from(OF_SUN), min_size=1), st.sampled_from(OF_SUN), st.floats(0, 1))
def test_it_never_falls_when_more_is_found(found: set[str], more: str, counts: float) -> None:
    before = qualities(PEOPLE, [("roof films", 1.0)], {"sun": found})["sun"]
    for after in (
        qualities(PEOPLE, [("roof films", 1.0)], {"sun": found | {more}})["sun"],
        qualities(PEOPLE, [("roof films", 1.0), ("damp heat", counts)], {"sun": found})["sun"],
    ):
        assert after.quality >= before.quality - 1e-6
        assert after.knows >= before.knows - 1e-6


@pytest.mark.parametrize("topic", ["earthquakes", "earthquakes or landslides"])
def test_meaning_alone_is_no_more_than_perhaps_where_others_here_write_the_word(sample: People, topic: str) -> None:
    """The answer of a groundwater modeller speaks of tremors; the field of a seismologist is earthquakes."""
    known = qualities(sample, [(topic, 1.0)], {"e061": ["e061"], sample.owner("answer-140"): ["answer-140"]})
    assert known[sample.owner("answer-140")].knows == BY_MEANING < known["e061"].knows


@pytest.mark.parametrize("topic", ["brass welding {} village chapels", "silver or brass welding {} chapels"])
@pytest.mark.parametrize("joined", ["for", "in"])
def test_who_writes_no_word_of_the_matter_knows_no_more_than_of_it_alone(topic: str, joined: str) -> None:
    chapels = Expert("chapels", "Ann", "Village chapels", "Paints village chapels.")
    brass = Expert("brass", "Bo", "Brass welding", "Welding of brass.")
    asked = topic.format(joined)
    known = of_everybody(little_people([chapels, brass], []), asked)
    alone = of_everybody(little_people([chapels, brass], []), asked.partition(f" {joined} ")[0])
    assert known["chapels"].knows == pytest.approx(alone["chapels"].knows, rel=1e-4)
    assert known["chapels"].quality < 0.5
    assert max(known["chapels"].knows, PARTLY) < known["brass"].knows
    heading = [ProjectAnswer("a", "chapels", "Brass", "", "Yes.")]
    assert of_everybody(little_people([chapels, brass], heading), asked)["chapels"].knows > alone["chapels"].knows


@pytest.mark.parametrize("topic", ["AI for village chapels", "help for village chapels in limestone"])
def test_what_weighs_little_or_is_an_abbreviation_is_not_the_matter(topic: str) -> None:
    people = little_people([Expert("one", "Ann", "Village chapels", "Paints village chapels.")], HELPING)
    assert of_everybody(people, topic)["one"].knows > PARTLY


@pytest.mark.parametrize(
    ("one", "other"), [("solar cells", "batteries"), ("desalination", "water pumps"), ("wind power plants", "dams")]
)
def test_the_order_of_two_of_which_either_will_do_changes_nothing(one: str, other: str) -> None:
    assert set(ways(PEOPLE, f"{one} or {other}")) == set(ways(PEOPLE, f"{other} or {one}")) == {one, other}
    here, there = (qualities(PEOPLE, [(said, 1.0)], {"sun": OF_SUN})["sun"] for said in (one, other))
    for said in (f"{one} or {other}", f"{other} or {one}"):
        known = qualities(PEOPLE, [(said, 1.0)], {"sun": OF_SUN})["sun"]
        assert known.knows >= max(here.knows, there.knows)


def test_a_word_is_shared_where_both_are_people_or_somebody_writes_of_it_with_the_second() -> None:
    people = little_people((Expert("one", "One", "Storage", "Designs solar batteries.", "", "", 1.0),), ())
    for said in ("solar cells or batteries", "land lawyers or mediators"):
        assert ways(people, said) == (said,)
    assert ways(people, "wind turbines or batteries") == ("wind turbines", "batteries")


def test_no_setting_of_the_page_moves_it() -> None:
    first = run(PEOPLE, "perovskite films")["topic_qualities"]
    for numbers in ({"alpha": 0.0}, {"normalisation": "min-max"}, {"method": "reciprocal rank"}, {"combine": "best"}):
        assert run(PEOPLE, "perovskite films", **numbers)["topic_qualities"] == first


def test_who_is_named_is_who_was_asked_for() -> None:
    assert of_sun("Sunny Ray") == of_sun("ray") == 1.0
    assert of_sun("Sunny Hill") < 1.0


@pytest.mark.parametrize(
    ("topic", "headline", "is_one"),
    [
        ("roofer", "Slate and thatch roofer", True), ("roofer", "Surveyor turned roofer", True),
        ("roofer", "Recruiter for roofers", False), ("roofer", "Roofer recruiter", False),
        ("thatcher or roofer", "Slate roofer", True), ("COO", "Chief operating officer of a mill", True),
        ("COO, mills", "Chief operating officer", False), ("coo", "Chief operating officer", False),
        ("COO", "Cooper", False),
    ],
)  # fmt: skip
def test_who_is_by_their_own_title_what_is_asked_knows_about_it(topic: str, headline: str, is_one: bool) -> None:
    people = little_people([Expert("one", "Ann", headline, "Likes hills.")], [])
    known = qualities(people, [(topic, 1.0)], {"one": ["one"]})["one"]
    assert (known.knows >= quality.TITLED) is is_one


LONG = "Keeps ledgers, plans rosters, trains clerks, hires porters, orders coal, mends lamps and answers letters. " * 4


@pytest.mark.parametrize(
    ("topic", "bio", "is_likely"),
    [
        ("lock gates", LONG, True), ("lock keepers", LONG, False), ("dredging or lock gates", LONG, True),
        ("silt", LONG, True), ("toll", LONG, False), ("gates", LONG, False), ("river toll", LONG, True),
        ("lock gates", f"{LONG} I no longer do lock gates.", False),
    ],
)  # fmt: skip
def test_who_lists_a_topic_as_a_skill_likely_knows_about_it_and_is_quoted_with_that(
    topic: str, bio: str, is_likely: bool
) -> None:
    skills = "ledgers; rosters; lock gates; silt; river toll books"
    people = little_people([Expert("one", "Ann", "Clerk of works", bio, skills)], HELPING)
    known = qualities(people, [(topic, 1.0)], {"one": ["h1"]})["one"]
    assert (known.knows == known.quality == quality.LISTED) is is_likely
    assert known.document == ("one" if is_likely else "h1")


def test_who_denies_a_skill_in_an_answer_is_not_likely_by_listing_it_whether_that_is_found_or_not() -> None:
    one = Expert("one", "Ann", "Clerk of works", LONG, "ledgers; rosters; lock gates; silt")
    people = little_people([one], [*HELPING, ProjectAnswer("no", "one", answer="I have never built lock gates.")])
    for found in (["h1"], ["h1", "no"]):
        assert qualities(people, [("lock gates", 1.0)], {"one": found})["one"].knows < LIKELY


def test_a_name_that_is_also_a_word_of_documents_is_no_name_alone() -> None:
    stone = Expert("stone", "Ada Stone", "Accounts")
    wall = ProjectAnswer("a7", "bee", answer="Walls of stone keep warm.")
    people = little_people([*EXPERTS, stone], [*ANSWERS, wall])
    assert qualities(people, [("stone", 1.0)], {"stone": ["stone"]})["stone"][0] < 1.0
    assert qualities(people, [("Ada Stone", 1.0)], {"stone": ["stone"]})["stone"][0] == 1.0


def test_a_person_of_whom_nothing_was_found_has_none() -> None:
    assert qualities(PEOPLE, [("films", 1.0)], {"sun": []}) == {}


def test_no_weight_lets_a_nearer_document_count_less() -> None:
    _, weights = quality.fitted(quality.FITTED, quality.MEASURES)
    assert all(weights[quality.MEASURES.index(name)] > 0 for name in ("meaning", "words"))
    assert (quality.fitted(quality.KNOWS, quality.KNOWS_MEASURES)[1] > 0).all()


def test_the_reliability_that_is_shipped_lies_near_the_diagonal() -> None:
    bins = reliability()
    assert sum(one.count for one in bins) > 500
    assert [one.said for one in bins] == sorted(one.said for one in bins)
    assert all(abs(one.said - one.true) < 0.25 for one in bins)


def test_a_damaged_file_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file.csv").write_text("measure,weight\nmeaning,much\n", encoding="utf-8")
    with pytest.raises(StoreError, match=r"file\.csv"):
        quality.fitted(tmp_path / "file.csv", quality.MEASURES)
    monkeypatch.setattr(quality, "RELIABILITY", tmp_path / "file.csv")
    reliability.cache_clear()
    with pytest.raises(StoreError, match=r"file\.csv"):
        reliability()
    monkeypatch.undo()
    reliability.cache_clear()


def of_everybody(people: People, topic: str) -> dict[str, Known]:
    own: dict[str, list[str]] = {}
    for document in (*people.experts, *people.answers):
        own.setdefault(people.owner(document), []).append(document)
    return qualities(people, [(topic, 1.0)], own)


@pytest.mark.parametrize(
    "topic",
    [
        "school nurse", "road safety engineer", "insurance salesman", "fashion designer", "divorce lawyer", "roofer",
        "sound engineer", "marine biologist", "orthodontist", "fire protection", "ship broker", "beekeeper",
        "soil chemist", "parish priest", "music therapist",
    ],
)  # fmt: skip
def test_nobody_is_said_to_know_about_a_trade_of_which_only_the_head_or_a_neighbour_is_there(
    sample: People, topic: str
) -> None:
    assert max(one.knows for one in of_everybody(sample, topic).values()) < MET


@pytest.mark.parametrize(
    ("topic", "headline"),
    [
        ("data protection", "Data protection officer"), ("interpreter for conferences", "Conference interpreter"),
        ("wedding planner", "Wedding and private party planner"), ("wound care", "Ward sister and wound-care nurse"),
        ("grant accountant", "Chartered accountant for NGOs"), ("payroll", "Payroll manager"),
    ],
)  # fmt: skip
def test_who_has_a_trade_is_said_to_know_about_it_and_before_all_others(
    sample: People, topic: str, headline: str
) -> None:
    known = of_everybody(sample, topic)
    first = max(known, key=lambda one: known[one].knows)
    assert sample.experts[first].headline.startswith(headline)
    assert known[first].knows >= MET


@pytest.mark.parametrize(
    "bio",
    [
        "I have never done coin hoards.", "Coin hoards I leave to others.", "No coin hoards, please.",
        "I can name everything except coin hoards.", "Coin hoards go to colleagues.",
    ],
)  # fmt: skip
def test_what_somebody_denies_to_do_they_do_not_know(bio: str) -> None:
    people = little_people([Expert("one", "Ann", "Coins", bio), Expert("two", "Bo", "Coins", "Digs coin hoards.")], [])
    known = qualities(people, [("coin hoards", 1.0)], {"one": ["one"], "two": ["two"]})
    assert known["one"].knows == 0 < known["two"].knows
