"""`nachschlag serve`: the site, rebuilt and reloaded while its content changes.

Decisions: 0111, 0203.
"""
