"""A request is in another language where neither the model nor anybody here has its words."""

from __future__ import annotations

from dataclasses import replace

from core.retrieval.named_model import Reads
from core.systems.expert_search.requirements.foreign import foreign_language
from tests.systems.expert_search.little_people import EXPERTS, WordEmbedder, little_people

BEES = "alguém que saiba de abelhas nos pomares"


class ReadsAll(WordEmbedder):
    @property
    def reads(self) -> Reads:
        return Reads(every=True)


def test_a_language_that_people_write_or_that_the_model_reads_is_not_foreign() -> None:
    assert foreign_language(BEES, little_people(EXPERTS, [])) == "pt"
    told = [*EXPERTS, replace(EXPERTS[0], id="pt", bio="Sei de abelhas e pomares.")]
    assert foreign_language(BEES, little_people(told, [])) == ""
    assert foreign_language(BEES, little_people(EXPERTS, [], ReadsAll())) == ""


def test_english_words_that_nobody_here_writes_are_not_foreign() -> None:
    assert foreign_language("somebody who casts bells for churches", little_people(EXPERTS, [])) == ""
