"""Rules to take away: notes for Obsidian, cards for Anki, a roster sheet for an army list.

Decisions: 0059, 0060, 0180.
"""
