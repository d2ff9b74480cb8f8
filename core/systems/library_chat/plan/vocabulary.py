"""The words in which questions about books are put; what is left of a question without them is what it is about."""

from __future__ import annotations

from core.language.terms import STOP_WORDS


def _listed(spaced: str) -> frozenset[str]:
    return frozenset(spaced.split())


# Words that join the words of a title or of a list of names; they may stand inside a name, not around it.
CONNECTORS = _listed(
    "of the a an and or nor in to for on at from with or by into through under over between beyond before after as"
)

# Things that a library question speaks of.
LIBRARY = _listed(
    """
    book books novel novels title titles author authors writer writers novelist novelists genre genres category
    categories page pages wrote written write writes writing publish published publishes publication publications
    publisher read reading reads reader readers library librarian catalogue catalog database collection shelf shelves
    stories story length lengths volume volumes literature bookshelf copy copies bestseller bestsellers paperback works
    coauthored
    cowrote authored penned debut tale tales fiction
    """
)

# Words that only ask, order or point.
_ASKING = _listed(
    """
    find finds show shows list lists give gives get tell name names named called titled entitled search look looking
    want wanted need needs like recommend recommends recommendation recommendations suggest suggests suggestion
    suggestions please any anything something some somebody someone anyone anybody everything all every each total
    totals count counts number numbers amount many much there available present exist exists existing have has had
    hold holds own owns got know known say says see display fetch return bring pick choose contain contains containing
    include includes including included entire whole overall altogether combined together sum average mean median
    typical typically most least fewest fewer less more than longest shortest newest oldest latest earliest recent
    recently biggest largest smallest thickest thinnest longer shorter newer older thicker thinner long short new old
    length lengths lengthy brief briefest first second third fourth fifth sixth seventh eighth ninth tenth last next
    previous one ones two three four five six seven eight nine ten several multiple different various both either
    neither top best common popular frequent prolific productive per percent percentage share proportion fraction
    breakdown distribution statistics stats summary overview figures compare compared comparison difference versus vs
    year years decade decades century date dates ago onwards onward later earlier since until till during
    prior older younger not no without except excluding exclude besides minus apart aside instead rather other others
    else another only just also even ever again still already too really actually exactly roughly approximately around
    nearly least mostly mainly mostly good great nice interesting famous favourite favorite wonderful quick cool decent
    thing things stuff item items entry entries record records result results hit hits kind kinds type types sort sorts
    sorted ordered order ranked rank descending ascending alphabetically
    currently now today hi hello hey thanks thank ok okay yes yeah well so then maybe perhaps
    can could would will shall should may might must let lets us me my mine i you your yours we our he she him her his
    hers they them their theirs it its this that these those here who whom whose what which when where why how
    is are was were be been being am do does did done doing has having s t re ve ll d m
    come comes came appear appears appeared released release releases deal deals dealing concerning regarding covering
    covers cover featuring feature features involving involve involves concern concerns set takes take place centred
    centered focused focus focuses focusing touching topic topics subject subjects theme themes themed related relating
    similar resembling based people person persons man woman help interested curious wonder wondering enjoy hear
    go going make makes made work works range ranging span spans spanning across within contribute contributed out up
    down off about upon among if because while whether but nor than except non free represented stocked
    covered read high highest low lowest size big
    small bigger smaller large larger great greater greatest minimum maximum max min
    """
)
FRAME = LIBRARY | _ASKING | (STOP_WORDS - CONNECTORS)


def is_frame(word: str) -> bool:
    """Whether a word belongs to how a question is put rather than to what it is about."""
    bare = word.lower().strip(".").replace("’", "'")
    bare = bare.removesuffix("'s") if bare.endswith("'s") and bare[:-2] in FRAME else bare
    return bare in FRAME
