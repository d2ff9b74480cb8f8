"""The panel of expert search: the people with their scores, the numbers of the fusion, the refinement."""

from __future__ import annotations

import re
import zipfile
from functools import partial
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.installation import NOBODY, Installation
from core.systems.expert_search.ranking.standing import Fits, Standing
from core.ui.expert_search.ranking.experts import found_in_words
from tests.ui.steps import as_read, ask, box, open_tab, opened, press, said, texts

KEPT = Path(__file__).parents[1] / "upgrades" / "kept_1.zip"
tab = partial(open_tab, tabs="expert_search:tabs")
QUESTION = "Who knows about perovskite solar cells?"
SEVERAL = "flood forecasting and perovskite solar cells, over 20 years, in Europe"


def listed(test: AppTest) -> list[str]:
    """The names in the table, in their order."""
    rows = [button for button in test.button if str(button.key).startswith("expert_search:person:")]
    return [re.sub(r"^\d+\. ", "", as_read(button.label).strip("*")) for button in rows]


def people_in(test: AppTest) -> int:
    """How many were found and are not left out."""
    counted = re.compile(r"of (\d+) (?:person|people) found\b")
    return next(int(match[1]) for text in texts(test) if (match := counted.search(text)))


def test_a_question_shows_the_quality_the_people_and_what_speaks_for_the_first(house: Installation) -> None:
    test = ask(opened("expert_search"), QUESTION)
    assert said(test, "first.** ")
    assert test.subheader[0].value.startswith("1. ")
    assert said(test, "What speaks for this person")
    assert test.code[0].value.count("×") >= 2, "the arithmetic of the score"


def test_moving_alpha_fuses_again_and_stays_in_the_address(house: Installation) -> None:
    test = ask(opened("expert_search"), QUESTION)
    before = test.code[0].value
    next(one for one in test.slider if one.key == "expert_search:alpha").set_value(0.0).run()
    assert test.query_params["alpha"] == "0.0"
    assert test.code[0].value != before
    assert not test.exception


def test_a_number_in_the_address_that_cannot_be_is_ignored(house: Installation) -> None:
    test = opened("expert_search", alpha="7", keep="9", method="magic", combine="best")
    values = {one.key: one.value for one in [*test.slider, *test.selectbox]}
    assert values["expert_search:alpha"] == 0.6
    assert values["expert_search:keep"] == 9
    assert values["expert_search:method"] == "weighted sum"
    assert values["expert_search:combine"] == "best"


def test_a_question_that_nobody_can_answer_says_so_and_shows_what_was_tried(house: Installation) -> None:
    test = ask(opened("expert_search"), "zorblax quuxification of flimwidgets")
    assert said(test, "Nothing good was found.")
    tab(test, "Good enough?")
    assert said(test, "Refinements used: **1 of 1**")
    assert said(test, "Before the refinement the quality was")


def test_what_alpha_does_is_told_in_a_sentence(house: Installation) -> None:
    test = ask(opened("expert_search"), QUESTION)
    tab(test, "Meaning against words")
    assert any(box.label == "Why is this person not in the list?" for box in test.selectbox)


def test_the_numbers_of_a_receipt_add_up_to_its_score(house: Installation) -> None:
    test = ask(opened("expert_search"), QUESTION)
    score, _, terms = test.code[0].value.strip().partition(" = ")
    products = re.findall(r"([\d.]+) × ([\d.]+)", terms)
    assert len(products) >= 2
    assert sum(float(weight) * float(value) for weight, value in products) == pytest.approx(float(score), abs=0.0006)


def test_evidence_highlights_the_words_of_the_question_and_nothing_of_the_page(house: Installation) -> None:
    test = ask(opened("expert_search"), QUESTION)
    highlighted = re.findall(r"background\[([^]]*)\]", " ".join(texts(test)).replace("\\", ""))
    assert {"perovskite", "solar", "cells"} <= {word.lower() for word in highlighted}
    assert not any("material/" in word for word in highlighted)


