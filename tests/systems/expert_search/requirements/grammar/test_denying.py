"""What is left out, wherever its cue stands, and what is not needed; a negation reaches no further than is meant."""

from __future__ import annotations

import pytest

from core.systems.expert_search.requirements.grammar.walk import ACCEPTED, NEEDLESS, OF_TODAY
from core.systems.expert_search.requirements.understanding import understand
from tests.systems.expert_search.requirements.grammar.reading_of import CONTEXT, read


@pytest.mark.parametrize(
    ("said", "where"),
    [
        ("no Danes", "not Denmark"), ("no Brits", "not United Kingdom"), ("no Irishmen", "not Ireland"),
        ("excluding Scotsmen", "not Scotland"),
        ("except Batswana", "not Botswana"), ("no Vietnamese", "not Vietnam"), ("must be Finnish", "Finland"),
        ("a Peruvian firm", "Peru"), ("Bolivian nationals only", "Bolivia"), ("no Kenyan potters", "not Kenya"),
        ("Europe only", "Europe"), ("not the Global South", "not Global South"), ("no Africans", "not Africa"),
        ("who is Belgian", "Belgium"), ("who isn't Greek", "not Greece"),
    ],
)  # fmt: skip
def test_nationalities_say_a_place(said: str, where: str) -> None:
    assert f"hard place {where}" in read(f"glazes, {said}")


def test_firms_of_a_country_are_left_out_and_not_all_firms() -> None:
    assert read("kilns; Turkish firms aren't an option") == {"hard topic kilns", "hard place not Turkey"}


@pytest.mark.parametrize(
    "request_",
    ["Turkish coffee roasting", "Danish pastry", "Kenyan tea auctions", "polish removal", "telegraph poles"],
)  # fmt: skip
def test_an_adjective_of_a_thing_belongs_to_the_topic(request_: str) -> None:
    assert read(request_) == {f"hard topic {request_}"}


@pytest.mark.parametrize("place", ["Horn of Africa", "Peru", "West Africa", "Southern Hemisphere"])
def test_a_place_bare_behind_a_topic_is_one(place: str) -> None:
    assert read(f"harbour dredging {place}") == {"hard topic harbour dredging", f"hard place {place}"}
    assert read(f"history of modern {place}") == {f"hard topic history of modern {place}"}


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("with Arabik or Greek", "hard language Arabic or Greek"),
        ("ideally Danish", "wish language Danish"), ("speaks no Greek", "hard language not Greek"),
        ("Finnish speaking", "hard language Finnish"), ("fluent in Polish", "hard language Polish"),
        ("who speaks neither Dutch nor Czech", "hard language not Czech"),
    ],
)  # fmt: skip
def test_languages_stay_languages(said: str, language: str) -> None:
    assert language in read(f"glazes, {said}")


@pytest.mark.parametrize(
    ("request_", "left_out"),
    [
        ("kilns, people from Peru excluded", "place not Peru"),
        ("kilns, self-employed people not wanted", "organisation not self-employed"),
        ("kilns; lawyers need not apply", "topic not lawyers"),
        ("kilns -Peru", "place not Peru"), ("kilns -finance -lawyers", "topic not lawyers"),
        ("kilns, on no account from Accra", "place not Accra"), ("kilns, by no means a lawyer", "topic not lawyer"),
        ("kilns, anywhere in Africa bar Kenya", "place not Kenya"), ("kilns, Africa but Ghana", "place not Ghana"),
        ("kilns, anyone save freelancers", "organisation not freelancers"),
        ("kilns; avoid charities", "organisation not charities"),
        ("kilns, with no ties to banks", "organisation not banks"),
        ("kilns, nobody from Danish firms", "place not Denmark"),
        ("kilns. Nobody who is freelance.", "organisation not freelance"),
        ("kilns, no one that lives in Peru", "place not Peru"), ("kilns, nobody with Turkish", "language not Turkish"),
        ("kilns, neither in Peru nor freelance", "organisation not freelance"),
        ("kilns, no consultants living in Europe", "place not Europe"),
        ("kilns, not Mr Tindall", "person not Bo Tindall"),
        ("kilns, 10 years no lawyers please", "topic not lawyers"),
        ("kilns, Turkish no Greek", "language not Greek"),
    ],
)  # fmt: skip
def test_what_is_left_out_is_left_out_wherever_its_cue_stands(request_: str, left_out: str) -> None:
    said = read(request_)
    assert {"hard topic kilns", f"hard {left_out}"} <= said
    beside = {"hard topic kilns", "hard place Africa", "hard language Turkish", "hard years 10 years or more"}
    assert all(one in beside or " not " in one for one in said)


