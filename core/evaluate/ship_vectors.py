"""Make the vectors that come with the application, so that the first search embeds nothing but the question.

Run `python -m core.evaluate.ship_vectors` after changing what is in `assets/data/` or a page in `docs/`; a test
fails until it was done.
"""

from __future__ import annotations

from core.paths import VECTORS
from core.retrieval.embedder import Embedder, is_seed_of, write_seed
from core.sources.shelf import read_shelf
from core.systems.expert_search.people.collections import SAMPLE_FOLDER
from core.systems.expert_search.people.records import read_answers, read_experts
from core.systems.knowledge_base.ingest.opening import read_manual
from core.systems.library_chat.catalogue import catalogues
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.documents import texts_to_embed
from core.systems.research_reports.search import screening


def shipped_texts() -> dict[str, list[str]]:
    """For each file of vectors the texts whose vectors it holds."""
    experts, answers = read_experts(SAMPLE_FOLDER / "experts.csv"), read_answers(SAMPLE_FOLDER / "answers.csv")
    return {
        "experts.npz": [expert.text for expert in experts] + [answer.text for answer in answers],
        "library.npz": catalogues.texts_to_embed(catalogues.sample_books()),
        "manual.npz": [passage.context for _, _, passages in read_manual() for passage in passages],
        "nco.npz": texts_to_embed(Classification.load()),
        "shelf.npz": screening.texts_to_embed(read_shelf()),
    }


def main() -> None:
    """Embed what is new or changed, and write the files; a file whose texts are the same is left alone."""
    VECTORS.mkdir(parents=True, exist_ok=True)
    embedder = Embedder(None, sorted(VECTORS.glob("*.npz")))
    for name, texts in shipped_texts().items():
        if not is_seed_of(VECTORS / name, texts):
            write_seed(VECTORS / name, texts, embedder.encode(texts))


if __name__ == "__main__":
    main()
