"""Fits what the knowledge base's rules weigh: which unit answers, whether the documents do, and whether it is right.

`python -m core.evaluate.fit_units QUESTIONS.csv=DIR …` prints the weights of `unit_scores` and `support` that fit the
questions over each folder of documents best, and how good weights are for each folder that were fitted on the others.
The questions are those of `core.evaluate.answers`, of which the first of each thread are used.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.evaluate.answers import Question, read_folder, read_questions
from core.evaluate.expected_words import missing_of
from core.evaluate.nco_fitting import fit_logistic
from core.llm.engine import OfflineEngine
from core.retrieval.embedder import Embedder
from core.retrieval.reranker import choose_reranker
from core.stores.passages import Passages
from core.systems.knowledge_base.answer.composition import compose, text_of
from core.systems.knowledge_base.answer.need import need_of
from core.systems.knowledge_base.answer.question_terms import terms_of
from core.systems.knowledge_base.answer.support import RIGHT_WEIGHTS, SUPPORT_WEIGHTS, measure_support
from core.systems.knowledge_base.answer.unit_scores import WEIGHTS, document_shares, score_units
from core.systems.knowledge_base.search.lambda_weight import weigh
from core.systems.knowledge_base.search.tool_calls import search_documents
from core.systems.knowledge_base.state import Context, Retrieved

PENALTY = 5.0
PARTLY = 0.3  # what a unit counts that holds some of the expected words
FIRST = 5

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Sample:
    """A question as numbers: the measures of its units [units, measures], how right each is [units], and the measures
    of support; `right` is whether what the rules quote holds the answer.
    """

    measures: Numbers
    gains: Numbers
    support: dict[str, float]
    answerable: bool
    right: bool


def samples_of(questions: Sequence[Question], passages: Passages, embedder: Embedder) -> list[Sample]:
    """Measure the units found for each question. Raises `StoreError`."""
    context = Context(OfflineEngine(), passages, embedder, choose_reranker(embedder))
    firsts = {question.thread: question for question in reversed(questions)}
    return [sample for question in firsts.values() if (sample := _sample(question, context))]


def _sample(question: Question, context: Context) -> Sample | None:
    searched = search_documents(question.text, weigh(question.text), context)
    terms, need = terms_of(question.text, context.passages), need_of(question.text)
    shares = document_shares(searched.lists)
    scored = score_units(question.text, need, searched.documents, terms, shares, context.embedder)
    if not scored:
        return None
    quotations = compose(question.text, need, scored, searched.documents)
    said = " ".join(text_of(one, searched.documents) for one in quotations)
    return Sample(
        np.array([[one.measures[name] for name in WEIGHTS] for one in scored]),
        np.array([_gain(one.unit.text, searched.documents[one.unit.number - 1], question) for one in scored]),
        measure_support(scored, searched.documents, terms),
        question.answerable,
        question.answerable and not missing_of(question.contains, said),
    )


def _gain(text: str, document: Retrieved, question: Question) -> float:
    if not question.pages & {document["name"], f"{document['name']}#{document['page']}"}:
        return 0.0
    lead = question.lead or question.contains
    if lead and not missing_of(lead, text):
        return 1.0
    return PARTLY if len(missing_of(question.contains, text)) < len(question.contains) else 0.0


def fit_units(samples: Sequence[Sample]) -> Numbers:
    """Fit weights [measures] under which the right units are likeliest: a softmax over the units of each question.

    No measure gets a sign against that of `WEIGHTS`.
    """
    from scipy.optimize import minimize

    known = [sample for sample in samples if sample.gains.any()]
    scale = np.concatenate([sample.measures for sample in known]).std(axis=0) + 1e-9

    def loss(weights: Numbers) -> tuple[float, Numbers]:
        total, slope = PENALTY * float(weights @ weights), 2 * PENALTY * weights
        for sample in known:
            measures = sample.measures / scale
            heights = np.exp((scores := measures @ weights) - scores.max())
            good = heights * sample.gains
            total -= float(np.log(good.sum() / heights.sum() + 1e-300))
            slope = slope - (good / good.sum() - heights / heights.sum()) @ measures
        return total, slope

    bounds = [(0.0, None) if weight > 0 else (None, 0.0) for weight in WEIGHTS.values()]
    found: Numbers = minimize(loss, np.zeros(len(bounds)), jac=True, bounds=bounds, method="L-BFGS-B").x / scale
    return found


def first_is_right(samples: Sequence[Sample], weights: Numbers) -> tuple[float, float]:
    """Return the shares of the answerable questions whose best unit, and one of whose best five, is right."""
    places = [np.argsort(-(one.measures @ weights), kind="stable") for one in samples]
    right = [one.gains[place] == 1 for one, place in zip(samples, places, strict=True) if one.answerable]
    return float(np.mean([one[0] for one in right])), float(np.mean([one[:FIRST].any() for one in right]))


def fit_outcome(samples: Sequence[Sample], names: Sequence[str], *, right: bool) -> dict[str, float]:
    """Fit a logistic score of some measures, and its bias, to whether a question is answerable, or answered rightly."""
    features = np.array([[*(sample.support[name] for name in names), 1.0] for sample in samples])
    hits = np.array([sample.right if right else sample.answerable for sample in samples])
    found = fit_logistic(features, hits, np.full(len(samples), 1 / len(samples)))
    return dict(zip([*names, "bias"], found.round(2).tolist(), strict=True))


def main(arguments: Sequence[str]) -> None:
    """Print what fits. Raises `InputError` for a file that is missing or wrong."""
    samples: dict[str, list[Sample]] = {}
    embedder = Embedder(None)
    for argument in arguments:
        questions, _, documents = argument.partition("=")
        if not documents:
            raise InputError(f"{argument} names no folder.", "Write QUESTIONS.csv=DIR.")
        with TemporaryDirectory() as folder:
            passages = read_folder(Path(documents), Path(folder) / "passages.sqlite", embedder)
            samples[argument] = samples_of(read_questions(Path(questions)), passages, embedder)
            passages.close()
    for name, own in samples.items():
        if others := [one for other, some in samples.items() if other != name for one in some]:
            print(
                name,
                "by the others' weights: first right {:.3f}, one of five {:.3f}".format(
                    *first_is_right(own, fit_units(others))
                ),
            )
    every = [one for some in samples.values() for one in some]
    print("WEIGHTS =", dict(zip(WEIGHTS, fit_units(every).round(2).tolist(), strict=True)))
    print("SUPPORT_WEIGHTS =", fit_outcome(every, list(SUPPORT_WEIGHTS), right=False))
    print("RIGHT_WEIGHTS =", fit_outcome(every, list(RIGHT_WEIGHTS), right=True))


if __name__ == "__main__":
    main(sys.argv[1:])
