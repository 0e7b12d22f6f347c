"""How well references are found: hand-labelled passages of five rulebooks and made-up cases, measured by `make accuracy`."""
