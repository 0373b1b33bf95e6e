"""Features for players: one module or small package each, with its commands, buttons, layout and handlers.

A module offers its parts under fixed names: ``COMMANDS``, ``GROUPS`` and ``MENUS``; ``GAME_COMMANDS`` and
``ME_COMMANDS`` for subcommands of /game and /me; ``FORMS``; and handlers that are marked with ``on_press`` and
``on_choice``. A new feature is one entry in ``FEATURES``.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

from discord import app_commands

from bot.features import (
    board,
    cards,
    catch_up,
    describe,
    fair_dice,
    games,
    help,
    hint,
    leaving,
    log,
    moving,
    notes,
    own_data,
    play,
    portolan_group,
    preferences,
    record,
    replay,
    review,
    rules,
    score,
    seats,
    server_settings,
    statistics,
    undo,
    verify,
    votes,
)
from bot.features.lessons import lesson_session
from bot.features.lessons.lesson_session import LessonSession
from bot.features.lobby import lobby_message, new_table, phone_question
from bot.features.plans import plan_commands
from bot.features.plans.practice_session import PracticeSession
from bot.features.table_option import everywhere
from bot.interactions.command_names import description, name
from bot.interactions.components import register_handlers
from bot.interactions.forms import Form
from bot.panel import panel_handlers
from bot.panel.panel_controls import SessionKind
from bot.panel.panel_handlers import SessionFactory

FEATURES: tuple[ModuleType, ...] = (
    new_table,
    lobby_message,
    phone_question,
    seats,
    leaving,
    moving,
    play,
    undo,
    votes,
    plan_commands,
    notes,
    hint,
    lesson_session,
    board,
    score,
    log,
    games,
    catch_up,
    describe,
    review,
    replay,
    record,
    verify,
    statistics,
    fair_dice,
    help,
    rules,
    cards,
    server_settings,
    portolan_group,
    preferences,
    own_data,
)
"""Every feature, in the order in which its commands are registered."""
SESSIONS: dict[SessionKind, SessionFactory] = {SessionKind.PRACTICE: PracticeSession, SessionKind.LESSON: LessonSession}
"""The classes of sessions in which the move panel is used other than at tables."""
ANSWERING = (*FEATURES, panel_handlers)
"""Modules with handlers of buttons and selects."""


def brought(attribute: str) -> Iterator[Any]:
    """Yield the parts that all features offer under a name, such as ``COMMANDS``."""
    for feature in FEATURES:
        yield from getattr(feature, attribute, ())


FORMS: dict[str, Form] = {form.custom_id: form for form in brought("FORMS")}
"""All forms, by their custom ids."""


def register_components() -> None:
    """Register the handlers of the features and of the move panel."""
    register_handlers(*ANSWERING)
    panel_handlers.register_sessions(SESSIONS)


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    """Add every command to the tree."""
    new_table.offer_games()
    tree.add_command(app_commands.guild_only(_group("game", "GAME_COMMANDS")))
    tree.add_command(everywhere(_group("me", "ME_COMMANDS")))
    for command in (*brought("COMMANDS"), *brought("MENUS")):
        tree.add_command(command)
    for group in brought("GROUPS"):
        tree.add_command(group())


def _group(word: str, parts: str) -> app_commands.Group:
    """Return a command group named ``word`` with the subcommands that features offer under the name ``parts``."""
    group = app_commands.Group(name=name(word), description=description(word))
    for command in brought(parts):
        group.add_command(command)
    return group
