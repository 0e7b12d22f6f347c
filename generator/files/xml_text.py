"""XML written by hand: escaping. Texts of units hold only what XML can hold (`units.normal`)."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'


def escaped(value: str) -> str:
    """A text between tags; a carriage return would come back as a line feed, so it is written as a number."""
    return escape(value, {"\r": "&#13;"})


def quoted(value: str) -> str:
    """A value with its quotes."""
    return quoteattr(value, {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def xml_name(context: str) -> str:
    """A unit's or entry's id as an XML name: "t9a/angst#short" is "t9a.angst:short". `context_of` turns it back.

    >>> xml_name("t9a/angst#short")
    't9a.angst:short'
    """
    owner, hash_, field = context.partition("#")
    return f"{owner.replace('/', '.')}{':' if hash_ else ''}{field}"


def context_of(name: str) -> str:
    """The context that `xml_name` was made from; owners' ids have no dots of their own.

    >>> context_of("t9a.angst:short")
    't9a/angst#short'
    """
    owner, colon, field = name.partition(":")
    return f"{owner.replace('.', '/')}{'#' if colon else ''}{field}"
