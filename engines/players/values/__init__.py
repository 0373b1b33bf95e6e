"""Values of positions, by game: the points that the end would count now, and points that are to be expected.

The values were made by hand and tested in games against the greedy player; some were corrected by weights fitted to
played games. ``docs/opponents.md`` reports the experiments; ``engines.players.skills`` assigns values to players.
"""
