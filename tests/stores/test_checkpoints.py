"""One suite for both places where runs are kept, then what can happen to a file, then what can happen to a server."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest
from langgraph.types import Command

from core.errors import StoreError
from core.settings import Settings
from core.stores import checkpoints as module
from core.stores.checkpoints import Checkpoints, in_words, open_checkpoints, reading, translate
from tests.stores import little_graph
from tests.stores.little_graph import build_asking, build_long, on

ROOT = Path(__file__).parents[2]


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Settings that keep runs in a fresh place, once of each kind."""
    if request.param == "PostgreSQL":
        return Settings(database_url=request.getfixturevalue("database_url"))
    return Settings(data=tmp_path / "data")


@pytest.fixture
def files(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path / "data")


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long in a test for what will never come."""
    monkeypatch.setattr(module, "LOCK_PATIENCE", 0.2)
    monkeypatch.setattr(module, "POOL_PATIENCE", 1.0)


# --- both kinds -------------------------------------------------------------------------------------------------------


def test_a_question_waits_until_the_next_start_and_is_answered_there(settings: Settings) -> None:
    with open_checkpoints(settings) as checkpoints:
        build_asking(checkpoints.saver).invoke({"request": "who?"}, on("t"))
    with open_checkpoints(settings) as checkpoints:
        graph = build_asking(checkpoints.saver)
        assert graph.get_state(on("t")).interrupts[0].value == "Which one?"
        state = graph.invoke(Command(resume="this one"), on("t"))
        assert state == {"request": "who?", "answer": "this one", "log": ["think", "ask"]}


@pytest.mark.slow
def test_a_run_that_was_killed_is_finished_by_another_process_with_nothing_lost_and_nothing_twice(
    settings: Settings,
) -> None:
    place = settings.database_url or str(settings.data)
    program = subprocess.Popen(
        [sys.executable, little_graph.__file__, place, "t"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    with program:
        assert program.stdout is not None
        while program.stdout.readline() != "node 7\n":
            assert program.poll() is None, "the program ended before it could be killed"
        program.kill()
    with open_checkpoints(settings) as checkpoints:
        graph = build_long(checkpoints.saver)
        kept = graph.get_state(on("t")).values["log"]
        assert 7 <= len(kept) < 30
        assert graph.invoke(None, on("t"))["log"] == [f"node {number}" for number in range(30)]


def test_many_threads_run_at_once_and_none_sees_the_state_of_another(settings: Settings) -> None:
    with open_checkpoints(settings) as checkpoints, ThreadPoolExecutor(8) as pool:
        graph = build_asking(checkpoints.saver)

        def run(number: int) -> Any:
            graph.invoke({"request": f"request {number}"}, on(f"t{number}"))
            return graph.invoke(Command(resume=f"answer {number}"), on(f"t{number}"))

        for number, state in enumerate(pool.map(run, range(24))):
            assert (state["request"], state["answer"]) == (f"request {number}", f"answer {number}")


def test_several_programs_may_begin_at_the_same_moment_in_an_empty_place(settings: Settings) -> None:
    def begin(number: int) -> str:
        with open_checkpoints(settings) as checkpoints:
            checkpoints.check()
            build_asking(checkpoints.saver).invoke({"request": str(number)}, on(f"t{number}"))
            return checkpoints.kind

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(begin, range(4)))) == 1


def test_the_check_leaves_nothing_behind(settings: Settings) -> None:
    with open_checkpoints(settings) as checkpoints:
        checkpoints.check()
        assert checkpoints.store.search(()) == []
        assert list(checkpoints.saver.list(None)) == []


def test_a_fresh_place_gives_no_notice(settings: Settings) -> None:
    for _ in ("first", "second"):
        with open_checkpoints(settings) as checkpoints:
            assert checkpoints.notice == ""


def test_what_is_closed_says_so_in_words(settings: Settings) -> None:
    checkpoints = open_checkpoints(settings)
    checkpoints.close()
    with pytest.raises(StoreError):
        checkpoints.check()


def test_a_damaged_state_is_reported_and_the_other_runs_live(settings: Settings) -> None:
    with open_checkpoints(settings) as checkpoints:
        graph = build_asking(checkpoints.saver)
        for thread in ("broken", "whole"):
            graph.invoke({"request": "who?"}, on(thread))
        damage_states_of("broken", settings)
        with pytest.raises(StoreError, match="cannot be read") as caught, reading():
            graph.get_state(on("broken"))
        assert "new one" in caught.value.advice
        with pytest.raises(StoreError, match="cannot be read"), reading():
            list(graph.get_state_history(on("broken")))
        assert graph.invoke(Command(resume="this"), on("whole"))["answer"] == "this"
        checkpoints.saver.delete_thread("broken")
        assert graph.get_state(on("broken")).values == {}


def damage_states_of(thread: str, settings: Settings) -> None:
    noise = b"\xc1" * 40  # the one byte that MessagePack never uses
    if settings.database_url:
        with psycopg.connect(settings.database_url) as server:
            server.execute("UPDATE checkpoint_blobs SET blob = %s WHERE thread_id = %s", (noise, thread))
            server.execute("UPDATE checkpoint_writes SET blob = %s WHERE thread_id = %s", (noise, thread))
    else:
        with closing(sqlite3.connect(settings.data / "checkpoints.sqlite")) as file, file:
            file.execute("UPDATE checkpoints SET checkpoint = ? WHERE thread_id = ?", (noise, thread))


# --- a file -----------------------------------------------------------------------------------------------------------


def test_a_missing_folder_is_made_with_all_above_it(tmp_path: Path) -> None:
    with open_checkpoints(Settings(data=tmp_path / "not" / "yet" / "there")) as checkpoints:
        checkpoints.check()
        assert checkpoints.kind == f"SQLite file {tmp_path / 'not' / 'yet' / 'there' / 'checkpoints.sqlite'}"


def test_a_folder_that_cannot_be_made_is_named_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("I am a file.")
    with pytest.raises(StoreError, match="cannot be made") as caught:
        open_checkpoints(Settings(data=tmp_path / "data"))
    assert "GLASSBOX_DATA" in caught.value.advice


@pytest.mark.parametrize("name", ["checkpoints.sqlite", "threads.sqlite"])
def test_a_folder_where_the_file_should_be_is_an_error_in_words(files: Settings, name: str) -> None:
    (files.data / name).mkdir(parents=True)
    with pytest.raises(StoreError, match=rf"{name} cannot be opened"):
        open_checkpoints(files)


def test_an_empty_file_is_simply_filled(files: Settings) -> None:
    files.data.mkdir()
    (files.data / "checkpoints.sqlite").touch()
    with open_checkpoints(files) as checkpoints:
        assert checkpoints.notice == ""
        checkpoints.check()


@contextmanager
def locked_by_another_program(file: Path) -> Iterator[Callable[[], None]]:
    """Another process holds the only right to write until the given function is called."""
    code = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "c.execute('BEGIN EXCLUSIVE'); print('locked', flush=True); sys.stdin.readline()"
    )
    program = subprocess.Popen(
        [sys.executable, "-c", code, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with program:
        assert program.stdout is not None
        assert program.stdout.readline() == "locked\n"

        def release() -> None:
            program.communicate("\n")

        yield release
        program.kill()


def test_a_locked_file_stops_the_run_in_words_and_is_usable_again_afterwards(files: Settings) -> None:
    with open_checkpoints(files) as checkpoints:
        graph = build_asking(checkpoints.saver)
        graph.invoke({"request": "who?"}, on("t"))
        with locked_by_another_program(files.data / "checkpoints.sqlite") as release:
            with pytest.raises(sqlite3.OperationalError) as caught:
                graph.invoke(Command(resume="this"), on("t"))
            words = translate(caught.value)
            assert words is not None
            assert "used by another program" in str(words)
            assert "not lost" in words.advice
            assert graph.get_state(on("t")).values["request"] == "who?", "what was kept can still be read"
            with pytest.raises(StoreError, match="used by another program"):
                checkpoints.check()
            release()
        checkpoints.check()
        assert graph.invoke(Command(resume="this"), on("t"))["answer"] == "this"


def test_a_locked_list_of_threads_does_not_stop_a_run(files: Settings) -> None:
    with (
        open_checkpoints(files) as checkpoints,
        locked_by_another_program(files.data / "threads.sqlite"),
    ):
        assert build_long(checkpoints.saver).invoke({"request": "go"}, on("t"))["log"][-1] == "node 29"
        with pytest.raises(StoreError, match="used by another program"):
            checkpoints.check()


def test_a_file_that_another_program_keeps_for_itself_is_not_taken_for_damaged(files: Settings) -> None:
    files.data.mkdir()
    file = files.data / "checkpoints.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE theirs (x)")
    with locked_by_another_program(file), pytest.raises(StoreError, match="used by another program"):
        open_checkpoints(files)
    assert [each.name for each in files.data.glob("*corrupt*")] == []


@pytest.mark.parametrize(
    ("name", "consequence"),
    [("checkpoints.sqlite", "cannot be continued"), ("threads.sqlite", "no longer listed")],
)
@pytest.mark.parametrize("place", ["header", "middle"])
def test_a_damaged_file_is_set_aside_and_a_new_one_begun(
    files: Settings, name: str, place: str, consequence: str
) -> None:
    fill(files)
    file = files.data / name
    damage(file, 0 if place == "header" else file.stat().st_size // 2)
    damaged = file.read_bytes()
    with open_checkpoints(files) as checkpoints:
        assert consequence in checkpoints.notice
        checkpoints.check()
        assert build_long(checkpoints.saver).invoke({"request": "go"}, on("new"))["log"][-1] == "node 29"
        (kept,) = files.data.glob(f"{name}.corrupt-*[0-9]")
        assert kept.name in checkpoints.notice
        assert kept.read_bytes() == damaged, "what is left of it can be given to somebody who repairs it"
    with open_checkpoints(files) as checkpoints:
        assert checkpoints.notice == "", "it is said once"


def test_damage_while_running_is_told_with_what_to_do(files: Settings) -> None:
    fill(files)
    with open_checkpoints(files) as checkpoints:
        file = files.data / "threads.sqlite"
        damage(file, 4096, file.stat().st_size)
        with pytest.raises(StoreError, match="is damaged") as caught, in_words():
            checkpoints.store.search((), limit=100)
        assert "Start Glassbox again" in caught.value.advice


def test_changes_that_a_damaged_file_left_waiting_do_not_come_into_the_new_one(files: Settings) -> None:
    fill(files)
    program = subprocess.Popen(
        [sys.executable, little_graph.__file__, str(files.data), "killed"],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    with program:
        assert program.stdout is not None
        program.stdout.readline()
        program.kill()
    file = files.data / "checkpoints.sqlite"
    assert file.with_name("checkpoints.sqlite-wal").exists(), "a killed program leaves its log"
    damage(file, 0, file.stat().st_size)
    with open_checkpoints(files) as checkpoints:
        assert "set aside" in checkpoints.notice
        assert list(checkpoints.saver.list(None)) == []
        checkpoints.check()


def fill(settings: Settings) -> None:
    with open_checkpoints(settings) as checkpoints:
        build_long(checkpoints.saver).invoke({"request": "x" * 2000}, on("t"))
        for number in range(60):
            checkpoints.store.put(("steps", "t"), str(number), {"text": "y" * 2000})


def damage(file: Path, begin: int, end: int | None = None) -> None:
    with file.open("r+b") as opened:
        opened.seek(begin)
        opened.write(b"\xa5" * ((end or begin + 6000) - begin))


@pytest.fixture
def unwritable() -> Iterator[Callable[[Path], None]]:
    """A function that takes the right to write from us: by the folder's mode, and as root by being somebody else."""
    changed: list[Path] = []

    def forbid(folder: Path) -> None:
        for path in [folder, *folder.iterdir()]:
            path.chmod(0o555 if path.is_dir() else 0o444)
            changed.append(path)
        if os.geteuid() == 0:
            os.seteuid(65534)

    yield forbid
    if os.getuid() == 0:
        os.seteuid(0)
    for path in changed:
        if path.exists():
            path.chmod(0o755)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that any user may reach, unlike pytest's own."""
    with tempfile.TemporaryDirectory(prefix="glassbox-data-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def test_a_folder_that_may_not_be_written_is_an_error_in_words(
    open_folder: Path, unwritable: Callable[[Path], None]
) -> None:
    data = open_folder / "data"
    data.mkdir()
    unwritable(data)
    with pytest.raises(StoreError, match="cannot be opened") as caught:
        open_checkpoints(Settings(data=data))
    assert "GLASSBOX_DATA" in caught.value.advice


