"""Pages: values for templates, lists of rules, and a rule as HTML for any place.

Decisions: 0016, 0030, 0037, 0064, 0069, 0072.
"""
