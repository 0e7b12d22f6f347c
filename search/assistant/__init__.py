"""Answers for assistants, over the Model Context Protocol.

Decisions: 0115, 0166.
"""
