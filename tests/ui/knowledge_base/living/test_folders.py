"""A watched folder in words, and who may name one: only who sits at this machine."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
import streamlit as st

from core.settings import Settings
from core.systems.knowledge_base.living.folders import Standing
from core.ui.knowledge_base.living import folders
from core.ui.knowledge_base.living.folders import is_at_this_machine, said_of


def test_how_it_stands_is_said_in_a_line() -> None:
    now = Standing(
        files=12, to_come=1_200, waits={"a.md": "It is being written."}, left_out={"b.pdf": "Why."}, others=3
    )
    assert said_of(now) == (
        "Watched: 12 files, 1,200 on their way in, 1 waits: a\\.md (It is being written), 1 not read, 3 of other kinds"
    )
    assert said_of(Standing(files=1)) == "Watched: 1 file"


@pytest.mark.parametrize(
    ("changed", "may"),
    [
        ({}, True),
        ({"headers": {"Host": "127.0.0.1:8501"}}, True),
        ({"headers": {"Host": "[::1]:8501"}}, True),
        ({"ip_address": "127.0.0.2"}, True),
        ({"ip_address": "192.168.0.7"}, False),
        ({"headers": {"Host": "analysts.example.org"}}, False),
        ({"headers": {"Host": "localhost", "X-Forwarded-For": "10.0.0.1"}}, False),
        ({"headers": {}}, False),
        ({"address": ""}, False),
        ({"address": "0.0.0.0"}, False),
        ({"sign_in": True}, False),
    ],
)
def test_only_who_sits_at_this_machine_may_name_a_folder(
    monkeypatch: pytest.MonkeyPatch, changed: dict[str, object], may: bool
) -> None:
    given = {"headers": {"Host": "localhost:8501"}, "ip_address": None, "address": "localhost", "sign_in": False}
    given |= changed
    monkeypatch.setattr(st, "context", SimpleNamespace(headers=given["headers"], ip_address=given["ip_address"]))
    monkeypatch.setattr(st, "get_option", lambda _: given["address"])
    lent = SimpleNamespace(settings=Settings(sign_in=bool(given["sign_in"])))
    monkeypatch.setattr(folders, "resources", lambda: lent)
    assert is_at_this_machine() is may
