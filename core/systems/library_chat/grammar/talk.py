"""Greetings, thanks and questions that are not about the catalogue."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.systems.library_chat.grammar.nodes import Node
from core.systems.library_chat.grammar.tokens import key_of

COURTESIES = ("greeting", "thanks", "farewell")
_GREETING = (
    r"(?:(?:(?:hi|hello|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|hallo|nice to meet you)\b ?"
    r"(?:there|again|all|everyone|librarian|you|team|friend|to you|my friend)*|how are (?:you|things)"
    r"(?: doing| today| going)*|how is it going|whats up) ?)+"
)
_THANKS = (
    r"(?:ok(?:ay)? |great |perfect |cool |no |wow |oh )*(?:many thanks|"
    r"thanks?(?: you| a lot| a bunch| so much| very much| for .*)*(?: that (?:helped|helps|was|is).*)?|thank you.*|thx|"
    r"ty|cheers|much appreciated|great(?: job| work| stuff)?|perfect|cool|nice(?: one| work)?|awesome|wonderful|"
    r"excellent|brilliant|amazing|super|fantastic|ok(?:ay)?|got it|i see|(?:that|this|it)(?: i)?s? (?:is |was )?"
    r"(?:all|great|perfect|helpful|it|enough|good|fine).*|(?:very|so) helpful|you (?:a?re|have been) "
    r"(?:so |very |really )?(?:great|the best|awesome|amazing|helpful|wonderful|brilliant|kind|good|nice|a star).*|"
    r"(?:well done|good (?:job|work|bot))|i (?:love|like) (?:you|this|it))"
)
_FAREWELL = (
    r"(?:ok(?:ay)? |thanks? |great )*(?:good ?bye|bye(?: bye)?(?: .*)?|see (?:you|ya).*|good ?night|farewell|ciao|cya|"
    r"so long|until next time|take care|have a (?:nice|good|great|lovely) .*)"
)
_HELP = (
    r"(?:i need |can i get |please )?help(?: me| please)*|"
    r"what (?:can|do|could|should) (?:you|i) (?:do|ask|help|answer|know|type).*|"
    r"how (?:does|do|can|should) (?:this|it|i|you) (?:work|use|help|ask|start).*|"
    r"who (?:are|made|built|created) you.*|what are you.*|whats? (?:is )?(?:this|your (?:name|job|purpose)).*|"
    r"are you (?:a|an|human|real).*|(?:can|could) you help(?: me)?.{0,20}|"
    r"what (?:kind|sort|type)s? of (?:questions|things) .*|"
    r"tell me (?:about|something about) (?:yourself|you)|introduce yourself|what is possible here|"
    r"do you understand me|do you speak .*"
)
_TALK = tuple(
    (name, re.compile(pattern))
    for name, pattern in (("greeting", _GREETING), ("thanks", _THANKS), ("farewell", _FAREWELL), ("help", _HELP))
)
_OF_LIBRARY = frozenset({
    "BOOKS", "LIBRARY", "COL", "COND", "QTY", "KEY", "AGG", "AGGCOUNT", "SUP", "RANK", "LIMIT", "TOPIC", "NONAME",
    "DATE", "DECADE", "CENTURY", "THAN", "HOWLONG", "WROTE", "PUBLISH", "PUBLISHEDBY", "COAUTHORS", "ALONE",
    "TITLED", "LIKE", "PATH", "BOUND", "NTH", "ORDER", "THOSE", "IT", "PERSON", "REST", "LONGER",
    "SHORTER", "NEWER", "OLDER", "MORE", "SHARE", "COUNT", "SAMPLE", "VAGUE", "SORT", "ONLY", "WHO", "QUOTE",
})  # fmt: skip
_WHAT_ABOUT = re.compile(r"(?i)\bwhat(?:['’]?s|\s+is|\s+was)\s+(?!this\b|it\b|that\b).+\babout\b\W*$")
_TIME = ("year", "published", "month")  # there are years in any question
_OF_ANYTHING = frozenset({"COUNT", "WHO", "MORE", "SAMPLE", "SHARE", "ONLY", "SORT", "IT", "THOSE", "PERSON"})


def talk_of(question: str, nodes: Sequence[Node]) -> str:
    """Return which small talk a text is, "foreign" for what does not speak of books, and "" for a question to them."""
    said = key_of(question)
    about_books = any(node.tag in ("COND", "TOPIC") for node in nodes)  # “what do you know about Dune?”
    for name, pattern in _TALK:
        if pattern.fullmatch(said) and not (about_books and name == "help"):
            return name
    if re.match(_GREETING, said) and not {node.tag for node in nodes} & {"COND", "BOOKS", "COUNT", "WHO", "WHICH"}:
        return "greeting"  # “Good morning my dear, isn't it dreadful weather?”
    if any(node.tag == "LACK" and node.detail for node in nodes):
        return ""  # a title that ends in a question mark
    unread = any(node.tag in ("WORD", "LACK") for node in nodes)
    if not nodes or (not unread and "NUM" in {node.tag for node in nodes} <= {"NUM", "WHICH", "BE", "IN", "SIGN"}):
        return "foreign"
    if not unread or _named(question, nodes):
        return ""
    tags = {node.tag for node in nodes if not (node.tag == "COND" and node.detail in _TIME)} - _OF_ANYTHING
    return "" if tags & _OF_LIBRARY else "foreign"


def _named(question: str, nodes: Sequence[Node]) -> bool:
    """Whether something may be a title of a book: “do you have Dune?”, “who wrote Moby Dick?”."""
    if nodes and all(node.tag == "WORD" and str(node.value).capitalize() in question for node in nodes):
        return True  # nothing but a name
    if _WHAT_ABOUT.search(question) and any(node.tag == "WORD" for node in nodes):
        return True
    return any(node.tag in ("HAVE", "WROTE") for node in nodes) and any(node.tag == "WORD" for node in nodes)
