"""The one place that knows German: word lists, inflection, verbs, clauses, number words, negation, and the stems of the search.

Word lists are YAML beside the code: a new word is a new line there.
"""