def test_files_that_may_not_be_written_are_an_error_in_words(
    open_folder: Path, unwritable: Callable[[Path], None]
) -> None:
    settings = Settings(data=open_folder / "data")
    fill(settings)
    unwritable(settings.data)
    with pytest.raises(StoreError, match="may be read but not written") as caught:
        open_checkpoints(settings)
    assert "GLASSBOX_DATA" in caught.value.advice


def test_a_file_that_becomes_read_only_stops_the_run_in_words(files: Settings) -> None:
    with open_checkpoints(files) as checkpoints:
        graph = build_asking(checkpoints.saver)
        graph.invoke({"request": "who?"}, on("t"))
        connection_of(checkpoints).execute("PRAGMA query_only=ON")
        with pytest.raises(StoreError, match="may be read but not written"), in_words():
            graph.invoke(Command(resume="this"), on("t"))
        assert graph.get_state(on("t")).next == ("ask",)
        connection_of(checkpoints).execute("PRAGMA query_only=OFF")
        assert graph.invoke(Command(resume="this"), on("t"))["answer"] == "this"


@pytest.mark.parametrize("which", ["saver", "store"])
def test_a_full_disk_is_told_in_words_and_the_store_goes_on_when_there_is_room(files: Settings, which: str) -> None:
    with open_checkpoints(files) as checkpoints:
        graph = build_asking(checkpoints.saver)
        connection = getattr(checkpoints, which).conn
        checkpoints.check()
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count={pages}")

        def write() -> None:
            with in_words():
                graph.invoke({"request": "x" * 50_000}, on("t"))
                checkpoints.store.put(("steps", "t"), "1", {"text": "x" * 50_000})

        with pytest.raises(StoreError, match="disk is full") as caught:
            write()
        assert "Make room" in caught.value.advice
        connection.execute("PRAGMA max_page_count=100000")
        write()


