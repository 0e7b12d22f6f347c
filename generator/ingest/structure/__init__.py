"""Text → blocks → drafts: finds the rules, their beginnings and ends."""
