"""The service as OpenAPI 3.1, for the systems it serves. Examples are its answers for our own content."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from importlib.metadata import version

from nachschlag.generator.records.schema_parts import INTEGER, TEXT, Schema, by_name, listed, nullable

from ..core.documents import KIND_NAMES, SystemNames
from ..core.limits import MOST_HITS
from ..core.results import Hit
from .errors import CODES
from .limits import LARGEST_BODY
from .parameters import BASE, LONGEST
from .several import MOST_IDS

#: The formats that `link` answers in.
FORMATS = ("json", "md", "html")

#: Headers of the answers that browsers and proxies may cache, and of all others.
_KEPT = ("ETag", "Cache-Control")
_FRESH = ("Cache-Control",)


#: What each operation does, beside its German summary.
_ENGLISH = {
    "search": "Searches the rules, with slips and in whole sentences.",
    "resolve": "Says what a citation or name points to, and why.",
    "complete": "Completes names while they are typed.",
    "several": "Fetches several entries, terms and concepts.",
    "link": "Finds the references in a text, or links them.",
    "document": "This document.",
    "health": "Whether the service can answer.",
    "mcp": "Answers assistants: one message, one response.",
}


def document(systems: Sequence[SystemNames], *, mcp: bool = False) -> Schema:
    """The whole document, with `/mcp` if the service answers assistants."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Nachschlag: Dienst",
            "version": version("nachschlag"),
            "description": "Suchen, Auflösen und Verlinken. Die Dateien unter /api/v1/ beschreibt openapi.json.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": {path: {"post" if "requestBody" in made else "get": made} for path, made in _operations(systems, mcp).items()},
        "components": {"schemas": _schemas(systems)},
    }


def _operations(systems: Sequence[SystemNames], mcp: bool) -> Schema:
    system = _query("system", "Nur dieses Spiel · only this game", _one_of(system.id for system in systems))
    search = [
        _text(
            "q",
            'Was gesucht wird, so wie man es tippt; auch "genaue Worte", -ohne, spiel:, art:, teil:, phase: · what a player types',
            "angst t9a",
        ),
        system,
        _query("kind", "Nur Treffer dieser Art · only hits of this kind", _one_of(KIND_NAMES)),
        _query(
            "phase",
            "Nur, was in dieser Phase gilt · only what matters in this phase",
            _one_of(dict.fromkeys(id for one in systems for id, _ in one.phases)),
        ),
        _limit(),
    ]
    ids = _query(
        "ids",
        f"Bis zu {MOST_IDS} Kennungen, mit Komma dazwischen · ids with commas",
        {"type": "string", "pattern": NOT_ONLY_COMMAS},
    )
    several = [{**ids, "required": True, "example": "t9a/angst,t9a/instabil"}]
    resolve = [
        _text(
            "text",
            "Ein Verweis, ein Name, eine Kennung oder die Adresse einer Seite · a citation, name, id or page",
            "Grundregeln 17.0",
        ),
        system,
    ]
    complete = [
        _text("q", "Der Anfang eines Namens oder eines Wortes darin · how a name, or a word in it, begins", "ang"),
        system,
    ]
    bad = ["missing_parameter", "unknown_game", "too_long"]
    worse = ["missing_parameter", "bad_parameter", "unknown_game", "too_long"]
    points, about = "Sagt, worauf ein Verweis zeigt, und warum", "Holt mehrere Einträge, Begriffe und Konzepte"
    this = {"application/json": {"schema": {"type": "object"}}}
    return {
        "/api/v1/search": _operation(
            "search", "Sucht Regeln", search, _json("SearchAnswer"), worse, (*_KEPT, "Nachschlag-Edition")
        ),
        "/api/v1/resolve": _operation("resolve", points, resolve, _json("ResolveAnswer"), bad, _KEPT),
        "/api/v1/complete": _operation("complete", "Ergänzt Namen beim Tippen", complete, _json("CompleteAnswer"), bad, _KEPT),
        "/api/v1/entries": _operation("several", about, several, _json("Records"), ["missing_parameter", "too_long"], _KEPT),
        "/api/v1/link": _link(system),
        "/api/v1/openapi-service.json": _operation("document", "Dieses Dokument", [], this, [], _KEPT),
        "/healthz": _operation("health", "Sagt, ob der Dienst antworten kann", [], _json("Health"), []),
        **({"/mcp": _mcp()} if mcp else {}),
    }