def test_files_deleted_while_in_use_are_told_in_words(files: Settings) -> None:
    with open_checkpoints(files) as checkpoints:
        checkpoints.check()
        for file in files.data.iterdir():
            file.unlink()
        with pytest.raises(StoreError, match="moved or deleted"):
            checkpoints.check()


def connection_of(checkpoints: Checkpoints) -> sqlite3.Connection:
    connection = getattr(checkpoints.saver, "conn")  # noqa: B009 - the protocol does not promise one, SQLite's has it
    assert isinstance(connection, sqlite3.Connection)
    return connection


# --- a server ---------------------------------------------------------------------------------------------------------


def test_the_kind_tells_where_the_server_is_but_not_the_password(database_url: str) -> None:
    with open_checkpoints(Settings(database_url=database_url.replace(":@", ":hunter2@"))) as checkpoints:
        address = urlsplit(database_url)
        assert checkpoints.kind == f"PostgreSQL at {parse_qs(address.query)['host'][0]}{address.path}"
        assert "hunter2" not in repr(checkpoints)


def test_a_server_that_is_not_there_is_told_in_words_without_the_password() -> None:
    with pytest.raises(StoreError, match=r"PostgreSQL at 127\.0\.0\.1/glassbox cannot be used") as caught:
        open_checkpoints(Settings(database_url=f"postgresql://me:hunter2@127.0.0.1:{free_port()}/glassbox"))
    assert "that the server runs" in caught.value.advice
    assert "hunter2" not in caught.value.in_full()