@pytest.mark.parametrize(
    "request_", ["road -rail design", "10 -15 ports", "crew: -kilns", "low-flow kilns", "kilns - ports"]
)  # fmt: skip
def test_a_dash_that_is_no_minus_leaves_nothing_out(request_: str) -> None:
    left_out = {one for one in read(request_) if " not " in one}
    assert not left_out - {"hard topic not rail"}


@pytest.mark.parametrize(
    "said",
    [
        "Turkish is not needed", "knowledge of Greek not required", "not necessarily from a bank", "not only academics",
        "English is enough", "a PhD is not a must", "Peru not necessary", "no need for Dutch", "English will do",
        "need not live in Ghana", "no Dutch needed", "English is of no importance", "no degree required",
    ],
)  # fmt: skip
def test_what_is_not_needed_is_told_and_asks_for_nothing(said: str) -> None:
    request = f"rope bridges, {said}"
    assert read(request) == {"hard topic rope bridges"}
    reading = understand(request, CONTEXT)[1]
    told = {word.as_ for word in reading.aside}
    assert told & {NEEDLESS, ACCEPTED} or "is not needed" in reading.sentence


def test_not_needed_ends_before_what_is_needed() -> None:
    assert read("ports, English is not needed but Turkish is a must") == {"hard topic ports", "hard language Turkish"}
    assert read("ports, Peru preferred but not essential") == {"hard topic ports", "wish place Peru"}
    assert not understand("ports, Peru preferred but not essential", CONTEXT)[1].unused
    assert read("not only kilns but also glazes") == {"hard topic kilns", "hard topic glazes"}


@pytest.mark.parametrize(
    ("request_", "wanted"),
    [
        ("who isn't a lawyer and repairs kilns in Ghana", "hard topic repairs kilns"),
        ("someone who doesn't do finance and knows glazes well", "hard topic glazes"),
        ("a person who is not a lawyer and builds bridges in Peru", "hard place Peru"),
    ],
)  # fmt: skip
def test_a_negation_does_not_reach_over_a_second_verb(request_: str, wanted: str) -> None:
    assert wanted in read(request_)


@pytest.mark.parametrize(
    "said",
    [
        "because nobody in Lima speaks English", "because no one here knows Turkish", "given that nobody is in Ghana",
        "nobody in Accra speaks Dutch", "since nobody there has French",
    ],
)  # fmt: skip
def test_a_reason_asks_for_nothing_and_leaves_nobody_out(said: str) -> None:
    assert read(f"rope bridges, {said}") == {"hard topic rope bridges"}


@pytest.mark.parametrize(
    "said",
    [
        "who does not charge for travel", "no firm bigger than 50 employees", "not a man", "preferably a woman",
        "never late with invoices", "no company with more than 20 staff",
    ],
)  # fmt: skip
def test_what_nothing_can_tell_is_told_and_no_requirement(said: str) -> None:
    requirements, reading = understand(f"rope bridges, {said}", CONTEXT)
    assert [one.value for one in requirements.wanted] == ["rope bridges"]
    assert "could not be used" in reading.sentence


@pytest.mark.parametrize(
    "said",
    [
        "kilns. The person shall not be from Ghana", "potters who may not be from Ghana",
        "potters who can not live in Ghana", "somebody for kilns who will not work in Ghana",
    ],
)  # fmt: skip
def test_a_modal_before_not_turns_nothing_round(said: str) -> None:
    assert "hard not place Ghana" in read(said) or any("not" in one and "Ghana" in one for one in read(said))
    assert not any(word in one for one in read(said) for word in ("shall", "may", "can", "will"))


@pytest.mark.parametrize(
    ("said", "left_out"),
    [
        ("potter not porcelain not bricks", {"not porcelain", "not bricks"}),
        ("plumber not glass", {"not glass"}),
        ("kiln that does not start", set()),
    ],
)
def test_a_bare_not_behind_a_trade_leaves_out(said: str, left_out: set[str]) -> None:
    told = {one.removeprefix("hard ").replace("topic ", "") for one in read(said) if " not " in f" {one} "}
    assert {one for one in told if one.startswith("not ")} <= left_out


@pytest.mark.parametrize(
    "said",
    ["not with 5 to 10 years of experience", "5 to 10 years excluded", "not between 5 and 10 years of experience"],
)  # fmt: skip
def test_what_lies_between_two_bounds_is_left_out_and_no_more(said: str) -> None:
    assert "hard years not 5 to 10 years" in read(f"glazes, {said}")


