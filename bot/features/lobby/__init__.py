"""Lobbies: opening a table, filling it, its options, starting or cancelling it."""
