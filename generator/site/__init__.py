"""The site: page files, assets, the site builder, merged styles, offline copy.

Decisions: 0004, 0005, 0006, 0008, 0009, 0019, 0021, 0034, 0036, 0076, 0077, 0079, 0080, 0221, 0246.
"""
