"""Lessons that teach a game, played alone in a private panel."""
