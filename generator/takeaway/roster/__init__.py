"""List builders' rosters: what is read, how its names become rules, the sheet."""
