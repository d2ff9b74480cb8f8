"""A verdict on every sentence: ids first, then what the passages say, then the analyst's own word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from core.evidence.judge.protocol import Opinion
from core.evidence.verdicts import ANALYST, EXACT_CHECK, WORD_FOR_WORD, Statement, Verdict
from core.systems.research_reports.state import Claim, Section
from core.systems.research_reports.write.checking import (
    NEAR,
    check,
    heard,
    note_of,
    speaks_to_it,
    statement_of,
    struck_out,
    verdict_of,
    with_nearness,
    with_verdict,
    words_that_show,
)
from core.systems.research_reports.write.citations import claims_of
from core.systems.research_reports.write.evaluation import brought_up, looked_at
from tests.systems.research_reports.little_sources import LEAD, QUESTION, RETRACTED, TIN, little_context, run
from tests.word_embedder import WordEmbedder

PARAPHRASE = "Without any lead, tin cells remain perovskite solar cells."


class LittleJudge:
    """Backs whatever it is asked, with the first words of the passage, and counts how often."""

    label = "Little judge"

    def __init__(self) -> None:
        self.asked: list[Statement] = []

    def judge(self, statements: Sequence[Statement]) -> list[Opinion]:
        self.asked += statements
        return [Opinion("backed", (one.passages[0].split(". ")[0],), "It says so.") for one in statements]


@pytest.fixture(scope="module")
def state() -> Any:
    return run(little_context(papers=(TIN, LEAD, RETRACTED)), QUESTION)


def passage_of(state: Any, paper: Any) -> str:
    return next(id for id, span in state["passages"].items() if span["paper"] == paper.id)


def claim(text: str, *passages: str, id: str = "q1.1") -> Claim:
    return {"id": id, "section": "q1", "lead": "", "text": text, "passages": list(passages)}


def verdict(state: Any, one: Claim, judge: Any = None) -> Verdict:
    (checked,) = check(state, [one], judge)
    return verdict_of(checked)


def with_paraphrase(state: Any) -> Any:
    """The report with one sentence that nobody could check."""
    section: Section = state["report"]["sections"][0]
    (checked,) = check(state, [claim(PARAPHRASE, passage_of(state, TIN), id="q1.99")])
    sections = [{**section, "claims": [*section["claims"], checked]}, *state["report"]["sections"][1:]]
    return {**state, "report": {**state["report"], "sections": sections}}


def test_a_wrong_number_is_struck_with_the_number_it_means(state: Any) -> None:
    wrong = claim("Tin perovskite solar cells reached an efficiency of 7.9 %.", passage_of(state, TIN))
    given = verdict(state, wrong)
    assert (given.standing, given.by) == ("not in the passage", EXACT_CHECK)
    assert wrong["text"][given.start : given.end].startswith("7.9")


def test_a_passage_that_does_not_exist_is_struck_by_its_id_alone_and_nobody_is_asked(state: Any) -> None:
    judge = LittleJudge()
    given = verdict(state, claim("Tin is a metal.", "p999"), judge)
    assert (given.standing, given.by) == ("not in the passage", EXACT_CHECK)
    assert "p999" in given.reason
    assert judge.asked == []


def test_a_sentence_that_cites_nothing_does_not_stand_by_the_analysts_word_either(state: Any) -> None:
    section: Section = state["report"]["sections"][0]
    (bare,) = check(state, [claim("Tin is a metal.", id="q1.99")])
    sections = [{**section, "struck": [bare]}, *state["report"]["sections"][1:]]
    unsure = {**state, "report": {**state["report"], "sections": sections}}
    read = heard(unsure, {statement_of(unsure, bare).key: True})
    assert read["report"]["sections"][0]["struck"] == [bare]


def test_a_retracted_paper_backs_nothing_though_it_says_so_word_for_word(state: Any) -> None:
    id = passage_of(state, RETRACTED)
    text = statement_of(state, claim("", id)).passages[0].split(". ")[0] + "."
    given = verdict(state, claim(text, id), LittleJudge())
    assert given.struck
    assert "retracted" in given.reason


def test_a_sentence_as_it_stands_in_its_passage_is_backed_with_those_words(state: Any) -> None:
    standing = state["report"]["sections"][0]["claims"][0]
    ((id, words),) = words_that_show(state, standing)
    assert verdict_of(standing).by == WORD_FOR_WORD
    assert id == standing["passages"][0]
    assert statement_of(state, standing).passages[0][words.start : words.end] == standing["text"]


def test_what_the_page_prints_of_a_source_counts_as_cited(state: Any) -> None:
    printed = claim("Noel et al. published in Energy in 2014.", passage_of(state, TIN))
    assert not verdict(state, printed).struck
    assert verdict(state, {**printed, "text": "Noel et al. published in Energy in 2011."}).struck


def test_a_judge_is_asked_only_what_no_rule_can_tell_and_nothing_twice(state: Any) -> None:
    judge, id = LittleJudge(), passage_of(state, TIN)
    paraphrase, quoted = claim(PARAPHRASE, id), state["report"]["sections"][0]["claims"][0]
    checked = check(state, [quoted, paraphrase], judge)
    assert [one.sentence for one in judge.asked] == [PARAPHRASE]
    known = {statement_of(state, one).key: verdict_of(one) for one in checked}
    assert check(state, [quoted, paraphrase], judge, known) == checked
    assert len(judge.asked) == 1


# --- the analyst's own word -------------------------------------------------------------------------------------------


def test_the_analysts_word_counts_in_the_report_and_in_its_figures_and_can_be_taken_back(state: Any) -> None:
    unsure = with_paraphrase(state)
    key = statement_of(unsure, claim(PARAPHRASE, passage_of(state, TIN))).key
    assert looked_at(unsure, {}) is unsure
    yes, no = looked_at(unsure, {key: True}), looked_at(unsure, {key: False})
    (said,) = [one for one in claims_of(yes["report"]) if one["text"] == PARAPHRASE]
    assert (verdict_of(said).standing, verdict_of(said).by) == ("backed", ANALYST)
    assert yes["figures"]["by_analyst"] > 0
    assert yes["figures"]["not_checked"] == 0
    assert [one["text"] for one in no["report"]["sections"][0]["struck"]] == [PARAPHRASE]
    assert no["figures"]["struck"] == 1
    assert heard(unsure, {})["report"] == unsure["report"]


def test_no_word_of_the_analyst_makes_a_retracted_paper_support_a_sentence(state: Any) -> None:
    gone = claim("Anything at all.", passage_of(state, RETRACTED), id="q1.98")
    section = struck_out(state["report"]["sections"][0], check(state, [gone]))
    with_gone = {**state, "report": {**state["report"], "sections": [section]}}
    again = heard(with_gone, {statement_of(state, gone).key: True})
    assert verdict_of(again["report"]["sections"][0]["struck"][0]).struck


def test_a_section_of_which_all_was_struck_says_how_many_did_not_hold_and_never_that_nothing_was_found(
    state: Any,
) -> None:
    section = {**state["report"]["sections"][0], "note": "Nothing was found for this sub-question."}
    wrong = [claim(f"They reached {number} %.", passage_of(state, TIN), id=f"q1.{number}") for number in (77, 78)]
    assert note_of(struck_out(section, check(state, wrong))) == "2 of 2 sentences did not hold."
    assert note_of(struck_out(section, [])) == "Nothing was found for this sub-question."


# --- reports from before, and off the topic ---------------------------------------------------------------------------


def test_a_report_from_before_there_were_verdicts_gets_them(state: Any) -> None:
    def before(one: Claim, findings: Sequence[object] = ()) -> Any:
        kept = {name: value for name, value in one.items() if name not in ("verdict", "nearness")}
        return {**kept, "findings": list(findings), "support": None}

    section = state["report"]["sections"][0]
    honest = claim(PARAPHRASE, passage_of(state, TIN), id="q1.99")
    old = {name: value for name, value in section.items() if name != "asked_again"}
    old |= {
        "claims": [before(one) for one in section["claims"]],
        "struck": [before(honest, [{"message": "direction"}])],
    }
    renewed = brought_up({**state, "report": {**state["report"], "sections": [old]}})
    assert [verdict_of(one).by for one in renewed["report"]["sections"][0]["claims"]][:-1] == [
        WORD_FOR_WORD for _ in section["claims"]
    ]
    assert verdict_of(renewed["report"]["sections"][0]["claims"][-1]).standing == "not checked"
    assert renewed["figures"]["backed"] < 1


def test_a_sentence_that_is_backed_and_speaks_of_something_else_does_not_answer_the_question(state: Any) -> None:
    on = with_nearness(state, claims_of(state["report"]), WordEmbedder())
    assert all(speaks_to_it(one) for one in on)
    bread = {**state, "question": "How is bread baked?", "plan": {**state["plan"], "sub_questions": []}}
    off = with_nearness(bread, claims_of(state["report"]), WordEmbedder())
    assert max(one["nearness"] for one in off) < NEAR
    sections = [{**section, "claims": [one for one in off if one["section"] == section["id"]]}
                for section in state["report"]["sections"]]  # fmt: skip
    figures = brought_up({**state, "report": {**state["report"], "sections": sections}})
    again = looked_at(figures, {"no such key": True})["figures"]
    assert again["backed"] == 1
    assert again["to_the_point"] == again["questions_covered"] == 0


def test_a_verdict_is_kept_as_plain_values(state: Any) -> None:
    given = Verdict("contradicted", "Model", "Why.", 1, 3)
    assert verdict_of(with_verdict(claim("Text."), given)) == given
