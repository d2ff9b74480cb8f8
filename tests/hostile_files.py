"""Files that were made to do harm, made when a test or a measurement needs them: none is larger than one may be."""

from __future__ import annotations

import io
import json
import stat
import sys
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import xlsxwriter

from tests.systems.knowledge_base.little_files import make_docx, make_endless_pdf, make_pdf, make_zip, rewrite_part


@contextmanager
def growth() -> Iterator[Callable[[], float]]:
    """Give a function that says, behind the block, by how many MB this process grew within; 0 where none can tell."""
    status = Path("/proc/self/status")

    def megabytes(field: str) -> float:
        lines = status.read_text().splitlines() if sys.platform == "linux" else []
        return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(field)), 0.0)

    if sys.platform == "linux":
        Path("/proc/self/clear_refs").write_text("5")  # the peak counts from now on
    before = megabytes("VmRSS")
    most: list[float] = []
    try:
        yield lambda: most[0] - before
    finally:
        most.append(megabytes("VmHWM"))


LARGEST = 50 * 1024**2  # bytes of any file
_SHEET = "xl/worksheets/sheet1.xml"
_OPENING = '<?xml version="1.0"?><{tag} xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
_ENTITIES = "".join(f'<!ENTITY e{level} "{f"&e{level - 1};" * 10}">' for level in range(1, 10))
LAUGHS = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "ha">{_ENTITIES}]>'
"""The head of an XML in which &e9; is a thousand million times “ha”."""


def make_xlsx(**parts: str) -> bytes:
    """A workbook of two rows, with other contents of `sheet`, `strings` or `styles`."""
    file = io.BytesIO()
    with xlsxwriter.Workbook(file) as book:
        sheet = book.add_worksheet()
        for number, row in enumerate((["id", "name"], ["e1", "Ann"])):
            sheet.write_row(number, 0, row)
    data = file.getvalue()
    places = {"sheet": _SHEET, "strings": "xl/sharedStrings.xml", "styles": "xl/styles.xml"}
    for name, content in parts.items():
        data = rewrite_part(data, places[name], content.encode())
    return data


def sheet_of(rows: str, behind: str = "") -> str:
    """The XML of a sheet with these rows."""
    return f"{_OPENING.format(tag='worksheet')}<sheetData>{rows}</sheetData>{behind}</worksheet>"


def _strings(count: int) -> bytes:
    return make_xlsx(strings=f"{_OPENING.format(tag='sst')}{'<si/>' * count}</sst>")


def _styles(count: int) -> bytes:
    return make_xlsx(styles=f"{_OPENING.format(tag='styleSheet')}<cellXfs>{'<xf/>' * count}</cellXfs></styleSheet>")


def _merged(count: int) -> bytes:
    cells = "".join(f'<mergeCell ref="A1:XFD{1_048_576 - number}"/>' for number in range(count))
    return make_xlsx(sheet=sheet_of('<row r="1"><c r="A1"><v>1</v></c></row>' * 9, f"<mergeCells>{cells}</mergeCells>"))


