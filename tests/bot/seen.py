"""What the bot tells a seat, or a spectator, about a position: in words, without a database and without Discord."""

from __future__ import annotations

from typing import Any

import discord

from bot.delivery.alt_texts import alt_text
from bot.delivery.compose import answers_in_public
from bot.delivery.result import closing_lines, final_lines, score_table
from bot.panel.layout import move_panel, waiting_panel
from bot.panel.part_layout import part_panel
from bot.tables import Table
from bot.wording import texts_in
from engines import Action, Game, IllegalAction
from engines.record import notation
from storage.models import GameRow, SeatRow, Status

WORDS = texts_in("en")
PEOPLE = ("anna", "ben", "carla", "dirk", "emma", "finn")


def table(game: Game) -> Table:
    seats = game.state.seats
    row = GameRow(
        id=1,
        key=game.key,
        channel_id=1,
        status=Status.RUNNING,
        host_id=1,
        seats=seats,
        seed="a",
        commitment="b",
        rules_version=1,
        state=game.dump(),
        version=3,
        turn=game.state.turn,
    )
    return Table(row, [SeatRow(game_id=1, number=seat, user_id=seat + 1, name=PEOPLE[seat]) for seat in range(seats)])


def components(view: discord.ui.View) -> list[dict[str, Any]]:
    return [item.to_component_dict() for item in view.children]


def seen(game: Game, seat: int | None, wrong: list[Action]) -> list[object]:
    """Everything in words that a seat, or a spectator, can get the bot to say about the position."""
    here = table(game)
    said: list[object] = [alt_text(here, WORDS, seat), answers_in_public(here), game.blocking_seats, game.order()]
    said += score_table(game.view(seat), game.scores(), here, WORDS)
    if game.state.over:
        said += [*final_lines(here, WORDS), *closing_lines(here, WORDS)]
    if seat is None:
        return said
    said.append([notation(action) for action in game.legal(seat)])  # what is completed while somebody types
    if seat in game.to_act:
        panel = move_panel(here, seat, WORDS, None)
        said += [panel.content, components(panel.view), panel.offer]
        for word in game.prompt(seat).open:
            part = game.part(seat, (word,))
            if part is not None:
                asked = part_panel(here, seat, WORDS, (word,), part)
                said += [asked.content, components(asked.view)]
        for action in game.legal(seat):
            hint = game.hint(seat, action)
            said.append(WORDS.action(game.key, action, here.names))
            said.append(hint and WORDS.message(game.key, hint, here.names))
    else:
        said.append(waiting_panel(here, seat, WORDS, None).content)
    for action in wrong:
        try:
            game.check(seat, action)
        except IllegalAction as fault:
            said.append(WORDS.message(game.key, fault.reason, here.names))
        else:
            said.append("allowed")
    return said
