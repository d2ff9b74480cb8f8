"""A cluster that is not there or not alike is told in words; what a living one does, the bulk work tests."""

from __future__ import annotations

import copy
import socket
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from core.cluster import compare, connect
from core.errors import SettingsError, StoreError


@pytest.fixture(autouse=True)
def little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody answers here, however long one waits."""
    monkeypatch.setattr("core.cluster._PATIENCE", 0.3)


def port_that_says(banner: bytes) -> Iterator[str]:
    """The address of a service that is no scheduler: it greets with the banner and then is silent."""
    callers = []

    def serve() -> None:
        while True:
            try:
                caller, _ = listener.accept()
            except OSError:
                return
            callers.append(caller)
            caller.sendall(banner)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve)
        thread.start()
        yield f"tcp://127.0.0.1:{listener.getsockname()[1]}"
        listener.shutdown(socket.SHUT_RDWR)
        thread.join()
    for caller in callers:
        caller.close()


@pytest.fixture(
    params=[b"", b"SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n", b"\x01" + b"\0" * 7 + b"\x08" + b"\0" * 7 + b"rubbish!"],
    ids=["silent", "ssh", "rubbish"],
)
def other_service(request: pytest.FixtureRequest) -> Iterator[str]:
    yield from port_that_says(request.param)


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SettingsError, match="package distributed is not installed") as raised, connect("tcp://host:1"):
        pass
    assert "pip install distributed" in raised.value.advice


@pytest.mark.parametrize("address", ["nonsense", "http://127.0.0.1:80", "tcp://127.0.0.1"])
def test_an_address_that_is_none_is_named_with_its_variable(address: str) -> None:
    pytest.importorskip("distributed")
    with pytest.raises(SettingsError, match=f"DASK_SCHEDULER is {address}") as raised, connect(address):
        pass
    assert "tcp://host:8786" in raised.value.advice


def test_nobody_there_is_told_in_words() -> None:
    pytest.importorskip("distributed")
    told = r"No Dask scheduler answers at tcp://127\.0\.0\.1:1\."
    with pytest.raises(StoreError, match=told) as raised, connect("tcp://127.0.0.1:1"):
        pass
    assert "remove DASK_SCHEDULER" in raised.value.advice


@pytest.mark.timeout(30)
def test_another_service_at_the_address_is_told_in_words_and_not_waited_for(other_service: str) -> None:
    pytest.importorskip("distributed")
    with pytest.raises(StoreError, match="No Dask scheduler answers"), connect(other_service):
        pass


def test_other_versions_on_the_cluster_are_told_apart() -> None:
    here: dict[str, Any] = {
        "host": {"python": "3.11.7.final.0"},
        "packages": {
            "dask": "2026.8.0",
            "distributed": "2026.8.0",
            "cloudpickle": "3.1.2",
            "msgpack": "1.2.0",
            "x": "1",
        },
    }
    patched, newer = copy.deepcopy(here), copy.deepcopy(here)
    patched["host"]["python"], patched["packages"]["x"] = "3.11.9.final.0", "2"
    newer["host"]["python"], newer["packages"]["dask"] = "3.12.1.final.0", None
    assert compare({"client": here, "scheduler": patched, "workers": {"tcp://a:1": here}}) == []
    assert compare({"client": here, "scheduler": here, "workers": {"tcp://a:1": here, "tcp://b:2": newer}}) == [
        "Python 3.12 on tcp://b:2, 3.11 here",
        "dask None on tcp://b:2, 2026.8.0 here",
    ]
