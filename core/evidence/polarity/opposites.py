"""Words that point one way or the other, on axes: a sentence may not point down where its passage points up.

A list by hand: every axis names its words in one direction and in the other; a word stands for all forms of its stem.
"""

from __future__ import annotations

from functools import cache

from core.language.clauses import listed, stem

# axis: words in one direction | words in the other. Irregular forms stand beside their stem.
_AXES = {
    "movement": (
        "increase raise rise rose risen grow grew grown growth gain gained exceed exceeds surpass elevate boost"
        " climb climbed lift lifted expand expansion enlarge enlarged widen widened multiply soar surge =promote"
        " =promotes =promoted =promoting stimulate enhance upregulate heighten augment double triple amplify more"
        " higher larger greater",
        "decrease reduce reduction decline fall fell fallen drop dropped shrink shrank shrunk cut diminish lose lost"
        " loss narrowed sink sank sunk slash halve dwindle mitigate attenuate suppress inhibit inhibition"
        " downregulate lessen alleviate curb recede plummet shed less lower lowered fewer smaller",
    ),
    "comparison": (
        "more higher greater larger bigger above exceed exceeds surpass wider hotter warmer taller heavier longer"
        " upward",
        "less fewer lower smaller below narrower cooler colder lighter shorter rarer downward",
    ),
    "extreme": (
        "most highest greatest largest biggest widest maximum majority best",
        "least fewest lowest smallest narrowest minimum minority worst",
    ),
    "size": ("high great large big wide =numerous many much", "low small narrow few little"),
    "quality": (
        "good better best improve improvement improved benefit beneficial superior outperform advantage strengthen"
        " excellent favourable favorable help helped helpful enhance promising recover restore upgrade well",
        "bad badly worse worst worsen deteriorate harm harmful inferior degrade degradation damage poor poorly"
        " poorer disadvantage impair weaken unfavourable unfavorable hinder detrimental suffer drawback underperform"
        " hamper",
    ),
    "growth of harm": ("aggravate exacerbate intensify worsen", "alleviate relieve ease mitigate reduce"),
    "speed": (
        "fast faster fastest quick quicker quickly rapid rapidly accelerate accelerated speed sooner swift",
        "slow slower slowest slowly delay delayed decelerate gradual sluggish",
    ),
    "duration": (
        "long longer longest prolong prolonged lengthen extend extended",
        "short shorter shortest shorten shortened brief abbreviate curtail",
    ),
    "time": ("early earlier earliest before precede sooner", "late later latest after follow delay"),
    "age": ("old older oldest elderly", "young younger youngest"),
    "strength": (
        "strong stronger strongest strongly marked pronounced substantial considerable severe severely major robust"
        " strengthen powerful much strongest",
        "weak weaker weakest weakly slight slightly negligible mild mildly minor little weaken modest marginal"
        " hardly barely scarcely",
    ),
    "frequency": (
        "often frequent frequently common commonly usual usually regular widespread always prevalent",
        "rare rarely rarer seldom infrequent infrequently uncommon occasional never unusual sporadic",
    ),
    "price": ("expensive =costly dear", "cheap cheaper cheapest inexpensive affordable"),
    "ease": (
        "easy easier easily simple simpler simplify effortless facilitate",
        "difficult difficulty harder hardest struggle complicated",
    ),
    "effect": ("effective efficacious effectiveness", "ineffective ineffectual useless"),
    "influence": ("affect effect influence impact", "unaffected uninfluenced"),
    "significance": ("significant significantly", "insignificant insignificantly nonsignificant"),
    "difference": (
        "differ difference different differently distinct unequal dissimilar",
        "same similar similarly equal equally comparable alike identical equivalent",
    ),
    "change": (
        "change changed alter altered vary varied fluctuate",
        "unchanged stable constant stagnate stagnated unaltered",
    ),
    "relation": (
        "associate associated association link linked correlate correlated correlation relate related depend"
        " dependent tied",
        "unrelated independent independently uncorrelated unconnected unlinked",
    ),
    "inclusion": ("include included inclusion enrol enroll admit", "exclude excluded exclusion omit omitted"),
    "presence": (
        "contain contained containing present presence possess",
        "free remove removed removing drop omit absence absent lack lacked lacking devoid",
    ),
    "agreement": (
        "agree agreed agreement consistent concur consensus",
        "disagree disagreed disagreement inconsistent contradict conflict",
    ),
    "support": (
        "support supported confirm confirmed corroborate favour favor endorse",
        "contradict refute oppose opposed reject rejected",
    ),
    "success": (
        "succeed succeeded success successful successfully manage achieve",
        "fail failed unsuccessful unsuccessfully",
    ),
    "safety": ("safe safer safely safety harmless", "unsafe dangerous hazardous toxic risky"),
    "possibility": (
        "possible able enable enabled can could feasible allow allowed permit",
        "impossible unable prohibit prohibited forbid forbidden unfeasible infeasible cannot",
    ),
    "likelihood": ("likely likelier probable", "unlikely improbable"),
    "knowledge": ("known know knew clear established understood certain", "unknown unclear uncertain unestablished"),
    "sign": ("positive positively", "negative negatively"),
    "necessity": (
        "need needed require required necessary mandatory obligatory compulsory",
        "unnecessary optional voluntary superfluous needless",
    ),
    "acceptance": ("accept accepted approve approved welcome", "refuse refused deny denied decline"),
    "stability": (
        "stable stabilise stabilize stabilised",
        "unstable destabilise destabilize degrade degraded degrades",
    ),
    "certainty": ("reliable reliably trustworthy", "unreliable unreliably untrustworthy"),
    "reversal": ("reversible", "irreversible"),
    "position": ("above over", "below under beneath"),
    "keeping": (
        "retain retained keep kept preserve preserved maintain maintained conserve",
        "lose lost abandon abandoned discard",
    ),
    "beginning": (
        "begin began start started launch open opened introduce",
        "end ended stop stopped cease ceased close closed abolish abolished",
    ),
    "causing": (
        "cause caused trigger triggered induce induced provoke",
        "prevent prevented avert averted avoid avoided",
    ),
    "activity": (
        "activate activated active activation",
        "deactivate inactive deactivation inactivate inactivated inhibit inhibited",
    ),
    "fineness": ("fine finer refine refined", "coarse coarser coarsen coarsened"),
    "toughness": ("tough tougher ductile", "brittle fragile embrittle"),
    "adequacy": ("sufficient sufficiently adequate enough", "insufficient insufficiently inadequate"),
    "accuracy": (
        "correct correctly accurate accurately right",
        "incorrect incorrectly inaccurate inaccurately wrong wrongly false",
    ),
    "explanation": ("explain explained", "unexplained"),
    "formality": ("formal", "informal"),
    "employment": ("employ employed employment", "unemployed unemployment jobless"),
    "development": ("develop developed", "underdeveloped undeveloped"),
    "winning": ("win won gain", "lose lost forfeit"),
    "profit": ("profit profitable profitably", "unprofitable deficit"),
    "resistance": ("resistant resistance immune", "susceptible vulnerable sensitive susceptibility"),
    "treatment": ("treated", "untreated"),
    "ingress": ("import imported immigrate immigration", "export exported emigrate emigration"),
    "union": ("merge merged combine combined join joined", "split separate separated divide"),
    "hardness": ("hard harder hardest harden hardened", "soft softer softest soften softened"),
}  # fmt: skip

