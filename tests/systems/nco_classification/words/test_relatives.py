"""What is told of a husband, a father or a friend is theirs; what somebody does with them is their own."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.words.relatives import relatives, without_relatives


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("My wife sells milk, I repair watches", "I repair watches"),
        ("Papa tailor hain aur main bus chalata hoon", "aur main bus chalata hoon"),
        ("I weave baskets and my sister teaches", "I weave baskets"),
        ("Her brother is a plumber. She stitches blouses", "She stitches blouses"),
        ("his father was a potter but he is a nurse", "but he is a nurse"),
        ("Husband pulls a rickshaw. Cooks in a school", "Cooks in a school"),
        ("pati driver hain, school mein khana banati hai", "school mein khana banati hai"),
        ("मेरी पत्नी नर्स है, मैं सब्ज़ी बेचता हूँ", "मैं सब्ज़ी बेचता हूँ"),
        ("my father is a mason, he builds walls, I am a guard", "I am a guard"),
        ("husband mason, self beautician", "self beautician"),
        ("my mother-in-law cares for the baby while I drive a cab", "while I drive a cab"),
        (
            "Mere dada kumhar the, unke baad main mill mein lag gaya, karghe chalata hoon",
            "unke baad main mill mein lag gaya, karghe chalata hoon",
        ),
        ("my mother was a nurse, after her death I joined the mill", "after her death I joined the mill"),
        ("my neighbour owns a mill; I carry sacks there", "I carry sacks there"),
    ],
)
def test_what_is_told_of_others_beside_the_own_work_is_set_aside(text: str, own: str) -> None:
    assert without_relatives(text).strip(" ,;.") == own


@pytest.mark.parametrize(
    "text",
    [
        "works with my father in his shop", "helps my husband on the farm", "my brother and I run a garage",
        "me and wife run a stall", "main aur mera bhai machhli pakadte hain", "papa ki dukaan par baithta hoon",
        "bhai ke saath dairy chalate hain", "my uncle has a press and I help him there", "father of a church",
        "husband and wife run a tea stall, we sell snacks too", "looks after my old mother",
        "I look after house and kids",
        "bachche sambhalti hai", "nursing sister", "Mother Dairy booth", "SaaS sales executive", "jet dyeing operator",
    ],
)  # fmt: skip
def test_work_with_relatives_and_what_only_sounds_like_one_is_own(text: str) -> None:
    assert relatives(text).statements == ()


@pytest.mark.parametrize(
    ("text", "named"),
    [("my husband is a mason", "my husband"), ("beta police mein hai", "beta"), ("Her son drives a bus", "Her son")],
)
def test_where_only_a_relatives_work_is_told_it_is_named_whose(text: str, named: str) -> None:
    start, end = relatives(text).subject
    assert text[start:end] == named
    assert relatives(text).statements == ()
