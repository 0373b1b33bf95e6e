"""What positions are worth, by game: points as the end would count them, and what is on its way to become points.

Made by hand and judged by games against the greedy player, in part corrected by what games have shown;
``docs/opponents.md`` tells what was tried. ``engines.players.skills`` says which player judges by which.
"""
