"""No word that a reader of a page of Word sees is left out, and none is read that she does not see."""

from __future__ import annotations

import io
import zipfile

import docx
import pytest

from core.documents import read_outline
from tests.systems.knowledge_base.little_files import make_zip

NAMES = " ".join(
    f'xmlns:{name}="{address}"'
    for name, address in {
        "w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
        "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
    }.items()
)


def run(text: str, look: str = "", kind: str = "t") -> str:
    return f'<w:r><w:rPr>{look}</w:rPr><w:{kind} xml:space="preserve">{text}</w:{kind}></w:r>'


def small(text: str, where: str) -> str:
    return run(text, f'<w:vertAlign w:val="{where}script"/>')


def paragraph(*runs: str) -> str:
    return f"<w:p>{''.join(runs)}</w:p>"


def formula(inner: str) -> str:
    return f"<m:oMath>{inner}</m:oMath>"


def signs(text: str) -> str:
    return f"<m:r><m:t>{text}</m:t></m:r>"


def text_of(*blocks: str, **notes: str) -> str:
    """What is read of a document with these blocks; a note is given by its kind."""
    file = io.BytesIO()
    docx.Document().save(file)
    with zipfile.ZipFile(file) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    files["word/document.xml"] = f"<w:document {NAMES}><w:body>{''.join(blocks)}</w:body></w:document>".encode()
    types, links = files["[Content_Types].xml"].decode(), files["word/_rels/document.xml.rels"].decode()
    for kind, words in notes.items():
        first = f'<w:{kind} w:id="-1" w:type="separator"><w:p>{run("A line.")}</w:p></w:{kind}>'
        note = f'<w:{kind} w:id="2">{paragraph(run(words))}</w:{kind}>'
        files[f"word/{kind}s.xml"] = f"<w:{kind}s {NAMES}>{first}{note}</w:{kind}s>".encode()
        office = "application/vnd.openxmlformats-officedocument.wordprocessingml"
        part = f'<Override PartName="/word/{kind}s.xml" ContentType="{office}.{kind}s+xml"/>'
        types = types.replace("</Types>", f"{part}</Types>")
        schema = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
        link = f'<Relationship Id="own{kind}" Type="{schema}/{kind}s" Target="{kind}s.xml"/>'
        links = links.replace("</Relationships>", f"{link}</Relationships>")
    files["[Content_Types].xml"], files["word/_rels/document.xml.rels"] = types.encode(), links.encode()
    return read_outline(make_zip(files), "a.docx").text


@pytest.mark.parametrize(
    "seen",
    [
        f"<w:ins>{run('six bar')}</w:ins>",
        f"<w:moveTo>{run('six bar')}</w:moveTo>",
        f"<w:hyperlink>{run('six bar')}</w:hyperlink>",
        f"<w:smartTag>{run('six bar')}</w:smartTag>",
        f'<w:fldSimple w:instr="REF x">{run("six bar")}</w:fldSimple>',
        f"<w:sdt><w:sdtPr/><w:sdtContent>{run('six bar')}</w:sdtContent></w:sdt>",
        f"{run(' REF x ', kind='instrText')}{run('six bar')}",
        f"<w:del>{run('nine bar', kind='delText')}</w:del>{run('six bar')}",
        f"<w:moveFrom>{run('nine bar')}</w:moveFrom>{run('six bar')}",
        f"{run('nine bar', '<w:vanish/>')}{run('six bar')}",
        run("six bar", '<w:vanish w:val="0"/>'),
        f"<mc:AlternateContent><mc:Choice>{run('six bar')}</mc:Choice><mc:Fallback>{run('nine bar')}</mc:Fallback>"
        "</mc:AlternateContent>",
        "<w:r><w:t>six</w:t><w:tab/><w:t>bar</w:t></w:r>",
        formula(signs("six bar")),
    ],
)
def test_what_is_seen_in_a_sentence_is_read_and_nothing_else(seen: str) -> None:
    assert " ".join(text_of(paragraph(run("It opens at "), seen, run("."))).split()) == "It opens at six bar."


