"""`python -m core.evaluate COMMAND PATH [--json FILE] [--cache FOLDER]`: measure, print a table, keep the figures.

A new command is a file of its own beside this one, a function here that calls it, and a line in COMMANDS.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from core.errors import AppError, InputError
from core.paths import VECTORS
from core.privacy import close_new_files, open_as_usual
from core.retrieval.embedder import Embedder
from core.settings import read_settings

Rows = Mapping[str, Mapping[str, float]]
_SHOWN = 10  # faults below a table
SHIPPED_VECTORS = sorted(VECTORS.glob("*.npz"))


@dataclass(frozen=True)
class Report:
    """What a command found: rows of figures for the table, what `--json` keeps, and remarks below the table."""

    rows: Rows
    json: Any
    remarks: Sequence[str] = ()


def _retrieval(path: Path, data: Path) -> Report:
    from core.evaluate.retrieval import evaluate_retrieval

    measured = evaluate_retrieval(path, data, show_progress)
    remarks = [f"{measured.queries} queries measured."]
    if measured.left_out:
        remarks.append(f"{measured.left_out} left out, because nothing is judged relevant to them.")
    return Report(measured.rankers, {"rankers": measured.rankers}, remarks)


def _experts(path: Path, data: Path, people: Path | None = None) -> Report:
    from core.evaluate.experts import evaluate_experts

    figures = evaluate_experts(path, Embedder(data / "embeddings.sqlite", SHIPPED_VECTORS), people)
    return Report(figures, figures)


def _nco(
    path: Path,
    data: Path,
    official: Path | None = None,
    fit: bool = False,
    ask: bool = False,
    wrong: float = 0.0,
) -> Report:
    if ask:
        from core.evaluate.nco_asking import describe_asking, evaluate_asking

        asked = evaluate_asking(path, data, official, wrong)
        return Report({}, asked, describe_asking(asked))
    from core.evaluate.nco import describe, describe_reliability, figures_of, find_records, open_index, read_records
    from core.evaluate.nco_fitting import (
        FOLDS,
        choose_thresholds,
        describe_weights,
        fit_confidence,
        fit_weights,
        judge,
        reliability_by_kind,
        sample_of,
        write_confidence,
    )
    from core.systems.nco_classification.decision.confidence import FITTED, fitted

    records, index = read_records(path), open_index(data, official)
    found = find_records(records, index)
    enough = len({record.families for record in records}) >= 2 * FOLDS
    lines = []
    if fit and enough:
        judged = judge(found.coded(fitted()["title"].threshold), index)
        write_confidence(FITTED, fit_confidence(judged), choose_thresholds(judged))
        fitted.cache_clear()
        lines = [f"{FITTED.name} was written, and what follows is measured with it.", ""]
    threshold = fitted()["title"].threshold
    coded = found.coded(threshold)
    figures = figures_of(coded, index, threshold)
    lines += describe(figures)
    if enough:
        judged = judge(coded, index)
        figures["reliability_in_sample"] = figures["reliability"]
        figures["reliability_by_kind"] = reliability_by_kind(judged)
        figures["reliability_how"] = (
            f"out of sample: each of {len(judged.hits):,} texts judged by a fit to the texts of other families, "
            f"in {FOLDS} parts"
        )
        lines += ["", f"The same {figures['reliability_how']}"]
        for kind, table in figures["reliability_by_kind"].items():
            lines += [kind, *describe_reliability(table)]
        sample = sample_of(records, index)
        lines += ["", "What would fit this file best:", *describe_weights(fit_weights(sample))]
    return Report({}, figures, lines)


def _nco_columns(path: Path, data: Path) -> Report:
    from core.evaluate.nco_columns import evaluate_columns, read_known_jobs

    figures = evaluate_columns(read_known_jobs(path))
    return Report(figures, figures)


def _claims(path: Path, data: Path, claim_model: Path | None = None) -> Report:
    from core.evaluate.claims import describe, evaluate_claims, read_claims
    from core.evidence.judge.entailment import EntailmentJudge

    judge = EntailmentJudge(claim_model) if claim_model else None
    remarks = [judge.says] if judge else []
    figures = evaluate_claims(read_claims(path), judge)
    return Report({**figures["table"], **figures["made"]}, figures, [*remarks, *describe(figures)])


def _judge(path: Path, data: Path, price: Sequence[float] | None = None) -> Report:
    from core.evaluate.claims import read_claims
    from core.evaluate.judge import configured_judge, describe_judge, evaluate_judge

    settings = replace(read_settings(Path(__file__).parents[2], os.environ), data=data)
    figures = evaluate_judge(read_claims(path), configured_judge(settings), (price[0], price[1]) if price else None)
    return Report({**figures["table"], **figures["made"]}, figures, describe_judge(figures))


def _knowledge(path: Path, data: Path, database_url: str = "") -> Report:
    if database_url:
        from core.evaluate.stores import compare_stores

        compared = compare_stores(path, data, database_url, show_progress)
        return Report(compared.rows, compared.rows, compared.remarks)
    from core.evaluate.knowledge import evaluate_knowledge

    measured = evaluate_knowledge(path, data, show_progress)
    return Report(measured.stages, {"stages": measured.stages, **measured.lambdas}, measured.remarks)


def _answers(path: Path, data: Path, documents: Path) -> Report:
    from core.evaluate.answers import evaluate_answers

    measured = evaluate_answers(path, documents, data, show_progress)
    return Report({"answers": measured}, measured)


def _tables(path: Path, data: Path) -> Report:
    from core.evaluate.tables import evaluate_tables

    figures = evaluate_tables(path, show_progress)
    return Report(figures, figures)


def _pins(path: Path, data: Path, documents: Path) -> Report:
    from core.evaluate.pins import evaluate_pins

    found = evaluate_pins(path, documents, Embedder(data / "embeddings.sqlite", SHIPPED_VECTORS))
    remarks = [f"{found.pinned} of {found.questions} questions pinned.", *found.wrong]
    return Report(found.rows, found.rows, remarks)


def _reader(path: Path, data: Path) -> Report:
    from core.evaluate.reader import evaluate_reader

    measured = evaluate_reader(path, show_progress)
    wrong = [
        f"{name}, page {page}: “{' '.join(cited.split())}”, and there is “{' '.join(under.split())}”"
        for name, page, cited, under in measured.wrong
    ]
    return Report(measured.rows, {"files": measured.rows, "wrong": wrong}, [*measured.refused, *wrong[:_SHOWN]])


def _library_chat(
    path: Path,
    data: Path,
    catalogue: Path | None = None,
    store: Literal["embedded", "neo4j", "both"] | None = None,
    words_only: bool = False,
) -> Report:
    from core.evaluate.library_chat import (
        describe,
        differences,
        evaluate_library_chat,
        figures,
        figures_of_kinds,
        read_questions,
        rows_of,
    )
    from core.evaluate.word_vectors import WordsOnly

    settings = replace(read_settings(Path(__file__).parents[2], os.environ), data=data)
    embedder = WordsOnly() if words_only else Embedder(data / "embeddings.sqlite", SHIPPED_VECTORS)
    questions = read_questions(path)
    answered, *others = (
        evaluate_library_chat(questions, settings, embedder, catalogue, one)
        for one in (("embedded", "neo4j") if store == "both" else (store,))
    )
    measured = figures(answered)
    kept = {**measured, "kinds": figures_of_kinds(answered), "questions": rows_of(answered)}
    lines = describe(answered, measured)
    for other in others:
        told, there = differences(answered, other), figures(other)
        kept |= {"differing": len(told), "neo4j_ms_p50": there["ms_p50"]}
        same = f"{len(answered) - len(told)} of {len(answered)} questions are answered alike by both stores"
        lines += ["", f"{same}; Neo4j takes {there['ms_p50']:.1f} ms at the median.", *told]
    return Report({}, kept, lines)


def _research(path: Path, data: Path) -> Report:
    from core.evaluate.research import describe, evaluate_research, read_questions

    embedder = Embedder(data / "embeddings.sqlite", SHIPPED_VECTORS)
    measured = evaluate_research(read_questions(path), embedder, show_progress)
    return Report({}, measured, describe(measured))


COMMANDS: dict[str, tuple[Callable[..., Report], str]] = {
    "retrieval": (_retrieval, "five rankers on a judged collection: corpus.jsonl, queries.jsonl, qrels.tsv"),
    "experts": (_experts, "expert search on judged requests: queries.csv, qrels.csv and their people, or the sample"),
    "claims": (_claims, "checks of sentences against their passages: a CSV with sentence, passage and label"),
    "judge": (_judge, "the same by the judge that is configured, with its calls, tokens and cost"),
    "nco": (_nco, "NCO classification on titles whose code is known: a CSV with text and family or families"),
    "nco_columns": (_nco_columns, "what duties, industry and education add to titles: a CSV with all four, families"),
    "knowledge": (_knowledge, "each stage of the knowledge base's search: corpus.jsonl, queries.jsonl, qrels.tsv"),
    "answers": (_answers, "the knowledge base's answers on questions whose page is known: a CSV, and --documents DIR"),
    "tables": (_tables, "tables read out of files: a folder of documents, each with its NAME.tables.json"),
    "pins": (_pins, "labels of pinned answers after edits: a CSV of sentences and edits, and --documents DIR"),
    "reader": (_reader, "the boxes on pages of PDFs: a folder of them, with gold.csv (file, page, words) or without"),
    "research": (_research, "research reports over the shelf: a CSV with question and, if wanted, must_cite"),
    "library_chat": (_library_chat, "library chat on questions whose answers must hold known words: a CSV"),
}
_SHORT_NAMES = {"library": "library_chat"}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m core.evaluate", description="Measure a system on judged data.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (_, about) in COMMANDS.items():
        aliases = [short for short, full in _SHORT_NAMES.items() if full == name]
        command = commands.add_parser(name, aliases=aliases, help=about, description=about)
        command.add_argument("path", type=Path, metavar="PATH", help="where the judged data is")
        command.add_argument("--json", type=Path, metavar="FILE", help="write the figures to this file, too")
        command.add_argument("--cache", type=Path, metavar="FOLDER", help="keeps embeddings; default: GLASSBOX_DATA")
        if name == "nco":
            command.add_argument(
                "--official", type=Path, metavar="FILE", help="official descriptions, to search them too"
            )
            command.add_argument("--fit", action="store_true", help="fit the confidence to this file and keep it")
            command.add_argument(
                "--ask",
                action="store_true",
                help="put the questions to a respondent who knows the official descriptions, which are not searched",
            )
            command.add_argument(
                "--wrong", type=float, default=0.0, metavar="SHARE", help="of the answers to --ask that are wrong"
            )
        if name == "experts":
            command.add_argument("--people", type=Path, metavar="DIR", help="where experts.csv and answers.csv are")
        if name == "knowledge":
            command.add_argument(
                "--database-url",
                default="",
                metavar="URL",
                help="instead, compare PostgreSQL there with the embedded store",
            )
        if name == "claims":
            command.add_argument("--claim-model", type=Path, metavar="FOLDER", help="a local entailment model to judge")
        if name == "judge":
            command.add_argument(
                "--price", type=float, nargs=2, metavar=("IN", "OUT"), help="of a million tokens, to tell the cost"
            )
        if name in ("answers", "pins"):
            command.add_argument("--documents", type=Path, required=True, metavar="DIR", help="the folder asked about")
        if name == "library_chat":
            command.add_argument("--catalogue", type=Path, metavar="FILE", help="the books; default: the sample")
            command.add_argument("--store", choices=("embedded", "neo4j", "both"), help="default: the configured one")
            command.add_argument(
                "--words-only", action="store_true", help="embed nothing: fast, and without any search by meaning"
            )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns what the process ends with: 0, or 2 after an error, which is told on stderr."""
    given = _parser().parse_args(arguments)
    own = (
        "official",
        "fit",
        "documents",
        "catalogue",
        "database_url",
        "store",
        "words_only",
        "claim_model",
        "price",
        "ask",
        "wrong",
        "people",
    )
    more = {name: getattr(given, name) for name in own if name in given}
    try:
        data = given.cache or read_settings(Path(__file__).parents[2], os.environ).data
        report = COMMANDS[_SHORT_NAMES.get(given.command, given.command)][0](given.path, data, **more)
        if given.json:
            _write(given.json, report.json)
    except AppError as error:
        sys.stderr.write(f"{error.in_full()}\n")
        return 2
    sys.stdout.write("\n".join([*_table(report.rows), "", *report.remarks]).strip("\n") + "\n")
    return 0


def show_progress(deed: str, done: int, of: int) -> None:
    """One line on stderr that is written over again and again; nothing when stderr is not a terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{deed}: {done:,} of {of:,}" if done < of else "\r\x1b[K")
        sys.stderr.flush()


def _write(path: Path, figures: Any) -> None:
    try:
        path.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
        open_as_usual(path)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}.", "Choose another file for --json.") from error


def _table(rows: Rows) -> list[str]:
    """Return a line for the head and one for each row; milliseconds with one decimal, all else with four."""
    columns = list(dict.fromkeys(column for row in rows.values() for column in row))
    cells = [["", *columns]] + [
        [name, *(f"{row[column]:.{1 if column.startswith('ms') else 4}f}" for column in columns)]
        for name, row in rows.items()
    ]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        "  ".join(
            [line[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True))]
        )
        for line in cells
    ]


if __name__ == "__main__":
    close_new_files()
    sys.exit(main())
