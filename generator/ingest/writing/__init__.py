"""Drafts as files of a private game, written all at once."""
