"""Rosters from list builders: reading them, matching their names with rules, the roster sheet."""
