"""Another thing, time or place stands where a question named the like one; what has no clean place stands nowhere."""

from __future__ import annotations

import pytest

from core.systems.knowledge_base.search.noun_phrases import names_things, swapped


@pytest.mark.parametrize(
    ("question", "other", "anew"),
    [
        ("What does a car of 5 metres cost in summer?", "a motorcycle", "What does a motorcycle cost in summer?"),
        ("What does a motorcycle cost?", "a truck with a trailer", "What does a truck with a trailer cost?"),
        ("What does a truck with a trailer cost?", "a bicycle", "What does a bicycle cost?"),
        ("How long is the guarantee on a new piano?", "the stool", "How long is the guarantee on the stool?"),
        ("Do guests need a key for the gate?", "the bike shed", "Do guests need a key for the bike shed?"),
        ("Do I need a licence to keep a snake?", "a tortoise", "Do I need a licence to keep a tortoise?"),
        ("How tall must a child be to ride the coaster?", "an adult", "How tall must an adult be to ride the coaster?"),
        ("How long does a parcel to Norway take?", "a letter", "How long does a letter to Norway take?"),
        ("Who pays for a stolen bicycle?", "a laptop", "Who pays for a laptop?"),
    ],
)
def test_a_thing_goes_with_all_that_belongs_to_it_and_what_is_asked_of_it_stays(
    question: str, other: str, anew: str
) -> None:
    assert swapped(question, other) == anew


@pytest.mark.parametrize(
    ("question", "other", "anew"),
    [
        ("How many hens can I have?", "bees", "How many bees can I have?"),
        ("How many eggs do hens lay?", "ducks", "How many eggs do ducks lay?"),
        ("How many spoons of sugar go into the dough?", "salt", "How many spoons of salt go into the dough?"),
        ("Who signs invoices over 5,000 euros?", "contracts", "Who signs contracts over 5,000 euros?"),
        ("What do you charge for shortening trousers?", "a skirt", "What do you charge for shortening a skirt?"),
        ("How long does a loaf of rye keep in a tin?", "baguettes", "How long do baguettes keep in a tin?"),
        ("Are tomatoes watered at night?", "basil", "Is basil watered at night?"),
        ("Does the warranty cover rust?", "scratches", "Does the warranty cover scratches?"),
    ],
)
def test_a_bare_thing_stands_for_a_bare_one_and_the_verb_keeps_its_number(question: str, other: str, anew: str) -> None:
    assert swapped(question, other) == anew


@pytest.mark.parametrize(
    ("question", "other", "anew"),
    [
        ("How long is the guarantee on a new piano?", "a used one", "How long is the guarantee on a used piano?"),
        ("How is a wool coat washed?", "a silk one", "How is a silk coat washed?"),
        ("What is the price of a yearly season ticket?", "a cheap one", "What is the price of a cheap season ticket?"),
        ("What do posters cost?", "large ones", "What do large posters cost?"),
        ("Who pays for a stolen bicycle?", "a damaged one", "Who pays for a damaged bicycle?"),
        ("What does the yearly service include?", "the big one", "What does the big service include?"),
    ],
)
def test_one_stands_for_the_noun_without_its_adjectives(question: str, other: str, anew: str) -> None:
    assert swapped(question, other) == anew


@pytest.mark.parametrize(
    ("question", "other", "anew"),
    [
        ("Is the sauna open on Sundays?", "during the holidays", "Is the sauna open during the holidays?"),
        ("When does the ferry to Skye leave on Sundays?", "to Mull", "When does the ferry to Mull leave on Sundays?"),
        ("Can dogs come into the café?", "onto the terrace", "Can dogs come onto the terrace?"),
        ("How do I return a coat without a receipt?", "with a voucher", "How do I return a coat with a voucher?"),
        ("How long are the opening hours in summer?", "winter", "How long are the opening hours in winter?"),
        ("How much is a berth in July?", "in May", "How much is a berth in May?"),
        ("Where do I buy a season ticket?", "on Sundays", "Where do I buy a season ticket on Sundays?"),
        ("When is glass collected?", "next week", "When is glass collected next week?"),
        ("How many films can I borrow?", "for students", "How many films can I borrow for students?"),
    ],
)
def test_a_time_or_place_replaces_one_of_its_kind_or_is_added(question: str, other: str, anew: str) -> None:
    assert swapped(question, other) == anew


@pytest.mark.parametrize(
    ("question", "other"), [("How many hens can I have?", "a rooster"), ("May I leave early?", "the office")]
)
def test_what_has_no_clean_place_is_put_nowhere(question: str, other: str) -> None:
    assert swapped(question, other) == ""


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("a truck with a trailer", True),
        ("in winter", True),
        ("bees", True),
        ("when it rains", False),
        ("refunds take long", False),
        ("how do I leave", False),
        ("changing the oil", False),
    ],
)
def test_only_things_times_and_places_are_put_in(text: str, things: bool) -> None:
    assert names_things(text) is things