@pytest.mark.parametrize(
    "around",
    [
        "<w:sdt><w:sdtPr/><w:sdtContent>{}</w:sdtContent></w:sdt>",
        "<w:ins>{}</w:ins>",
        "<w:customXml>{}</w:customXml>",
        "<mc:AlternateContent><mc:Choice>{}</mc:Choice></mc:AlternateContent>",
    ],
)
def test_paragraphs_and_tables_within_others_are_read_at_their_place(around: str) -> None:
    table = f"<w:tbl><w:tr><w:tc>{paragraph(run('Valve'))}</w:tc><w:tc>{paragraph(run('6'))}</w:tc></w:tr></w:tbl>"
    read = text_of(
        paragraph(run("Before.")), around.format(paragraph(run("Within.")) + table), paragraph(run("After."))
    )
    assert read.split("\n\n") == ["Before.", "Within.", "Valve | 6", "After."]


def test_a_table_of_contents_is_left_out() -> None:
    kind = '<w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr>'
    contents = f"<w:sdt>{kind}<w:sdtContent>{paragraph(run('Pumps 3'))}</w:sdtContent></w:sdt>"
    assert text_of(contents, paragraph(run("Pumps"))) == "Pumps"


def test_boxes_and_notes_stand_behind_their_paragraph_each_once() -> None:
    box = f"<w:r><w:pict><w:txbxContent>{paragraph(run('In a box.'))}</w:txbxContent></w:pict></w:r>"
    marks = '<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:endnoteReference w:id="2"/></w:r>'
    read = text_of(
        paragraph(run("It opens at 6 bar."), box, marks), paragraph(run("After.")),
        footnote="Not above 50 degrees.", endnote="Measured in May.",
    )  # fmt: skip
    assert read.split("\n\n") == [
        "It opens at 6 bar.", "In a box.", "Not above 50 degrees.", "Measured in May.", "After.",
    ]  # fmt: skip


def test_tables_in_cells_and_cells_that_span_are_read() -> None:
    def cell(words: str, look: str = "", inner: str = "") -> str:
        return f"<w:tc><w:tcPr>{look}</w:tcPr>{paragraph(run(words)) if words else ''}{inner}</w:tc>"

    inner = f"<w:tbl><w:tr>{cell('deep')}{cell('in')}</w:tr></w:tbl>"
    rows = (
        cell("Pump", '<w:vMerge w:val="restart"/>') + cell("Wide", '<w:gridSpan w:val="2"/>'),
        cell("", "<w:vMerge/>") + cell("6") + cell("bar", inner=inner),
        "<w:trPr><w:del/></w:trPr>" + cell("gone"),
    )
    read = text_of(f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in rows)}</w:tbl>")
    assert read.splitlines() == ["Pump | Wide | Wide", "Pump | 6 | bar deep in"]


def test_small_signs_never_become_part_of_a_number() -> None:
    read = text_of(
        paragraph(run("Holds 10"), small("6", "super"), run(" litres, log"), small("10", "sub"), run("5, CO"),
                  small("2", "sub"), run(", 5"), small("th", "super"), run(".")),
        paragraph(formula("<m:f><m:num>" + signs("a+b") + "</m:num><m:den>" + signs("2") + "</m:den></m:f>"),
                  formula("<m:sSup><m:e>" + signs("x") + "</m:e><m:sup>" + signs("10") + "</m:sup></m:sSup>"),
                  formula("<m:sSup><m:e>" + signs("e") + "</m:e><m:sup>" + signs("kt") + "</m:sup></m:sSup>"),
                  formula("<m:rad><m:radPr/><m:deg/><m:e>" + signs("7") + "</m:e></m:rad>")),
    )  # fmt: skip
    assert read.split("\n\n") == ["Holds 10⁶ litres, log₁₀5, CO2, 5th.", "(a+b)/2x¹⁰e^(kt)√(7)"]
