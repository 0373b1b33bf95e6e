"""Moves tried on an imagined table, and moves planned ahead."""
