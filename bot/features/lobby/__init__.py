"""Lobbies: opening a table, joining it, changing its options, starting or cancelling it."""
