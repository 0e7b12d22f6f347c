"""Reads a rulebook's raw text into draft entries, losing nothing: source → blocks → drafts → files.

A room of its own: it writes content, it does not take part in building the site.

Decisions: 0066, 0067, 0068.
"""
