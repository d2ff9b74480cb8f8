"""The nginx that `deploy/` ships, before servers of a test: with ports, a name and a certificate of its own."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from core.paths import ROOT
from tests.ports import free_port


def _find_nginx() -> str:
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if program is None:
        assert not os.environ.get("GLASSBOX_CI"), "nginx must be there in continuous integration"
        pytest.skip("nginx is not installed: apt-get install nginx-light")
    return program


class Front:
    """The nginx of `deploy/nginx.conf`, with ports and a certificate of its own, before these servers."""

    def __init__(self, folder: Path, ports: Sequence[int]) -> None:
        """`ports` are those of three servers. Skips the test where there is no nginx."""
        self.folder = folder
        self.program = _find_nginx()
        self.port = free_port()
        self.address = f"https://localhost:{self.port}"
        self.log = folder / "access.log"
        folder.mkdir()
        _write_certificate(folder)
        (folder / "glassbox.conf").write_text(self._for_here(ports), encoding="utf-8")
        temporary = "\n".join(
            f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        (folder / "nginx.conf").write_text(
            f"""
            daemon off; pid {folder}/pid; error_log {folder}/error.log;
            {"user root;" if os.geteuid() == 0 else ""}
            events {{ worker_connections 4096; }}
            http {{
                log_format who '$upstream_addr $status $request_uri';
                access_log {self.log} who;
                {temporary}
                include {folder}/glassbox.conf;
            }}""",
            encoding="utf-8",
        )

    def _for_here(self, ports: Sequence[int]) -> str:
        """The shipped file with what is marked CHANGE in it changed."""
        text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
        for shipped, port in zip((8501, 8502, 8503), ports, strict=True):
            text = text.replace(f"127.0.0.1:{shipped} ", f"127.0.0.1:{port} ")
        text = re.sub(r"listen \[::\]:.*\n", "", text)
        text = text.replace("listen 443 ", f"listen 127.0.0.1:{self.port} ")
        text = text.replace("listen 80;", f"listen 127.0.0.1:{free_port()};")
        text = text.replace("analysts.example.org;", "localhost;")
        return text.replace("/etc/letsencrypt/live/analysts.example.org", str(self.folder))

    def __enter__(self) -> Front:
        self.process = subprocess.Popen(
            [self.program, "-p", str(self.folder), "-c", str(self.folder / "nginx.conf")],
            stderr=subprocess.PIPE,
            text=True,
        )
        deadline = time.monotonic() + 30
        while not self.answers():
            assert self.process.poll() is None, self.process.communicate()[1]
            assert time.monotonic() < deadline
            time.sleep(0.1)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.terminate()
        self.process.communicate(timeout=15)

    def answers(self) -> bool:
        """Whether it takes connections."""
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=5):
            return True
        return False

    def server_that_gave(self, path: str) -> int:
        """The port of the server that answered the one request for this path."""
        deadline = time.monotonic() + 30
        while not (lines := [line for line in self.log.read_text().splitlines() if line.endswith(f" {path}")]):
            assert time.monotonic() < deadline  # it is written down a moment after the answer
            time.sleep(0.05)
        return int(lines[0].split()[-3].rpartition(":")[2])  # the last of those that were tried


def _write_certificate(folder: Path) -> None:
    """Write a certificate for localhost that nobody vouches for."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    pem, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    (folder / "privkey.pem").write_bytes(key.private_bytes(pem, form, plain))
    (folder / "fullchain.pem").write_bytes(certificate.public_bytes(pem))