def test_fewer_experts_can_be_kept_and_places_alone_can_be_fused(house: Installation) -> None:
    test = ask(opened("expert_search", keep="2", method="reciprocal rank"), QUESTION)
    assert len(listed(test)) == 2
    assert test.query_params["method"] == "reciprocal rank"
    assert test.code[0].value.strip().startswith("0.0")


def test_why_not_explains_somebody_whom_another_alpha_brings_in(house: Installation) -> None:
    by_meaning = listed(ask(opened("expert_search", alpha="1.0", keep="3"), QUESTION))
    test = tab(ask(opened("expert_search", keep="3"), QUESTION), "Meaning against words")
    why = box(test, "Why is this person not in the list?")
    why.set_value(next(name for name in by_meaning if name in why.options)).run()
    told = " ".join(texts(test)).replace("\\", "")
    assert re.search(r"stand at rank \d+ with .*outside the first 3\..*smallest change of α that brings them in", told)


def test_a_clear_question_is_not_refined(house: Installation) -> None:
    test = ask(opened("expert_search"), QUESTION)
    assert not said(test, "Nothing good was found.")
    assert said(tab(test, "Good enough?"), "nothing was refined")


def test_the_trace_tells_every_step_with_the_query_before_and_after(house: Installation) -> None:
    test = tab(ask(opened("expert_search"), QUESTION), "How it ran")
    open_tab(test, "Trace", tabs="expert_search:run-tabs")
    shown = " ".join(frame.value.to_string() for frame in test.dataframe)
    for step in ("Initial state", "Profile vector search", "Project keyword search", "Rerank"):
        assert step in shown
    inside = box(test, "Look inside a step")
    inside.set_value(next(option for option in inside.options if "Initial state" in option)).run()
    assert said(test, "**query** before")
    assert said(test, "**query** after")
    assert any("perovskite solar cells" in code.value for code in test.code)


def test_the_manual_stands_in_the_page(house: Installation) -> None:
    test = tab(ask(opened("expert_search"), QUESTION), "How is this made?")
    assert said(test, "The gate and the refinement")


def test_a_request_of_20_000_characters_is_read_and_asked_back_and_a_longer_one_refused(house: Installation) -> None:
    long = "perovskite solar cells " * 1000
    test = ask(opened("expert_search"), long[:20_001])
    assert said(test, "The request has 20,001 characters; at most 20,000 can be read.")
    assert said(ask(test, long[:20_000].strip()), "What should they know about?")


def test_what_could_not_be_used_is_said_before_the_answer_and_a_guessed_spelling_is_undone(house: Installation) -> None:
    test = ask(opened("expert_search"), "ransomwaer blorptang zibzab since 2018")
    assert said(test, "“blorptang zibzab” and “since 2018” could not be used.")
    press(test, "Undo")
    assert said(test, "“ransomwaer blorptang zibzab” and “since 2018” could not be used.")
    press(test, "Put back: “ransomwaer” searched for again as “ransomware”")
    assert said(test, "“ransomwaer” searched for again as “ransomware”")


def test_a_spelling_refused_for_good_is_not_guessed_in_the_next_search_either(house: Installation) -> None:
    test = ask(opened("expert_search"), "ransomwaer blorptang zibzab")
    press(test, "Not this again")
    ask(test, "ransomwaer zwyxquv zibzab")
    assert said(test, "“ransomwaer zwyxquv zibzab” could not be used: ")


