"""The values that every room passes on: entries, terms, systems, findings, settings, and the library that holds them.

`values` and `system` declare what content files may hold, `profile_fields.yaml` what profiles may; parsing, schemas, help pages and
records follow the tables that `fields` makes of it.

Decisions: 0015, 0031, 0047, 0133, 0135, 0149, 0161, 0164, 0217, 0233.
"""
