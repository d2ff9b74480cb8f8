import json
from pathlib import Path

import pytest

from core.errors import InputError
from core.evaluate import __main__ as command
from core.evaluate import retrieval as module
from core.evaluate.retrieval import evaluate_retrieval, read_collection
from tests.word_embedder import WordEmbedder

CORPUS = [
    {"_id": "d1", "title": "Solar cells", "text": "A solar cell stands on a roof."},
    {"_id": "d2", "title": "", "text": "Welding of steel pipes."},
    {"_id": "d3", "text": "The cell wall of a leaf."},
    {"_id": 4, "title": None, "text": ""},
]
QUERIES = [{"_id": "q1", "text": "solar cell"}, {"_id": "q2", "text": "welding pipes"}, {"_id": "q3", "text": "ships"}]
QRELS = "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td3\t1\nq2\td2\t1\nq2\td1\t0\nq3\td1\t0\n"
FIGURES = ["nDCG@10", "MRR@10", "Recall@100", "ms"]


def write(folder: Path, corpus=CORPUS, queries=QUERIES, qrels=QRELS) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "corpus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in corpus), encoding="utf-8")
    (folder / "queries.jsonl").write_text("".join(json.dumps(row) + "\n" for row in queries), encoding="utf-8")
    (folder / "qrels.tsv").write_text(qrels, encoding="utf-8")
    return folder


@pytest.fixture(autouse=True)
def _no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "Embedder", WordEmbedder)


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    return write(tmp_path / "collection")


# --- measuring --------------------------------------------------------------------------------------------------------


def test_five_rankers_are_measured_on_the_queries_that_somebody_judged(collection: Path, tmp_path: Path) -> None:
    measured = evaluate_retrieval(collection, tmp_path / "data")
    assert list(measured.rankers) == ["bm25", "vectors", "alpha", "rrf", "best"]
    assert (measured.queries, measured.left_out) == (2, 1)
    for figures in measured.rankers.values():
        assert list(figures) == FIGURES
        assert figures["nDCG@10"] == pytest.approx(1)  # words decide here, so every ranker finds the ideal order
        assert figures["MRR@10"] == 1
        assert figures["Recall@100"] == 1
        assert figures["ms"] > 0


def test_a_ranker_that_finds_nothing_has_zeros(tmp_path: Path) -> None:
    folder = write(tmp_path / "c", queries=[{"_id": "q", "text": "xyz"}], qrels="q\td1\t1\n")
    figures = evaluate_retrieval(folder, tmp_path / "data").rankers["bm25"]
    assert [figures[name] for name in FIGURES[:3]] == [0, 0, 0]


def test_the_figures_are_the_means_over_the_queries(tmp_path: Path) -> None:
    # One query finds its document first, the other does not find it at all.
    folder = write(tmp_path / "c", qrels="q1\td1\t1\nq2\tnowhere\t1\n")
    figures = evaluate_retrieval(folder, tmp_path / "data").rankers["bm25"]
    assert [figures[name] for name in FIGURES[:3]] == [0.5, 0.5, 0.5]


def test_a_query_that_is_itself_a_document_does_not_find_itself(tmp_path: Path) -> None:
    text = "A solar cell stands on a roof."
    folder = write(tmp_path / "c", queries=[{"_id": "d1", "text": text}], qrels="d1\td3\t1\n")
    assert evaluate_retrieval(folder, tmp_path / "data").rankers["bm25"]["MRR@10"] == 1


def test_a_query_that_only_has_the_id_of_a_document_finds_it(tmp_path: Path) -> None:
    folder = write(tmp_path / "c", queries=[{"_id": "d1", "text": "solar"}], qrels="d1\td1\t1\n")
    assert evaluate_retrieval(folder, tmp_path / "data").rankers["bm25"]["MRR@10"] == 1


def test_progress_names_the_deed_and_ends(collection: Path, tmp_path: Path) -> None:
    heard: list[tuple[str, int, int]] = []
    evaluate_retrieval(collection, tmp_path / "data", lambda *told: heard.append(told))
    assert ("Embedding", 8, 8) in heard
    assert heard[-1] == ("Ranking by best", 2, 2)


# --- reading ----------------------------------------------------------------------------------------------------------


def test_title_and_text_are_one_document_and_ids_may_be_numbers(collection: Path) -> None:
    read = read_collection(collection)
    assert read.documents == {
        "d1": "Solar cells A solar cell stands on a roof.",
        "d2": "Welding of steel pipes.",
        "d3": "The cell wall of a leaf.",
        "4": "",
    }
    assert read.judged["q1"] == {"d1": 2, "d3": 1}
    assert read.measured == ["q1", "q2"]


