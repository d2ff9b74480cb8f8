"""Numbers of a sentence and numbers of its passage."""

from __future__ import annotations

import pytest

from core.evidence.numbers.grounding import check_numbers

PASSAGE = (
    "Efficiency rose from 7.4 to 24.8 % after 1,200 h. Devices of tin kept 80 % and devices of lead 95 % of it."
    " The layer was 300 nm thick, and fewer than 50 cells failed."
)
SAME = [
    ("Efficiency reached 24.8 percent.", PASSAGE),
    ("Efficiency reached about 25 %.", PASSAGE),
    ("Efficiency reached 25 %.", PASSAGE),
    ("Efficiency reached nearly a quarter.", PASSAGE),
    ("The layer measured 0.3 µm.", PASSAGE),
    ("Devices of lead kept 95 % and those of tin 80 %.", PASSAGE),
    ("Fewer than 50 cells failed.", PASSAGE),
    ("The bridge is about 3 miles long.", "The bridge is 4.8 km long."),
    ("The sample was heated to 212 °F.", "The sample was heated to 100 °C."),
    ("It took 90 minutes.", "It took 1 hour and 30 minutes."),
    ("It lasted an hour and a half.", "It lasted 90 minutes."),
    ("Patients were followed for two years.", "Patients were followed for 24 months."),
    ("It used 5,200 kWh a year.", "It used 5.2 MWh of electricity a year."),
    ("The rate was .05.", "The rate was 0·05."),
    ("1.5 million came.", "One and a half million came."),
    ("25 people were hurt.", "Twenty - five people were hurt."),
    ("They may lose 5 million dollars.", "They may lose 5 mln bucks."),
    ("More than 200 people came.", "231 people came."),
    ("The trial began on 12 March 2020.", "The trial began on March 12th, 2020."),
    ("Its cost in 2019 was low.", "In FY2019 its cost was low."),
    ("The dose was 10 mg.", "Dose in mg: 10."),
    ("COVID-19 spread.", "COVID spread."),
    ("Students pay 470 euros a year.", "Prices in euros | adult | student\nAnnual pass | 590 | 470"),
    ("The fine is 67 cents a day.", "The fine is $0.67 a day."),
    ("The survey ran from 1971 to 1973.", "The survey was conducted during 1971-73."),
    ("It holds 2,000 litres.", "It holds 2 m³."),
    ("In 19 cases out of 20 it holds.", "It holds in 95 % of cases."),
    ("It starts at 8 pm.", "17:00 Doors. 20:00 Concert."),
    ("We meet at 7 pm.", "Shall we say Friday at 7? – Fine."),
    ("Getting from 80 percent to a full charge takes a while.", "From empty it takes 5.5 hours, to 80 % 3.5 hours."),
    ("Release 4.7.2 mends it.", "4.8 comes in May. Release 4.7.2 mends two faults."),
    ("It made 198 million kilowatt-hours.", "It made 198 GWh."),
    ("It may fall to minus 4 degrees.", "It may fall to -4 °C."),
    ("An answer never has more than eight sentences.", "An answer has at most eight sentences."),
    ("An answer cannot be longer than eight sentences.", "An answer has at most eight sentences."),
    ("It never rewrites a query more than twice.", "A query is rewritten at most twice."),
    ("It stops at Mill Bridge at 5:34.", "| Stop | Run 1 | Run 2 |\n|---|---|---|\n| Mill Bridge | 05:34 | 06:51 |"),
    ("A pack costs 9.80 euros.", "| Product | Price (EUR) |\n|---|---|\n| Gloves, a pack | 9.80 |"),
    ("EBIT was 3.2 million francs.", "Figures in million CHF\n\n| | Q2 | Q3 |\n|---|---|---|\n| EBIT | 4.9 | 3.2 |"),
    ("Sales were 4.1 million euros.", "| Year | Sales (€m) |\n|---|---|\n| 2021 | 4.1 |"),
    ("It came to 58 US cents a head.", "It cost US$0.58 a head. 58 % of controls had it."),
    ("It conducted at 8.2 × 10⁻⁴ S cm⁻¹.", "Conductivity was 0.82 versus 0.51 mS cm⁻¹."),
    ("The risk was 17 % higher (10 % to 24 %).", "The adjusted hazard ratio was 1.17 (95 % CI 1.10–1.24)."),
    ("The risk was 13 % lower.", "It was less frequent (OR 0.87, p = 0.03)."),
    (
        "Leaching averaged 19 kg N under the mixture, compared with 41 kg under fallow.",
        "Nitrate leaching averaged 41 kg N ha⁻¹ under fallow, 38 under vetch, 19 under the mixture and 15 under rye.",
    ),
    (
        "Loose stools were reported by 11 % of colchicine patients and roughly 5 % of controls.",
        "Diarrhoea was more frequent with colchicine (11.2 % vs 5.3 %). Nightly colchicine halved recurrence.",
    ),
]
OTHER = [
    ("Efficiency reached 42.8 %.", PASSAGE, "missing"),
    ("Efficiency reached 24.83 %.", PASSAGE, "missing"),
    ("The layer was 300 µm thick.", PASSAGE, "missing"),
    ("Efficiency rose from 24.8 to 7.4 %.", PASSAGE, "elsewhere"),
    ("More than 50 cells failed.", PASSAGE, "elsewhere"),
    (
        "It is not small: an answer has more than eight sentences.",
        "An answer has at most eight sentences.",
        "elsewhere",
    ),
    ("About 30 % was reached.", PASSAGE, "missing"),
    ("More than 250 people came.", "231 people came.", "missing"),
    ("The dose was 10 mg.", "Ten patients took it.", "missing"),
    ("COVID-91 spread.", "COVID-19 spread.", "missing"),
    ("It starts at 9 pm.", "17:00 Doors. 20:00 Concert.", "missing"),
    ("Release 4.7.3 mends it.", "4.8 comes in May. Release 4.7.2 mends two faults.", "missing"),
    ("It is of 13.12.2024.", "It is of 31.12.2024.", "missing"),
    ("It was named in five reports.", "It was named in four reports.", "missing"),
]


