"""Reads a rulebook's raw text into draft entries without losing anything: source → blocks → drafts → files.

Writes content, and takes no part in building the site.

Decisions: 0066, 0067, 0068, 0141, 0143, 0167, 0175, 0191, 0198, 0202, 0226, 0232, 0240, 0243, 0244, 0245, 0250, 0251, 0252, 0253, 0255.
"""