def _link(system: Schema) -> Schema:
    form = "json: die Verweise; md, html: der Text mit Links. HTML bleibt HTML · references, or the text with links"
    parameters = [
        system,
        _query("format", form, {**_one_of(FORMATS), "default": "json"}),
        _query("base", "Adresse der Seite, auf die Links führen · the site that links lead to", _BASE),
    ]
    text = {"schema": {"type": "string"}, "example": "Wer Angst verursacht, prüft die Moral."}
    html = {"schema": {"type": "string"}, "example": "<p>Wer Angst verursacht, prüft die Moral.</p>"}
    linked = {name: {"schema": {"type": "string"}} for name in ("text/markdown", "text/html")}
    codes = ["bad_parameter", "bad_json", "unknown_game", "not_utf8", "body_timeout", "body_too_large", "unsupported_media_type"]
    said = "Findet und verlinkt die Verweise in einem Text"
    return {
        **_operation("link", said, parameters, {**_json("LinkAnswer"), **linked}, codes),
        "description": f"{_ENGLISH['link']}\n\nDer Text ist in UTF-8 und hat höchstens {LARGEST_BODY} Byte.",
        "requestBody": {
            "required": True,
            "content": {
                "text/plain": text,
                "text/markdown": text,
                "text/html": html,
                "application/json": {"schema": _ref("LinkText"), "example": {"text": text["example"], "format": "md"}},
            },
        },
    }


def _mcp() -> Schema:
    """The HTTP side of the Model Context Protocol, which describes its messages itself."""
    codes = ["foreign_origin", "body_timeout", "body_too_large", "unsupported_media_type"]
    operation = _operation("mcp", "Antwortet Assistenten: eine Nachricht, eine Antwort", [], _json("Message"), codes)
    operation["description"] += "\n\nStreamable HTTP ohne Sitzung und ohne Strom: Jede Antwort ist JSON."
    operation["requestBody"] = {"required": True, "content": _json("Message")}
    fresh = _headers(*_FRESH)
    operation["responses"]["202"] = {"description": "Angenommen: Auf eine Mitteilung gibt es keine Antwort", "headers": fresh}
    for status, description in (("400", "Keine Nachricht des Protokolls"), ("406", "Accept lässt application/json nicht zu")):
        operation["responses"][status] = {"description": description, "content": _json("Message"), "headers": fresh}
    return operation


