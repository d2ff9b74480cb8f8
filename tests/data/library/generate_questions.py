"""Write questions to a catalogue of 11,127 books with their answers, calculated from the table.

    python tests/data/library/generate_questions.py books_11k.csv [books_11k_questions.csv]

The table (title, authors, publication_date, pages, genres, isbn13, publisher, language) does not come with Glassbox.
The wordings are in the files `question_*.py` beside this one, the conventions of the answers in `catalogue_answers.py`.
"""

from __future__ import annotations

import csv
import sys
from collections import Counter
from pathlib import Path

import question_conditions
import question_conversations
import question_operations
from catalogue_answers import Catalogue
from question_kinds import Question

HEAD = ("question", "expected", "agent", "kind", "rows", "after")
OUT = Path(__file__).with_name("books_11k_questions.csv")


def row(question: Question, catalogue: Catalogue) -> tuple[str, ...]:
    """Answer one question."""
    parts, rows = question.answer(catalogue)
    assert not any(";" in part for part in parts), f"{question.words}: a part holds a semicolon"
    return question.words, ";".join(parts), "", question.kind, rows, ""


def main(table: Path, out: Path = OUT) -> None:
    """Answer all questions and write them down."""
    catalogue = Catalogue(table)
    files = (question_conditions, question_operations, question_conversations)
    questions: list[Question] = [question for file in files for question in file.QUESTIONS]
    twice = [words for words, number in Counter(one.words for one in questions).items() if number > 1]
    rows, failures = [], []
    for one in questions:
        try:
            rows.append(row(one, catalogue))
        except (AssertionError, IndexError, KeyError, ValueError) as error:
            failures.append(f"{one.words}: {error!r}")
    assert not failures, "\n".join(failures)
    assert all("followup" in one.kind for one in questions if one.words in twice), f"asked twice: {twice}"
    with out.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([HEAD, *rows])
    print(f"{len(rows)} questions in {out}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
