"""Another embedding model, by its folder on this machine or its name in the local cache of Hugging Face.

Whatever sentence_transformers can load without code of the folder's own. Nothing is downloaded. Questions and passages
get the prompts that the folder tells; models of the E5 family were trained on theirs, and not every folder says so.
"""

from __future__ import annotations

import hashlib
import os
import re
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from core.errors import StoreError
from core.language.language_names import in_words, language_of, usual_code
from core.retrieval.minilm import LOADING, Vectors, find_device, unit

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

_ADVICE = (
    "Set EMBEDDING_MODEL to the folder of a sentence-transformers model, or to the name of one whose weights are on "
    "this machine; or leave it out for the model that ships. Then start again."
)
_E5 = {"query": "query: ", "document": "passage: "}
_FOR_PASSAGES = ("document", "passage", "corpus")  # what folders call the prompt of what is searched
_CHARACTERS = 40_000  # more than any such model reads; word pieces of a whole book take seconds
_EDGE = 64 * 1024  # bytes of a file's beginning and end that tell it from others
_MOST_NAMED = 6  # languages
_SAME = 64  # characters by which lengths differ that count as one


def find_folder(name: str, *marks: str) -> Path | None:
    """Return the folder of a model, given as its path or as its name in the local cache of Hugging Face.

    `marks` are files of which it must hold one. None where there is no such folder on this machine.
    """
    from huggingface_hub import try_to_load_from_cache
    from huggingface_hub.errors import HFValidationError

    folder = Path(name).expanduser()
    if folder.is_dir():
        return folder if any((folder / mark).exists() for mark in marks) else None
    try:
        found = [try_to_load_from_cache(name, mark) for mark in marks]
    except HFValidationError:
        return None
    return next((Path(file).parent for file in found if isinstance(file, str)), None)


@dataclass(frozen=True)
class Reads:
    """Which languages a model was made for: ISO 639-1 codes, or any (`every`); neither where its folder says none."""

    languages: frozenset[str] = frozenset()
    every: bool = False

    @property
    def in_words(self) -> str:
        """Which they are, for the screen."""
        if self.every:
            return "reads many languages"
        if not self.languages:
            return "its folder does not say which languages it reads"
        if len(self.languages) > _MOST_NAMED:
            return f"reads {len(self.languages)} languages"
        return f"reads {in_words(self.languages)}"

    def knows(self, language: str) -> bool | None:
        """Whether it reads a language; None where nobody can tell."""
        if not language or not (self.every or self.languages):
            return None
        return self.every or language in self.languages


class NamedModel:
    """A model that the settings name; loaded when first needed. May be shared by threads."""

    def __init__(self, setting: str) -> None:
        """Look at nothing yet; `setting` is a folder, or a name in the local cache of Hugging Face."""
        self.setting = setting

    @cached_property
    def name(self) -> str:
        """What it is called, with what tells its files from those of another one. Raises StoreError."""
        return f"{Path(self.setting).name if Path(self.setting).is_dir() else self.setting} {_digest(self.folder)}"

    @cached_property
    def folder(self) -> Path:
        """Where it is. Raises StoreError when it is not on this machine."""
        folder = find_folder(self.setting, "modules.json", "config.json")
        if folder is None:
            raise StoreError(
                f"The embedding model {self.setting}, which EMBEDDING_MODEL names, is not on this machine.", _ADVICE
            )
        return folder

    @cached_property
    def reads(self) -> Reads:
        """The languages that its README names, in the lines before its text."""
        from huggingface_hub import metadata_load

        try:
            card = metadata_load(self.folder / "README.md")
        except Exception:  # noqa: BLE001 - a card that somebody wrote by hand may be broken in any way, and is no matter
            card = None
        return _languages((card or {}).get("language"), (card or {}).get("tags"), self.setting)

    def load(self, device: str) -> Network:
        """Return the loaded network, one for all of this process. Raises StoreError when it cannot be loaded."""
        with _loading:
            key = (self.name, find_device(device))
            if key not in _loaded:
                _loaded[key] = Network(self.folder, self.setting, key[1])
            return _loaded[key]


_loading = threading.Lock()
_loaded: dict[tuple[str, str], Network] = {}


