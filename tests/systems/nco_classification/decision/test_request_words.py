"""Of every word that is said of a job it is told how it was read, or that nothing is known of it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from core.language.reading import Reading, spelled_right, spelling_id
from core.systems.nco_classification.decision.obstacles import strip_ids_and_places
from core.systems.nco_classification.decision.request_words import (
    ASIDE,
    SAYS_NOTHING,
    SMALL,
    TODAY,
    UNKNOWN,
    WHERE,
    read_request,
)
from core.systems.nco_classification.index.occupations import OccupationIndex
from core.systems.nco_classification.index.titles import plain_title
from core.systems.nco_classification.words.content import OTHERS
from core.systems.nco_classification.words.firms import NAMED, PLACE_OR_FIRM
from tests.systems.nco_classification.little_index import CLASSIFICATION


def index(without: frozenset[str] = frozenset()) -> OccupationIndex:
    """What an index knows of words, without its vectors."""
    reader = CLASSIFICATION.query_normalizer.leaving(spelled_right(without))
    little: Any = SimpleNamespace(
        query_normalizer=reader,
        read=lambda text: reader.read(plain_title(text)),
        leaving=lambda said: index(frozenset(map(spelling_id, said))),
    )
    return cast(OccupationIndex, little)


def read(said: str, *without: str, query: str = "") -> Reading:
    left = frozenset(without)
    return read_request(said, query or strip_ids_and_places(said).query, index(left), left)


def fates(reading: Reading) -> dict[str, tuple[str, str]]:
    return {
        word.text: (word.fate, word.as_) for word in (*reading.used, *reading.assumed, *reading.aside, *reading.unused)
    }


def test_words_of_the_classification_and_listed_translations_are_used() -> None:
    assert fates(read("electrician")) == {"electrician": ("used", "known to the classification")}
    assert fates(read("raj mistri")) == {"raj mistri": ("used", "in English “mason”")}
    assert fates(read("बाल काटने वाला"))["बाल"] == ("used", "in English “hair”")
    assert fates(read("Sr. clerk"))["Sr"] == ("used", "short for “senior”")


def test_a_guessed_spelling_is_assumed_and_can_be_left_as_it_is() -> None:
    [assumed] = read("elektrishian").assumed
    assert (assumed.as_, assumed.id) == ("read as “electrician”", spelling_id("elektrishian"))
    left = read("elektrishian", assumed.id)
    assert fates(left) == {"elektrishian": ("unused", UNKNOWN)}
    assert [chip.label for chip in left.removed] == ["“elektrishian” read as “electrician”"]


def test_a_word_that_nothing_is_known_of_could_not_be_used() -> None:
    assert fates(read("zorblaxian plumber"))["zorblaxian"] == ("unused", UNKNOWN)


def test_ids_places_and_what_limits_nothing_are_told() -> None:
    told = fates(read("EMP-0012 plumber in Pune since 2015 for under 5 euros"))
    assert told["EMP-0012"] == ("unused", "an id or an address says nothing about the work")
    assert told["in Pune"] == ("unused", "a place says nothing about the work")
    assert {"since 2015", "under 5 euros"} <= set(told)


def test_what_an_answer_or_a_model_left_out_of_the_query_is_told() -> None:
    assert fates(read("cook and driver", query="driver"))["cook"] == ("unused", ASIDE)


def test_what_is_not_the_work_is_told_with_its_reason_and_a_class_as_its_school() -> None:
    told = fates(read("painter of pictures, not of walls"))
    assert told["not of walls"] == ("aside", "is said not to be the work")
    assert fates(read("teaches class 10"))["class 10"] == ("used", "read as “secondary school”")
    assert fates(read("retired, sells tea"))["retired"][0] == "aside"


def test_words_that_a_frame_holds_together_are_told_as_one() -> None:
    assert fates(read("gaadi ka mistri")) == {"gaadi ka mistri": ("used", "in English “motor vehicle mechanic”")}
    assert fates(read("cooler ka mistri"))["ka mistri"] == ("used", "in English “repairer mechanic”")


def test_a_frame_in_its_own_script_is_told_as_one_and_leaves_no_word_over() -> None:
    reading = read("कूलर का मिस्त्री")
    assert not reading.unused
    assert fates(reading)["का मिस्त्री"] == ("used", "in English “repairer mechanic”")


def test_words_of_somebody_elses_work_are_told_as_theirs() -> None:
    told = fates(read("My wife cooks, I look after house and kids"))
    assert told["My wife cooks"] == ("aside", OTHERS)
    assert told["house"] == ("used", "tells of nobody at work")


def test_words_that_tell_of_nobody_at_work_were_used_for_that() -> None:
    assert fates(read("housewife")) == {"housewife": ("used", "tells of nobody at work")}
    assert fates(read("refused")) == {"refused": ("used", "taken as no answer")}


def test_a_home_says_where_and_now_says_when() -> None:
    assert fates(read("ghar par agarbatti banati hoon"))["ghar par"] == ("used", WHERE)
    assert fates(read("now runs a shop"))["now"] == ("used", TODAY)


def test_only_what_holds_a_sentence_together_is_told_to_and_other_words_say_nothing_of_the_work() -> None:
    told = fates(read("main paanch mazdoor ki madad se chai bechta hoon"))
    assert {told[word] for word in ("main", "ki", "se", "hoon")} == {("used", SMALL)}
    assert told["paanch"] == told["madad"] == ("unused", SAYS_NOTHING)
    assert fates(read("आमच्या शेतात काम करतो"))["काम करतो"] == ("used", SMALL)


def test_a_spelling_is_told_as_one_and_no_translation() -> None:
    assert fates(read("opertor"))["opertor"] == ("used", "another spelling of “operator”")
    assert fates(read("darji"))["darji"] == ("used", "in English “tailor”")


def test_a_year_is_a_time_and_a_number_before_a_thing_a_count() -> None:
    assert fates(read("plumber since 2014"))["since 2014"] == ("unused", "a time says nothing of the work by itself")
    assert fates(read("2000 broiler chicken farm"))["2000"] == ("unused", "a number says nothing of the work by itself")


def test_one_capitalised_word_after_at_is_a_place_or_a_firm() -> None:
    assert fates(read("crane operator at Mundrapur"))["at Mundrapur"] == ("aside", PLACE_OR_FIRM)
    assert fates(read("crane operator at Zorbex Industries"))["at Zorbex Industries"] == ("aside", NAMED)
