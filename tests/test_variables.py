"""The README and `.env.example` tell of the same variables as the code, in the same words."""

from __future__ import annotations

import subprocess
from dataclasses import fields
from pathlib import Path

from core.settings import DEFAULT_RERANKER, read_settings
from core.variables import VARIABLES, Variable

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_readme_has_a_row_for_each_variable_in_the_order_of_the_list() -> None:
    rows = "\n".join(f"| `{name}` | {brings} | {without} |" for name, brings, without, *_ in VARIABLES)
    assert f"| variable | what it brings | without it |\n|---|---|---|\n{rows}\n\n" in README, rows


HEAD = """\
# Copy to .env (which git ignores) and take the # away before what you have. The environment comes first.

"""


def commented_out(variable: Variable) -> str:
    without = f" (without it: {variable.without})" if variable.without else ""
    return f"# {variable.brings}{without}".replace("`", "") + f"\n# {variable.name}={variable.example}\n"


def test_the_example_of_an_env_file_has_each_variable_commented_out() -> None:
    expected = HEAD + "\n".join(map(commented_out, VARIABLES))
    assert (ROOT / ".env.example").read_text(encoding="utf-8") == expected, expected


def test_every_example_is_a_value_that_is_taken(tmp_path: Path) -> None:
    given = {variable.name: variable.example for variable in VARIABLES if variable.example != "…"}
    settings = read_settings(tmp_path, given)
    assert settings.places == dict.fromkeys(given, "the environment")


def test_a_secret_is_one_that_the_settings_never_show(tmp_path: Path) -> None:
    given = {
        variable.name: "postgresql://hunter2@host/db" if variable.name == "DATABASE_URL" else "hunter2"
        for variable in VARIABLES
        if variable.secret
    }
    settings = read_settings(tmp_path, given)
    assert "hunter2" not in repr(settings)
    hidden = [field for part in (settings, settings.sources) for field in fields(part) if not field.repr]
    assert len(hidden) == len(given)  # two names of one key, and the list of places


def test_the_readme_names_a_command_that_is_there_and_fetches_the_usual_reranker() -> None:
    assert f".venv/bin/hf download {DEFAULT_RERANKER}\n" in README
    asked = subprocess.run([ROOT / ".venv/bin/hf", "download", "--help"], capture_output=True, text=True, check=True)
    assert "REPO_ID" in asked.stdout
