"""The Materials Project: computed properties of inorganic materials, asked for by formula or elements; needs a key."""

from __future__ import annotations

import re
from collections.abc import Iterable

from core.language.lexicon import word_map
from core.settings import SourceSettings
from core.sources.client import Answer, Client, Service
from core.sources.errors import SourceError
from core.sources.papers import Found, Paper
from core.sources.reading import a_dict, a_list, a_number, a_text, a_year, read_json
from core.types import JSON

TITLE = "Materials Project"
MOST = 100
_FIELDS = (
    "material_id,formula_pretty,chemsys,symmetry,band_gap,is_gap_direct,energy_above_hull,formation_energy_per_atom,"
    "is_stable,density,theoretical,builder_meta"
)
_ELEMENTS = frozenset(word_map("elements", "symbol").values())
_FORMULA = re.compile(r"(?<![\w-])(?:\(?[A-Z][a-z]?\d{0,3}\)?\d{0,2}){2,12}(?![\w-])")
_SYSTEM = re.compile(r"(?<![\w-])[A-Z][a-z]?(?:-[A-Z][a-z]?){1,7}(?![\w-])")
_SYMBOL = re.compile(r"[A-Z][a-z]?")


class Materials:
    """Computed properties of materials."""

    name = "materials"
    title = TITLE

    def __init__(self, client: Client, settings: SourceSettings) -> None:
        key = settings.materials_key
        self.missing = "" if key else "not configured: it needs a key (MP_API_KEY)"
        self._client = client
        self._service = Service(
            TITLE,
            settings.materials_url,
            spacing=0.25,
            headers={"X-API-KEY": key} if key else {},
            secrets=(key,) if key else (),
            details={"auth": ("", "Check MP_API_KEY in the settings.")},
        )

    def search(self, query: str, limit: int = 20, since: int | None = None, until: int | None = None) -> Found:
        """Materials that the query names by formula or by elements, the most stable first. Years mean nothing here.

        Raises `SourceError`: without a key (auth) and for a query that names no material (bad_request), both without
        a request.
        """
        if self.missing:
            raise SourceError("auth", TITLE, self.missing, "Go on without it, or set MP_API_KEY.")
        asked = parameters_of(query)
        if asked is None:
            raise SourceError(
                "bad_request",
                TITLE,
                "the query names no formula and no elements",
                "Name one, such as CsSnI3 or Cs-Sn-I.",
            )
        # The order it gives is not by stability, and the ground state has the least energy above the hull.
        parameters = {**asked, "_fields": _FIELDS, "_sort_fields": "energy_above_hull"}
        parameters["_limit"] = str(min(max(limit, 1), MOST))
        answer = self._ask(parameters)
        if answer.value and not any(_has_values(record) for record in answer.value):
            # Now and then the list of fields gets lost on its way, and nothing but the ids comes back.
            again = self._ask(parameters, fresh=True)
            answer = Answer(again.value, again.fetched, False, answer.requests + again.requests)
        return Found(materials(answer.value), requests=answer.requests, cached=answer.cached, fetched=answer.fetched)

    def _ask(self, parameters: dict[str, str], fresh: bool = False) -> Answer[list[dict[str, JSON]]]:
        return self._client.ask(self._service, "materials/summary/", parameters, read_summaries, fresh=fresh)


def parameters_of(query: str) -> dict[str, str] | None:
    """Return the material that a query names: its formula, else a set of elements (Cs-Sn-I); None when it names
    none."""
    for match in _SYSTEM.finditer(query):
        symbols = match.group().split("-")
        if _ELEMENTS.issuperset(symbols) and len(set(symbols)) > 1 and any(len(symbol) > 1 for symbol in symbols):
            return {"chemsys": "-".join(sorted(set(symbols)))}
    formulas = [match.group() for match in _FORMULA.finditer(query) if _is_formula(match.group())]
    return {"formula": ",".join(dict.fromkeys(formulas[:5]))} if formulas else None


def _is_formula(word: str) -> bool:
    """Whether a word is a compound of elements and not an abbreviation (NCO, HIV): those have capitals only."""
    symbols = _SYMBOL.findall(word)
    spelled = any(character.isdigit() or character.islower() for character in word)
    return spelled and _ELEMENTS.issuperset(symbols) and len(set(symbols)) > 1 and word.count("(") == word.count(")")


def read_summaries(body: bytes) -> list[dict[str, JSON]]:
    """Read the records of an answer. Raises `SourceError` when it holds none."""
    envelope = a_dict(read_json(body, TITLE))
    if "data" not in envelope and (said := a_text(envelope.get("detail")) or a_text(envelope.get("message"))):
        raise SourceError("server", TITLE, said[:200])
    if not isinstance(envelope.get("data"), list):
        raise SourceError("not_api", TITLE, "it holds no materials")
    records = [a_dict(record) for record in a_list(envelope["data"])]
    return [record for record in records if a_text(record.get("material_id"))]


def materials(records: Iterable[dict[str, JSON]]) -> list[Paper]:
    """Make a paper of each record, in order; a record without an id of a material is left out."""
    return [paper for paper in map(_paper, records) if paper is not None]


def _has_values(record: dict[str, JSON]) -> bool:
    return bool(a_text(record.get("formula_pretty")))


def _paper(record: dict[str, JSON]) -> Paper | None:
    """Return a material as a paper whose abstract is its values, in whole sentences with units."""
    id = a_text(record.get("material_id"))
    if not re.fullmatch(r"[\w-]{1,40}", id):
        return None
    formula = a_text(record.get("formula_pretty")) or id
    symmetry = a_dict(record.get("symmetry"))
    form = ", ".join(filter(None, [a_text(symmetry.get("crystal_system")).lower(), a_text(symmetry.get("symbol"))]))
    meta = a_dict(record.get("builder_meta"))
    return Paper(
        id=f"materials:{id}",
        source="materials",
        title=f"{formula} ({form})" if form else formula,
        year=a_year(meta.get("build_date")),
        abstract=_values(record, formula, form),
        abstract_kind="properties",
        url=f"https://next-gen.materialsproject.org/materials/{id}",
        kind="material",
        venue=TITLE,
        rights=a_text(meta.get("license")) or "CC-BY 4.0",
        identifiers={"materials_project": id},
    )


def _values(record: dict[str, JSON], formula: str, form: str) -> str:
    sentences = [f"{formula} is {form}."] if form else []
    told = [
        ("band_gap", "The computed band gap of {} is {:.3g} eV."),
        ("energy_above_hull", "The computed energy above hull of {} is {:.3g} eV per atom."),
        ("formation_energy_per_atom", "The computed formation energy of {} is {:.3g} eV per atom."),
        ("density", "The computed density of {} is {:.3g} g/cm³."),
    ]
    for name, words in told:
        number = a_number(record.get(name))
        if number is not None:
            sentences.append(words.format(formula, number))
    if isinstance(stable := record.get("is_stable"), bool):
        sentences.append(f"{formula} is computed to be {'stable' if stable else 'unstable'} against decomposition.")
    return " ".join(sentences)
