"""What every reader raises about a file that gives no text."""


class Unreadable(ValueError):
    """A file that cannot be read as a rulebook; `args[0]` says in one German sentence which, why, and what helps."""
