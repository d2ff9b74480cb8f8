"""A few families of the real classification and vectors made of letters, for tests of what is built on them."""

from dataclasses import replace

import numpy as np

from core.retrieval.embedder import DIMENSIONS
from core.systems.nco_classification.index.classification import Classification

FEW = ("1111", "2211", "2512", "5120", "5141", "6111", "7112", "7126", "7411", "7531", "8322", "8332")


class LetterEmbedder:
    """Unit vectors from groups of three letters; knows no meaning, needs no model, counts what it embeds."""

    name = "letters"

    def __init__(self) -> None:
        self.embedded = 0

    def encode(self, texts, progress=None):
        self.embedded += len(texts)
        vectors = np.zeros((len(texts), DIMENSIONS), np.float32)
        vectors[:, 0] = 1e-3
        for row, text in enumerate(texts):
            for place in range(len(text) - 2):
                first, second, third = map(ord, text[place : place + 3])
                vectors[row, (first + 31 * second + 961 * third) % DIMENSIONS] += 1
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def part_of(classification: Classification, families: tuple[str, ...]) -> Classification:
    return replace(
        classification,
        families={family: classification.families[family] for family in families},
        occupations={code: title for code, title in classification.occupations.items() if code[:4] in families},
        words={family: classification.words[family] for family in families},
    )
