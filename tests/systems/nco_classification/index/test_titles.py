import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.language.tokens import words
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.titles import Wordings, head_word, likeness, plain_title, romanise, sound


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Driver, train", "train driver"),
        ("Officer, technical: poultry", "technical officer: poultry"),
        ("Plumber (General) - II", "plumber"),
        ("CNC Operator L4", "cnc operator"),
        ("Maintenance Technician Level 3", "maintenance technician"),
        ("Legislators, Other", "legislators"),
        ("Asst. Fitter", "assistant fitter"),
        ("Crewwoman, drifter", "drifter crewman"),
        ("woman", "woman"),
        ("Domestic worker; cleaning, ironing", "domestic worker; cleaning, ironing"),
    ],
)
def test_titles_are_turned_round_and_freed_of_grades(text, plain):
    assert plain_title(text) == plain


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("Driver, train", "driver"),
        ("train driver of the metro", "driver"),
        ("Salesperson: shoes", "salesman"),
        ("", ""),
    ],
)
def test_the_head_word_says_what_somebody_is(text, head):
    assert head_word(text) == head


@pytest.mark.parametrize("text", ["किसान", "ਕਿਸਾਨ", "কিসান", "કિસાન", "కిసాన్", "ಕಿಸಾನ್", "കിസാൻ"])
def test_nine_scripts_are_read_alike(text):
    assert romanise(text) == "kisaan"


def test_abbreviations_in_devanagari_become_their_letters():
    assert romanise("सी.एन.सी.").strip() == "cnc"


def test_english_words_are_known_by_their_sound():
    assert sound("engineer") == sound("enginer") == sound("injiniyar")
    assert likeness("kaam", "kam") == 1


@pytest.fixture(scope="module")
def wordings() -> Wordings:
    vocabulary = words("mechanical engineer retail cashier plumber software cook food driver past")
    return Wordings(vocabulary, {"wala": "", "hai": "", "rasoiya": "cook", "chalak": "driver"})


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("मैकेनिकल इंजीनियर", "mechanical engineer"),
        ("रीटेल कैशियर", "retail cashier"),
        ("rasoiyaa wala", "cook"),
        ("plumer", "plumber"),
        ("softwear enginer", "software engineer"),
        ("चालक driver", "driver"),
        ("mechanical engineer", "mechanical engineer"),
        ("zither", "zither"),
    ],
)
def test_words_are_read_as_english_words_of_the_index(wordings, text, english):
    assert wordings.read(text).english == english


def test_what_was_replaced_is_told(wordings):
    assert ("plumer", "plumber") in wordings.read("plumer").replaced
    assert wordings.read("plumber").replaced == ()


@given(st.text(max_size=60))
def test_no_text_is_too_strange(text):
    reader = Wordings(["cook"], {"wala": ""})
    reading = reader.read(plain_title(text))
    assert isinstance(reading.english, str)
    head_word(text)


@pytest.mark.parametrize(
    ("typed", "trade"),
    [
        ("darji", "tailor"), ("darzee", "tailor"), ("raj mistri", "mason"), ("rajmistri", "mason"),
        ("raajmistree", "mason"), ("राज मिस्त्री", "mason"), ("halwaai", "sweet maker"), ("chauki dar", "watchman"),
        ("मत्स्य", "fish"), ("bijli mistri", "electrician"), ("बिजली मिस्त्री", "electrician"),
        ("sabjiwala", "vegetable seller"),
    ],
)  # fmt: skip
def test_a_trade_is_read_however_it_is_spelt_or_parted(typed, trade):
    assert _shipped().read(typed).english == trade


def test_english_titles_are_not_read_as_indian_words():
    for title in ("bar manager", "data entry operator", "man in charge of a mill", "motor mechanic", "line supervisor"):
        assert _shipped().read(title).replaced == ()


def _shipped():
    return Classification.load().wordings


def test_the_small_words_of_english_are_not_read_as_misspelt_trades():
    text = "i was repairing pipes where they were leaking because nobody else would"
    assert _shipped().read(text).replaced == ()