# Words that turn what follows them (“no”, “fails to”) and adverbs that all but do (“hardly”).
NEGATORS = listed("""
    no not never neither nor none nobody nothing cannot without fail fails failed failing failure lack lacks lacked
    lacking absence hardly barely scarcely unable zero
    """)
# “Less common” is the opposite of common, “more common” is common: the adverb is not a direction of its own there.
TURNING_ADVERBS = listed("less least")
PLAIN_ADVERBS = listed("more most very highly much far so")
# Verbs with the better or larger thing before them: “A exceeds B” is “B is exceeded by A”.
COMPARING_VERBS = frozenset(
    stem(word)
    for word in [
        "exceed",
        "surpass",
        "outperform",
        "beat",
        "outnumber",
        "outweigh",
        "overtake",
        "precede",
        "trail",
        "outstrip",
    ]
)


@cache
def axes_of() -> dict[str, tuple[tuple[str, int], ...]]:
    """For each stem, and each irregular form as written, the axes it points on with +1 or −1."""
    found: dict[str, dict[str, int]] = {}
    for axis, directions in _AXES.items():
        for sign, words in zip((1, -1), directions, strict=True):
            for word in words.split():
                # “=costly” counts as written: its stem is that of “cost”, which points nowhere.
                for form in (word[1:],) if word.startswith("=") else (word, stem(word)):
                    found.setdefault(form, {}).setdefault(axis, sign)
    return {form: tuple(axes.items()) for form, axes in found.items()}


def directions(word: str) -> tuple[tuple[str, int], ...]:
    """The axes that a word in lower case points on, with +1 or −1; nothing for most words."""
    known = axes_of()
    return known.get(word) or known.get(stem(word)) or _by_prefix(word)


def moves(word: str) -> bool:
    """Whether the word is one of change (rise, shrink), so that “stable” contradicts it."""
    return any(axis == "movement" for axis, _ in directions(word)) and not any(
        axis in ("comparison", "size", "extreme") for axis, _ in directions(word)
    )


def _by_prefix(word: str) -> tuple[tuple[str, int], ...]:
    """“unreliable” by “reliable”, “inactive” by “active”: what stands without its prefix points the other way."""
    known = axes_of()
    for prefix in ("un", "in", "im", "ir", "non", "dis"):
        rest = word.removeprefix(prefix)
        if rest != word and len(rest) > 4 and stem(rest) in known:
            return tuple((axis, -sign) for axis, sign in known[stem(rest)])
    return ()
