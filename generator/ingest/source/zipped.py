"""Documents of zipped XML: their kind and their parts. Runs and follows nothing in them, and unpacks nothing to disk."""

from __future__ import annotations

import io
import zlib
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from ...model.unusable import require
from .decode import UnreadableBook
from .flow import element
from .html_table import Element

#: The most bytes to read, far beyond the text of any book; pictures are not read and do not count.
MOST_UNPACKED = 48_000_000
#: A part of at least this size, compressed by more than this factor, is a bomb.
LARGE, TIGHTEST = 4_000_000, 150
MOST_PARTS = 20_000

#: Gives elements and attributes their names without namespaces, of which word processors have one each.
_PLAIN_NAMES = """<x:stylesheet version="1.0" xmlns:x="http://www.w3.org/1999/XSL/Transform">
<x:template match="*"><x:element name="{local-name()}"><x:apply-templates select="@*|node()"/></x:element></x:template>
<x:template match="@*"><x:attribute name="{local-name()}"><x:value-of select="."/></x:attribute></x:template>
</x:stylesheet>"""

_CENTRAL = b"PK\x01\x02"
_DAMAGED = "„{name}“ ist beschädigt oder nur halb geladen; lade oder speichere die Datei neu."
_BOMB = "„{name}“ entpackt sich zu mehr, als ein Buch an Text hat; speichere es neu oder als PDF."
_LOCKED = "„{name}“ ist mit einem Kennwort verschlüsselt oder kopiergeschützt; speichere es ohne Kennwort."
_ENTITIES = "„{name}“ enthält XML-Entitäten, die kein Schreibprogramm so schreibt; öffne und speichere es neu."
_OTHER = "„{name}“ ist ein Archiv; entpacke es und nenne, was du lesen willst, oder den Ordner."
_EMPTY = "„{name}“ ist ein leeres Archiv; entpacke, was du lesen willst."


class Package:
    """A zipped document whose parts are read one by one, up to a total size. Raises Unusable for any damage."""

    def __init__(self, name: str, raw: bytes) -> None:
        self.name = name
        self._left = MOST_UNPACKED
        if raw.count(_CENTRAL) > MOST_PARTS:
            raise UnreadableBook(_BOMB.format(name=name))
        try:
            self._zip = ZipFile(io.BytesIO(raw))
        except (BadZipFile, ValueError, NotImplementedError, OSError, UnicodeDecodeError):
            raise self.damaged() from None
        self._infos = {info.filename: info for info in self._zip.infolist()}

    def __contains__(self, path: str) -> bool:
        return path in self._infos

    def damaged(self) -> UnreadableBook:
        return UnreadableBook(_DAMAGED.format(name=self.name))

    def locked(self) -> UnreadableBook:
        return UnreadableBook(_LOCKED.format(name=self.name))

    def kind(self) -> str:
        """ "docx", "odt" or "epub". Raises Unusable for any other archive."""
        if not self._infos:
            raise UnreadableBook(_EMPTY.format(name=self.name))
        if "[Content_Types].xml" in self and any(path.startswith("word/") for path in self._infos):
            return "docx"
        stated = self.read("mimetype")[:200].strip().decode("ascii", "replace") if "mimetype" in self else ""
        if stated == "application/epub+zip" or "META-INF/container.xml" in self:
            return "epub"
        if stated.startswith("application/vnd.oasis.opendocument.text"):
            return "odt"
        raise UnreadableBook(_OTHER.format(name=self.name))

    def read(self, path: str) -> bytes:
        """A part's bytes."""
        info = self._infos.get(path)
        if info is None:
            raise self.damaged()
        self._refuse_bomb(info)
        if info.flag_bits & 1:
            raise self.locked()
        if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):  # others are unpacked without a limit
            raise self.damaged()
        try:
            with self._zip.open(info) as part:  # its own limit: the size that the file states may be a lie
                return part.read(info.file_size + 1)
        except (BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError):
            raise self.damaged() from None

    def _refuse_bomb(self, info: ZipInfo) -> None:
        self._left -= info.file_size
        if self._left < 0 or (info.file_size >= LARGE and info.file_size > TIGHTEST * max(1, info.compress_size)):
            raise UnreadableBook(_BOMB.format(name=self.name))

    def xml(self, path: str) -> Element:
        """A part as XML without namespaces, without entities and without a look at any other file."""
        require(f"„{self.name}“", "ingest", "lxml")
        from lxml import etree

        raw = self.read(path)
        if b"<!DOCTYPE" in raw or b"\x00" in raw[:8]:
            raise UnreadableBook(_ENTITIES.format(name=self.name))
        parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True)
        try:
            return etree.XSLT(etree.XML(_PLAIN_NAMES))(etree.fromstring(raw, parser)).getroot()
        except (etree.LxmlError, ValueError):
            raise self.damaged() from None

    def maybe(self, path: str) -> Element:
        """The same for a part that a document need not have: an empty element in its place."""
        return self.xml(path) if path in self else element("none")


def whole(written: str, default: int) -> int:
    """A whole number as files write small ones, or the default.

    >>> whole("12", 1), whole("", 1), whole("9" * 5000, 1)
    (12, 1, 1)
    """
    return int(written) if written.isascii() and written.isdecimal() and 0 < len(written) < 5 else default
