"""/score, /log and /games: looking without changing anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import discord
from discord import app_commands

from bot.commands.about import everywhere, table_name
from bot.commands.naming import AnyCommand, description, name
from bot.delivery.result import about_sources, score_table
from bot.interactions.components import pressed
from bot.interactions.hindsight import MissedSelect
from bot.interactions.limits import CHOICES, OPTION
from bot.interactions.links import board_link
from bot.interactions.pages import page_of
from bot.interactions.replies import acknowledge, answer, texts_for
from bot.interactions.services import Interaction, services_of
from bot.interactions.under_answers import GamesButton, LogButton
from bot.tables import Table, story
from bot.tables.beside.knowing import EVERYBODY, Known, known_to
from bot.wording import Texts
from bot.wording.dates import until
from bot.wording.escaping import within
from bot.wording.texts import Argument
from engines import Event
from storage.models import MoveKind, MoveRow

LINES = 18
LIMIT = 1950


async def table_here(interaction: Interaction) -> tuple[Table, Texts]:
    """The channel's table, running or ended last, and the person's language; the command is acknowledged first."""
    await acknowledge(interaction, ephemeral=True)
    assert interaction.channel_id is not None
    table = await services_of(interaction).tables.latest_in(interaction.channel_id)
    return table, await texts_for(interaction)


@app_commands.command(name=name("score"), description=description("score"))
@app_commands.guild_only()
async def score(interaction: Interaction) -> None:
    table, texts = await table_here(interaction)
    view, scores = table.game.view(None), table.game.scores()
    head = "score.final" if table.over else "score.projected"
    rows = ["```", *score_table(view, scores, table, texts), "```", *about_sources(scores, table, texts)]
    await answer(
        interaction, "\n".join([texts.say(head, turn=texts.when(table.row.key, table.game.state.turn)), *rows])
    )


@app_commands.command(name=name("log"), description=description("log"))
@app_commands.guild_only()
async def log_command(interaction: Interaction) -> None:
    table, texts = await table_here(interaction)
    await show_log(interaction, table, texts, 0)


async def show_log(interaction: Interaction, table: Table, texts: Texts, page: int) -> None:
    """A page of what happened, the newest first page, oldest line on top."""
    table.check_kept()
    if table.row.state is not None:
        texts = texts.at(table.game, table.names)
    entries = await services_of(interaction).tables.log(table.row.id)
    lines = log_lines(table, entries, texts, known_to(table, entries, interaction.user.id))
    pages = max(1, -(-len(lines) // LINES))
    page = min(page, pages - 1)
    shown = lines[max(0, len(lines) - LINES * (page + 1)) : len(lines) - LINES * page]
    while len("\n".join(shown)) > LIMIT:
        shown = shown[1:]
    view = discord.ui.View(timeout=None)
    for number, label in ((page + 1, "◀"), (page - 1, "▶")):
        if 0 <= number < pages:
            view.add_item(LogButton(table.row.id, number).button(label))
    await answer(interaction, "\n".join(shown) or texts.say("log.empty"), view=view)


def log_lines(table: Table, entries: Sequence[MoveRow], texts: Texts, knows: Known = EVERYBODY) -> list[str]:
    """What a person (by itself: everybody) may know of each decision in the lines of the channel, with its turn and who
    played the seat then; what was taken back is struck out. ``texts``: of the table's game, where there is one."""
    return [line for _, lines in lines_by_entry(table, entries, texts, knows) for line in lines]


def lines_by_entry(
    table: Table, entries: Sequence[MoveRow], texts: Texts, knows: Known = EVERYBODY, *, after: int = -1
) -> Iterator[tuple[MoveRow, list[str]]]:
    """As ``log_lines``, with what each is about. ``after``: only of ``entries`` of a later version."""
    names = list(table.owner_names)
    for entry in entries:
        lines = list[str]()
        if entry.kind != MoveKind.MOVE and not entry.events:  # nothing that it says itself
            name = table.named_now(entry.words) if entry.words else names[entry.seat]
            said = texts.say(f"log.{entry.kind}", name=texts.person(name, entry.seat + 1))
            lines.append(f"`{entry.turn:>3}` {said}")
        names = story.renamed(table, names, entry)
        if entry.version <= after:
            continue
        known = knows.events(entry.version, entry.events)
        for place, (turn, text) in enumerate(_by_turn(table, entry.turn, known, texts, names)):
            if entry.planned and place == 0:  # the move; what it brought was nobody's plan
                text = texts.say("log.planned", line=text)
            lines.append(f"`{turn:>3}` " + (f"~~{text}~~" if entry.undone else text))
        yield entry, lines


