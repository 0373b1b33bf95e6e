"""The text of the lobby message: players, options and other settings of the table."""

from __future__ import annotations

from collections.abc import Sequence

from bot.delivery.compose import CONTENT_LIMIT
from bot.interactions.emoji import emoji_of_lists
from bot.tables import Table, fair_dice_log
from bot.tables.game_results import expected_unrated_reason
from bot.tables.lobby_lifecycle import colours_of
from bot.tables.observers import clocks
from bot.tables.observers.clocks import Clock
from bot.wording import Texts
from storage.models import GameRow, SeatOrder, Status

MANY_OPTIONS = 6
"""The largest number of options that a lobby shows in full; of more, it shows only those that were changed."""


def lobby_text(table: Table, texts: Texts) -> str:
    """Return the text of the lobby message; if it gets too long, the last options are not explained."""
    explained = [name for name in shown_options(table) if texts.has(f"{table.row.key}.option.{name}.about")]
    while len(text := _text(table, texts, explained)) > CONTENT_LIMIT and explained:
        explained.pop()
    return text


def shown_options(table: Table) -> dict[str, str]:
    """Return the options that a lobby shows with their values: all, or only changed ones if there are many."""
    options = table.options
    usual = table.kind.defaults(table.row.rules_version)
    if len(options) <= MANY_OPTIONS:
        return options
    return {name: value for name, value in options.items() if value != usual[name]}


def _option_lines(table: Table, texts: Texts, explained: Sequence[str]) -> list[str]:
    """Return a line for each shown option with its explanation, and a line about the options that are not shown."""
    options = shown_options(table)
    lines = []
    for name, value in options.items():
        id = f"{table.row.key}.option.{name}"
        lines.append(texts.say("lobby.option", option=texts.say(id), value=texts.say(f"{id}.{value}")))
        if name in explained:
            lines.append(f"-# {texts.say(f'{id}.about')}")
    if len(options) < len(table.options):
        rest = "lobby.usual.rest" if options else "lobby.usual.all"
        lines.append(texts.say(rest, button=texts.say("lobby.button.options").rstrip(" …")))
    return lines


def _text(table: Table, texts: Texts, explained: Sequence[str]) -> str:
    row = table.row
    lines = [f"## {texts.title(row.key)}"]
    if row.status == Status.LOBBY:
        lines.append(texts.say("lobby.open" if table.free_seats else "lobby.full", n=row.seats))
    for seat in table.seats:
        robot = "🤖 " if seat.computer is not None else ""
        name = texts.name_of(table.names, seat.number)
        occupant = f"<@{seat.user_id}>" if seat.user_id is not None else f"{robot}{name}"
        host = texts.say("lobby.host") if seat.user_id == row.host_id else ""
        colour = f" · {colour_text(row.key, seat.colour, texts)}" if seat.colour in colours_of(table) else ""
        lines.append(f"{seat.number + 1}. {occupant}{host}{colour}")
    if row.status == Status.LOBBY:
        lines += [f"{number + 1}. …" for number in range(len(table.seats), row.seats)]
    lines.append("")
    lines += _option_lines(table, texts, explained)
    if row.status == Status.LOBBY and texts.has(f"{row.key}.playing_time"):
        lines.append(texts.say("lobby.playing_time", time=texts.say(f"{row.key}.playing_time")))
    lines += clock_lines(clocks.read_clock(row.clock), texts)
    if row.shape is not None:
        lines.append(texts.setting("lobby", "shape", row.shape))
    lines.append(
        texts.say("lobby.option", option=texts.say("lobby.hints"), value=texts.say(f"lobby.hints.{hints(row)}"))
    )
    lines += rating_lines(table, texts)
    lines.append(order_line(table, texts))
    if row.status == Status.ABANDONED:
        lines.append(texts.say("lobby.closed"))
    elif row.status != Status.LOBBY:
        lines.append(texts.say("lobby.started"))
    elif len(table.seats) in table.kind.seats:
        lines.append(texts.say("lobby.ready"))
    return "\n".join(lines)


def colour_text(game: str, colour: str | None, texts: Texts) -> str:
    return f"{texts.say(f'lobby.colour.{colour}')} {emoji_of_lists(game, {'colour': [colour]})}".rstrip()


def hints(row: GameRow) -> str:
    """Return "on" if players may ask for hints, otherwise "off"."""
    return "on" if row.hints else "off"


def rated(row: GameRow) -> str:
    """Return "on" if the game is meant to count for ratings, otherwise "off"."""
    return "on" if row.rated else "off"


def rating_lines(table: Table, texts: Texts) -> list[str]:
    """Return the line about ratings, and the reason if the game will not count although it is meant to."""
    value = texts.say(f"lobby.rated.{rated(table.row)}")
    lines = [texts.say("lobby.option", option=texts.say("lobby.rated"), value=value)]
    if table.row.rated and (reason := expected_unrated_reason(table)):
        lines.append(f"-# {texts.say(f'unrated.{reason}.so_far')}")
    return lines


def order_line(table: Table, texts: Texts) -> str:
    """Return the line about the order of seats; in a rematch of the same players, who begins."""
    names = table.row.turned or []
    seating = table.row.seat_order
    if seating == SeatOrder.TURNED:
        gathering = table.row.status == Status.LOBBY and fair_dice_log.seat_order_at_start(table) != seating
        if gathering and not set(table.initial_names) < set(names):
            seating = SeatOrder.RANDOM
        elif names:
            first, *later_names = [texts.person(name) for name in names]
            line = texts.say("lobby.order.turned", first=first, others=later_names)
            return f"{line} {texts.say('lobby.order.turned.if')}" if gathering else line
    return texts.say(f"lobby.order.{seating}")


def clock_lines(clock: Clock, texts: Texts) -> list[str]:
    """Return the lines about the time limit of a decision and its consequences; none without a limit."""
    if not clock.hours:
        return []
    lines = []
    for name, value in clock.choices().items():
        id = f"lobby.clock.{name}"
        if name != "weekends":
            lines.append(texts.say("lobby.option", option=texts.say(id), value=texts.say(f"{id}.{value}")))
        elif clock.weekends_off:
            lines.append(f"**{texts.setting('lobby.clock', name, value)}**")
    return lines
