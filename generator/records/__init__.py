"""Records: entries, terms and systems as JSON, their schemas, the static API, bundles.

Decisions: 0041, 0052, 0053, 0054, 0055, 0056, 0057, 0073, 0146.
"""