def test_own_people_are_looked_at_one_by_one_before_they_are_kept(house: Installation) -> None:
    test = opened("expert_search")
    bio = f"Casts bells. {'Tunes their partials by ear and by file. ' * 20}The end of it."
    table = (
        "First name,Last name,Job title,About,City,Employer,Languages,Years,Day rate\n"
        f"Ann,Ray,Bell founder,{bio},Graz,Works,French,since 2014,450\n"
        "Bo,Day,Keeper of clocks,Repairs clocks.,Linz,,,7,\n"
        "Ann,Ray,,Hangs bells.,Graz,,Hindi,,\n"
    )
    test.file_uploader[0].set_value(("bells.csv", table.encode(), "text/csv")).run()
    answers = "expert,answer,date\nAnn Ray,Tin makes it brittle.,16.9.2021\nAnn Ray,Bronze.,2019\n"
    test.file_uploader[1].set_value(("answers.csv", answers.encode(), "text/csv")).run()
    assert said(test, "2 experts can be used.")
    assert said(test, "“Ann Ray” as one person with row 2")
    assert said(test, "Kept as further columns: “Day rate”.")
    for words in ("expert 1 of 2", "Bell founder", "Graz", "Works", "years of experience", "French; Hindi"):
        assert said(test, words)
    assert said(test, "Day rate: 450")
    assert said(test, "Project answer** · 16 Sep 2021")
    assert said(test, "Tin makes it brittle.")
    begun = next(text for text in texts(test) if text.startswith("Casts bells"))
    assert begun.endswith("…"), "a long text is folded"
    press(test, "Next")
    assert said(test, "expert 2 of 2")
    assert any(caption.value == "No project answer" for caption in test.caption)
    press(test, "Previous")
    assert said(test, "Bell founder")


# --- moving what was found --------------------------------------------------------------------------------------------


def test_one_press_tells_why_another_person_and_the_address_says_whom(house: Installation) -> None:
    test = ask(opened("expert_search"), QUESTION)
    first, second = listed(test)[:2]
    assert test.subheader[0].value.startswith("1. ")
    assert "person" not in test.query_params
    [button for button in test.button if str(button.key).startswith("expert_search:person:")][1].click().run()
    assert as_read(test.subheader[0].value) == f"2. {second}"
    chosen = test.query_params["person"]
    other = opened("expert_search", thread=test.query_params["thread"], person=chosen)
    assert as_read(other.subheader[0].value) == f"2. {second}"
    assert listed(other)[0] == first


def test_a_requirement_made_a_wish_brings_people_in_at_once_without_a_new_search(house: Installation) -> None:
    test = ask(opened("expert_search"), SEVERAL)
    few, thread = people_in(test), test.query_params["thread"]
    out = next(one for one in test.expander if "left out" in one.label)
    assert {"Does not meet", "Not known"} <= set(out.table[0].value.columns)
    switch = next(button for button in test.button if button.key == "expert_search:switch:place:europe")
    assert "must ·" in as_read(switch.label)
    switch.click().run()
    assert people_in(test) > few
    assert test.query_params["thread"] == thread
    assert test.query_params["switched"] == "place:europe"
    assert any("Weight of Europe" in as_read(slider.label) for slider in test.slider)
    again = opened("expert_search", thread=thread, switched="place:europe")
    assert people_in(again) == people_in(test)


def test_a_must_says_of_how_many_it_is_not_known_who_stay_in_and_a_wish_leaves_nobody_out(house: Installation) -> None:
    test = ask(opened("expert_search"), "perovskite solar cells, French-speaking")

    def switch() -> str:
        return as_read(next(one.label for one in test.button if str(one.key).startswith("expert_search:switch:")))

    assert re.fullmatch(r"must · \d+ meet it, not known of \d+ who stay in", switch())
    next(one for one in test.button if str(one.key).startswith("expert_search:switch:")).click().run()
    assert re.fullmatch(r"wish · \d+ meet it", switch())


def test_what_a_topic_weighs_moves_the_order(house: Installation) -> None:
    test = ask(opened("expert_search"), SEVERAL)
    before = listed(test)
    weight = next(one for one in test.slider if as_read(one.label) == "Weight of flood forecasting")
    weight.set_value(0.0).run()
    assert not test.exception
    assert listed(test) != before


def test_facets_tell_how_many_have_each_and_show_only_these(house: Installation) -> None:
    test = ask(opened("expert_search"), QUESTION)
    everybody = people_in(test)
    countries = next(one for one in test.multiselect if one.label == "Countries")
    country, count = re.fullmatch(r"(.+) \((\d+)\)", countries.options[0]).groups()  # type: ignore[union-attr]
    countries.set_value([country]).run()
    assert people_in(test) == int(count) < everybody


