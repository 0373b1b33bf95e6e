"""Lessons of a game, played alone and in private."""
