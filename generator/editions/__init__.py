"""Editions: what changed in the rules and their texts. As entries tell it (`changes`, `feeds`), and between two states of the project
(`revisions`, `compare`, `moved_citations`, `difference_text`)."""
