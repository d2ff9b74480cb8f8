"""One verdict for a sentence and all it cites."""

from __future__ import annotations

from collections.abc import Sequence

from core.evidence.checks import Verdict, check_sentences, locate
from core.evidence.support import Embeds
from tests.word_embedder import WordEmbedder

PASSAGES = ("Metformin slowed tumours in mice by 43 %.", "Body weight of the mice remained stable.")


def check_sentence(sentence: str, passages: Sequence[str], embedder: Embeds | None) -> Verdict:
    (verdict,) = check_sentences([(sentence, passages)], embedder)
    return verdict


def test_a_sentence_of_the_passage_is_ok_and_a_number_is_shown_where_it_stands() -> None:
    assert check_sentence(PASSAGES[0], PASSAGES, WordEmbedder()).ok
    verdict = check_sentence("Metformin slowed tumours in mice by 34 %.", PASSAGES, WordEmbedder())
    assert verdict.faults == ("number",)
    place = locate(verdict.findings[0], PASSAGES)
    assert place is not None
    number, start, end = place
    assert PASSAGES[number][start:end] == "43 %"


def test_a_finding_in_a_later_passage_is_located_there() -> None:
    verdict = check_sentence("Body weight of the mice decreased.", PASSAGES, WordEmbedder())
    number, start, end = locate(verdict.findings[0], PASSAGES) or (0, 0, 0)
    assert (number, PASSAGES[number][start:end]) == (1, "stable")


def test_a_sentence_that_cites_nothing_is_unsupported() -> None:
    for cited in ([], [""]):
        assert check_sentence("Mice slept.", cited, None).faults == ("unsupported",)


def test_without_an_embedder_the_exact_checks_still_work() -> None:
    verdict = check_sentence("Metformin slowed tumours in rats by 43 %.", PASSAGES, None)
    assert verdict.faults == ("entity",)
    assert verdict.support is None


def test_many_sentences_are_checked_in_one_go_and_in_order() -> None:
    verdicts = check_sentences([(PASSAGES[1], PASSAGES), ("Body weight of the mice rose.", PASSAGES)], None)
    assert [one.ok for one in verdicts] == [True, False]
