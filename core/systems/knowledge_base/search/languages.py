"""In which languages the question and the documents are, and which of them the model that finds by meaning reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from core.language.detecting import SURE_OF_QUESTION, language_of
from core.language.language_names import in_words
from core.retrieval.embedder import Embedder
from core.stores.passages import Document
from core.systems.knowledge_base.state import Context

_FEW = 0.05  # the share of documents below which a language may be a mistake
_MOST_NAMED = 6
_ENGLISH = "en"
_MISSED = ", so an answer that is there may be missed."


def languages_of(documents: Sequence[Document]) -> dict[str, int]:
    """Return how many documents are in each language, most first; those whose language is not known count for none."""
    return dict(Counter(document.language for document in documents if document.language).most_common())


def said_of_documents(languages: Mapping[str, int], embedder: Embedder) -> tuple[str, bool]:
    """Tell in which languages documents are and which of them the model reads; whether it reads them all, so far as is
    known. "" where no language is known. Raises StoreError where the model is not on this machine."""
    if not languages:
        return "", True
    named = [f"{in_words([code])} ({count:,})" for code, count in languages.items()]
    told = f"Languages: {', '.join(named[:_MOST_NAMED])}{' and others' if named[_MOST_NAMED:] else ''}."
    known = {code: embedder.reads.knows(code) for code in languages}
    if None in known.values():
        return f"{told} The folder of the model does not say which languages it reads.", True
    if unread := [code for code, reads in known.items() if not reads]:
        lost = "there, only words are found, no meaning."
        return f"{told} {embedder.name} does not read {in_words(unread)}: {lost} {_advice(unread)}", False
    return f"{told} {embedder.name} reads {'it' if len(known) == 1 else 'all of them'}.", True


def said_of_question(question: str, languages: Mapping[str, int], context: Context) -> str:
    """Tell what an analyst has to know of the languages of a question and of the documents; "" where that is nothing.

    Raises StoreError where the model is not on this machine.
    """
    asked = language_of(question, SURE_OF_QUESTION)
    total = sum(languages.values())
    spoken = [code for code, count in languages.items() if count >= _FEW * total]
    if not asked or not spoken:
        return ""
    together = asked in spoken
    said = f"Your question is in {in_words([asked])}, the documents are in {in_words(spoken)}."
    if together:
        said = f"Your question and documents here are in {in_words([asked])}."
    concerned = [asked] if together else [asked, *spoken]
    model = context.finder
    if unread := [code for code in concerned if model.reads.knows(code) is False]:
        alone = "Passages are found by the words of the question alone, not by meaning"
        return f"{said} {model.name} does not read {in_words(unread)}. {alone}{_MISSED} {_advice(unread)}"
    if not together:
        said += " They share few words, so passages are found by meaning alone."
    if context.own_model and (not together or asked != _ENGLISH):
        rules = f"Which sentence answers is still weighed by rules and {context.embedder.name}, both made for English"
        return f"{said} {rules}{_MISSED}"
    return "" if together else said


def said_of_others(languages: Mapping[str, int], context: Context) -> str:
    """Tell, where nothing was found, in which languages there are documents that are found by words alone.

    Raises StoreError where the model is not on this machine.
    """
    unread = [code for code in languages if context.finder.reads.knows(code) is False]
    if not unread:
        return ""
    told = f"Some of these documents are in {in_words(unread)}, which {context.finder.name} does not read"
    return f"{told}: there, only words are found, no meaning. Ask once more in {in_words(unread[:1])}."


def _advice(unread: Sequence[str]) -> str:
    return f"EMBEDDING_MODEL can name a model that reads {in_words(unread)}."