class Network:
    """The loaded model, for any number of threads; it calculates in fp32."""

    def __init__(self, folder: Path, name: str, device: str) -> None:
        self._name = name
        os.environ.setdefault("HF_HUB_OFFLINE", "1")
        os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
        try:
            import torch
            from safetensors import SafetensorError
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise self._broken(error) from error
        torch.set_num_threads(1)  # one for each batch, several batches at once
        self._device = device
        try:
            with LOADING:
                self._network: SentenceTransformer = SentenceTransformer(
                    str(folder),
                    device=self._device,
                    local_files_only=True,
                    trust_remote_code=False,
                    model_kwargs={"dtype": torch.float32},
                ).eval()
            self._prompts = prompts_of(self._network.prompts, f"{name} {_origin(folder)}")
            self._tokenizing = threading.Lock()
            self.dimensions = self._run(["dimensions"], "document").shape[1]
        except (OSError, ValueError, TypeError, KeyError, AttributeError, ImportError) as error:
            raise self._broken(error) from error
        except (RuntimeError, IndexError, SafetensorError) as error:
            raise self._broken(error) from error

    def lengths(self, texts: Sequence[str]) -> list[int]:
        """Return numbers by which texts of like length stand together; in fp32 what is padded comes out the same."""
        return [min(len(text), _CHARACTERS) // _SAME for text in texts]

    def vectors(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors [n, dimensions] of passages. Raises StoreError when the model gives none."""
        return self._unit(texts, "document")

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors [n, dimensions] of questions. Raises StoreError when the model gives none."""
        return self._unit(texts, "query")

    def _unit(self, texts: Sequence[str], task: str) -> Vectors:
        try:
            rows = self._run(texts, task)
        except (RuntimeError, ValueError, IndexError, KeyError) as error:
            raise self._broken(error) from error
        if not np.isfinite(rows).all():
            raise StoreError(f"The embedding model {self._name} gives vectors that are no numbers.", _ADVICE)
        return unit(rows)

    def _run(self, texts: Sequence[str], task: str) -> Vectors:
        import torch

        # A text of nothing is no input to some tokenizers.
        read = [text[:_CHARACTERS] if text.strip() else " ." for text in texts]
        with self._tokenizing:  # a tokenizer keeps its padding in itself
            inputs = self._network.preprocess(read, prompt=self._prompts[task] or None, task=task)
        there = {name: one.to(self._device) if torch.is_tensor(one) else one for name, one in inputs.items()}
        with torch.inference_mode():
            rows: Vectors = self._network(there, task=task)["sentence_embedding"].float().cpu().numpy()
        return rows

    def _broken(self, error: Exception) -> StoreError:
        return StoreError(f"The embedding model {self._name} cannot be loaded: {error}.", _ADVICE)


def prompts_of(told: Mapping[str, str | None], name: str) -> dict[str, str]:
    """Return what is written before a question and before a passage: as the folder tells, and for E5 as it was trained.

    A folder of the E5 family that wants an instruction tells it; where it does not, nothing is added.
    """
    query, passage = told.get("query") or "", next(filter(None, map(told.get, _FOR_PASSAGES)), "")
    is_e5 = re.search(r"(?<![a-z0-9])e5(?![a-z0-9])", name.lower()) and "instruct" not in name.lower()
    return dict(_E5) if is_e5 and not (query or passage) else {"query": query, "document": passage}


def _origin(folder: Path) -> str:
    """Return as what the network in a folder was published, where its configuration says so."""
    try:
        found = re.search(r'"_name_or_path"\s*:\s*"([^"]*)"', (folder / "config.json").read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return ""
    return found[1] if found else ""


def _languages(told: object, tags: object, name: str) -> Reads:
    given = [str(one).lower() for one in (told if isinstance(told, list) else [told]) if one]
    codes = {usual_code(one) for one in given if language_of(one)}
    marked = [*given, *(tags if isinstance(tags, list) else []), name.lower()]
    return Reads(frozenset(codes), every=not codes and any("multilingual" in str(one) for one in marked))


def _digest(folder: Path) -> str:
    """Return what tells the model in a folder from another one, without reading gigabytes. Raises StoreError."""
    digest = hashlib.sha256()
    try:
        for path in sorted(folder.rglob("*")):
            place = path.relative_to(folder)
            if path.is_file() and path.suffix != ".md" and not any(part.startswith(".") for part in place.parts):
                digest.update(f"{place.as_posix()} {path.stat().st_size}\n".encode())
                with path.open("rb") as file:
                    digest.update(file.read(_EDGE))
                    file.seek(max(0, path.stat().st_size - _EDGE))
                    digest.update(file.read(_EDGE))
    except OSError as error:
        raise StoreError(f"The folder {folder} of the embedding model cannot be read: {error}.", _ADVICE) from error
    return digest.hexdigest()[:8]
