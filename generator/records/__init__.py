"""Records: entries, terms and games as JSON, their schemas, the static API, bundles."""
