"""Places in texts and in cells, what lies in what, and how far apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.language.atlas import countries
from core.language.gazetteer import Place, distance_km, lies_in, lies_near, named_places, place_of, places_of


def _place(cell: str) -> Place:
    found = place_of(cell)
    assert found, cell
    return found


def _said(text: str) -> list[tuple[str, str]]:
    return [(text[one.start : one.end], one.place.full_name) for one in named_places(text)]


@pytest.mark.parametrize(
    ("cell", "places"),
    [
        ("Uppsala, Sweden", ["Uppsala (Sweden)"]),
        ("Kisumu", ["Kisumu (Kenya)"]),
        ("kampala, uganda", ["Kampala (Uganda)"]),
        ("Accra / Ghana", ["Accra (Ghana)"]),
        ("Ghana, Accra", ["Accra (Ghana)"]),
        ("remote (Lagos)", ["Lagos (Nigeria)"]),
        ("Nairobi and Kampala", ["Nairobi (Kenya)", "Kampala (Uganda)"]),
        ("Berlin, Germany; Nairobi, Kenya", ["Berlin (Germany)", "Nairobi (Kenya)"]),
        ("Springfield, Illinois, USA", ["Springfield (United States)"]),
        ("Nukuʻalofa, Tonga", ["Nuku‘alofa (Tonga)"]),
        ("मुंबई", ["Mumbai (India)"]),
        ("São Paulo, Brasil", ["São Paulo (Brazil)"]),
        ("Nairobi (KE)", ["Nairobi (Kenya)"]),
        ("Bath", ["Bath (United Kingdom)"]),
        ("Jordan", ["Jordan"]),
        ("", []),
        ("remote", []),
        ("n/a", []),
    ],
)
def test_a_cell_says_where_somebody_is(cell: str, places: list[str]) -> None:
    assert [place.full_name for place in places_of(cell)] == places


@pytest.mark.parametrize(
    ("cell", "country"),
    [
        ("Paris", "FR"), ("Paris, Texas", "US"), ("Paris, TX", "US"), ("London", "GB"), ("London, ON", "CA"),
        ("Tbilisi, Georgia", "GE"), ("Atlanta, Georgia", "US"), ("Georgia", "GE"), ("Punjab, Pakistan", "PK"),
        ("Birmingham, Alabama", "US"), ("London, Kenya", "KE"), ("Valencia, Venezuela", "VE"), ("Geneva, GE", "CH"),
        ("Mumbai, MH", "IN"), ("Chennai, TN", "IN"), ("Adelaide, SA", "AU"), ("Recife (PE)", "BR"), ("Perth, WA", "AU"),
        ("Boston, MA", "US"), ("Accra, GH", "GH"), ("Portland, ME, USA", "US"),
    ],
)  # fmt: skip
def test_a_name_of_several_cities_is_the_largest_unless_the_cell_says_otherwise(cell: str, country: str) -> None:
    assert _place(cell).countries == {country}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("flood modelling in West Africa, French-speaking", [("West Africa", "West Africa"), ("French", "France")]),
        ("kenyan plumbers lagos", [("kenyan", "Kenya"), ("lagos", "Lagos (Nigeria)")]),
        ("Before that in Accra, Ghana, I ran wells.", [("Accra, Ghana", "Accra (Ghana)")]),
        ("Kenya's rivers", [("Kenya", "Kenya")]),
        ("Guinea-Bissau is not Guinea", [("Guinea-Bissau", "Guinea-Bissau"), ("Guinea", "Guinea")]),
        ("Lebanon, Jordan and Syria", [("Lebanon", "Lebanon"), ("Jordan", "Jordan"), ("Syria", "Syria")]),
    ],
)
def test_a_text_names_places_with_the_words_that_say_so(text: str, said: list[tuple[str, str]]) -> None:
    assert _said(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "Jordan Smith is nice", "ask Jordan about it", "Florence Nightingale", "interest in reading", "mobile phones",
        "in March", "tell us", "Paris Hilton", "china shop", "in vitro", "Nice work",
        "the island of Sant", "a school reunion", "16 GB of memory", "tell us from afar", "she speaks in Mooré",
        "in the bank", "in the gap", "out of many springs", "save time",
        "hire people in time", "they hang in there", "come in",
    ],
)  # fmt: skip
def test_a_name_that_means_something_else_there_is_no_place(text: str) -> None:
    assert not _said(text)


def test_it_is_one_after_a_word_that_tells_of_a_place() -> None:
    assert [name for _, name in _said("in Reading or Bath; worked in Jordan")] == [
        "Reading (United Kingdom)", "Bath (United Kingdom)", "Jordan",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("where", "wanted", "lies"),
    [
        ("Accra", "West Africa", True), ("Accra", "Ghana", True), ("Ghana", "Ghana", True), ("Accra", "Kenya", False),
        ("Ghana", "Accra", None), ("West Africa", "Ghana", None), ("Glasgow", "Scotland", True),
        ("Cardiff", "Scotland", False), ("United Kingdom", "Scotland", None), ("Mumbai", "Maharashtra", True),
        ("Kinshasa", "Congo basin", True), ("Oslo", "Scandinavia", True), ("Oslo", "EU", False),
    ],
)  # fmt: skip
def test_whether_a_place_lies_in_another_is_not_known_of_a_larger_one(
    where: str, wanted: str, lies: bool | None
) -> None:
    assert lies_in(_place(where), _place(wanted)) is lies


@pytest.mark.parametrize(
    ("where", "wanted", "lies"),
    [
        ("Thika", "Nairobi", True), ("Mombasa", "Nairobi", False), ("Nairobi", "Nairobi", True),
        ("Kenya", "Nairobi", None), ("Kampala", "Kenya", True), ("Lagos", "Kenya", False),
        ("N'Djamena", "West Africa", True), ("Pretoria", "West Africa", False), ("Newcastle, UK", "Scotland", True),
    ],
)  # fmt: skip
def test_near_is_150_kilometres_of_a_city_and_what_borders_on_a_country(
    where: str, wanted: str, lies: bool | None
) -> None:
    assert lies_near(_place(where), _place(wanted)) is lies


def test_distances_are_those_of_the_earth() -> None:
    assert distance_km(_place("Paris"), _place("London")) == pytest.approx(344, abs=4)
    assert distance_km(_place("Nouakchott"), _place("Senegal")) == pytest.approx(400, abs=60)
    assert distance_km(_place("Accra"), _place("West Africa")) == 0


_PARTS = ("in", "Paris", "Texas", ",", "Jordan", "(", ")", "/", "and", "US", "IN", "Kenya's", "of", "West Africa", "-")
_WORDS = st.lists(st.sampled_from(_PARTS))


@given(st.one_of(st.text(max_size=60), _WORDS.map(" ".join)))
def test_no_text_makes_it_fail_and_what_is_named_stands_there(text: str) -> None:
    ends = [0]
    for one in named_places(text):
        assert ends[-1] <= one.start < one.end <= len(text)
        ends.append(one.end)
    for place in places_of(text):
        assert lies_in(place, place)
        assert (distance_km(place, place) or 0) == pytest.approx(0, abs=1e-6)


def test_hostile_repetitions_are_read() -> None:
    assert len(named_places("Paris, " * 5_000)) == 5_000
    assert places_of("(" * 20_000 + "Lagos") == (_place("Lagos"),)


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ("Frenchmen", "France"), ("Irishwomen", "Ireland"), ("Poles", "Poland"), ("Kenyans", "Kenya"),
        ("South Africans", "South Africa"), ("Filipinas", "Philippines"), ("Batswana", "Botswana"),
        ("Brits", "United Kingdom"), ("Scotsmen", "Scotland"), ("Welshmen", "Wales"), ("Europeans", "Europe"),
    ],
)  # fmt: skip
def test_nouns_for_people_name_where_they_are_from(said: str, place: str) -> None:
    (named,) = named_places(f"no {said}, please")
    assert (named.place.name, named.adjective) == (place, True)


@pytest.mark.parametrize("said", ["telegraph poles", "swedes and turnips", "polish the floor"])
def test_a_word_in_small_letters_is_no_people(said: str) -> None:
    assert not [one for one in named_places(said) if one.adjective]


def test_halves_of_the_world_hold_their_countries() -> None:
    south, north = (
        next(iter(named_places(f"in the {half}"))).place for half in ("Southern Hemisphere", "Global North")
    )
    assert [lies_in(_place(where), south) for where in ("Peru", "Oslo", "Hamilton, New Zealand")] == [
        True,
        False,
        True,
    ]
    assert [lies_in(_place(where), north) for where in ("Canada", "Dakar", "Poland")] == [True, False, True]


def test_every_country_is_known_by_its_own_name_and_not_only_as_its_people() -> None:
    assert [country.name for country in countries().values() if not places_of(country.name)] == []
    assert _place("Manila, Philippines").full_name == "Manila (Philippines)"