@pytest.mark.slow
def test_a_server_that_takes_the_call_and_says_nothing_is_told_in_words() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"postgresql://me:hunter2@127.0.0.1:{silent.getsockname()[1]}/glassbox"
        with pytest.raises(StoreError, match="timeout"):
            open_checkpoints(Settings(database_url=url))


def test_a_database_that_is_not_there_is_named(database_url: str) -> None:
    address = urlsplit(database_url)._replace(path="/nowhere").geturl()
    with pytest.raises(StoreError, match='"nowhere" does not exist'):
        open_checkpoints(Settings(database_url=address))


def test_an_address_that_the_driver_refuses_is_told_without_repeating_it() -> None:
    with pytest.raises(StoreError, match="not an address") as caught:
        open_checkpoints(Settings(database_url="postgresql://me:hun/ter2@localhost/db?hunter2=1"))
    assert "ter2" not in caught.value.in_full()
    assert caught.value.__cause__ is None


def test_a_server_that_dies_stops_the_run_in_words_and_is_used_again_when_it_is_back(mortal_postgres: Any) -> None:
    with open_checkpoints(Settings(database_url=mortal_postgres.get_uri())) as checkpoints:
        graph = build_asking(checkpoints.saver)
        graph.invoke({"request": "who?"}, on("t"))
        os.kill(mortal_postgres.get_pid(), signal.SIGQUIT)
        for _ in range(2):  # the first meets the dying connection, the next finds none
            with pytest.raises(psycopg.Error) as caught:
                graph.invoke(Command(resume="this"), on("t"))
            words = translate(caught.value)
            assert words is not None
            assert re.match(r"PostgreSQL (does not answer|cannot be used: .+)\.$", str(words))
            assert "not lost" in words.advice
        mortal_postgres.ensure_postgres_running()
        try_until_it_answers(checkpoints)
        assert graph.invoke(Command(resume="this"), on("t"))["answer"] == "this"


