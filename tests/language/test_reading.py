"""A reading accounts for every word that says something: what nobody mentions could not be used."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from core.codec import from_state, to_state
from core.language.conditions import conditions
from core.language.reading import Chip, Reading, Word, content_words, for_programs, read_words, untold

REQUEST = "Who knows about zorblaxian looms and Hadded weaving under 5 euros?"


def word(text: str, fate: str = "used", as_: str = "", id: str = "") -> Word:
    start = REQUEST.index(text)
    return Word(text, start, start + len(text), fate, as_, id)  # type: ignore[arg-type]


def contents(text: str) -> list[str]:
    return [word.text for word in content_words(text)]


def test_words_that_say_something_are_those_that_do_more_than_ask() -> None:
    assert contents("Who knows about perovskite solar cells?") == ["perovskite", "solar", "cells"]
    assert contents("What happens when a model fails?") == ["model", "fails"]
    assert contents("हिन्दी की किताबें")[0] == "हिन्दी"
    assert contents("") == []


def test_what_nobody_mentions_could_not_be_used() -> None:
    reading = read_words(REQUEST, [word("looms"), word("weaving")])
    assert [phrase.text for phrase in reading.unused] == ["zorblaxian", "Hadded", "5 euros"]
    assert untold(reading) == []


def test_a_condition_that_is_not_applied_could_not_be_used_whole_whatever_is_mentioned_of_it() -> None:
    reading = read_words(REQUEST, [word("euros", as_="found in 2 profiles")], conditions(REQUEST))
    assert "under 5 euros" in [phrase.text for phrase in reading.unused]
    assert not reading.used


def test_neighbours_of_one_fate_are_one_phrase_as_it_stands_in_the_request() -> None:
    reading = read_words("quuxify the blorp-zib and foo", [])
    assert [phrase.text for phrase in reading.unused] == ["quuxify", "blorp-zib", "foo"]
    reading = read_words("glimmering zorb  quux", [])
    assert [phrase.text for phrase in reading.unused] == ["glimmering zorb  quux"]


def test_of_two_that_mention_the_same_words_the_first_counts() -> None:
    assumed = word("Hadded", "assumed", "read as “Haddad”", "name:hadded")
    reading = read_words(REQUEST, [assumed, word("Hadded", "used", "searched for")])
    assert [phrase.as_ for phrase in (*reading.assumed, *reading.used)] == ["read as “Haddad”"]


def test_what_could_not_be_used_is_one_plain_sentence() -> None:
    both = read_words(REQUEST, [word("looms"), word("Hadded"), word("weaving")], conditions(REQUEST))
    assert both.sentence == "“zorblaxian” and “under 5 euros” could not be used."
    assert read_words("zorb", []).sentence == "“zorb” could not be used."
    assert read_words("zorb, quux, blorp", []).sentence == "“zorb”, “quux” and “blorp” could not be used."
    assert read_words("", []).sentence == ""


def test_why_words_could_not_be_used_stands_in_the_sentence_where_it_is_one_reason() -> None:
    unknown = [Word("looms", 0, 5, "unused", "in no book"), Word("zorb", 6, 10, "unused", "in no book")]
    assert read_words("looms zorb", unknown).sentence == "“looms zorb” could not be used: in no book."
    assert read_words("looms zorb", unknown[:1]).sentence == "“looms” and “zorb” could not be used."


def test_of_very_much_that_could_not_be_used_the_first_few_are_said_and_how_many_more() -> None:
    many = read_words(" and ".join(f"zorb{number}" for number in range(30)), [])
    assert many.sentence.endswith(" and 20 more could not be used.")
    assert len(many.unused) == 30


def test_it_is_kept_in_a_state_as_plain_values_and_read_back_and_told_to_programs() -> None:
    reading = read_words(
        REQUEST, [word("looms", as_="found in 2 profiles")], plan={"query": "looms"}, chips=[Chip("years", "from 1950")]
    )
    kept = to_state(reading)
    assert from_state(Reading, kept) == reading
    assert for_programs(kept)["used"] == {"looms": "found in 2 profiles"}
    assert set(for_programs(kept)["unused"]) == {"zorblaxian", "Hadded weaving", "5 euros"}


@given(some.text(max_size=80), some.lists(some.tuples(some.integers(0, 80), some.integers(1, 20)), max_size=4))
def test_every_word_of_any_request_is_told_whatever_a_reader_forgets(
    request: str, spans: list[tuple[int, int]]
) -> None:
    mentioned = [Word(request[start : start + length], start, start + length, "used") for start, length in spans]
    reading = read_words(request, mentioned, conditions(request))
    assert untold(reading) == []
    assert untold(Reading(request)) == content_words(request)