@pytest.mark.parametrize(("sentence", "passage"), SAME)
def test_equal_values_are_grounded_however_they_are_written(sentence: str, passage: str) -> None:
    assert check_numbers(sentence, passage) == []


@pytest.mark.parametrize(("sentence", "passage", "kind"), OTHER)
def test_another_number_unit_order_or_bound_is_found(sentence: str, passage: str, kind: str) -> None:
    assert check_numbers(sentence, passage)[0].kind == kind


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        ("Two studies agree.", "Smith (2010) and Jones (2012) agree."),
        ("Half of them left.", "Most of them left."),
        ("It came third.", "Only Ada and Bob were faster."),
    ],
)
def test_what_may_count_or_rank_what_the_passage_lists_is_left_open(sentence: str, passage: str) -> None:
    assert [one.kind for one in check_numbers(sentence, passage)] == ["open"]


@pytest.mark.parametrize(
    ("sentence", "asked"),
    [
        ("For 250 km you get 75 euros.", "I drive 250 km, what do I get?"),
        ("Since 2021 30 cents are paid.", "Since 2021?"),
    ],
)
def test_a_number_of_the_question_and_what_follows_from_it_are_left_open(sentence: str, asked: str) -> None:
    passage = "A kilometre is paid with 0.30 euros."
    assert {one.kind for one in check_numbers(sentence, passage)} == {"missing"}
    assert {one.kind for one in check_numbers(sentence, passage, asked)} == {"open"}
    assert check_numbers("You get 80 euros.", passage, asked)[0].kind == "missing"


def test_a_number_of_a_table_is_not_held_against_the_words_of_its_head() -> None:
    table = (
        "source | titles | first | among five | wrong\nall | 3612 | .671 | .890 | .099\nESCO | 768 | .509 | .781 | .134"
    )
    assert check_numbers("For ESCO, the right one is among five for .781 of 768 titles.", table) == []
    assert check_numbers("Of all 3612 titles the first is right for 67.1 %, and 9.9 % are wrong.", table) == []
    assert check_numbers("Of all 3612 titles the first is right for 76.1 %.", table)[0].kind == "missing"


def test_the_finding_says_what_the_passage_says_and_where() -> None:
    sentence, passage = "After surface treatment efficiency rose to 27 %.", "Efficiency rose to 25.7 % in 2019."
    (found,) = check_numbers(sentence, passage)
    assert found.message == "“27 %” does not occur in the cited passage; it says “25.7 %”."
    assert sentence[found.start : found.end] == "27 %"
    assert found.source is not None
    assert passage[slice(*found.source)] == "25.7 %"


def test_what_strikes_comes_before_what_is_open() -> None:
    found = check_numbers("Half of the 91 devices failed.", "Of 19 devices most failed.")
    assert [one.kind for one in found] == ["missing", "open"]