def _operation(
    name: str, summary: str, parameters: list[Schema], answered: Schema, codes: Iterable[str], headers: Iterable[str] = _FRESH
) -> Schema:
    shown = _headers(*headers)
    responses: Schema = {"200": {"description": "Die Antwort", "content": answered, "headers": shown}}
    if "ETag" in shown:
        responses["304"] = {"description": "Seit dem ETag in If-None-Match unverändert", "headers": _headers(*_KEPT)}
    by_status: dict[int, list[str]] = {}
    for code in [*codes, "method_not_allowed", "internal", "busy", "timeout", "unavailable"]:
        by_status.setdefault(CODES[code], []).append(code)
    for status, code_names in sorted(by_status.items()):
        responses[str(status)] = {"description": "code: " + ", ".join(code_names), "content": _json("Error")}
    responses["405"]["headers"] = _headers("Allow")
    responses["503"]["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "required": True, "description": "Sekunden"}}
    return {
        "operationId": name,
        "summary": summary,
        "description": _ENGLISH[name],
        "parameters": parameters,
        "responses": responses,
    }


def _headers(*names: str) -> Schema:
    return {name: {"schema": {"type": "string"}, "required": True} for name in names}


def _query(name: str, description: str, schema: Schema) -> Schema:
    return {"name": name, "in": "query", "description": description, "schema": schema}


#: Matches a text that Python's `strip` does not empty. OpenAPI's patterns are JavaScript's, whose white space differs from Python's.
NOT_EMPTY = r"[^\s\x1c-\x1f\x85]|\ufeff"


#: Matches ids with anything between their commas.
NOT_ONLY_COMMAS = r"[^\s,\x1c-\x1f\x85]|\ufeff"


def _text(name: str, description: str, example: str) -> Schema:
    schema = {"type": "string", "minLength": 1, "maxLength": LONGEST, "pattern": NOT_EMPTY}
    return {**_query(name, description, schema), "required": True, "example": example}


def _limit() -> Schema:
    schema = {"type": "integer", "minimum": 1, "maximum": MOST_HITS, "default": 10}
    return {
        **_query("limit", "So viele Treffer höchstens · the most hits", schema),
        "allowEmptyValue": True,
    }  # forms send an empty value


_BASE: Schema = {"type": "string", "maxLength": LONGEST, "pattern": f"^({BASE})?$"}


def _one_of(values: Iterable[str]) -> Schema:
    """A schema for one of these values, or for "", as forms send it."""
    return {"type": "string", "enum": ["", *values]}


def _schemas(systems: Sequence[SystemNames]) -> Schema:
    text, number, optional = TEXT, INTEGER, nullable(TEXT)
    spans = listed({"type": "array", "prefixItems": [number, number], "minItems": 2, "maxItems": 2})
    of_hits: Schema = {
        "score": {"type": "number"},
        "highlights": spans,
        "snippet_highlights": spans,
        "section": {"oneOf": [{"type": "null"}, _object(id=text, title=text)]},
        "private": {"type": "boolean", "description": "nur, wo es wahr ist"},
        "address": {**optional, "description": "ganze Adresse; null, wo die Seite ihre eigene nicht kennt"},
        "json": {**optional, "description": "Adresse des Datensatzes; null bei Seiten und Teilen des Buchs"},
        "attribution": {**optional, "description": "die Zeile, die zeigt, wer unseren Text zeigt"},
    }
    cited = ("private", "address", "json", "attribution")
    return {
        "SearchAnswer": _object(query=text, corrected=text, notices=listed(text), hits=_list("Hit"), nearest=_list("Hit")),
        "Hit": _object(cited, **{name: of_hits.get(name, text) for name in (*(field.name for field in fields(Hit)), *cited[1:])}),
        "CompleteAnswer": _object(query=text, completions=_list("Completion")),
        "Completion": _object(text=text, id=text, system=text, title=text, url=text),
        "Records": _object(
            records=listed({"type": "object", "description": "wie api-entry, api-term und api-concept in openapi.json"}),
            moved=by_name(text) | {"description": "frühere Kennungen unter den verlangten, mit den heutigen"},
            missing=listed(text),
        ),
        "LinkText": _object(
            ("kind", "system", "format", "base"),
            text=text,
            kind=_one_of(("text", "md", "html")),
            system=_one_of(system.id for system in systems),
            format=_one_of(FORMATS),
            base=_BASE,
        ),
        "ResolveAnswer": _object(text=text, target=optional, candidates=_list("Found"), near=_list("Found")),
        "Found": _object(id=text, label=text, why=text, url=text),
        "LinkAnswer": _object(("read_until",), system=optional, references=_list("Reference"), read_until=number),
        "Reference": _object(
            ("parameter",),
            start=number,
            end=number,
            line=number,
            text=text,
            type=text,
            target=optional,
            candidates=listed(text),
            parameter=text,
            url=optional,
        ),
        "Message": _object(
            ("id", "method", "params", "result", "error"),
            jsonrpc={"type": "string", "enum": ["2.0"]},
            id={"type": ["string", "integer", "null"]},
            method=text,
            params={"type": "object"},
            result={"type": "object"},
            error={"type": "object"},
        ),
        "Health": _object(status={"const": "ok"}, index=text, work=by_name(number)),
        "Error": _object(
            error=_object(
                ("parameter", "possible", "limit"),
                code={"type": "string", "enum": list(CODES)},
                message={"type": "string", "description": "Ein deutscher Satz"},
                parameter=text,
                possible=listed(text),
                limit=number,
            )
        ),
    }


def _object(optional: Sequence[str] = (), /, **properties: Schema) -> Schema:
    return {"type": "object", "required": [name for name in properties if name not in optional], "properties": properties}


def _list(name: str) -> Schema:
    return listed(_ref(name))


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _json(name: str) -> Schema:
    return {"application/json": {"schema": _ref(name)}}
