"""The documents of the knowledge base for programs: collections listed, made and removed, documents put and taken out.

Where nobody signs in they are those of whoever works at this machine; where people do, programs have their own, and
read and ask what is shared.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection as Collected
from collections.abc import Sequence
from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from core.api.bodies import Refusal, pass_by, read_bytes, read_object
from core.api.work import TOO_LONG, desk, in_turn, lent_to_programs
from core.documents.detect_type import LARGEST_FILE
from core.errors import Busy, InputError
from core.installation import Installation
from core.stores.journal import AtWork
from core.stores.passages import Document, Passages
from core.systems import Resources
from core.systems.knowledge_base import SYSTEM as KNOWLEDGE_BASE
from core.systems.knowledge_base.ingest import collections as kept
from core.systems.knowledge_base.ingest.collections import DOCUMENTS, MANUAL, Collection, FileStatus
from core.systems.knowledge_base.ingest.sharing import find_shared, shared_with
from core.systems.knowledge_base.state import Context

COLLECTIONS = f"/api/systems/{KNOWLEDGE_BASE.name}/collections"
_LONGEST_NAME = 300  # characters
_PAUSE = 0.2  # seconds between two looks at work that somebody else does


async def collections(request: Request) -> Response:
    """List what can be asked: the manual first, then the collections, with how much is in each."""
    house = desk(request).house

    def listed() -> list[dict[str, object]]:
        lent = lent_to_programs(house)
        made = DOCUMENTS.open(lent, MANUAL).card()
        manual = Collection(MANUAL, "The manual of Glassbox", "", documents=made.documents, passages=made.passages)
        own = DOCUMENTS.uploads(lent.folder).all()
        others = shared_with(lent)
        return [
            _told(manual),
            *(_told(card, ready=_can_be_asked(lent, card)) for card in own),
            *({**_told(one.card, ready=_can_be_asked(lent, one.card)), "shared_by": one.by_whom} for one in others),
        ]

    return JSONResponse({"collections": await in_turn(request, listed)})


async def make_collection(request: Request) -> Response:
    """Make an empty collection of this `{"name": …}`."""
    name, house = (await read_object(request)).get("name"), desk(request).house
    if not isinstance(name, str):
        raise Refusal(422, 'The body must be {"name": "…"}.')
    made = await in_turn(request, lambda: kept.add_collection(lent_to_programs(house).folder, name))
    return JSONResponse(_told(made, ready=False), 201)


async def remove_collection(request: Request) -> Response:
    """Remove a collection with all its documents."""
    id, house = request.path_params["id"], desk(request).house

    def remove() -> None:
        lent = lent_to_programs(house)
        kept.remove_collection(lent, _own(lent, id).id)

    await in_turn(request, remove)
    return JSONResponse({"removed": id})


async def documents(request: Request) -> Response:
    """List the documents of a collection, and what became of the files that are none: refused, waiting, duplicates."""
    id, house = request.path_params["id"], desk(request).house

    def listed() -> dict[str, object]:
        lent = lent_to_programs(house)
        if id == MANUAL:
            return {"documents": [vars(one) for one in DOCUMENTS.open(lent, MANUAL).documents()], "files": []}
        shared = find_shared(lent, id)
        there = _documents(lent, shared.card if shared else _own(lent, id))
        told = kept.status(lent.folder, id) if shared is None else []  # what came of her files is its owner's to know
        files = [_status(one) for one in told if one.state != "added"]
        return {"documents": [vars(one) for one in there], "files": files}

    return JSONResponse(await in_turn(request, listed))


async def put_document(request: Request) -> Response:
    """Put a document into a collection, or other content in its place; the body is the file as it is.

    The answer tells what became of it, or of each file of an archive: 422 with the reason where all were refused, 202
    where reading and embedding take longer than was waited for, and go on.
    """
    at, id = desk(request), request.path_params["id"]
    house = at.house
    try:
        name = _name(request)
        await in_turn(request, lambda: _own(lent_to_programs(house), id))  # before any of it is kept
        place = await at.bodies.enter(house.settings.api_deadline)
    except Refusal:
        await pass_by(request)
        raise
    try:
        put = _Put(house, id, name, await _read(request))
        files = await _put(request, put)
    finally:
        place.leave()
    if files is None:
        where = {"location": f"{COLLECTIONS}/{id}/documents"}
        return JSONResponse({"files": [_status(FileStatus(name, "waiting"))]}, 202, headers=where)
    if files and all(file.state == "refused" for file in files):
        raise Refusal(422, files[0].reason)
    return JSONResponse({"files": [_status(file, put.replaced) for file in files]})


async def _read(request: Request) -> bytes:
    try:
        return await read_bytes(request, LARGEST_FILE)
    except Refusal:
        await pass_by(request)
        raise


async def _put(request: Request, put: _Put) -> list[FileStatus] | None:
    """Return what became of the files; None where that takes longer than is waited for."""
    try:
        return await in_turn(request, put, desk(request).bringing)
    except Refusal as refusal:
        if put.laid_down and refusal.status == TOO_LONG:
            return None
        raise


async def remove_document(request: Request) -> Response:
    """Take a document out of a collection for good; one that has another name, too, stays under that."""
    id, name, house = request.path_params["id"], _name(request), desk(request).house

    def remove() -> None:
        lent = lent_to_programs(house)
        card = _own(lent, id)
        document = _current(lent, card).get(name)
        if document is None:
            raise Refusal(404, "There is no such document.")
        kept.remove_document(lent, id, document, name)

    await in_turn(request, remove)
    return JSONResponse({"removed": name})


def context_over(house: Installation, collection: str) -> Context:
    """Return what is lent to the knowledge base to ask a collection. Raises `Refusal` 404, 409 for one not ready."""
    lent = lent_to_programs(house)
    if collection != MANUAL:
        shared = find_shared(lent, collection)
        _opened(lent, shared.card if shared else _own(lent, collection))
    context: Context = KNOWLEDGE_BASE.open_context(lent, collection)
    return context


@dataclass
class _Put:
    """A document on its way into a collection."""

    house: Installation
    collection: str
    name: str
    content: bytes
    laid_down: bool = False
    replaced: set[str] = field(default_factory=set)  # names under which other content stood before

    def __call__(self) -> list[FileStatus]:
        """Lay it down, and read, keep and embed it; a former content of its name becomes an earlier version."""
        lent, id = lent_to_programs(self.house), self.collection
        try:
            if kept.stage(lent.folder, id):  # broken off, by the end of a server or on the page
                kept.work_off(lent, id)
        except AtWork as error:
            raise Busy("Files are being brought into this collection. Send yours again later.") from error
        former = _current(lent, _own(lent, id))  # an index of another model is not made anew by the way
        before = kept.status(lent.folder, id)
        kept.add_files(lent.folder, id, [(self.name, self.content)])
        self.laid_down = True
        self._work_off(lent)
        files = self._files(before, kept.status(lent.folder, id))
        self.replaced = {
            one.name for one in files if one.state == "added" and former.get(one.name, one.document) != one.document
        }
        return files

    def _work_off(self, lent: Resources) -> None:
        """Do all that is to be done; where a page, which sees it too, is doing so, see it through."""
        until = time.monotonic() + self.house.settings.api_deadline
        while kept.stage(lent.folder, self.collection):
            try:
                kept.work_off(lent, self.collection)
            except AtWork:
                if time.monotonic() > until:
                    raise
                time.sleep(_PAUSE)
            except InputError:
                if kept.stage(lent.folder, self.collection):  # not finished there at this very moment
                    raise

    def _files(self, before: Sequence[FileStatus], after: Sequence[FileStatus]) -> list[FileStatus]:
        """Return what is told of the files that came now; the same may have been told of the same file before."""
        new = list((Counter(after) - Counter(before)).elements())
        names = (self.name, self.name.rpartition("/")[2])
        return new or [file for file in after if file.name in names][-1:]


def _name(request: Request) -> str:
    """Return the name of a document in an address. Raises `Refusal` for one that no document has."""
    name: str = request.path_params["name"]
    parts = name.split("/")
    if not name.isprintable() or "\\" in name or len(name) > _LONGEST_NAME or {"", ".", ".."} & set(parts):
        raise Refusal(422, "A document needs a plain name, or a path of such names.")
    return name


def _own(lent: Resources, id: str) -> Collection:
    """Return the card of a collection that programs may change. Raises `Refusal`."""
    if id == MANUAL:
        raise Refusal(403, "The manual comes with Glassbox and stays as it is. Make a collection of your own.")
    card = DOCUMENTS.uploads(lent.folder).get(id)
    if card is None:
        if shared := find_shared(lent, id):
            whose = f"“{shared.card.name}” is shared by {shared.by_whom}"
            raise Refusal(403, f"{whose} and can only be read. Make a collection of your own.")
        raise Refusal(404, "There is no such collection.")
    return card


def _can_be_asked(lent: Resources, card: Collection) -> bool:
    return card.ready and not kept.needs_anew(lent, card)


def _documents(lent: Resources, card: Collection) -> list[Document]:
    return _opened(lent, card).documents() if card.ready else []


def _current(lent: Resources, card: Collection) -> dict[str, str]:
    """Return by each name the document that it has now; several names may have the same."""
    versions = _opened(lent, card).versions() if card.ready else []
    return {one.document.name: one.document.id for one in versions if not one.ended}


def _opened(lent: Resources, card: Collection) -> Passages:
    try:
        return kept.open_documents(lent, card.id)
    except InputError as error:
        raise Refusal(409, error.in_full()) from None


def _told(card: Collection, *, ready: bool = True) -> dict[str, object]:
    return {
        "id": card.id,
        "name": card.name,
        "created": card.created or None,
        "documents": card.documents,
        "passages": card.passages,
        "ready": ready,
    }


def _status(file: FileStatus, replaced: Collected[str] = ()) -> dict[str, object]:
    return {
        "name": file.name,
        "status": "replaced" if file.name in replaced else file.state,
        "reason": file.reason,
        "document": file.document or None,
        "passages": file.passages,
    }