def test_a_text_that_the_server_cannot_keep_is_told_in_words(database_url: str) -> None:
    with open_checkpoints(Settings(database_url=database_url)) as checkpoints:
        graph = build_asking(checkpoints.saver)
        with pytest.raises(StoreError, match="NUL character"), in_words():
            graph.invoke({"request": "a\0b"}, on("t"))
        with pytest.raises(StoreError, match="broken characters"), in_words():
            graph.invoke({"request": "a\ud800b"}, on("t"))


def try_until_it_answers(checkpoints: Checkpoints, times: int = 10) -> None:
    for _ in range(times - 1):
        with suppress(StoreError):
            return checkpoints.check()
    checkpoints.check()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


# --- words ------------------------------------------------------------------------------------------------------------


def test_an_error_that_is_not_a_stores_is_left_alone() -> None:
    assert translate(ValueError("a bad number in a node")) is None
    assert translate(KeyboardInterrupt()) is None
    with pytest.raises(ValueError, match="a bad number"), in_words():
        raise ValueError("a bad number in a node")


def test_words_that_are_there_already_are_kept() -> None:
    said = StoreError("The catalogue is not there.", "Load it.")
    assert translate(said) is said


def test_the_first_cause_is_told_not_what_followed_from_it() -> None:
    # As LangGraph's SqliteStore does: it commits after a failure, and the failed commit hides what had gone wrong.
    def fail(connection: sqlite3.Connection) -> None:
        try:
            connection.execute("INSERT INTO t VALUES (zeroblob(100000))")
        finally:
            connection.execute("COMMIT")

    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute("CREATE TABLE t (x)")
        connection.execute("PRAGMA max_page_count=2")
        with pytest.raises(StoreError, match=r"^The file cannot grow: the disk is full"), in_words("The file"):
            fail(connection)
