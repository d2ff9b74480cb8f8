"""How far a passage holds a sentence, by words and by meaning, and which words it has nothing near to."""

from __future__ import annotations

from core.evidence.support import check_support, supports
from core.retrieval.embedder import Embedder
from tests.word_embedder import WordEmbedder

PASSAGES = ("Metformin slowed tumours in mice by 43 %.", "Body weight of the mice remained stable.")


def test_support_by_meaning_tells_a_paraphrase_from_an_invention() -> None:
    passage = "\n\n".join(PASSAGES)
    told = "Tumours of mice grew more slowly under metformin."
    invented = "The manufacturer lowered the price in most countries."
    near, far = supports([(told, passage), (invented, passage)], Embedder(None))
    assert near.score > 0.9 > 0.1 > far.score
    assert check_support(told, near) == []
    (finding,) = check_support(invented, far)
    assert "manufacturer" in finding.message
    assert len(near.likeness) == 2


def test_a_sentence_of_the_passage_is_held_whole_and_misses_no_word() -> None:
    (support,) = supports([(PASSAGES[0], " ".join(PASSAGES))], WordEmbedder())
    assert support.coverage == 1
    assert support.missing == ()
    assert check_support(PASSAGES[0], support) == []


def test_the_words_that_a_passage_has_nothing_near_to_are_named_where_they_stand() -> None:
    sentence = "Metformin slowed glaciers in mice by 43 %."
    (support,) = supports([(sentence, PASSAGES[0])], WordEmbedder())
    assert [sentence[start:end] for start, end in support.missing] == ["glaciers"]