def _by_turn(
    table: Table, turn: int, events: Sequence[Event], texts: Texts, names: Sequence[str]
) -> Iterator[tuple[int, str]]:
    """What happened in lines, each with its turn: that of the decision, or the one that began with it."""
    key, begins = table.row.key, table.kind.presentation.turn_start_events
    events = list(map(table.remarked_now, events))
    begun = [
        len(texts.events(key, events[: place + 1], names)) - 1
        for place, event in enumerate(events)
        if event.kind in begins and (place == 0 or events[place - 1].kind not in begins)
    ]
    for place, text in enumerate(texts.events(key, events, names)):
        yield turn + sum(start <= place for start in begun), text


@pressed(LogButton)
async def turn_log_page(interaction: Interaction, button: LogButton) -> None:
    await acknowledge(interaction)
    table = await services_of(interaction).tables.table(button.game_id)
    await show_log(interaction, table, await texts_for(interaction), button.page)


@app_commands.command(name=name("games"), description=description("games"))
@everywhere
async def games(interaction: Interaction) -> None:
    await acknowledge(interaction, ephemeral=True)
    await show_games(interaction, 0)


@pressed(GamesButton)
async def turn_games_page(interaction: Interaction, button: GamesButton) -> None:
    await acknowledge(interaction)
    await show_games(interaction, button.page)


async def show_games(interaction: Interaction, number: int) -> None:
    """Show a page of the tables of whoever asks, those that wait for this person first."""
    texts = await texts_for(interaction)
    mine, others = [], []
    tables, own = services_of(interaction).tables, interaction.user.id
    left, sitting = await tables.servers.left(), await tables.of_user(own)
    missed = await tables.missed(own, [row.id for row, _, _ in sitting])
    for row, seat, table in sitting:
        args: dict[str, Argument] = {
            "game": texts.title(row.key),
            "table": str(row.id),
            "turn": texts.when(row.key, row.turn),
            "link": board_link(row),
        }
        if row.id in missed and table is not None:
            args["link"] = texts.say("games.missed", link=board_link(row), n=missed[row.id])
        if row.guild_id in left:
            others.append(texts.say("games.paused", **args))
        elif await tables.unreachable(row.id):
            mine.append(texts.say("games.unreachable", **args))
        elif table is None:
            others.append(texts.say("games.broken", **args))
        elif table.paused:
            others.append(
                texts.say(
                    "games.on_pause", **args, player=texts.person(table.paused_by, table.number_of(table.paused_by))
                )
            )
        elif table.user_at(seat.number) is None:
            others.append(texts.say("games.away", **args))
        elif seat.owner_id == interaction.user.id:
            others.append(texts.say("games.lent", **args, player=texts.player(table.names, seat.number)))
        else:
            running = await tables.deadlines(table)
            if table.game.waits_for(seat.number):
                due = running.get(seat.number)
                yours = "games.yours" if table.game.has_turn(seat.number) else "games.asked"
                mine.append(texts.say(yours, **args) + (until(due) if due else ""))
            else:
                args["players"] = [texts.player(table.names, other) for other in table.game.blocking_seats]
                due = min(running.values(), default=None)
                others.append(texts.say("games.waiting", **args) + (until(due) if due else ""))
    lines = [*mine, *others] or [texts.say("games.none")]
    page = page_of(lines, number)
    view = discord.ui.View(timeout=None)
    options = [
        discord.SelectOption(label=within(table_name(interaction, row, texts), OPTION), value=str(row.id))
        for row, _, table in sitting
        if row.id in missed and table is not None
    ]
    if options:
        view.add_item(MissedSelect().select(options[:CHOICES], texts.say("games.missed_at")))
    page.add_buttons(view, GamesButton)
    await answer(interaction, page.text, view=view)


COMMANDS: tuple[AnyCommand, ...] = (score, log_command, games)
