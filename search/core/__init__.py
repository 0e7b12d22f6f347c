"""The search itself, apart from any engine: query, operators, expansion, scoring, lexicon, results."""
