"""Collect what the bot tells a seat, or a spectator, about a position, without a database and without Discord."""

from __future__ import annotations

from typing import Any

import discord

from bot.delivery.board_description import alt_text
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


def texts_for_viewer(game: Game, seat: int | None, wrong: list[Action]) -> list[object]:
    """Return all texts that a seat, or a spectator, can get from the bot about the position."""
    stub = table(game)
    texts: list[object] = [alt_text(stub, WORDS, seat), answers_in_public(stub), game.blocking_seats, game.order()]
    texts += score_table(game.view(seat), game.scores(), stub, WORDS)
    if game.state.over:
        texts += [*final_lines(stub, WORDS), *closing_lines(stub, WORDS)]
    if seat is None:
        return texts
    texts.append([notation(action) for action in game.legal(seat)])  # what is completed while somebody types
    if seat in game.to_act:
        panel = move_panel(stub, seat, WORDS, None)
        texts += [panel.content, components(panel.view), panel.offer]
        for word in game.prompt(seat).open:
            part = game.part(seat, (word,))
            if part is not None:
                part_of_panel = part_panel(stub, seat, WORDS, (word,), part)
                texts += [part_of_panel.content, components(part_of_panel.view)]
        for action in game.legal(seat):
            hint = game.hint(seat, action)
            texts.append(WORDS.action(game.key, action, stub.names))
            texts.append(hint and WORDS.message(game.key, hint, stub.names))
    else:
        texts.append(waiting_panel(stub, seat, WORDS, None).content)
    for action in wrong:
        try:
            game.check(seat, action)
        except IllegalAction as fault:
            texts.append(WORDS.message(game.key, fault.reason, stub.names))
        else:
            texts.append("allowed")
    return texts
