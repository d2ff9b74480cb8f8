"""Text of data in a file of Markdown: it is read there as it stands, and is no Markdown, no HTML and no address."""

from __future__ import annotations

import re

# Addresses, too: readers of GitHub's Markdown make links of what begins with a scheme or www., and of e-mail addresses.
_SPECIAL = re.compile(r"[\\`*_\[\]<>#|!&~$@]|:(?=/)|(?<=[wW]{3})\.|^[-+=:]|(?<=^\d)[.)]|(?<=^\d\d)[.)]")


def as_text(text: str) -> str:
    """Return the text on one line, with what a reader of Markdown or HTML would take for its own made harmless."""
    return _SPECIAL.sub(r"\\\g<0>", " ".join(text.split()))
