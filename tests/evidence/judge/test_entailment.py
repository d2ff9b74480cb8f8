"""A local entailment model judges by its own labels, over windows of the passages, and says when it cannot."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.errors import StoreError
from core.evidence.check import check_statements
from core.evidence.judge.entailment import EntailmentJudge, read_head
from core.evidence.verdicts import Statement
from core.llm.engine import listen
from core.types import Asked
from tests.evidence.judge.tiny_classifier import write_classifier

NLI = ("contradiction", "entailment", "neutral")
STATEMENT = Statement("The sales rose.", ("Sales rose in May. The sales fell in June.", "In June the sales fell."))


@pytest.mark.parametrize(
    ("labels", "entails"),
    [
        (("entailment", "neutral", "contradiction"), "entailment"),
        (("CONTRADICTION", "NEUTRAL", "ENTAILMENT"), "ENTAILMENT"),
        (("neutral", "entails", "contradicts"), "entails"),
        (("SUPPORTS", "REFUTES", "NOT ENOUGH INFO"), "SUPPORTS"),
        (("LABEL_0", "LABEL_1"), "LABEL_1"),
        (("1", "0"), "1"),
        (("unsupported", "supported"), "supported"),
        (("entailment", "not_entailment"), "entailment"),
        (("non-entailment", "entailment"), "entailment"),
        (("inconsistent", "consistent"), "consistent"),
    ],
)
def test_labels_are_read_by_their_names_in_any_order_and_spelling(
    tmp_path: Path, labels: tuple[str, ...], entails: str
) -> None:
    folder = write_classifier(tmp_path / "judge", labels, {entails: 5})
    assert read_head(folder).entails == labels.index(entails)
    (opinion,) = EntailmentJudge(folder).judge([STATEMENT])
    assert opinion.standing == "backed"


@pytest.mark.parametrize(
    "labels",
    [
        ("LABEL_0", "LABEL_1", "LABEL_2"),
        ("POSITIVE", "NEGATIVE"),
        ("LABEL_0",),
        ("entailment", "entails"),
        ("neutral", "contradiction"),
    ],
)
def test_a_model_whose_labels_do_not_tell_what_follows_judges_nothing_and_says_why(
    tmp_path: Path, labels: tuple[str, ...]
) -> None:
    folder = write_classifier(tmp_path / "judge", labels, {labels[0]: 5})
    with pytest.raises(StoreError, match="labels of the model"):
        _ = EntailmentJudge(folder).says
    (verdict,) = check_statements([STATEMENT], EntailmentJudge(folder))
    assert verdict.standing == "not checked"
    assert "CLAIM_MODEL" in verdict.reason


def test_what_a_binary_model_does_not_back_is_never_called_contradicted(tmp_path: Path) -> None:
    judge = EntailmentJudge(write_classifier(tmp_path / "judge", ("entailment", "contradiction"), {"contradiction": 9}))
    (opinion,) = judge.judge([STATEMENT])
    assert opinion.standing == "not in the passage"
    assert "never" in judge.says


def test_the_fewest_sentences_that_back_are_what_is_shown(tmp_path: Path) -> None:
    folder = write_classifier(tmp_path / "judge", NLI, {"neutral": 4}, {"may": ("entailment", 2.0)})
    (verdict,) = check_statements([STATEMENT], EntailmentJudge(folder))
    assert (verdict.standing, verdict.by) == ("backed", "judge")
    (words,) = verdict.shown_by
    assert STATEMENT.passages[words.passage][words.start : words.end] == "Sales rose in May"


def test_a_window_that_contradicts_strikes_only_where_no_window_backs(tmp_path: Path) -> None:
    fell = {"fell": ("contradiction", 2.0)}
    against = EntailmentJudge(write_classifier(tmp_path / "against", NLI, {"neutral": 4}, fell))
    both = EntailmentJudge(
        write_classifier(tmp_path / "both", NLI, {"neutral": 4}, fell | {"may": ("entailment", 2.0)})
    )
    (struck,) = check_statements([STATEMENT], against)
    assert (struck.standing, struck.by) == ("contradicted", "against")
    (words,) = struck.shown_by
    assert "fell" in STATEMENT.passages[words.passage][words.start : words.end]
    assert check_statements([STATEMENT], both)[0].standing == "backed"


def test_a_model_that_is_in_two_minds_leaves_the_sentence_unchecked(tmp_path: Path) -> None:
    folder = write_classifier(tmp_path / "judge", NLI, {"entailment": 1, "contradiction": 1})
    (opinion,) = EntailmentJudge(folder).judge([STATEMENT])
    assert opinion.standing == "not checked"
    assert "not sure" in opinion.reason


def test_a_sentence_is_missing_only_from_a_passage_that_was_read_as_a_whole(tmp_path: Path) -> None:
    judge = EntailmentJudge(write_classifier(tmp_path / "judge", NLI, {"neutral": 9}, longest=24))
    whole, too_long = ("Sales fell in June.",), ("Sales fell in June. The sales fell in May. " * 3,)
    opinions = judge.judge([Statement("The sales rose.", whole), Statement("The sales rose.", too_long)])
    assert [one.standing for one in opinions] == ["not in the passage", "not checked"]


def test_a_sentence_may_follow_from_two_passages_together(tmp_path: Path) -> None:
    words = {"may": ("entailment", 4.0), "june": ("entailment", 4.0)}  # either alone is not enough
    judge = EntailmentJudge(write_classifier(tmp_path / "judge", NLI, {"neutral": 25.6}, words))
    statement = Statement("The sales rose.", ("Sales rose in May.", "Sales rose in June."))
    (verdict,) = check_statements([statement], judge)
    assert verdict.standing == "backed"
    assert {place.passage for place in verdict.shown_by} == {0, 1}


@pytest.mark.parametrize("damage", ["no folder", "no model", "no weights", "no classifier", "damaged weights"])
def test_a_folder_that_cannot_be_used_is_told_in_words_and_the_sentences_stay_unchecked(
    tmp_path: Path, damage: str
) -> None:
    folder = tmp_path / "judge"
    if damage == "no model":
        folder.mkdir()
    elif damage != "no folder":
        write_classifier(folder, NLI)
    if damage == "no weights":
        (folder / "model.safetensors").unlink()
    if damage == "damaged weights":
        (folder / "model.safetensors").write_bytes(b"nothing")
    if damage == "no classifier":
        config = json.loads((folder / "config.json").read_text())
        (folder / "config.json").write_text(json.dumps(config | {"architectures": ["BertModel"]}))
    opinions = EntailmentJudge(folder).judge([STATEMENT, STATEMENT])
    assert [one.standing for one in opinions] == ["not checked", "not checked"]
    assert "CLAIM_MODEL" in opinions[0].reason


def test_the_trace_of_a_run_tells_what_the_entailment_model_was_asked(tmp_path: Path) -> None:
    asked: list[Asked] = []
    judge = EntailmentJudge(write_classifier(tmp_path / "judge", NLI, {"entailment": 9}))
    with listen(asked.append, lambda _: None):
        judge.judge([STATEMENT])
    assert [(one.engine, one.task) for one in asked] == [("judge", "judge_sentences")]
    assert STATEMENT.sentence in asked[0].prompt


def test_the_weights_are_loaded_once_and_not_for_saying_what_it_is(tmp_path: Path) -> None:
    judge = EntailmentJudge(write_classifier(tmp_path / "judge", NLI, {"entailment": 9}))
    assert "follow from their passages" in judge.says
    first = judge.judge([STATEMENT])
    for file in judge.folder.glob("model*"):
        file.unlink()
    assert judge.judge([STATEMENT]) == first
