"""What an analyst does on a page without a browser, for all tests of pages: open it, ask, press, open a tab, read."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

SHELL = Path(__file__).parents[2] / "core" / "ui" / "shell.py"


def opened(page: str = "", **address: str) -> AppTest:
    """A page in its frame, by the name of its file, with what the address says; or the first page as it is."""
    test = AppTest.from_file(str(SHELL), default_timeout=120)
    if page:
        test.switch_page(f"../../pages/{page}.py")
    for name, value in address.items():
        test.query_params[name] = value
    return finished(test.run())


def finished(test: AppTest, within: float = 120) -> AppTest:
    """The page when nothing is at work on it any more; what is not done within so many seconds never will be."""
    return look_until(
        test, lambda: not any("At work" in text or "Stopping" in text for text in texts(test)), within=within
    )


def look_until(test: AppTest, done: Callable[[], bool], within: float = 120) -> AppTest:
    """The page as soon as it is so; a page that never gets there is told with what it says."""
    deadline = time.monotonic() + within
    while not done():
        if time.monotonic() > deadline:
            raise TimeoutError(f"after {within:g} seconds the page still says: {' | '.join(texts(test))[:500]}")
        _let_work(deadline)
        test.run()
    assert not test.exception
    return test


def _let_work(deadline: float) -> None:
    """Wait for the runs that are at work: a page drawn meanwhile only takes the processor from them."""
    time.sleep(0.05)
    until = min(deadline, time.monotonic() + 0.5)  # one that waits for the test itself is still looked at
    for thread in threading.enumerate():
        if thread.name.startswith("run-"):
            thread.join(max(0.0, until - time.monotonic()))


def texts(test: AppTest) -> list[str]:
    """Everything that the page says, as Markdown."""
    kinds = (test.markdown, test.info, test.warning, test.error, test.success, test.subheader)
    return [element.value for kind in kinds for element in kind]


def as_read(text: str) -> str:
    """Take away the signs that keep text of data from becoming Markdown."""
    return re.sub(r":color\[\\(.)\]", r"\1", text).replace("&#58;", ":").replace("\\", "")


def said(test: AppTest, words: str) -> bool:
    """Whether the page says these words."""
    return any(words in as_read(text) for text in texts(test))


def errors(test: AppTest) -> list[str]:
    """What the page says went wrong."""
    return [as_read(error.value) for error in test.error]


def ask(test: AppTest, request: str) -> AppTest:
    """Into the form of a system that does not remember."""
    request_box(test).set_value(request)
    return press(test, "Search")


def request_box(test: AppTest) -> Any:
    """The box of the form of a system that does not remember."""
    return next(box for box in test.main.text_input if str(box.key).endswith(":request"))


def say(test: AppTest, words: str) -> AppTest:
    """Into a chat."""
    test.chat_input[0].set_value(words).run()
    return finished(test)


def labels(test: AppTest) -> list[str]:
    """What stands on the buttons of the page, without those of the frame."""
    return [as_read(button.label) for button in test.main.button]


def press(test: AppTest, label: str, place: int = 0) -> AppTest:
    """The button of this label; `place` says which, where several have it."""
    [button for button in test.button if as_read(button.label) == label][place].click().run()
    return finished(test)


def open_tab(test: AppTest, label: str, tabs: str) -> AppTest:
    """`tabs` is the key of the tabs."""
    test.session_state[tabs] = label
    return finished(test.run())


def in_address(test: AppTest, name: str) -> str:
    """What the address says under this name."""
    said = test.query_params[name]
    return said if isinstance(said, str) else said[0]


def box(test: AppTest, label: str) -> Any:
    """The select box of this label."""
    return next(one for one in test.selectbox if one.label == label)
