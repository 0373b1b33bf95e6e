"""Hints: what the strong computer player would do, and why."""
