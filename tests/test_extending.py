"""docs/extending.md is true: its code is taken from the page, put where the page says, and run."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from core.llm.engine import OfflineEngine
from core.stores.threads import Threads

pytestmark = pytest.mark.slow  # each runs a whole copy of the project
ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[tuple[str, str]]:
    """The code blocks of a kind: what stands after the kind in the first line, and the code."""
    return re.findall(rf"```python {kind}=?(\S*)\n(.*?)```", PAGE, flags=re.DOTALL)


def run(kind: str) -> dict[str, object]:
    [(_, code)] = blocks(kind)
    names: dict[str, object] = {"__name__": f"extending_{kind}"}
    exec(compile(code, f"docs/extending.md ({kind})", "exec"), names)
    return names


TRY_IT = """
from pathlib import Path
from core.installation import Installation
from core.llm.engine import OfflineEngine
from core.settings import Settings
from core.systems.longest_word import SYSTEM, open_context
house = Installation(Settings(data=Path("data")))
session = house.open_session(SYSTEM, {}, open_context(house.resources("local", OfflineEngine())))
session.start("a considerable example")
session.wait(20)
print(SYSTEM.answer(session.state)["word"], session.steps[0].asked[0].engine)
house.close()
"""

TRY_PAGE = """
import time
from pathlib import Path
from streamlit.testing.v1 import AppTest
shell = Path("core/ui/shell.py")
shell.write_text(shell.read_text().replace("_PAGES = {\\n", "_PAGES = {\\n" + LINE))
app = AppTest.from_file("core/ui/shell.py", default_timeout=60).run()
app.switch_page("../../pages/longest_word.py").run()
app.text_input[0].input("a considerable example")
app.button[[b.label for b in app.button].index("Search")].click().run()
for _ in range(100):  # until the run is done
    if told := [m.value for m in app.markdown if "longest word is" in m.value]:
        break
    time.sleep(0.2)
    app.run()
print(app.exception, told)
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with the new system in it."""
    copy = tmp_path_factory.mktemp("extended") / "project"
    for folder in ("core", "pages", "assets", "docs", "tests/systems"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in (ROOT / "pyproject.toml", *(ROOT / "tests").glob("*.py")):
        shutil.copy(file, copy / file.relative_to(ROOT))
    for place, code in blocks("file"):
        (copy / place).parent.mkdir(parents=True, exist_ok=True)
        (copy / place).write_text(code, encoding="utf-8")
    return copy


def python(folder: Path, *arguments: str) -> str:
    done = subprocess.run([sys.executable, *arguments], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_new_system_answers(copy: Path) -> None:
    assert python(copy, "-c", TRY_IT).split() == ["considerable", "Offline", "rules"]


def test_the_new_system_is_held_to_the_contract_of_all_systems(copy: Path) -> None:
    told = python(
        copy, "-m", "pytest", "-q", "tests/systems/test_siblings.py", "-k", "longest_word", "-p", "no:cacheprovider"
    )
    assert "passed" in told


def test_the_new_page_draws(copy: Path) -> None:
    [(_, line)] = blocks("page")
    assert "considerable" in python(copy, "-c", f"LINE = {line!r}\n{TRY_PAGE}")


def test_the_new_task_is_answered_by_its_rule() -> None:
    names = run("task")
    assert OfflineEngine().ask(names["judge_mood"], text="Hello!").cheerful is True  # type: ignore[arg-type]


def test_the_new_people_can_be_found() -> None:
    from core.systems.expert_search.people.records import People

    class Flat:
        """Every text has the same vector."""

        dimensions = 384

        def encode(self, texts: list[str], progress: object = None) -> np.ndarray:
            return np.full((len(texts), 384), 384**-0.5, np.float32)

    names = run("source")
    people = People.build("Test", names["experts"], names["answers"], Flat())  # type: ignore[arg-type]
    scores = people.document_scores("project", "vector", "weaving")
    assert people.best_documents("project", scores[None], 10).keys() == {"p1"}


def test_the_new_store_keeps_threads() -> None:
    checkpoints = run("store")["open_memory"]()  # type: ignore[operator]
    threads = Threads(checkpoints)
    threads.begin("one", "tiny", "ann", "hello", {})
    assert [thread.id for thread in threads.of("ann")] == ["one"]


def test_the_new_tool_is_asked_and_cited(tmp_path: Path) -> None:
    from tests.systems.knowledge_base.little_manual import Chat, context_over, little_manual, said

    context = run("tool")["with_glossary"](context_over(little_manual(tmp_path)))  # type: ignore[operator]
    state = Chat(context).ask("What is a bobbin?")
    assert "carries thread" in said(state)
    assert {sentence["document"] for sentence in state["answer"]["sentences"]} == {"glossary"}
