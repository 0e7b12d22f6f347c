"""Records: entries, terms and systems as JSON, their schemas, the static API, bundles."""