def test_blank_lines_a_byte_order_mark_and_windows_line_ends_do_no_harm(collection: Path) -> None:
    for path in collection.iterdir():
        lines = path.read_bytes().replace(b"\n", b"\r\n\r\n")
        path.write_bytes(b"\xef\xbb\xbf" + lines)
    assert read_collection(collection).judged["q1"] == {"d1": 2, "d3": 1}


def test_qrels_need_no_head(tmp_path: Path) -> None:
    assert read_collection(write(tmp_path / "c", qrels="q1\td1\t1\n")).judged == {"q1": {"d1": 1}}


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("corpus.jsonl", '{"_id": "a", "text": "x"}\n{"_id": "b", "te', r"corpus\.jsonl, line 2: this is not JSON"),
        ("corpus.jsonl", '{"_id": "a", "title": "x"}\n', r'corpus\.jsonl, line 1: it needs an "_id" and a "text"'),
        ("corpus.jsonl", '\n["a"]\n', r"corpus\.jsonl, line 2: it needs"),
        ("corpus.jsonl", "", r"corpus\.jsonl holds no document"),
        ("queries.jsonl", '{"_id": "a", "text": "x"}\n' * 2, r"queries\.jsonl, line 2: the _id “a” is there twice"),
        ("queries.jsonl", '{"_id": "a", "text": 3}\n', r"queries\.jsonl, line 1: it needs"),
        ("qrels.tsv", "query-id\tcorpus-id\tscore\nq1 d1 1\n", r"qrels\.tsv, line 2: it needs"),
        ("qrels.tsv", "q1\td1\t1\nq1\td1\thigh\n", r"qrels\.tsv, line 2: it needs"),
    ],
)
def test_a_broken_line_is_named(collection: Path, name: str, content: str, message: str) -> None:
    (collection / name).write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_collection(collection)


def test_a_line_that_is_not_utf8_is_named(collection: Path) -> None:
    with (collection / "corpus.jsonl").open("ab") as file:
        file.write('{"_id": "x", "text": "Müller"}\n'.encode("latin-1"))
    with pytest.raises(InputError, match=r"corpus\.jsonl, line 5: this is not UTF-8"):
        read_collection(collection)


@pytest.mark.parametrize("name", ["corpus.jsonl", "queries.jsonl", "qrels.tsv"])
def test_a_missing_file_is_named_and_the_layout_explained(collection: Path, name: str) -> None:
    (collection / name).unlink()
    with pytest.raises(InputError, match=rf"{name} cannot be read") as caught:
        read_collection(collection)
    assert "qrels.tsv (query-id, corpus-id, score)" in caught.value.advice


def test_a_collection_without_any_relevant_document_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no document is judged relevant"):
        evaluate_retrieval(write(tmp_path / "c", qrels="q1\td1\t0\n"), tmp_path / "data")


# --- the command ------------------------------------------------------------------------------------------------------


def test_the_command_prints_a_table_and_writes_exactly_the_agreed_json(
    collection: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "figures.json"
    arguments = ["retrieval", str(collection), "--json", str(file), "--cache", str(tmp_path / "data")]
    assert command.main(arguments) == 0
    shown = capsys.readouterr()
    head, *rows = shown.out.splitlines()
    assert head.split() == FIGURES
    assert [row.split()[0] for row in rows[:5]] == ["bm25", "vectors", "alpha", "rrf", "best"]
    assert {len(line) for line in [head, *rows[:5]]} == {len(head)}
    assert "2 queries measured." in shown.out
    assert "1 left out" in shown.out
    assert shown.err == ""
    figures = json.loads(file.read_text())
    assert list(figures) == ["rankers"]
    assert list(figures["rankers"]) == ["bm25", "vectors", "alpha", "rrf", "best"]
    assert all(list(values) == FIGURES for values in figures["rankers"].values())


def test_without_cache_the_data_folder_of_the_settings_keeps_the_embeddings(
    collection: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GLASSBOX_DATA", str(tmp_path / "settings"))
    assert command.main(["retrieval", str(collection)]) == 0
    assert [path.suffix for path in (tmp_path / "settings").iterdir()] == [".npz"]


def test_an_error_is_told_on_stderr_with_its_advice_and_ends_with_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["retrieval", str(tmp_path / "nowhere"), "--cache", str(tmp_path)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "There is no folder" in shown.err
    assert "corpus.jsonl" in shown.err


def test_figures_that_cannot_be_written_are_an_error_in_words(
    collection: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [
        "retrieval",
        str(collection),
        "--cache",
        str(tmp_path / "data"),
        "--json",
        str(tmp_path / "no" / "file"),
    ]
    assert command.main(arguments) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_an_unknown_command_is_refused_with_the_list_of_commands(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        command.main(["nonsense", "."])
    assert "retrieval" in capsys.readouterr().err
