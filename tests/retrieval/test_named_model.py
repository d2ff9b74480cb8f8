"""Another embedding model is taken as its folder tells: its length, its prompts, its languages; or refused in words."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from core.errors import StoreError
from core.retrieval.embedder import DIMENSIONS, Embedder, write_seed
from core.retrieval.named_model import NamedModel, Reads, find_folder, prompts_of
from tests.little_model import little_model
from tests.word_embedder import WordEmbedder

PROMPTS = {"query": "query: ", "passage": "passage: "}
TEXTS = ["the pump is maintained every week", "die Pumpe wird jede Woche gewartet", "", "the pump", "x" * 90_000]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return little_model(tmp_path_factory.mktemp("models") / "little", prompts=PROMPTS, card="language: [de, eng]")


def embedder(folder: Path, cache: Path | None = None) -> Embedder:
    return Embedder(cache, model=NamedModel(str(folder)))


# --- vectors ----------------------------------------------------------------------------------------------------------


def test_another_model_has_dimensions_of_its_own_and_vectors_of_unit_length(folder: Path) -> None:
    there = embedder(folder)
    vectors = there.encode([*TEXTS, TEXTS[0]])
    assert there.dimensions == 32 != DIMENSIONS
    assert vectors.shape == (len(TEXTS) + 1, 32)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    np.testing.assert_array_equal(vectors[0], vectors[-1])
    assert there.encode([]).shape == (0, 32)


def test_questions_and_passages_get_the_prompts_that_the_folder_tells(folder: Path) -> None:
    from sentence_transformers import SentenceTransformer

    there, own = embedder(folder), SentenceTransformer(str(folder), device="cpu", local_files_only=True)
    asked, passage = there.encode_query("who knows"), there.encode(["who knows"])[0]
    plain = own.encode(["query: who knows", "passage: who knows", "who knows"], normalize_embeddings=True)
    np.testing.assert_allclose([asked, passage], plain[:2], atol=1e-5)
    assert not np.allclose(asked, passage, atol=1e-3)
    assert not np.allclose(asked, plain[2], atol=1e-3)


@pytest.mark.parametrize(
    ("told", "name", "prompts"),
    [
        ({}, "intfloat/multilingual-e5-small", ("query: ", "passage: ")),
        ({"query": "", "document": ""}, "/opt/models/e5 intfloat/e5-base", ("query: ", "passage: ")),
        ({"query": "Q ", "corpus": "C "}, "multilingual-e5-small", ("Q ", "C ")),
        ({"query": "Instruct: find it. Query: "}, "multilingual-e5-large-instruct", ("Instruct: find it. Query: ", "")),
        ({}, "multilingual-e5-large-instruct", ("", "")),
        ({}, "paraphrase-multilingual-MiniLM-L12-v2", ("", "")),
        ({}, "some-e50-model", ("", "")),
    ],
)
def test_models_of_the_e5_family_get_the_prompts_of_their_training_where_none_are_told(
    told: dict[str, str | None], name: str, prompts: tuple[str, str]
) -> None:
    found = prompts_of(told, name)
    assert (found["query"], found["document"]) == prompts


def test_a_model_without_a_network_is_taken_too(tmp_path: Path, folder: Path) -> None:
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import StaticEmbedding
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    static = StaticEmbedding(tokenizer, embedding_dim=24)
    SentenceTransformer(modules=[static], device="cpu").save_pretrained(str(tmp_path / "static"))
    vectors = embedder(tmp_path / "static").encode(TEXTS)
    assert vectors.shape == (len(TEXTS), 24)
    assert np.isfinite(vectors).all()


def test_vectors_of_two_models_are_not_taken_for_one_another(folder: Path, tmp_path: Path) -> None:
    other = little_model(tmp_path / "other" / "little", seed=1)
    cache, seed = tmp_path / "cache.sqlite", tmp_path / "seed.npz"
    write_seed(seed, TEXTS, WordEmbedder().encode(TEXTS))
    first = embedder(folder, cache).encode(TEXTS)
    second = Embedder(cache, [seed], model=NamedModel(str(other))).encode(TEXTS)
    assert not np.allclose(first[0], second[0], atol=1e-2)
    np.testing.assert_array_equal(embedder(folder, cache).encode(TEXTS), first)


def test_what_is_in_the_cache_is_not_embedded_again(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = embedder(folder, tmp_path / "cache.sqlite")
    found, asked = first.encode(TEXTS), first.encode_query(TEXTS[0])
    again = embedder(folder, tmp_path / "cache.sqlite")
    monkeypatch.setattr(again, "_embed", None)
    np.testing.assert_array_equal(again.encode(TEXTS), found)
    np.testing.assert_array_equal(again.encode_query(TEXTS[0]), asked)


def test_a_network_is_loaded_once_for_all_that_use_it(folder: Path) -> None:
    one, other = NamedModel(str(folder)), NamedModel(str(folder))
    assert one.load("cpu") is other.load("auto" if not _sees_a_card() else "cpu")


def _sees_a_card() -> bool:
    from core.retrieval.minilm import find_device

    return find_device() != "cpu"


def test_words_are_not_compared_by_another_model(folder: Path) -> None:
    with pytest.raises(TypeError, match="compared by MiniLM"):
        embedder(folder).token_vectors(["the pump"])


# --- which it is ------------------------------------------------------------------------------------------------------


def test_a_model_is_named_by_its_folder_and_by_its_files(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "little"
    shutil.copytree(folder, copy)
    (copy / "README.md").write_text("Other words about it.")
    assert NamedModel(str(copy)).name == NamedModel(str(folder)).name
    other = little_model(tmp_path / "of_other_weights" / "little", prompts=PROMPTS, seed=1)
    assert NamedModel(str(other)).name.split()[0] == "little"
    assert NamedModel(str(other)).name != NamedModel(str(folder)).name


def test_a_name_is_looked_for_in_the_local_cache_of_hugging_face(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from huggingface_hub import constants

    repository = tmp_path / "models--team--little"
    shutil.copytree(folder, repository / "snapshots" / "abc")
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text("abc")
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    model = NamedModel("team/little")
    assert model.folder == repository / "snapshots" / "abc"
    assert model.name.startswith("team/little ")
    assert Embedder(None, model=model).encode(TEXTS).shape == (len(TEXTS), 32)
    assert find_folder("team/none", "config.json") is None


@pytest.mark.parametrize("setting", ["/nowhere/models/e5", "team/not-here", "no such: name?"])
def test_a_model_that_is_not_on_this_machine_is_refused_in_words(setting: str) -> None:
    with pytest.raises(StoreError, match="is not on this machine") as caught:
        Embedder(None, model=NamedModel(setting)).encode(["a"])
    assert setting in str(caught.value)
    assert "Set EMBEDDING_MODEL to the folder" in caught.value.advice


@pytest.mark.parametrize("damage", ["config.json", "model.safetensors", "modules.json", "tokenizer.json"])
def test_a_folder_that_is_damaged_is_refused_in_words(folder: Path, tmp_path: Path, damage: str) -> None:
    shutil.copytree(folder, tmp_path / "little")
    (tmp_path / "little" / damage).write_bytes(b"{ no model")
    with pytest.raises(StoreError, match=r"cannot be loaded"):
        embedder(tmp_path / "little").encode(["a"])


def test_a_folder_without_a_model_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is not on this machine"):
        embedder(tmp_path).encode(["a"])


def test_a_model_that_gives_no_numbers_is_refused_in_words(folder: Path, tmp_path: Path) -> None:
    from safetensors.numpy import load_file, save_file

    shutil.copytree(folder, tmp_path / "little")
    weights = {name: np.full_like(value, np.nan) for name, value in load_file(folder / "model.safetensors").items()}
    save_file(weights, tmp_path / "little" / "model.safetensors", {"format": "pt"})
    with pytest.raises(StoreError, match="no numbers"):
        embedder(tmp_path / "little").encode(["a"])


# --- languages --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "reads", "words"),
    [
        ("language: [de, eng, pt-BR]", Reads(frozenset({"de", "en", "pt"})), "reads English, German and Portuguese"),
        ("language: en", Reads(frozenset({"en"})), "reads English"),
        ("language: [multilingual, af, de]", Reads(frozenset({"af", "de"})), "reads Afrikaans and German"),
        ("language: multilingual", Reads(every=True), "reads many languages"),
        ("tags: [multilingual]", Reads(every=True), "reads many languages"),
        ("license: mit", Reads(), "its folder does not say which languages it reads"),
        ("language: [", Reads(), "its folder does not say which languages it reads"),
        ("- a list\n- and no more", Reads(), "its folder does not say which languages it reads"),
    ],
)
def test_a_model_reads_the_languages_that_its_readme_names(
    folder: Path, tmp_path: Path, card: str, reads: Reads, words: str
) -> None:
    shutil.copytree(folder, tmp_path / "little")
    (tmp_path / "little" / "README.md").write_text(f"---\n{card}\n---\nWords.\n", encoding="utf-8")
    model = NamedModel(str(tmp_path / "little"))
    assert model.reads == reads
    assert model.reads.in_words == words


def test_a_folder_without_a_readme_may_say_in_its_name_that_it_reads_many_languages(
    folder: Path, tmp_path: Path
) -> None:
    shutil.copytree(folder, tmp_path / "some-multilingual-model")
    (tmp_path / "some-multilingual-model" / "README.md").unlink()
    assert NamedModel(str(tmp_path / "some-multilingual-model")).reads.every


def test_what_is_not_told_is_not_known() -> None:
    assert Reads().knows("de") is None
    assert Reads(frozenset({"en"})).knows("") is None
    assert Reads(frozenset({"en"})).knows("de") is False
    assert Reads(every=True).knows("de") is True
    assert Embedder(None).reads.knows("de") is False
