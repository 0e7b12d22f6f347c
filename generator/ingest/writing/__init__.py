"""Drafts → files of a private system, written all at once."""
