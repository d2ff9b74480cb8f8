"""Where the embedding model calculates."""

from __future__ import annotations

import threading
import time

import pytest
import torch

from core.errors import StoreError
from core.retrieval.minilm import Model, find_device


@pytest.fixture(autouse=True)
def no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: False)


def test_weights_are_loaded_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Side by side, one network in twenty had some of its weights in bf16 and some in fp32, for as long as it lived."""
    at_once: list[int] = []
    alone = threading.Semaphore(1)

    class Network:
        def __init__(self, *_: object, **options: object) -> None:
            at_once.append(int(not alone.acquire(blocking=False)))
            time.sleep(0.02)
            alone.release()

        def eval(self) -> Network:
            return self

    monkeypatch.setattr("sentence_transformers.SentenceTransformer", Network)
    loads = [threading.Thread(target=Model) for _ in range(5)]
    for load in loads:
        load.start()
    for load in loads:
        load.join()
    assert at_once == [0] * 5


def test_without_a_graphics_card_the_processor_calculates() -> None:
    assert find_device() == "cpu"
    assert Model().device == "cpu"


@pytest.mark.parametrize(("module", "device"), [("cuda", "cuda"), ("backends.mps", "mps")])
def test_a_graphics_card_that_torch_sees_is_used_unless_the_settings_say_otherwise(
    module: str, device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"torch.{module}.is_available", lambda: True)
    assert find_device("auto") == device
    assert find_device("cpu") == "cpu"


def test_one_of_several_cards_can_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    assert find_device("cuda:1") == "cuda:1"


def test_a_card_that_torch_does_not_see_is_refused_in_words() -> None:
    with pytest.raises(StoreError, match="TORCH_DEVICE is cuda:1") as caught:
        Model("cuda:1")
    assert "cpu" in caught.value.advice
