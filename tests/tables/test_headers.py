"""Names of columns in five languages are known for what they are, and first and last names make up a name."""

from __future__ import annotations

import pandas as pd
import pytest

from core.systems.expert_search.people.own_tables import ANSWERS, EXPERTS
from core.systems.library_chat.catalogue.book_table import BOOKS
from core.systems.nco_classification.index.official import DESCRIPTIONS
from core.systems.nco_classification.office.memory import DECISIONS
from core.systems.nco_classification.office.rules import RULES
from core.systems.nco_classification.survey.said import JOBS
from core.tables import TableFile, TableKind, fields_of, guess_columns, template
from core.tables.headers import join_columns, name_columns
from core.tables.layout import find_layout, names_of

KINDS = {kind.name: kind for kind in (EXPERTS, ANSWERS, BOOKS, DESCRIPTIONS, JOBS, RULES, DECISIONS)}


@pytest.mark.parametrize(
    "columns",
    [
        [
            "Kennung",
            "Name",
            "Beruf",
            "Werdegang",
            "Kenntnisse",
            "Standort",
            "Berufserfahrung (Jahre)",
            "Arbeitgeber",
            "Sprachkenntnisse",
        ],
        [
            "Matricule",
            "Nom complet",
            "Fonction",
            "Biographie",
            "Compétences",
            "Ville",
            "Années d’expérience",
            "Employeur",
            "Langues parlées",
        ],
        [
            "Código",
            "Nombre completo",
            "Cargo",
            "Biografía",
            "Habilidades",
            "Ciudad",
            "Años de experiencia",
            "Empresa",
            "Idiomas",
        ],
        ["क्रमांक", "पूरा नाम", "पदनाम", "परिचय", "कौशल", "शहर", "अनुभव (वर्ष)", "संस्था", "भाषाएँ"],
        [
            "1. Employee ID *",
            "Name / नाम",
            "JOB_TITLE",
            "About me:",
            "Key skills",
            "Home – City",
            "Yrs. experience",
            "Employer",
            "Languages *",
        ],
    ],
    ids=["German", "French", "Spanish", "Hindi", "English with extras"],
)
def test_every_field_of_an_expert_is_found_in_the_usual_words(columns: list[str]) -> None:
    assert list(guess_columns(columns, EXPERTS.words).values()) == columns


@pytest.mark.parametrize("columns", [["Company name", "Supervisor name", "Project title"], ["Notes", "x", "Team lead"]])
def test_a_column_of_something_else_is_not_guessed(columns: list[str]) -> None:
    assert set(guess_columns(columns, EXPERTS.words).values()) == {None}


@pytest.mark.parametrize(
    ("columns", "names"),
    [
        (["First name", "Last name"], ("First name", "Last name")),
        (["Name", "Vorname"], ("Vorname", "Name")),
        (["Nom", "Prénom"], ("Prénom", "Nom")),
        (["Nombre", "Apellidos"], ("Nombre", "Apellidos")),
        (["Surname", "Name"], ("Name", "Surname")),
        (["Name", "City"], None),
        (["First name", "City"], None),
    ],
)
def test_first_and_last_names_in_two_columns_are_found_in_their_order(
    columns: list[str], names: tuple[str, str] | None
) -> None:
    assert name_columns(columns) == names


def test_columns_are_joined_with_what_they_are_joined_by_and_empty_cells_leave_no_trace() -> None:
    frame = pd.DataFrame({"Vorname": ["Ann", ""], "Nachname": ["Lee", "Ek"], "a": ["x", ""], "b": ["y", "z"]})
    frame, name = join_columns(frame, ("Vorname", "Nachname"))
    frame, other = join_columns(frame, ("a", "b"))
    assert (name, other) == ("Vorname + Nachname", "a + b")
    assert frame[name].tolist() == ["Ann Lee", "Ek"]
    assert frame[other].tolist() == ["x; y", "z"]


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_template_is_read_back_as_the_kind_it_is_for(kind: TableKind) -> None:
    file = TableFile(template(kind.name, kind.fields), "template.xlsx")
    grid = file.grid(kind.name)
    names = names_of(grid, find_layout(grid))
    assert guess_columns(names, kind.words) == {field.name: field.label for field in kind.fields}
    guide = file.grid("What goes where")
    assert [row[0] for row in guide.rows[1:]] == names


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_every_field_has_names_in_all_five_languages(kind: TableKind) -> None:
    assert set(kind.words) <= set(fields_of(kind.name))
    assert all(len(kind.words[field.name]) >= 5 for field in kind.fields)