TABLES: Mapping[str, Callable[[], tuple[str, bytes]]] = {
    "a CSV of small cells": lambda: ("a.csv", b"a,b,c,d,e,f,g\n" + b"1,2,3,4,5,6,7\n" * 1_240_000),
    "a CSV of more small cells": lambda: ("a.csv", b"a,b,c,d,e,f,g\n" + b"1,2,3,4,5,6,7\n" * 1_640_000),
    "a CSV of separators": lambda: ("a.csv", b"," * LARGEST),
    "a CSV of line ends": lambda: ("a.csv", b"a,b\n" + b"\n" * (LARGEST - 4)),
    "a CSV of one endless line": lambda: ("a.csv", b"x" * LARGEST),
    "a CSV of one open quotation mark": lambda: ("a.csv", b'a,b\n"' + b"x,y\n" * (LARGEST // 4 - 2)),
    "a CSV of quotation marks": lambda: ("a.csv", b"a,b\n" + b'"",""\n' * (LARGEST // 6 - 2)),
    "a CSV of NULs": lambda: ("a.csv", b"a,b\n" + b"\0" * 20_000_000),
    "a CSV in no encoding": lambda: ("a.csv", b"a,b\n" + bytes(range(128, 256)) * (20_000_000 // 128)),
    "a CSV of signs beyond the first plane": lambda: ("a.csv", b"a,b\n" + "\N{GRINNING FACE},x\n".encode() * 7_000_000),
    "an XLSX of 24 million shared strings": lambda: ("a.xlsx", _strings(24_000_000)),
    "an XLSX of a million columns": lambda: (
        "a.xlsx",
        make_xlsx(sheet=sheet_of(f'<row r="1">{"<c><v>1</v></c>" * 1_000_000}</row>')),
    ),
    "an XLSX of two million styles": lambda: ("a.xlsx", _styles(2_000_000)),
    "an XLSX of 300,000 merged cells": lambda: ("a.xlsx", _merged(300_000)),
    "an XLSX of a million formulas": lambda: (
        "a.xlsx",
        make_xlsx(sheet=sheet_of("<row><c><f>1+1</f></c><c><v>2</v></c></row>" * 1_000_000)),
    ),
    "an XLSX of empty rows": lambda: ("a.xlsx", make_xlsx(sheet=sheet_of("<row/>" * 30_000_000))),
    "an XLSX of entities": lambda: ("a.xlsx", make_xlsx(strings=f"{LAUGHS}<sst><si><t>&e9;</t></si></sst>")),
    "an XLSX of nested elements": lambda: ("a.xlsx", make_xlsx(sheet=sheet_of("<row>" * 5_000_000))),
    "an XLSX of one endless cell": lambda: (
        "a.xlsx",
        make_xlsx(sheet=sheet_of(f'<row><c t="inlineStr"><is><t>{"x" * 400_000_000}</t></is></c></row>')),
    ),
}


def _docx(body: str, head: str = '<?xml version="1.0"?>') -> bytes:
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    content = f"{head}<w:document {space}><w:body>{body}</w:body></w:document>"
    return rewrite_part(make_docx(), "word/document.xml", content.encode())


_TABLE = "<w:tbl><w:tr><w:tc>"

DOCUMENTS: Mapping[str, Callable[[], tuple[str, bytes]]] = {
    "a PDF that draws without end": lambda: ("a.pdf", make_endless_pdf()),
    "a PDF whose page tree is a loop": lambda: ("a.pdf", _pdf_loop()),
    "a PDF whose page unpacks without end": lambda: ("a.pdf", _pdf_bomb()),
    "a DOCX of empty paragraphs": lambda: ("a.docx", _docx("<w:p/>" * 30_000_000)),
    "a DOCX of nested tables": lambda: ("a.docx", _docx(_TABLE * 80 + "<w:p/>" + "</w:tc></w:tr></w:tbl>" * 80)),
    "a DOCX of a table of a million cells": lambda: (
        "a.docx",
        _docx(f"<w:tbl>{('<w:tr>' + '<w:tc><w:p/></w:tc>' * 1_000 + '</w:tr>') * 1_000}</w:tbl>"),
    ),
    "a DOCX of entities": lambda: ("a.docx", _docx("<w:p><w:r><w:t>&e9;</w:t></w:r></w:p>", LAUGHS)),
    "a DOCX with a huge attribute": lambda: ("a.docx", _docx(f'<w:p w:x="{"x" * 150_000_000}"/>')),
    "an HTML of nested elements": lambda: ("a.html", b"<div>" * 10_000_000),
    "an HTML of nested elements that others close": lambda: ("a.html", b"<p><dl><dt>" * 4_000_000),
    "an HTML of entities": lambda: ("a.html", (LAUGHS + "<html><body>&e9;" + "&amp;" * 9_000_000).encode()),
    "an HTML with a huge attribute": lambda: ("a.html", b'<p title="' + b"x" * (LARGEST - 100) + b'">words</p>'),
    "an HTML with a million attributes": lambda: (
        "a.html",
        b"<p " + b"".join(b"a%d=1 " % number for number in range(3_000_000)) + b">words</p>",
    ),
    "an SVG in an HTML": lambda: (
        "a.html",
        b"<svg><defs><g id=a>" + b"<use href=#a />" * 3_000_000 + b"</g></defs></svg><p>words</p>",
    ),
    "an HTML of a table of cells": lambda: ("a.html", b"<table><tr>" + b"<td>" * 12_000_000),
    "a Markdown of nested quotations": lambda: ("a.md", b">" * 5_000_000 + b" words"),
    "a Markdown of open brackets": lambda: ("a.md", b"[" * 5_000_000),
    "a Markdown of emphasis": lambda: ("a.md", b"*a_" * 1_500_000),
    "a Markdown of backticks": lambda: ("a.md", b"".join(b"`" * number + b" " for number in range(1, 3_000))),
    "a text of blank lines": lambda: ("a.txt", b"\n \n" * (LARGEST // 3)),
    "a text of tiny paragraphs": lambda: ("a.txt", b"a\n\n" * 1_600_000),
    "a text of one endless line": lambda: ("a.txt", b"ab" * 2_400_000),
    "a text of tiny sentences": lambda: ("a.txt", b"A. " * 1_600_000),
    "a text of five million signs": lambda: ("a.txt", "\N{CJK UNIFIED IDEOGRAPH-6F22}".encode() * 4_900_000),
    "a CSV of separators as a document": lambda: ("a.csv", b"," * LARGEST),
}


def _pdf_loop() -> bytes:
    data = make_pdf([["a"], ["b"]])
    return data.replace(b"/Count 2", b"/Count 9").replace(b"/Type /Page\n", b"/Type /Pages /Kids [1 0 R]\n")


def _pdf_bomb() -> bytes:
    from pypdf import PdfReader, PdfWriter
    from pypdf.generic import DecodedStreamObject, NameObject

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(make_pdf([["a"]]))))
    drawing = DecodedStreamObject()
    drawing.set_data(b" " * 900_000_000)
    packed = drawing.flate_encode().flate_encode()  # zeros of zeros
    writer.pages[0][NameObject("/Contents")] = writer._add_object(packed)
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


def _zip_of_links() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        link = zipfile.ZipInfo("link.md")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr("/etc/absolute.md", "evil")
        archive.writestr("../above.md", "evil")
        archive.writestr("inner.zip", make_zip({"a.md": b"a"}))
        archive.writestr("good.md", "# Good")
        archive.filelist.append(archive.getinfo("good.md"))  # the same name twice
    return file.getvalue()


def _zip_of_names(count: int) -> bytes:
    """A zip whose directory names so many files, all of them the first."""
    data = make_zip({"a": b""})
    entry, end = data.index(b"PK\x01\x02"), data.index(b"PK\x05\x06")
    one = data[entry:end]
    directory = one * count
    last = bytearray(data[end:])
    last[8:12] = (count & 0xFFFF).to_bytes(2, "little") * 2
    last[12:16] = len(directory).to_bytes(4, "little")
    return data[:entry] + directory + bytes(last)


ARCHIVES: Mapping[str, Callable[[], tuple[str, bytes]]] = {
    "a zip of links and paths": lambda: ("a.zip", _zip_of_links()),
    "a zip of a million names": lambda: ("a.zip", _zip_of_names(1_000_000)),
    "a zip of 499 MB": lambda: ("a.zip", make_zip({f"{n}.txt": bytes(49_900_000) for n in range(10)})),
    "a zip of 10,000 files": lambda: ("a.zip", make_zip({f"{n}.md": b"# Words" for n in range(10_000)})),
}

REFERENCES: Mapping[str, Callable[[], tuple[str, bytes]]] = {
    "a BibTeX of braces": lambda: ("a.bib", b"@misc{a, title={" + b"{" * 19_000_000),
    "a BibTeX of entries": lambda: ("a.bib", b"@misc{a,title={b}}\n" * 1_000_000),
    "a BibTeX of LaTeX": lambda: ("a.bib", b"@misc{a,title={" + b"\\emph{$a$}" * 1_900_000 + b"}}"),
    "a RIS of records without anything": lambda: ("a.ris", b"TY  -\n" * 3_300_000),
    "a RIS of authors": lambda: ("a.ris", b"TY  - JOUR\nTI  - a\n" + b"AU  - b\n" * 2_400_000),
    "a RIS of one endless line": lambda: ("a.ris", b"TY  - JOUR\nTI  - " + b"x" * 20_000_000),
}


def _bundle(state: str) -> bytes:
    return make_zip({"about.json": json.dumps({"format": 3}).encode(), "state.json": state.encode()})


BUNDLES: Mapping[str, Callable[[], tuple[str, bytes]]] = {
    "a bundle of empty lists": lambda: ("a.zip", _bundle(f"[{'[],' * 17_000_000}[]]")),
    "a bundle of small numbers": lambda: ("a.zip", _bundle(f"[{'1.5,' * 12_000_000}1]")),
    "a bundle nested 10,000 deep": lambda: ("a.zip", _bundle("[" * 10_000 + "]" * 10_000)),
    "a bundle with a gigantic number": lambda: ("a.zip", _bundle(f'{{"papers": 1{"0" * 40_000_000}}}')),
    "a bundle with a number of 4,000 figures": lambda: ("a.zip", _bundle(f'{{"papers": 1{"0" * 4_000}}}')),
    "a bundle with half a sign": lambda: ("a.zip", _bundle('{"papers": "\\ud800"}')),
    "a bundle that unpacks to 200 MB": lambda: ("a.zip", _bundle(" " * 200_000_000)),
}
