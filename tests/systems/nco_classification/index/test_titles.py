import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.systems.nco_classification.index.titles import head_word, names_in, plain_title


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Driver, train", "train driver"),
        ("Officer, technical: poultry", "technical officer: poultry"),
        ("Plumber (General) - II", "plumber"),
        ("CNC Operator L4", "cnc operator"),
        ("Maintenance Technician Level 3", "maintenance technician"),
        ("Legislators, Other", "legislators"),
        ("Asst. Fitter", "assistant fitter"),
        ("Crewwoman, drifter", "drifter crewman"),
        ("woman", "woman"),
        ("Domestic worker; cleaning, ironing", "domestic worker; cleaning, ironing"),
    ],
)
def test_titles_are_turned_round_and_freed_of_grades(text, plain):
    assert plain_title(text) == plain


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("Driver, train", "driver"),
        ("train driver of the metro", "driver"),
        ("Salesperson: shoes", "salesman"),
        ("", ""),
    ],
)
def test_the_head_word_says_what_somebody_is(text, head):
    assert head_word(text) == head


@given(st.text(max_size=60))
def test_no_title_is_too_strange(text):
    assert not head_word(text).isspace()
    assert plain_title(text) == plain_title(text).strip()


def test_a_title_has_the_names_between_its_slashes_and_what_it_is_equivalent_to():
    assert names_in("Wire Maker/Rope Maker") == ["Wire Maker/Rope Maker", "Wire Maker", "Rope Maker"]
    assert names_in("Frontline Worker", "Frontline Worker (Equivalent to Sahiya)")[-1] == "Sahiya"
