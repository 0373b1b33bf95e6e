"""The slash commands. Names and descriptions are localised through the catalogues (``command.*``)."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.commands import (
    board,
    cards,
    describe,
    first_game,
    game,
    help,
    hint,
    learn,
    leaving,
    look,
    me,
    note,
    own_data,
    plan,
    play,
    record,
    replay,
    review,
    rules,
    seats,
    settings,
    since,
    stats,
    status,
    undo,
    verify,
    votes,
    your_move,
)

ANSWERING = (
    board,
    cards,
    describe,
    first_game,
    game,
    hint,
    learn,
    leaving,
    look,
    me,
    own_data,
    replay,
    review,
    rules,
    settings,
    since,
    stats,
    status,
    undo,
    votes,
)
"""Modules that answer buttons and selects."""
FORMS = (*me.FORMS, *replay.FORMS, *verify.FORMS)


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    """Puts every command into the tree."""
    tree.add_command(game.GameGroup())
    tree.add_command(status.PortolanGroup())
    tree.add_command(votes.VoteGroup())
    tree.add_command(own_data.MeGroup())
    tree.add_command(stats.StatsGroup())
    looking = (board, look, describe, review, replay, record, verify, stats)
    for module in (play, plan, note, hint, learn, *looking, help, rules, cards, settings, seats):
        for command in module.COMMANDS:
            tree.add_command(command)
    for menu in (*since.MENUS, *replay.MENUS, *your_move.MENUS, *describe.MENUS):
        tree.add_command(menu)
