"""Texts become unit vectors, offline, nothing twice, and no broken file stands in the way."""

import hashlib
import logging
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from core.errors import StoreError
from core.retrieval import embedder as module
from core.retrieval import minilm
from core.retrieval.embedder import DIMENSIONS, Embedder, shared_embedder, write_seed

TEXTS = ["solar cells", "perovskite", "welding of pipes", "", "सौर सेल", "solar cells"]


class CountingModel:
    """Stands in for the model: a vector per text by its hash, and a list of all that it was asked."""

    asked: list[str]
    loaded = 0

    def __init__(self, device: str = "cpu") -> None:
        type(self).loaded += 1

    def lengths(self, texts: list[str]) -> list[int]:
        return [len(text) for text in texts]

    def vectors(self, texts: list[str]) -> np.ndarray:
        type(self).asked += texts
        seeds = [int.from_bytes(hashlib.sha256(text.encode()).digest()[:4]) for text in texts]
        rows = np.array([np.random.default_rng(seed).normal(size=DIMENSIONS) for seed in seeds], np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> type[CountingModel]:
    monkeypatch.setattr(module, "Model", CountingModel)
    CountingModel.asked, CountingModel.loaded = [], 0
    return CountingModel


# --- nothing twice ----------------------------------------------------------------------------------------------------


def test_vectors_stand_in_the_order_of_the_texts_and_are_of_unit_length(model):
    vectors = Embedder(None).encode(TEXTS)
    assert vectors.shape == (len(TEXTS), DIMENSIONS)
    assert vectors.dtype == np.float32
    np.testing.assert_array_equal(vectors, model().vectors(TEXTS))


def test_equal_texts_are_embedded_once_within_a_call_and_between_calls(model):
    embedder = Embedder(None)
    embedder.encode(TEXTS)
    embedder.encode(TEXTS)
    assert sorted(model.asked) == sorted(set(TEXTS))


def test_what_is_in_the_cache_is_neither_embedded_nor_is_the_model_loaded_after_a_restart(model, tmp_path):
    first = Embedder(tmp_path / "new" / "cache.sqlite").encode(TEXTS)
    model.asked.clear()
    again = Embedder(tmp_path / "new" / "cache.sqlite")
    np.testing.assert_array_equal(again.encode(TEXTS), first)
    assert model.asked == []
    assert not again.ready


def test_vectors_of_another_precision_are_not_taken_for_ones_own(model, tmp_path, monkeypatch):
    Embedder(tmp_path / "cache.sqlite").encode(["solar"])
    monkeypatch.setattr(module, "precision", lambda: "another")
    Embedder(tmp_path / "cache.sqlite").encode(["solar"])
    assert model.asked == ["solar", "solar"]


def test_many_threads_that_ask_for_one_text_wait_for_one_embedding(model):
    embedder = Embedder(None)
    found: list[np.ndarray] = []
    start = threading.Barrier(16)

    def ask() -> None:
        start.wait()
        found.append(embedder.encode(["who knows about solar cells?", "perovskite"]))

    run_at_once(*[ask] * 16)
    assert sorted(model.asked) == ["perovskite", "who knows about solar cells?"]
    assert model.loaded == 1
    assert all((vectors == found[0]).all() for vectors in found)


def test_many_threads_with_many_texts_each_get_their_own(model, tmp_path):
    embedder = Embedder(tmp_path / "cache.sqlite")
    wanted = {number: [f"text {(number * 7 + step) % 60}" for step in range(40)] for number in range(8)}
    found: dict[int, np.ndarray] = {}
    run_at_once(
        *[
            lambda number=number, texts=texts: found.update({number: embedder.encode(texts)})
            for number, texts in wanted.items()
        ]
    )
    assert len(model.asked) == len(set(model.asked)) == 60
    for number, texts in wanted.items():
        np.testing.assert_array_equal(found[number], model().vectors(texts))


def test_threads_that_all_keep_vectors_wait_for_one_another_and_nothing_is_lost(model, tmp_path, caplog, monkeypatch):
    def hasty(self: module._VectorCache) -> sqlite3.Connection:
        return sqlite3.connect(self._path, timeout=0)  # whoever meets another at the file is refused at once

    embedder = Embedder(tmp_path / "cache.sqlite")
    embedder.encode(["the file is there"])
    monkeypatch.setattr(module._VectorCache, "_open", hasty)
    monkeypatch.setattr(module._VectorCache, "read", lambda self, keys, dimensions: {})
    texts = [[f"text {number} of {thread}" for number in range(8)] for thread in range(20)]
    run_at_once(*[lambda some=some: embedder.encode(some) for some in texts])
    assert caplog.records == []
    with sqlite3.connect(tmp_path / "cache.sqlite") as connection:
        assert connection.execute("SELECT count(*) FROM vectors").fetchone() == (161,)


def test_vectors_calculated_elsewhere_can_be_kept(model, tmp_path):
    vectors = CountingModel().vectors(["solar", "weld"])
    Embedder(tmp_path / "cache.sqlite").remember(["solar", "weld"], vectors)
    model.asked.clear()
    np.testing.assert_array_equal(Embedder(tmp_path / "cache.sqlite").encode(["weld", "solar"]), vectors[::-1])
    assert model.asked == []


def run_at_once(*works) -> None:
    threads = [threading.Thread(target=work) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


# --- progress ---------------------------------------------------------------------------------------------------------


def test_progress_rises_to_the_number_of_texts(model, tmp_path):
    texts = [f"text {number}" for number in range(100)]
    Embedder(tmp_path / "cache.sqlite").encode(texts[:10])
    told: list[tuple[int, int]] = []
    Embedder(tmp_path / "cache.sqlite").encode([*texts, *texts], lambda *numbers: told.append(numbers))
    assert told[0] == (20, 200)
    assert told[-1] == (200, 200)
    assert told == sorted(told)
    assert len(told) > 5


def test_nothing_to_embed_is_no_progress_and_no_vectors(model):
    told: list[tuple[int, int]] = []
    assert Embedder(None).encode([], lambda *numbers: told.append(numbers)).shape == (0, DIMENSIONS)
    assert told == []


def test_a_progress_that_raises_ends_the_work_and_what_was_done_is_kept(model, tmp_path):
    class Cancelled(Exception):
        pass

    def cancel(done: int, total: int) -> None:
        raise Cancelled

    texts = [f"text {number}" for number in range(1_000)]
    with pytest.raises(Cancelled):
        Embedder(tmp_path / "cache.sqlite").encode(texts, cancel)
    done = set(model.asked)
    assert 0 < len(done) < len(texts)
    Embedder(tmp_path / "cache.sqlite").encode(texts)
    assert len(model.asked) == len(texts)


# --- failures ---------------------------------------------------------------------------------------------------------


def test_a_damaged_cache_is_left_aside_with_a_warning_and_not_overwritten(model, tmp_path, caplog):
    path = tmp_path / "cache.sqlite"
    path.write_bytes(b"this is no database, but it is somebody's" * 99)
    before = path.read_bytes()
    embedder = Embedder(path)
    for _ in range(3):
        assert embedder.encode(["solar"]).shape == (1, DIMENSIONS)
    assert path.read_bytes() == before
    assert [record.levelno for record in caplog.records] == [logging.WARNING] * 2  # once for reading, once for writing
    assert "Going on without it" in caplog.text


@pytest.mark.slow
def test_a_locked_cache_is_left_aside(model, tmp_path, caplog):
    path = tmp_path / "cache.sqlite"
    Embedder(path).encode(["solar"])
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    try:
        assert Embedder(path).encode(["solar", "weld"]).shape == (2, DIMENSIONS)
    finally:
        holder.rollback()
        holder.close()
    assert "locked" in caplog.text


def test_a_read_only_cache_is_read_and_new_vectors_are_not_kept(model, tmp_path, caplog, monkeypatch):
    path = tmp_path / "cache.sqlite"
    Embedder(path).encode(["solar"])
    monkeypatch.setattr(
        module._VectorCache, "_open", lambda self: sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    )
    model.asked.clear()
    Embedder(path).encode(["solar", "weld"])
    Embedder(path).encode(["solar", "weld"])
    assert model.asked == ["weld", "weld"]
    assert "readonly" in caplog.text


def test_a_cache_in_a_place_that_cannot_be_is_left_aside(model, tmp_path, caplog):
    (tmp_path / "file").write_text("a file, no folder")
    assert Embedder(tmp_path / "file" / "cache.sqlite").encode(["solar"]).shape == (1, DIMENSIONS)
    assert "Going on without it" in caplog.text


def test_a_text_with_half_a_surrogate_pair_is_embedded_all_the_same(model, tmp_path):
    assert Embedder(tmp_path / "cache.sqlite").encode(["broken \ud83d emoji"]).shape == (1, DIMENSIONS)


def test_a_model_that_cannot_be_loaded_says_so_to_everyone_and_is_tried_again(model, monkeypatch):
    def fail(self, device="cpu") -> None:
        raise StoreError("The embedding model cannot be loaded.", "Run `make install`.")

    embedder = Embedder(None)
    with monkeypatch.context() as patch:
        patch.setattr(CountingModel, "__init__", fail)
        for _ in range(2):
            with pytest.raises(StoreError, match="cannot be loaded"):
                embedder.encode([f"text {number}" for number in range(50)])
        with pytest.raises(StoreError, match="cannot be loaded"):
            embedder.warm_up()
    assert embedder.encode(["text 1"]).shape == (1, DIMENSIONS)


def test_a_missing_model_package_is_named_with_what_to_do(monkeypatch):
    minilm.model_name.cache_clear()
    monkeypatch.setattr(minilm, "_PACKAGE", "a-package-that-nobody-has")
    with pytest.raises(StoreError, match="a-package-that-nobody-has") as refused:
        _ = Embedder(None).name
    assert "make install" in refused.value.advice


# --- seeds ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def seed(tmp_path, model) -> Path:
    write_seed(tmp_path / "seed.npz", TEXTS, model().vectors(TEXTS))
    model.asked.clear()
    return tmp_path / "seed.npz"


def test_seeds_answer_before_the_model_is_loaded_and_move_no_cosine_by_a_thousandth(seed, model):
    embedder = Embedder(None, [seed])
    vectors = embedder.encode(TEXTS)
    assert model.asked == []
    assert not embedder.ready
    exact = model().vectors(TEXTS)
    assert np.abs(vectors @ exact.T - exact @ exact.T).max() < 1e-3
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)


def test_texts_that_are_in_no_seed_are_embedded_beside_those_that_are(seed, model):
    Embedder(None, [seed]).encode([*TEXTS, "new"])
    assert model.asked == ["new"]


def test_writing_a_seed_twice_writes_the_same_bytes(seed, model):
    before = seed.read_bytes()
    write_seed(seed, TEXTS, CountingModel().vectors(TEXTS))
    assert seed.read_bytes() == before


def test_a_seed_holds_no_words(seed):
    assert b"perovskite" not in seed.read_bytes()


def test_a_seed_that_is_missing_damaged_or_of_another_model_is_left_aside_with_a_warning(
    seed, model, tmp_path, caplog, monkeypatch
):
    (tmp_path / "damaged.npz").write_bytes(seed.read_bytes()[:-200])
    (tmp_path / "text.npz").write_text("no archive at all")
    with monkeypatch.context() as patch:
        patch.setattr(module, "model_name", lambda: "another model")
        write_seed(tmp_path / "another.npz", TEXTS, CountingModel().vectors(TEXTS))
    model.asked.clear()
    broken = [tmp_path / f"{name}.npz" for name in ("damaged", "text", "another", "missing")]
    Embedder(None, broken).encode(["solar cells"])
    assert model.asked == ["solar cells"]
    assert len(caplog.records) == len(broken)
    assert "another model" in caplog.text


# --- the real model ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def real() -> Iterator[Embedder]:
    embedder = Embedder(None)
    embedder.warm_up()
    return embedder


def test_the_model_says_which_it_is_and_that_it_is_ready(real):
    assert real.name.startswith("all-MiniLM-L6-v2 ")
    assert real.precision in ("bf16", "fp32")
    assert real.ready
    assert not Embedder(None).ready
    assert real.dimensions == DIMENSIONS


def test_texts_of_like_meaning_are_nearer_than_others(real):
    query, near, far = real.encode(["a car", "an automobile", "photosynthesis of algae"])
    assert query @ near > 0.6 > 0.3 > query @ far
    np.testing.assert_allclose(np.linalg.norm([query, near, far], axis=1), 1, atol=1e-6)


def test_the_model_gives_each_thread_its_own_vectors(real):
    texts = [f"{'a long text about welding ' * (number % 9)} number {number}" for number in range(48)]
    alone = real.encode(texts)
    fresh = Embedder(None)
    fresh._model = real._model
    found: dict[int, np.ndarray] = {}
    run_at_once(
        *[
            lambda start=start: found.update({start: fresh.encode(texts[start : start + 6])})
            for start in range(0, 48, 6)
        ]
    )
    together = np.concatenate([found[start] for start in range(0, 48, 6)])
    assert (alone * together).sum(axis=1).min() > 0.999


def test_a_text_has_the_same_vectors_whatever_stands_beside_it(real):
    texts = ["Perovskite solar cells", "who welds pipes?", "a long text about welding " * 30, "short"]
    fresh = Embedder(None)
    fresh._model = real._model
    together, pieces_together = fresh.encode(texts), fresh.token_vectors(texts)
    for text, vector, (_, pieces) in zip(texts, together, pieces_together, strict=True):
        alone = Embedder(None)
        alone._model = real._model
        np.testing.assert_allclose(alone.encode([text])[0], vector, atol=1e-5)
        np.testing.assert_allclose(alone.token_vectors([text])[0][1], pieces, atol=1e-5)


def test_word_pieces_of_a_text_are_looked_for_once_and_bring_its_own_vector_along(real, monkeypatch):
    texts = ["perovskite solar cells", "who welds pipes?"]
    embedder = Embedder(None)
    embedder._model = real._model
    first = embedder.token_vectors(texts)
    whole = Embedder(None)
    whole._model = real._model
    wanted = whole.encode(texts)
    for name in ("pieces", "vectors"):
        monkeypatch.setattr(real._model, name, None)  # whoever calls it fails
    for (names, vectors), (others, other_vectors) in zip(first, embedder.token_vectors(texts), strict=True):
        assert names == others
        np.testing.assert_array_equal(vectors, other_vectors)
    np.testing.assert_allclose(embedder.encode(texts), wanted, atol=1e-5)


def test_word_pieces_are_kept_within_bounds_and_the_last_used_ones_stay(real, monkeypatch):
    embedder = Embedder(None)
    embedder._model = real._model
    often = "the text that everybody asks for"
    embedder.token_vectors([often])
    monkeypatch.setattr(module, "_PIECES_KEPT", 20 * embedder._pieces_size)
    for number in range(100):
        embedder.token_vectors([often, f"another text, number {number}"])
        assert embedder._pieces_size == sum(pieces.size for pieces in embedder._pieces.values())
        assert embedder._pieces_size <= module._PIECES_KEPT
    monkeypatch.setattr(real._model, "pieces", None)
    assert embedder.token_vectors([often])[0][0][:2] == ["the", "text"]


def test_token_vectors_are_unit_rows_one_for_each_word_piece_in_order(real):
    perovskite, nothing, accents = real.token_vectors(["Perovskite solar cells", "", "naïve x-ray!"])
    pieces, vectors = perovskite
    assert "".join(piece.removeprefix("##") for piece in pieces) == "perovskitesolarcells"
    assert pieces[-2:] == ["solar", "cells"]
    assert vectors.shape == (len(pieces), DIMENSIONS)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    assert nothing[0] == []
    assert nothing[1].shape == (0, DIMENSIONS)
    assert accents[0] == ["naive", "x", "-", "ray", "!"]


def test_token_vectors_of_many_texts_stand_in_the_order_of_the_texts(real):
    texts = [f"{'word ' * (number % 7)}{number}" for number in range(40)]
    found = real.token_vectors(texts)
    assert ["".join(pieces).replace("##", "") for pieces, _ in found] == [text.replace(" ", "") for text in texts]


def test_a_text_longer_than_the_model_reads_is_cut_and_not_refused(real):
    pieces, _ = real.token_vectors(["word " * 5_000])[0]
    assert len(pieces) == 254
    assert real.encode(["word " * 5_000]).shape == (1, DIMENSIONS)


def test_there_is_one_shared_embedder():
    assert shared_embedder() is shared_embedder()


def test_importing_the_embedder_imports_no_heavy_library_and_sets_no_variable():
    program = (
        "import sys, os; import core.retrieval.hybrid; "
        "print([name for name in ('torch', 'sentence_transformers', 'transformers') if name in sys.modules], "
        "os.environ.get('HF_HUB_OFFLINE'))"
    )
    environment = {name: value for name, value in os.environ.items() if name != "HF_HUB_OFFLINE"}
    run = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[] None"
