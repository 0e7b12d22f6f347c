"""The values that every room passes on: entries, terms, systems, findings, settings, and the library that holds them.

`fields.yaml` and `profile_fields.yaml` declare what content files may hold; parsing, schemas and help pages follow these tables.

Decisions: 0015, 0031, 0047, 0133, 0135, 0149, 0161, 0164, 0217.
"""