@pytest.mark.parametrize(
    ("said", "left_out"),
    [
        ("We do not want another consultant from Peru", "place not Peru"),
        ("we wouldn't like another specialist from Ghana", "place not Ghana"),
        ("We are not looking for anyone from Turkey", "place not Turkey"),
        ("we will not accept freelancers", "organisation not freelancers"),
        ("we can no longer hire people from Peru", "place not Peru"),
        ("Peru citizens can't be hired, sorry", "place not Peru"),
        ("Ghanaian nationals cannot be considered", "place not Ghana"),
        ("freelancers are not eligible", "organisation not freelancers"),
        ("people from Turkey won't do", "place not Turkey"),
        ("speakers of Turkish may not be employed", "language not Turkish"),
        ("lawyers will not be accepted for reasons of our own", "topic not lawyers"),
        ("people who work for a bank do not qualify", "organisation not bank"),
    ],
)
def test_a_denied_verb_of_wanting_or_taking_on_leaves_people_out(said: str, left_out: str) -> None:
    assert read(f"kilns. {said}.") == {"hard topic kilns", f"hard {left_out}"}


@pytest.mark.parametrize(
    "said",
    [
        "kilns that can't be repaired",
        "glazes which do not want stirring",
        "kilns for banks that cannot apply for loans",
    ],
)
def test_a_denied_verb_of_a_thing_leaves_nobody_out(said: str) -> None:
    assert not any(one.startswith(("hard place not", "hard organisation not")) for one in read(said))


@pytest.mark.parametrize(
    ("said", "left_out"),
    [
        ("ideally one who has built ropes, and who isn't employed by a shipyard", "shipyard"),
        ("who was not engaged by a university", "university"),
        ("and who is not currently employed at a bank", "bank"),
        ("and who has no job at a ministry", "ministry"),
        ("with no contract with a charity", "charity"),
        ("not presently paid by the government", "government"),
        ("who doesn't hold a position at a hospital", "hospital"),
        ("without posts at a bank", "bank"),
    ],
)
def test_for_whom_nobody_may_work_is_never_turned_round(said: str, left_out: str) -> None:
    assert f"hard organisation not {left_out}" in read(f"a kiln builder, {said}")
    assert f"hard organisation not {left_out}" in read(f"kilns in Ghana. Somebody {said}.")


def test_whom_others_do_not_hire_is_left_out_by_what_stands_before() -> None:
    assert read("kilns; people from Peru must not be employed by us") == {"hard topic kilns", "hard place not Peru"}


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        ("ropes rather than glass", "topic not glass"), ("we'd rather not have lawyers", "topic not lawyers"),
        ("preferably not from Peru", "place not Peru"), ("ideally no lawyers", "topic not lawyers"),
        ("I would avoid lawyers", "topic not lawyers"), ("I'd avoid Peru", "place not Peru"),
        ("we would prefer not to have anyone from Peru", "place not Peru"),
    ],
)  # fmt: skip
def test_what_is_only_better_not_there_is_a_wish(said: str, wish: str) -> None:
    assert f"wish {wish}" in read(f"kilns; {said}")


def test_instead_of_people_leaves_them_out() -> None:
    assert read("a potter instead of a lawyer") == {"hard topic potter", "hard topic not lawyer"}
    assert read("glass instead of finance") == {"hard topic glass instead of finance"}


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("Turkish would help but it's not a dealbreaker", {"wish language Turkish"}),
        ("Turkish is not a deal breaker", set()), ("no need of very senior people", set()),
        ("no biggie if no Turkish", set()), ("somebody in Peru, no big deal if not", {"wish place Peru"}),
        ("a Turkish speaker, not the end of the world if not", {"wish language Turkish"}),
        ("GIS isn't vital", set()),
    ],
)  # fmt: skip
def test_what_is_no_condition_is_not_needed_or_a_wish(said: str, wanted: set[str]) -> None:
    assert read(f"kilns, {said}") == {"hard topic kilns", *wanted}


def test_what_is_not_needed_behind_a_reason_is_no_wish() -> None:
    assert read("Our budget is small, so no need of very senior people. Kiln experts.") == {"hard topic Kiln"}


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("who has never worked for a bank", "organisation"), ("no history with charities", "organisation"),
        ("who never was with a ministry", "organisation"), ("no past at a hospital", "organisation"),
        ("who has never worked in Peru", "place"),
    ],
)  # fmt: skip
def test_that_only_today_is_judged_is_told(said: str, kind: str) -> None:
    _, reading = understand(f"kilns, {said}", CONTEXT)
    assert [word.as_ for word in reading.assumed] == [OF_TODAY[kind]]
