"""What each sentence of an answer states: its names and its numbers, in order."""

from __future__ import annotations

from core.systems.library_chat.review.statements import Names

NAMES = Names(["The Storm", "The Storm at 9. p.m."], ["Ada Pine", ""])


def test_each_line_and_sentence_states_its_names_and_numbers() -> None:
    one, two = NAMES.statements("The Storm by Ada Pine has 1,200 pages. It is of 1999.\nNothing here.")
    assert (one.names, one.numbers) == (("The Storm", "Ada Pine"), ("1200 page",))
    assert two.order == ("1999",)


def test_the_longest_name_is_found_and_a_full_stop_or_a_number_in_it_ends_and_counts_nothing() -> None:
    [statement] = NAMES.statements("The Storm at 9. p.m. was found.")
    assert statement.order == ("The Storm at 9. p.m.",)


def test_what_stands_in_quotation_marks_is_a_name_too() -> None:
    [statement] = NAMES.with_quoted("about “red 7 tides”").statements("red 7 tides")
    assert statement.order == ("red 7 tides",)


def test_without_names_numbers_alone_are_stated() -> None:
    [statement] = Names([], []).statements("There are 7 books.")
    assert statement.order == ("7 book",)
    assert Names([], []).taken_out("as it is") == "as it is"
