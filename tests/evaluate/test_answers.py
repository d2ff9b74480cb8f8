"""`core.evaluate answers` asks every question, follow-ups in their thread, and counts what it says it counts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.errors import InputError
from core.evaluate.__main__ import main
from core.evaluate.answers import Answered, Question, answer_all, figures, read_folder, read_questions
from core.retrieval.embedder import Embedder
from core.systems.knowledge_base.state import Outcome
from tests.systems.knowledge_base.little_manual import PAGES

MANUAL = Path("/usr/share/doc/postgresql-doc-15/html")
QUESTIONS = Path(__file__).parents[1] / "data" / "knowledge" / "postgresql_questions.csv"
TUNING = QUESTIONS.with_name("postgresql_tuning.csv")
FEW = 10  # of the smallest pages: more would take minutes to embed

CSV = """question,pages,answer_contains,kind
What is the default speed of the pump?,pump.md,40 litres,
What does the valve do?,valve.md,closes the loop,followup:1:1
And its default pressure?,valve.md,6 bar,followup:1:2
Which orchestra played Mahler yesterday?,,,unanswerable
"""


YES: Outcome = "in the documents"
PERHAPS: Outcome = "perhaps not in the documents"
NO: Outcome = "not in the documents"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in PAGES.items():
        (tmp_path / "docs").mkdir(exist_ok=True)
        (tmp_path / "docs" / name).write_text(text, encoding="utf-8")
    (tmp_path / "questions.csv").write_text(CSV, encoding="utf-8")
    return tmp_path


@pytest.mark.slow
def test_the_command_measures_a_small_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = folder / "figures.json"
    arguments = ["answers", str(folder / "questions.csv"), "--documents", str(folder / "docs")]
    assert main([*arguments, "--json", str(kept), "--cache", str(folder)]) == 0
    measured = json.loads(kept.read_text(encoding="utf-8"))
    assert list(measured) == [
        "right_page",
        "contains",
        "lead_right",
        "silently_wrong",
        "refused_unanswerable",
        "refused_or_perhaps_unanswerable",
        "refused_answerable",
        "perhaps_answerable",
        "words",
        "sentences_backed",
        "sentences_struck",
        "ms_p50",
    ]
    assert measured["right_page"] == measured["contains"] == measured["refused_or_perhaps_unanswerable"] == 1.0
    assert measured["silently_wrong"] == 0.0
    assert measured["refused_answerable"] == 0.0
    assert (measured["sentences_backed"], measured["sentences_struck"]) == (1.0, 0.0)
    assert "right_page" in capsys.readouterr().out


@pytest.mark.slow
def test_the_manual_of_postgresql_is_answered_with_the_right_pages(tmp_path: Path) -> None:
    if not MANUAL.is_dir():
        pytest.skip("postgresql-doc-15 is not installed")
    asked = [one for one in read_questions(QUESTIONS) if not one.thread.startswith("thread")]
    pages = sorted({sorted(one.pages)[0] for one in asked if one.pages})
    chosen = sorted(pages, key=lambda page: ((MANUAL / page).stat().st_size, page))[:FEW]
    (tmp_path / "pages").mkdir()
    for page in chosen:
        (tmp_path / "pages" / page).write_bytes((MANUAL / page).read_bytes())
    embedder = Embedder(tmp_path / "embeddings.sqlite")
    store = read_folder(tmp_path / "pages", tmp_path / "passages.sqlite", embedder)
    answerable = [one for one in asked if one.pages & set(chosen)]
    unanswerable = [one for one in asked if not one.answerable][:8]
    measured = figures(answer_all([*answerable, *unanswerable], store, embedder))
    assert measured["right_page"] >= 0.85
    assert measured["refused_or_perhaps_unanswerable"] >= 0.8
    assert measured["silently_wrong"] <= 0.2
    assert measured["refused_answerable"] <= 0.1
    assert measured["sentences_backed"] == 1.0


def test_the_questions_on_postgresql_are_at_least_sixty_of_them_fifteen_unanswerable() -> None:
    asked = read_questions(QUESTIONS)
    assert len(asked) >= 60
    assert sum(not one.answerable for one in asked) >= 15
    assert all(one.pages for one in asked if one.answerable)


def answered(question: Question, outcome: Outcome, cited: set[str], lines: tuple[str, ...], backed: int) -> Answered:
    state: dict[str, Any] = {}
    return Answered(question, outcome, frozenset(cited), lines, len(lines), backed, 1, 0.002, state)


def test_the_figures_are_shares_of_what_could_be_right() -> None:
    known = Question("q", frozenset({"a#3"}), ("X y", "five|5"), ("X y|yes",), True, "1")
    unknown = Question("q", frozenset(), (), (), False, "2")
    rows = [
        answered(known, YES, {"a", "a#3"}, ("so: x  Y.", "It is 5."), 2),
        answered(known, YES, {"b"}, ("Pigs fly.", "Sand is yellow."), 2),
        answered(known, PERHAPS, {"b"}, ("Pigs fly.",), 1),
        answered(known, NO, set(), (), 0),
        answered(unknown, NO, set(), (), 0),
        answered(unknown, PERHAPS, {"b"}, ("no",), 1),
        answered(unknown, YES, {"b"}, ("no", "no"), 1),
        answered(unknown, NO, set(), (), 0),
    ]
    assert figures(rows) == {
        "right_page": 0.25,
        "contains": 0.25,
        "lead_right": 0.25,
        "silently_wrong": 0.25,
        "refused_unanswerable": 0.5,
        "refused_or_perhaps_unanswerable": 0.75,
        "refused_answerable": 0.25,
        "perhaps_answerable": 0.25,
        "words": 2,
        "sentences_backed": 7 / 16,
        "sentences_struck": 0.5,
        "ms_p50": 2.0,
    }


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"question,pages\nq,p\n", "answer_contains, kind"),
        (CSV.splitlines()[0].encode(), "no rows"),
        (b"\xff", "UTF-8"),
    ],
)
def test_a_file_of_questions_that_cannot_be_used_is_refused(tmp_path: Path, content: bytes, words: str) -> None:
    (tmp_path / "q.csv").write_bytes(content)
    with pytest.raises(InputError, match=words):
        read_questions(tmp_path / "q.csv")
    with pytest.raises(InputError, match="no file"):
        read_questions(tmp_path / "none.csv")


def test_a_folder_without_documents_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="nothing to read"):
        read_folder(tmp_path / "empty", tmp_path / "passages.sqlite", Embedder(None))


def test_questions_for_tuning_share_no_page_and_no_question_with_those_that_are_reported() -> None:
    reported, tuning = read_questions(QUESTIONS), read_questions(TUNING)
    pages = {page for one in reported for page in one.pages}
    assert len(tuning) > 20
    assert all(one.pages and one.contains and not one.pages & pages for one in tuning)
    assert not {one.text for one in reported} & {one.text for one in tuning}