def test_two_people_stand_side_by_side(house: Installation) -> None:
    test = ask(opened("expert_search"), SEVERAL)
    first, second = listed(test)[:2]
    tab(test, "Compare")
    table = test.table[0].value
    assert [as_read(name) for name in table.columns] == [first, second]
    assert {"Score", "flood forecasting", "more than 20 years", "Europe"} <= set(map(as_read, table.index))


def test_the_four_searches_unfold(house: Installation) -> None:
    test = ask(opened("expert_search"), QUESTION)
    test.toggle[0].set_value(True).run()
    shown = test.main.table[0].value
    assert list(shown.columns) == ["Profile, meaning", "Profile, words", "Answers, meaning", "Answers, words"]
    assert len(shown) == 5
    assert " → " in shown.iloc[0, 0]


def test_a_variant_says_what_it_added_and_can_be_dismissed_and_taken_back(house: Installation) -> None:
    test = ask(opened("expert_search"), "avalanch blorptang zibzab")
    assert said(test, "Scored by the variant")
    press(test, "Without this variant")
    assert test.query_params["dismissed"].startswith("variant:")
    back = next(button for button in test.button if as_read(button.label).startswith("Put back: avalanch"))
    back.click().run()
    assert "dismissed" not in test.query_params


def test_a_name_that_was_found_says_so(house: Installation) -> None:
    name = listed(ask(opened("expert_search"), QUESTION))[0]
    test = ask(opened("expert_search"), name)
    assert said(test, "is somebody's name here")
    assert listed(test)[0] == name


def test_the_values_of_the_knobs_stand_in_one_line(house: Installation) -> None:
    test = opened("expert_search", alpha="0.3", keep="7", side="mean")
    assert said(test, "people** · Meaning against words **0.3** · 7 shown · of two searches the mean of both")


def test_a_team_is_found_and_what_it_lacks_is_told(house: Installation) -> None:
    test = tab(ask(opened("expert_search"), f"two people for {SEVERAL}"), "Team")
    assert not test.exception
    assert said(test, "2 people who cover")


def test_a_run_of_an_earlier_version_says_so_names_whom_it_found_and_can_be_asked_again(house: Installation) -> None:
    with zipfile.ZipFile(KEPT) as archive:
        archive.extractall(house.settings.data.parent)
    (house.settings.data.parent / "files").replace(house.settings.data)
    (thread,) = house.threads.of(NOBODY, "expert_search")
    test = opened("expert_search", thread=thread.id)
    assert said(test, "made by an earlier version of Glassbox")
    assert said(test, "1. **Cy Das**")
    test = press(test, "Ask again")
    assert not said(test, "earlier version")
    assert listed(test)


def test_the_verdict_follows_a_requirement_that_was_made_a_wish(house: Installation) -> None:
    test = ask(opened("expert_search"), "flood forecasting in Malta")
    assert said(test, "Nobody meets all that must be met.")
    next(button for button in test.button if button.key == "expert_search:switch:place:malta").click().run()
    assert not said(test, "Nobody meets all that must be met.")
    assert said(test, "first.** ")


def test_where_nobody_meets_all_it_says_who_comes_nearest_and_lists_what_each_lacks(house: Installation) -> None:
    test = ask(opened("expert_search"), "flood forecasting in Iceland, fluent in Swahili")
    assert said(test, "Nobody meets all that must be met.")
    assert said(test, "Nearest is ")
    assert not said(test, "people found:")
    out = next(one for one in test.expander if "left out" in one.label)
    assert out.proto.expanded
    cells = out.table[0].value[["Does not meet", "Not known"]].values.tolist()
    lacking = [sum(cell.count(";") + 1 for cell in row if cell) for row in cells]
    assert lacking[0] == min(lacking) < max(lacking), "who lacks least comes first"


