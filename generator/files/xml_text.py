"""Escaping for XML written by hand. Texts of units contain only characters that XML allows (`units.normal`)."""

from __future__ import annotations

from html import escape

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'


def escaped(value: str) -> str:
    """Escape a text between tags, carriage returns too, which would come back as line feeds."""
    return escape(value, quote=False).replace("\r", "&#13;")


def quoted(value: str) -> str:
    """Escape and quote an attribute's value, as `xml.sax.saxutils.quoteattr`, whose import brings `urllib`, `ssl` and `http`."""
    text = escaped(value).replace("\n", "&#10;").replace("\t", "&#9;")
    return f"'{text}'" if '"' in text and "'" not in text else '"{}"'.format(text.replace('"', "&quot;"))


def xml_name(context: str) -> str:
    """A unit's or entry's id as an XML name: "t9a/angst#short" becomes "t9a.angst:short". `context_of` reverses it.

    >>> xml_name("t9a/angst#short")
    't9a.angst:short'
    """
    owner, hash_, field = context.partition("#")
    return f"{owner.replace('/', '.')}{':' if hash_ else ''}{field}"


def context_of(name: str) -> str:
    """Reverse `xml_name`; ids of entries and terms contain no dots of their own.

    >>> context_of("t9a.angst:short")
    't9a/angst#short'
    """
    owner, colon, field = name.partition(":")
    return f"{owner.replace('.', '/')}{'#' if colon else ''}{field}"
