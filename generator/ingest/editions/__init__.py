"""Reading a new edition over the last: matching the rules, merging three states."""
