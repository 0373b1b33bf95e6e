"""What the lobby message says: who sits, which options, and what was agreed on."""

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
"""Of a game with more options a lobby shows only those that differ from the usual; its form explains all of them."""


def lobby_text(table: Table, texts: Texts) -> str:
    """Return what the lobby message says; where there is no room to explain all options, the last go without."""
    explained = [name for name in shown_options(table) if texts.has(f"{table.row.key}.option.{name}.about")]
    while len(text := _text(table, texts, explained)) > CONTENT_LIMIT and explained:
        explained.pop()
    return text


def shown_options(table: Table) -> dict[str, str]:
    """Return the options that a lobby names, with what is chosen: all, or of many those that somebody has changed."""
    chosen = table.options
    usual = table.kind.defaults(table.row.rules_version)
    if len(chosen) <= MANY_OPTIONS:
        return chosen
    return {name: value for name, value in chosen.items() if value != usual[name]}


def _option_lines(table: Table, texts: Texts, explained: Sequence[str]) -> list[str]:
    """Return a line for each option that is named, what it means below it, and how to see those that are not."""
    shown = shown_options(table)
    lines = []
    for name, value in shown.items():
        id = f"{table.row.key}.option.{name}"
        lines.append(texts.say("lobby.option", option=texts.say(id), value=texts.say(f"{id}.{value}")))
        if name in explained:
            lines.append(f"-# {texts.say(f'{id}.about')}")
    if len(shown) < len(table.options):
        rest = "lobby.usual.rest" if shown else "lobby.usual.all"
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
        who = f"<@{seat.user_id}>" if seat.user_id is not None else f"{robot}{name}"
        host = texts.say("lobby.host") if seat.user_id == row.host_id else ""
        colour = f" · {colour_text(row.key, seat.colour, texts)}" if seat.colour in colours_of(table) else ""
        lines.append(f"{seat.number + 1}. {who}{host}{colour}")
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
    """Return whether hints may be asked for: one of HINTS."""
    return "on" if row.hints else "off"


def rated(row: GameRow) -> str:
    """Return whether the game is to count for ratings: one of RATED."""
    return "on" if row.rated else "off"


def rating_lines(table: Table, texts: Texts) -> list[str]:
    """Return whether the game is to count, and why it will not all the same."""
    value = texts.say(f"lobby.rated.{rated(table.row)}")
    lines = [texts.say("lobby.option", option=texts.say("lobby.rated"), value=value)]
    if table.row.rated and (reason := expected_unrated_reason(table)):
        lines.append(f"-# {texts.say(f'unrated.{reason}.so_far')}")
    return lines


def order_line(table: Table, texts: Texts) -> str:
    """Return how seats are given; of a rematch who begins, as long as only its players sit there."""
    names = table.row.turned or []
    seating = table.row.seat_order
    if seating == SeatOrder.TURNED:
        gathering = table.row.status == Status.LOBBY and fair_dice_log.seat_order_at_start(table) != seating
        if gathering and not set(table.initial_names) < set(names):
            seating = SeatOrder.RANDOM
        elif names:
            first, *others = [texts.person(name) for name in names]
            line = texts.say("lobby.order.turned", first=first, others=others)
            return f"{line} {texts.say('lobby.order.turned.if')}" if gathering else line
    return texts.say(f"lobby.order.{seating}")


def clock_lines(clock: Clock, texts: Texts) -> list[str]:
    """Return how long a decision may take, and what follows then; nothing of a table without a limit."""
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
