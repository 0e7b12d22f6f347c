"""Text → blocks → drafts: what is a rule, and where it begins and ends."""
