"""The search itself, apart from any engine: query, operators, expansion, scoring, lexicon, results.

Decisions: 0104, 0105, 0106, 0110, 0118, 0121, 0122, 0137, 0139, 0140, 0155, 0187, 0210, 0224, 0225, 0227, 0235, 0239, 0241, 0242, 0249.
"""
