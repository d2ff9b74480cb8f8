"""The dashboard in a process of its own, and visitors who speak Streamlit's language without a browser."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from websockets.sync.client import ClientConnection, connect

from tests.ports import free_port

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0  # seconds
_ONCE_MORE = ForwardMsg.FINISHED_EARLY_FOR_RERUN


class Served:
    """A server at work."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, log: Path) -> None:
        self.pid = process.pid
        self.host = f"localhost:{port}"
        self.address = f"http://{self.host}"
        self._log = log

    def megabytes(self) -> float:
        """Memory that the server holds now."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * resource.getpagesize() / 2**20

    def tracebacks(self) -> int:
        """How many errors its log tells of."""
        return self._log.read_text(encoding="utf-8", errors="replace").count("Traceback")

    def get(self, path: str) -> tuple[float, bytes]:
        """Seconds until the whole answer is there, and the answer."""
        began = time.perf_counter()
        with urllib.request.urlopen(self.address + path, timeout=PATIENCE) as answer:
            body: bytes = answer.read()
        return time.perf_counter() - began, body

    def ask(self, path: str, body: Mapping[str, object]) -> tuple[int, dict[str, Any]]:
        """Return the status and the answer to a program that sends JSON."""
        request = urllib.request.Request(
            self.address + path, json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)


@contextmanager
def served(**environment: str) -> Iterator[Served]:
    """Serve the dashboard on a free port, with a data folder of its own, until it is warm."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG", "TMPDIR")}
        with log.open("wb") as writing:
            process = subprocess.Popen(
                [sys.executable, "-m", "streamlit", "run", "streamlit_app.py", "--server.port", str(port)],
                cwd=ROOT,
                env={**kept, "GLASSBOX_DATA": folder, "SOURCES": "none", **environment},
                stdout=writing,
                stderr=writing,
            )
        try:
            here = Served(process, port, log)
            deadline = time.monotonic() + PATIENCE
            while True:
                try:
                    here.get("/health")
                    break
                except OSError:
                    if process.poll() is not None or time.monotonic() > deadline:
                        raise SystemExit(log.read_text(encoding="utf-8")) from None
                    time.sleep(0.1)
            yield here
        finally:
            process.terminate()
            process.wait(30)


class Visit:
    """A session of a page, without a browser: it draws nothing and knows what the page says."""

    def __init__(self, server: Served, page: str = "") -> None:
        self._server = server
        self._page, self._query, self._watching = page, "", ""
        with urllib.request.urlopen(f"{server.address}/_stcore/health", timeout=PATIENCE) as answer:
            self._cookie = answer.headers["Set-Cookie"].split(";")[0]
        self._token = self._cookie.partition("=")[2]
        self._socket: ClientConnection = connect(
            f"ws://{server.host}/_stcore/stream",
            subprotocols=["streamlit", self._token],  # type: ignore[list-item]
            additional_headers={"Cookie": self._cookie},
            origin=server.address,  # type: ignore[arg-type]
            max_size=None,
            ping_interval=None,
        )
        self.session = ""
        self.texts: list[str] = []
        self.chat_box = ""
        self.errors = 0
        self.draw()

    def draw(self, *states: WidgetState) -> None:
        """Let the page be drawn, with what was typed, and read it to its end."""
        self._draw(BackMsg(), states)

    def look(self) -> None:
        """Let the part be drawn that watches a run, as the browser does by itself; else the whole page."""
        message = BackMsg()
        message.rerun_script.MergeFrom(ClientState(fragment_id=self._watching))
        self._draw(message, ())

    def _draw(self, message: BackMsg, states: Sequence[WidgetState]) -> None:
        message.rerun_script.MergeFrom(
            ClientState(
                page_name=self._page, query_string=self._query, widget_states=WidgetStates(widgets=list(states))
            )
        )
        self._socket.send(message.SerializeToString())
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            heard = ForwardMsg()
            heard.ParseFromString(self._socket.recv(timeout=PATIENCE))  # type: ignore[arg-type]
            self._hear(heard)
            if heard.WhichOneof("type") == "script_finished" and heard.script_finished != _ONCE_MORE:
                return
        raise TimeoutError(self._page)

    def _hear(self, heard: ForwardMsg) -> None:
        match heard.WhichOneof("type"):
            case "new_session":
                self.session = heard.new_session.initialize.session_id or self.session
                self.texts, self._watching = [], ""
            case "auto_rerun":
                self._watching = heard.auto_rerun.fragment_id
            case "page_info_changed":
                self._query = heard.page_info_changed.query_string
        element = heard.delta.new_element
        match element.WhichOneof("type"):
            case "markdown":
                self.texts.append(element.markdown.body)
            case "text":
                self.texts.append(element.text.body)
            case "chat_input":
                self.chat_box = element.chat_input.id
            case "exception":
                self.errors += 1

    def type(self, words: str) -> WidgetState:
        """Return what the chat box sends when these words were typed into it."""
        state = WidgetState(id=self.chat_box)
        state.chat_input_value.data = words
        return state

    def upload(self, size: int) -> int:
        """Bring a file of so many bytes, and return the status."""
        line = b"--x\r\n"
        head = b'Content-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n'
        request = urllib.request.Request(
            f"{self._server.address}/_stcore/upload_file/{self.session}/{uuid.uuid4()}",
            line + head + b"x" * size + b"\r\n--x--\r\n",
            {
                "Content-Type": "multipart/form-data; boundary=x", "Cookie": self._cookie, "X-Xsrftoken": self._token,
            },
            method="PUT",
        )  # fmt: skip
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            with error:
                return error.code

    def leave(self) -> None:
        """Close the tab."""
        self._socket.close()
