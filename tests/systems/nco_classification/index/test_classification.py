from dataclasses import replace

import pytest

from core.language.tokens import words as tokens
from core.systems.nco_classification.index.classification import DIGITS, LEVELS, Classification, in_common
from core.systems.nco_classification.index.titles import names_in, plain_title

known = Classification.load()


LEVELLED = dict(
    zip(LEVELS, (known.divisions, known.subdivisions, known.groups, known.families, known.occupations), strict=True)
)


def test_the_whole_structure_is_there():
    assert [len(codes) for codes in LEVELLED.values()] == [9, 40, 128, 437, 3450]


def test_every_code_has_its_level_and_a_path_of_codes_that_begin_alike():
    for level, codes in LEVELLED.items():
        for code, title in codes.items():
            assert known.level(code) == level
            path = known.path(code)
            assert path[-1] == (level, code, title)
            assert [step[0] for step in path] == list(LEVELS[: LEVELS.index(level) + 1])
            assert all(code.startswith(step[1]) and len(step[1]) == DIGITS[step[0]] for step in path)


def test_a_code_that_is_not_in_the_classification_does_not_exist():
    assert known.exists("7533")
    assert known.exists("7533.0100")
    assert not any(
        known.exists(code) for code in ("", "0", "0110", "753", "7533.01", "7533.9999", "E010") if code != "753"
    )
    with pytest.raises(KeyError):
        known.title("0110")
    with pytest.raises(KeyError):
        known.level("0110")


def test_every_occupation_stands_in_its_family_and_in_no_other():
    listed = [code for family in known.families for code in known.occupations_of(family)]
    assert listed == list(known.occupations)
    assert known.occupations_of("0000") == []


def test_every_code_is_reached_from_the_top_down():
    reached, level = set[str](), known.below("")
    while level:
        reached.update(level)
        level = [code for parent in level for code in known.below(parent)]
    assert reached == {code for codes in LEVELLED.values() for code in codes}


def test_every_family_has_a_text_and_at_least_fifteen_phrases():
    assert list(known.words) == list(known.families)
    for family, words in known.words.items():
        assert len(words.text) > 60, family
        assert len(words.phrases) >= 15, family


def test_no_phrase_stands_in_two_families():
    owner: dict[str, str] = {}
    for family, words in known.words.items():
        for phrase in words.phrases:
            assert owner.setdefault(phrase.lower(), family) == family, phrase


def test_a_broad_title_names_several_families_that_exist_and_stands_once():
    titles = [title for broad in known.broad_titles for title in broad.words]
    assert len(titles) == len(set(titles))
    for broad in known.broad_titles:
        assert len(broad.families) > 1
        assert all(family in known.families for family in broad.families)


def test_the_classification_is_read_once_and_says_its_version():
    assert Classification.load() is known
    assert len(known.version) == 8


def test_a_title_is_known_by_its_words_however_it_is_written_and_a_broad_one_by_all_that_it_may_mean():
    assert known.families_by_title["tailors dressmakers furriers and hatters"] == {"7531"}
    assert known.families_by_title["farmer"] >= set(known.families_by_broad_title[frozenset({"farmer"})])
    assert frozenset({"raj", "mistri"}) not in known.families_by_broad_title


def test_what_is_worked_out_belongs_to_the_classification_it_was_worked_out_from():
    little = replace(known, lexicon={"zorbi": "tailor"})
    assert known.query_normalizer is known.query_normalizer
    assert little.query_normalizer.read("zorbi").english == "tailor"
    assert known.query_normalizer.read("zorbi").english == "zorbi"


def test_an_official_name_in_two_families_is_a_broad_title_with_its_alternatives_and_what_it_is_equivalent_to():
    known = Classification.load()
    families: dict[frozenset[str], set[str]] = {}
    for code, title in (*known.families.items(), *known.occupations.items()):
        for name in names_in(title, known.qualifications.get(code, "")):
            families.setdefault(frozenset(tokens(plain_title(name))), set()).add(code[:4])
    broad = known.families_by_broad_title
    assert [name for name, found in families.items() if len(found) > 1 and not found <= set(broad.get(name, ()))] == []
    assert set(broad[frozenset({"asha"})]) == {"3222", "3253"}
    assert set(broad[frozenset({"chemist"})]) == {"2113", "3116"}


@pytest.mark.parametrize(("one", "other", "common"), [("5141", "5142", "514"), ("514", "3322", ""), ("", "5142", "")])
def test_what_two_codes_have_in_common_is_how_they_begin(one, other, common):
    assert in_common(one, other) == common


def test_a_field_is_named_by_what_few_titles_of_families_say_and_somebody_by_the_head_of_a_title():
    assert known.fields["2221"] & known.fields["3221"]
    for who, field in (("2264", "3255"), ("2261", "3251"), ("2250", "3240")):
        assert known.fields[who] & known.fields[field]
    assert not known.fields["2221"] & known.fields["2264"]
    assert {"nurs", "driver"} <= known.title_heads
    assert "inject" not in known.title_heads
