"""Pages: values for templates, lists of rules, and a rule as HTML for any place."""
