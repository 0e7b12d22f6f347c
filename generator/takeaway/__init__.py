"""Rules to take away: notes for Obsidian, cards for Anki, a rules sheet for an army list.

Decisions: 0059, 0060.
"""
