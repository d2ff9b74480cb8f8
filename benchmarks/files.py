"""What a file can do to the server that reads it: files made to do harm, and honest ones as large as they may be.

    python -m benchmarks.files [--only WORDS] [--without-here] [--seconds 60]

Each file is read twice by a process that stands for the server, has all its modules loaded and has read a small file
before: in this process itself, as if nothing kept files apart (ended after so many seconds, or at 8 GB), and in a
process apart, as Glassbox does it. Printed are the most that the server grew meanwhile, beyond the file itself, the
seconds by the clock, and what became of the file. Linux only: the peak is that of /proc.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from core.errors import AppError
from tests import hostile_files
from tests.systems.knowledge_base.little_files import make_docx, make_pdf

MB = 1024**2
Maker = Callable[[], tuple[str, bytes]]
_WORDS = Path(__file__).parents[1] / "docs" / "architecture.md"


# --- honest files -----------------------------------------------------------------------------------------------------


def _words(count: int) -> list[str]:
    drawn = random.Random(7)
    return drawn.choices(_WORDS.read_text(encoding="utf-8").replace("|", " ").split(), k=count)


def _csv(size: int) -> bytes:
    drawn = random.Random(7)
    words = _words(4_000)
    rows = ["id,title,authors,year,pages,genre,description"]
    length = 0
    while length < size:
        text = " ".join(drawn.choices(words, k=12)).replace('"', "").replace(",", "")
        title = " ".join(drawn.choices(words, k=4)).replace('"', "").replace(",", "")
        rows.append(f"{len(rows)},{title},Ann {drawn.choice('ABCDEF')}. Lee,{drawn.randint(1900, 2025)},"
                    f"{drawn.randint(80, 900)},Novel,{text}")  # fmt: skip
        length += len(rows[-1]) + 1
    return "\n".join(rows).encode()[:size]


def _xlsx(rows: int) -> bytes:
    import xlsxwriter

    file = io.BytesIO()
    with xlsxwriter.Workbook(file, {"constant_memory": False}) as book:
        sheet = book.add_worksheet("Books")
        for number, line in enumerate(_csv(rows * 160).decode().splitlines()[:rows]):
            for column, cell in enumerate(line.split(",")):
                sheet.write(number, column, cell)
    return file.getvalue()


def _docx(size: int) -> bytes:
    words = " ".join(_words(size // 7))
    parts = [("Normal", words[start : start + 600]) for start in range(0, min(len(words), 4_500_000), 600)]
    data = make_docx([("Heading 1", "Title"), *parts])
    return _padded(data, size - 1_000)


def _padded(data: bytes, size: int) -> bytes:
    """Add a picture that nobody looks at, as the size of most large documents is that of their pictures."""
    file = io.BytesIO(data)
    if len(data) < size:
        with zipfile.ZipFile(file, "a") as archive:
            archive.writestr("word/media/image1.png", random.Random(7).randbytes(size - len(data)))
    return file.getvalue()


def _pdf(pages: int) -> bytes:
    words = _words(400)
    lines = [" ".join(words[start : start + 10]).encode("latin-1", "ignore").decode("latin-1")
             for start in range(0, 400, 10)]  # fmt: skip
    return make_pdf([[f"Page {number}", *lines] for number in range(pages)])


def _text(size: int) -> bytes:
    words = " ".join(_words(size // 6))
    return "\n\n".join(words[start : start + 500] for start in range(0, len(words), 500)).encode()[:size]


def _html(size: int) -> bytes:
    """Mostly a picture within the page, as pages that a browser saved have them."""
    text = _text(min(size, 4 * MB)).decode(errors="ignore").replace("<", " ")
    body = "".join(f"<p>{part}</p>" for part in text.split("\n\n"))
    head = f"<html><body><h1>Title</h1>{body}<img src='data:image/png;base64,"
    return (head + "A" * max(size - len(head.encode()) - 20, 0) + "'></body></html>").encode()


def _bib(size: int) -> bytes:
    one = "@article{{key{0}, title={{Title {0}}}, author={{Lee, Ann and Roe, Bo}}, year={{2001}}, abstract={{{1}}}}}\n"
    abstract = " ".join(_words(150)).translate(str.maketrans("", "", "{}\\$%&#_~^@"))
    return "".join(one.format(number, abstract) for number in range(size // (len(abstract) + 100))).encode()


HONEST: Mapping[str, Mapping[str, Maker]] = {
    "table": {
        "a CSV of 2 kB": lambda: ("a.csv", _csv(2_000)),
        "a CSV of 5 MB": lambda: ("a.csv", _csv(5 * MB)),
        "a CSV of 50 MB": lambda: ("a.csv", _csv(50 * MB)),
        "an XLSX of 20 rows": lambda: ("a.xlsx", _xlsx(20)),
        "an XLSX of 10,000 rows": lambda: ("a.xlsx", _xlsx(10_000)),
        "an XLSX of 500,000 rows": lambda: ("a.xlsx", _xlsx(500_000)),
    },
    "document": {
        "a Markdown of 2 kB": lambda: ("a.md", _text(2_000)),
        "a DOCX of 2 MB": lambda: ("a.docx", _docx(2 * MB)),
        "a DOCX of 50 MB": lambda: ("a.docx", _docx(50 * MB)),
        "a PDF of 10 pages": lambda: ("a.pdf", _pdf(10)),
        "a PDF of 1,000 pages": lambda: ("a.pdf", _pdf(1_000)),
        "an HTML of 50 MB": lambda: ("a.html", _html(50 * MB)),
        "a text of 4.9 MB": lambda: ("a.txt", _text(4_900_000)),
        "a Markdown of 4.9 MB": lambda: ("a.md", _text(4_900_000)),
    },
    "references": {
        "a BibTeX of 10 kB": lambda: ("a.bib", _bib(10_000)),
        "a BibTeX of 19 MB": lambda: ("a.bib", _bib(19 * MB)),
    },
}
HOSTILE: Mapping[str, Mapping[str, Maker]] = {
    "table": hostile_files.TABLES,
    "document": hostile_files.DOCUMENTS,
    "archive": hostile_files.ARCHIVES,
    "references": hostile_files.REFERENCES,
    "bundle": hostile_files.BUNDLES,
}

# --- the process that stands for the server ---------------------------------------------------------------------------


def _read(kind: str, data: bytes, name: str, here: bool) -> object:
    """Read a file as the page of its kind does, apart or here."""
    from core import documents, tables
    from core.documents import archive
    from core.sources.references import parse_references, read_references
    from core.systems.knowledge_base.ingest.documents import read_document
    from core.systems.research_reports.deliver.bundle import open_bundle

    readers: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
        "table": (lambda: tables.read_table(data, name), lambda: tables.open_table(data, name).table),
        "document": (lambda: read_document(data, name, documents.read_here), lambda: read_document(data, name)),
        "references": (lambda: parse_references(data, name), lambda: read_references(data, name)),
        "archive": (lambda: [len(content) for _, content in archive.unpack(data, name)
                             if isinstance(content, bytes)], lambda: _taken_apart(data, name)),
        "bundle": (lambda: _unpacked(data), lambda: open_bundle(data)),
    }  # fmt: skip
    apart_or_here = readers[kind]
    return apart_or_here[0]() if here else apart_or_here[1]()


def _taken_apart(data: bytes, name: str) -> object:
    from core.documents.archive import take_apart

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "archive")
        file.write_bytes(data)
        return take_apart(file, name, 0)


def _unpacked(data: bytes) -> object:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return json.loads(packed.read("state.json"))


def _serve(kind: str, path: Path, name: str, here: bool) -> None:
    """Print what reading this file cost this process, as JSON."""
    import pandas  # noqa: F401
    import pyarrow  # noqa: F401

    if here:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (8 * 1024 * MB, 8 * 1024 * MB))
    _read("table", b"id,name\ne1,Ann\n", "small.csv", here)
    _read("document", b"# Words\n\nOf a document that is long enough to tell its language.\n", "small.md", here)
    data = path.read_bytes()
    Path("/proc/self/clear_refs").write_text("5")
    before, start = _kilobytes("VmRSS"), time.perf_counter()
    try:
        kept: Any = _read(kind, data, name, here)
        became = "read"
    except AppError as error:
        kept, became = None, str(error)
    except (MemoryError, RecursionError, ArithmeticError, LookupError, TypeError, ValueError) as error:
        kept, became = None, f"breaks down: {type(error).__name__}"
    seconds = time.perf_counter() - start
    grown = (_kilobytes("VmHWM") - before) / 1024
    sys.stdout.write(json.dumps({"grown": grown, "seconds": seconds, "became": became[:90], "kept": bool(kept)}))


def _kilobytes(field: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(field))


# --- measuring --------------------------------------------------------------------------------------------------------


def _measure(kind: str, path: Path, name: str, here: bool, most: float) -> tuple[str, str]:
    """Return growth and seconds, and what became of the file."""
    command = [
        sys.executable,
        "-m",
        "benchmarks.files",
        "--serve",
        kind,
        str(path),
        name,
        *(["--here"] if here else []),
    ]
    try:
        run = subprocess.run(command, capture_output=True, timeout=most, check=False)
    except subprocess.TimeoutExpired:
        return f"> {most:.0f} s", "not done"
    if run.returncode:
        return "—", f"the process died ({run.returncode})"
    told = json.loads(run.stdout)
    return f"{told['grown']:,.0f} MB, {told['seconds']:.1f} s", told["became"]


def main() -> None:
    """Measure every file whose name holds the words, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="")
    parser.add_argument("--without-here", action="store_true")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--serve", nargs=3, metavar=("KIND", "PATH", "NAME"))
    parser.add_argument("--here", action="store_true")
    asked = parser.parse_args()
    if asked.serve:
        kind, path, name = asked.serve
        _serve(kind, Path(path), name, asked.here)
        return
    print("| File | Size | Read in the server | Read apart | What becomes of it |\n|---|---|---|---|---|")
    for kind, what, make in _chosen(asked.only):
        with tempfile.TemporaryDirectory() as folder:
            name, data = make()
            path = Path(folder, name)
            path.write_bytes(data)
            size = f"{len(data) / MB:.2f} MB"
            del data
            here = "" if asked.without_here else _measure(kind, path, name, True, asked.seconds)[0]
            figures, became = _measure(kind, path, name, False, 600.0)
        print(f"| {what} | {size} | {here} | {figures} | {became} |", flush=True)


def _chosen(words: str) -> list[tuple[str, str, Maker]]:
    return [
        (kind, what, make)
        for group in (HOSTILE, HONEST)
        for kind, files in group.items()
        for what, make in files.items()
        if words in what
    ]


if __name__ == "__main__":
    main()
