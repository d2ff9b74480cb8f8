"""What in a user's own words stands in the way of a code: only a place, only an id, nothing said, several jobs at once.

Written rules on the words alone, before anything is searched. They hold whatever a model says of the same words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from core.language.tokens import words
from core.systems.nco_classification.index.classification import Classification

Kind = Literal["id", "place", "vague", "several"]


@dataclass(frozen=True)
class Obstacle:
    """Why no code can be given for these words; `parts` are the jobs when there are several."""

    kind: Kind
    why: str
    parts: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Stripped:
    """What a search may use of the words: `query` without ids and places, and what was assumed in leaving them out."""

    query: str
    assumptions: list[str]


# A mark that names a person or a record, not an occupation: E010, EMP-00123, 004512, a mail or web address.
_ID = re.compile(
    r"(?<!\S)[^\s@]{1,64}@\S+|https?://\S+|www\.\S+|#[^\s\d]{0,64}\d\S*|(?<!\w)(?:[A-Za-z]{1,5}[-_/]?)?\d[\d./_-]*\d[A-Za-z]?(?!\w)"
)
_PLACE_NAMES = """
andhra pradesh; arunachal pradesh; assam; bihar; chhattisgarh; goa; gujarat; haryana; himachal pradesh; himachal;
jharkhand; karnataka; kerala; madhya pradesh; maharashtra; manipur; meghalaya; mizoram; nagaland; odisha; orissa;
punjab; rajasthan; sikkim; tamil nadu; tamilnadu; telangana; tripura; uttar pradesh; uttarakhand; uttaranchal; west
bengal; bengal; andaman and nicobar islands; andaman; nicobar; chandigarh; dadra and nagar haveli; daman and diu;
lakshadweep; puducherry; pondicherry; jammu and kashmir; jammu; kashmir; ladakh; leh; kargil; new delhi; delhi; delhi
ncr; ncr; mumbai; bombay; navi mumbai; pune; poona; nagpur; nashik; thane; aurangabad; solapur; kolhapur; amravati;
latur; nanded; sangli; satara; ratnagiri; bengaluru; bangalore; mysuru; mysore; mangalore; mangaluru; hubli; belgaum;
belagavi; davangere; tumkur; udupi; chennai; madras; coimbatore; madurai; trichy; tiruchirappalli; salem; tirunelveli;
tiruppur; erode; vellore; thanjavur; hyderabad; secunderabad; warangal; nizamabad; karimnagar; vijayawada;
visakhapatnam; vizag; guntur; nellore; kurnool; tirupati; rajahmundry; kochi; cochin; ernakulam; thiruvananthapuram;
trivandrum; kozhikode; calicut; thrissur; kollam; kannur; alappuzha; palakkad; kottayam; malappuram; kolkata; calcutta;
howrah; durgapur; asansol; siliguri; darjeeling; kharagpur; bardhaman; malda; ahmedabad; amdavad; surat; vadodara;
baroda; rajkot; bhavnagar; jamnagar; gandhinagar; anand; bhuj; kutch; jaipur; jodhpur; udaipur; ajmer; bikaner; alwar;
jaisalmer; sikar; lucknow; kanpur; varanasi; banaras; benares; allahabad; prayagraj; agra; meerut; ghaziabad; noida;
greater noida; bareilly; aligarh; moradabad; gorakhpur; jhansi; mathura; ayodhya; saharanpur; firozabad; gurgaon;
gurugram; faridabad; panipat; ambala; rohtak; hisar; karnal; sonipat; ludhiana; amritsar; jalandhar; patiala; bathinda;
mohali; shimla; manali; dharamshala; dehradun; haridwar; rishikesh; nainital; roorkee; srinagar; patna; gaya;
muzaffarpur; bhagalpur; darbhanga; ranchi; jamshedpur; dhanbad; bokaro; deoghar; bhubaneswar; cuttack; rourkela;
sambalpur; raipur; bhilai; bilaspur; durg; bhopal; indore; gwalior; jabalpur; ujjain; rewa; guwahati; dibrugarh;
silchar; jorhat; shillong; imphal; aizawl; kohima; dimapur; itanagar; agartala; gangtok; panaji; panjim; margao; port
blair; bharat; hindustan; india; nepal; kathmandu; bangladesh; dhaka; sri lanka; colombo; pakistan; karachi; lahore;
bhutan; dubai; uae; abu dhabi; saudi arabia; riyadh; jeddah; qatar; doha; kuwait; oman; muscat; bahrain; singapore;
malaysia; kuala lumpur; london; uk; england; usa; america; new york; california; canada; toronto; australia; sydney;
melbourne; germany; berlin; france; paris; italy; spain; japan; russia; दिल्ली; नई दिल्ली; मुंबई; पुणे; नागपुर;
कोलकाता; चेन्नई; बेंगलुरु; हैदराबाद; जयपुर; लखनऊ; कानपुर; वाराणसी; आगरा; पटना; रांची; भोपाल; इंदौर; अहमदाबाद; सूरत;
बिहार; उत्तर प्रदेश; मध्य प्रदेश; राजस्थान; गुजरात; महाराष्ट्र; पंजाब; हरियाणा; भारत
"""
_PLACE = "|".join(
    re.escape(name)
    for name in sorted((name.strip() for name in _PLACE_NAMES.replace("\n", " ").split(";")), key=len, reverse=True)
)
_PLACE_FOUND = re.compile(
    rf"(?<!\w)(?:(?:in|from|at|near|of|around|to)\s+)?(?:{_PLACE})(?:\s+(?:city|district|state|town|mein|me|main|se|में|से))?(?!\w)",
    re.IGNORECASE,
)
_LIVES = re.compile(
    r"^\W*(?:(?:i|he|she|we|they|main|mai|hum|wo|woh)\W+)?(?:(?:am|is|are|'m|m)\W+)?(?:currently\s+|originally\s+|born\s+)?"
    r"(?:from|(?:live[sd]?|living|resid\w+|stay\w*|based|located|settled)\s+(?:in|at|near|around)|belongs?\s+to"
    r"|hail\w*\s+from|rehta|rehti|rahta|rahti)\b"
    r"(?:\W+(?:in|at|near|from|a|the|small|remote))*(?:\W+[^\W\d_]+){0,3}\W*$",
    re.IGNORECASE,
)

# Words with which people speak of having a job, none of which says what the job is.
_SAYS_NOTHING = """
i me my we our he she his her him it they their you your a an the and or of in at to for on by with from as is am are
was were be been do does did doing have has had this that there here who what some any all not no yes ok work works
worked working worker workers job jobs occupation profession professional professionals employee employees employed
employment employer staff staffs service services business private govt government public sector company companies
office firm organisation organization department industry factory field own self personal person people man men woman
women daily regular casual contract permanent temporary part full time wage wages salary salaried income earn earning
experience experienced years year months month senior junior fresher various different many other others misc
miscellaneous general same something anything nothing none unknown na nil currently present presently now id code
number num emp ref reference card roll name age male female city town village district state street road area place
near live lives living stay staying born based freelancer freelance retired student unemployed housewife homemaker
jobless main mai mein mera meri mere hum hamara ham aap wo woh log ka ki ke ko se par hai hain hoon hun hu ho tha thi
karta karti karte karna karne kaam kam naukri nokri naukari sarkari rozgar ek aur ya ghar gaon gaanv shahar sheher
rehta rehti rahta rahti job-holder मैं मेरा मेरी हम का की के को से में पर है हैं हूँ हूं काम नौकरी करता करती करते
सरकारी एक और गांव शहर
"""

_BETWEEN_JOBS = re.compile(r"\s+(?:and also|and|cum|aur|as well as|plus|also)\s+|\s*[/&+;]\s*|\s+और\s+", re.IGNORECASE)
_ARTICLE = re.compile(
    r"^\W*(?:(?:i|he|she)(?:\s+am|'m|\s+is)?\s+)?(?:(?:work(?:s|ing)?)\s+as\s+)?(?:an?\s+|the\s+|part.time\s+)?",
    re.IGNORECASE,
)


def strip_ids_and_places(text: str) -> Stripped:
    """Leave out ids and places; give the whole text back when nothing else is in it."""
    assumptions = [f"“{found}” is an id or an address and says nothing about the work" for found in _all(_ID, text)]
    rest = _ID.sub(" ", text)
    assumptions += [f"“{found}” is a place and says nothing about the work" for found in _all(_PLACE_FOUND, rest)]
    rest = " ".join(_PLACE_FOUND.sub(" ", rest).split()).strip(" ,;-–")
    return Stripped(rest, assumptions) if words(rest) else Stripped(" ".join(text.split()), [])


def find_obstacle(text: str, classification: Classification) -> Obstacle | None:
    """Find what keeps these words from being coded; None when they may be looked up."""
    without_ids = _ID.sub(" ", text)
    without_places = _PLACE_FOUND.sub(" ", without_ids)
    if not set(words(without_places)) - _words_of_nothing():
        if without_places != without_ids:
            return Obstacle("place", "Only a place is named, and nobody's occupation follows from where they are.")
        if without_ids != text:
            return Obstacle("id", "This is an id, an address or a number; it says nothing about the work.")
        return Obstacle("vague", "The words say that somebody works, not what the work is.")
    if _LIVES.match(text):
        return Obstacle("place", "Only a place is named, and nobody's occupation follows from where they are.")
    if parts := _several(without_places, classification):
        return Obstacle("several", f"The words name {len(parts)} different occupations.", parts)
    return None


def _several(text: str, classification: Classification) -> list[str]:
    """Part "cook and driver" into its jobs: each is a title that the classification knows, and no family is in all."""
    by_title = classification.families_by_title
    parts = [_ARTICLE.sub("", part).strip(" .,;!?") for part in _BETWEEN_JOBS.split(text)]
    if not 2 <= len(parts) <= 4 or " ".join(words(text)) in by_title:
        return []
    families = [by_title.get(" ".join(words(part)), frozenset()) for part in parts]
    return parts if all(families) and not frozenset.intersection(*families) else []


@cache
def _words_of_nothing() -> frozenset[str]:
    return frozenset(words(_SAYS_NOTHING))


def _all(pattern: re.Pattern[str], text: str) -> list[str]:
    return list(dict.fromkeys(match.group().strip() for match in pattern.finditer(text)))