def test_what_alpha_does_is_drawn_of_those_in_the_table_and_of_nobody_who_was_left_out(house: Installation) -> None:
    test = ask(opened("expert_search"), "flood forecasting expert in India")
    out = next(one for one in test.expander if "left out" in one.label)
    tab(test, "Meaning against words")
    choice = next(one for one in test.selectbox if one.key == "expert_search:why-not")
    without = set(out.table[0].value.index)
    assert without
    assert not without & set(map(as_read, choice.options))


def test_a_weight_is_of_this_answer_alone_and_stands_in_the_address_and_on_the_page(house: Installation) -> None:
    test = ask(opened("expert_search"), SEVERAL)
    next(one for one in test.slider if as_read(one.label) == "Weight of flood forecasting").set_value(0.0).run()
    order, written, thread = listed(test), test.query_params["weights"], test.query_params["thread"]
    assert said(test, "Weight of flood forecasting **0**")
    again = opened("expert_search", thread=thread, weights=written)
    assert listed(again) == order
    assert said(again, "Weight of flood forecasting **0**")
    test.query_params["person"] = "e001"
    other = ask(test, "flood forecasting and perovskite solar cells in Asia")
    assert not said(other, "Weight of flood forecasting **")
    assert not {"weights", "person"} & other.query_params.keys()
    odd = opened("expert_search", thread=thread, weights="topic:flood forecasting=nan|=|x=9e9|a=b")
    assert not odd.exception
    assert not said(odd, "Weight of ")


@pytest.mark.parametrize(
    ("fits", "told"),
    [
        (["topic in doubt"] * 3, "**1** shown of 3 people found: all perhaps do"),
        (["topic in doubt"], "**1** shown of 1 person found: 1 perhaps does"),
        (["likely", "topic in doubt"], "**1** shown of 2 people found: 1 likely fits, 1 perhaps does"),
        (["all", "all but wishes", "in part"], "**1** shown of 3 people found: 2 fit, 1 fits in part"),
    ],
)
def test_how_many_fit_is_said_in_words_that_agree(fits: list[Fits], told: str) -> None:
    found = [Standing(str(rank), rank, 0.5, one, 0, 0.5, 0.5, (), {}) for rank, one in enumerate(fits)]

    assert found_in_words(found[:1], found) == told


def test_nobody_is_said_where_nobody_is_known_for_it() -> None:
    found = [Standing(str(rank), rank, 0.5, "topic in doubt", 0, 0.5, 0.5, (), {}, knows=0.0) for rank in range(3)]

    assert (
        found_in_words(found[:1], found) == "**Nobody** of 3 people found is known for all that was asked; **1** shown"
    )


def test_what_all_who_are_left_out_lack_is_told_once_above_them(house: Installation) -> None:
    test = ask(opened("expert_search"), "flood forecasting in Iceland, fluent in Swahili, not from a company")
    out = next(one for one in test.expander if "left out" in one.label)
    cells = out.table[0].value["Does not meet"].tolist()
    shared = set.intersection(*(set(cell.split("; ")) for cell in cells))
    assert shared <= {""}


def test_what_nobody_has_alone_leads_to_the_team(house: Installation) -> None:
    test = ask(opened("expert_search"), "someone who knows perovskite solar cells, payroll")
    assert said(test, "see the tab Team")
    next(button for button in test.button if button.key == "expert_search:to-team").click().run()
    assert test.query_params["tab"] == "team"


def test_what_somebody_left_out_lacks_is_listed_once(house: Installation) -> None:
    test = ask(opened("expert_search"), "somebody for elder care, no nurses")
    out = next(one for one in test.expander if "left out" in one.label)
    cells = [cell for row in out.table[0].value[["Does not meet", "Not known"]].values.tolist() for cell in row]
    told = [cell.replace("\\", "").split("; ") for cell in cells]
    assert as_read(out.markdown[0].value) == "None of them meets: **not nurses**"
    assert not any("not nurses" in labels for labels in told)
    assert all(len(labels) == len(set(labels)) for labels in told)
