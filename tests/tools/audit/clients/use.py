"""Asks a site and its service through the clients that openapi-python-client makes, and prints what they answer."""

import json
import sys

import dienst.models
import dienst.types
import seite.models
from dienst import Client as Service
from dienst.api.default import complete, health, link, resolve, search
from seite import Client as Files
from seite.api.default import concepts, entries_system_slug, index, names_system, systems_system

address = sys.argv[1]
files, service = (
    Files(base_url=address, raise_on_unexpected_status=True),
    Service(base_url=address, raise_on_unexpected_status=True),
)

rule = entries_system_slug.sync("wuerfelkrieg", "kaempfen", client=files)
assert isinstance(rule, seite.models.EntryFile)
whole = systems_system.sync("wuerfelkrieg", client=files)
names = names_system.sync("wuerfelkrieg", client=files)
asked = dienst.models.LinkText(text="Erst Zielen, dann 17.0.", system=dienst.models.LinkTextSystem.WUERFELKRIEG)
print(
    json.dumps(
        {
            "title": rule.title,
            "references": len(rule.references),
            "entries": len(index.sync(client=files).entries),
            "whole": [whole.system.id, len(whole.entries)],
            "names": len(names.rules),
            "concepts": len(concepts.sync(client=files).concepts),
            "hit": search.sync(client=service, q="brawling", limit=1).hits[0].id,
            "target": resolve.sync(client=service, text="Gerangel").target,
            "completions": complete.sync(client=service, q="käm").completions[0].id,
            "linked": [one.target for one in link.sync(client=service, body=asked).references],
            "status": health.sync(client=service).status,
        }
    )
)
