"""/play, and "Your move" in the Apps menu of a board: the move panel and typed moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import discord
from discord import app_commands

from bot.delivery.board_description import acting
from bot.features.lobby.lobby_message import post_lobby
from bot.features.shown_board import ON_BOARDS, require_shown_board
from bot.features.table_option import everywhere, find_table, number_of, table_about, with_table
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.completion import completion
from bot.interactions.limits import CHOICES, OPTION
from bot.interactions.links import lobby_link
from bot.interactions.person import public_buttons, texts_for
from bot.interactions.replies import answer
from bot.interactions.services import Interaction, services_of
from bot.language.read.conversation.completions import completions
from bot.language.read.tokens.utterance import LONGEST
from bot.panel.actions import show_panel
from bot.panel.choice_labels import Labels
from bot.panel.typed_moves import play_typed, show_with_question
from bot.tables import Refused, Table, TableBroken
from bot.wording import Texts
from bot.wording.escaping import within
from bot.wording.texts import BETWEEN
from engines import Action
from engines.record import parse
from storage.models import Status


@completion
async def complete_move(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the person's legal actions whose notation, phrase or words contain all typed words."""
    if interaction.channel_id is None:
        return []
    texts = await texts_for(interaction)
    try:
        table = await find_table(interaction, number_of(interaction))
        seat = table.seat_of(interaction.user.id)
        legal = table.game.legal(seat) if seat is not None else []
    except (Refused, TableBroken):
        return []
    return choices(texts, table, seat, legal, typed)


def choices(
    texts: Texts, table: Table, seat: int | None, legal: Iterable[Action], typed: str
) -> list[app_commands.Choice[str]]:
    """Return the actions whose notation, phrase or words contain all typed words, without equivalent actions.

    The choices show phrases in the person's language and send the notation. Equal phrases are told apart by the
    action's costs and gains for ``seat`` or, if those are equal too, by the single words of the action.
    """
    table_texts = texts.at(table.game, table.names)
    key = table.row.key
    candidates = (
        [] if seat is None else completions(texts, table.game, seat, table.game.distinct(legal), table.names, typed)
    )
    fitting = [(text, within(phrase, OPTION)) for text, phrase in candidates if len(text) <= OPTION][:CHOICES]
    names = [phrase for _, phrase in fitting]
    actions = [parse(text) for text, _ in fitting]
    if seat is not None:
        labels = Labels(table, seat, table_texts)
        noted = [
            f"{phrase}{BETWEEN}{note}" if (note := labels.plain_note(action)) else phrase
            for phrase, action in zip(names, actions, strict=True)
        ]
        names = _told_apart(names, noted)
    in_words = [
        f"{table_texts.words(key, action, table.names)}: {phrase}"
        for action, (_, phrase) in zip(actions, fitting, strict=True)
    ]
    names = _told_apart(names, in_words)
    return [
        app_commands.Choice(name=within(name, OPTION), value=text)
        for name, (text, _) in zip(names, fitting, strict=True)
    ]


def _told_apart(names: Sequence[str], longer: Sequence[str]) -> list[str]:
    """Return the names, with each name that is not unique replaced by its counterpart in ``longer``."""
    counts = Counter(names)
    return [name if counts[name] == 1 else instead for name, instead in zip(names, longer, strict=True)]


@app_commands.command(name=name("play"), description=description("play"))
@app_commands.rename(move=name("move", "play.move"))
@app_commands.describe(move=description("play.move"))
@app_commands.autocomplete(move=complete_move)
@with_table()
@everywhere
async def play(
    interaction: Interaction, move: app_commands.Range[str, 0, LONGEST] | None = None, table: int | None = None
) -> None:
    await open_or_play(interaction, await table_about(interaction, table), move)


async def open_or_play(interaction: Interaction, table: Table, move: str | None) -> None:
    """Show the panel of a running table, or play the typed ``move`` there.

    In a lobby, tell the person how to join it or, if they have joined, post it again.
    """
    texts = await texts_for(interaction)
    if table.row.status == Status.LOBBY and table.seat_of(interaction.user.id) is None:
        await answer(
            interaction, texts.say("reply.lobby_join", link=lobby_link(table.row), **await public_buttons(interaction))
        )
    elif table.row.status == Status.LOBBY:
        await post_lobby(interaction, table, interaction.channel)
        await answer(interaction, texts.say("reply.lobby_again"))
    elif move is None:
        await show_with_question(interaction, table.row.id)
    else:
        await play_typed(interaction, table.row.id, move)


async def your_move(interaction: Interaction, message: discord.Message) -> None:
    game_id = (await require_shown_board(interaction, message)).game_id
    table = await services_of(interaction).tables.table(game_id)
    if (table.is_running or table.is_over) and interaction.user.id not in table.members:
        await answer(interaction, acting(table, (await texts_for(interaction)).at(table.game, table.names)))
    else:
        await show_panel(interaction, game_id, loaded=table)


COMMANDS: tuple[AnyCommand, ...] = (play,)
MENUS = (app_commands.ContextMenu(name=name("Your move", "your_move"), callback=your_move, allowed_contexts=ON_BOARDS),)
