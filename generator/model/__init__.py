"""Values that everything else passes on: entries, terms, systems, findings, settings, and the library that holds them.

`fields` and `profile_fields` declare what the files of content may hold; parsing, schemas and help pages follow these tables.

Decisions: 0015, 0031, 0047.
"""
