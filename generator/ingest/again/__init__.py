"""A new edition over the last: which rule is which, three states put together."""
