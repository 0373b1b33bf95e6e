"""What a table keeps for its fair dice: every click of the lobby, seed and order at the start, all of it at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from secrets import SystemRandom
from typing import NamedTuple, cast

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.table import Table
from engines import fair_dice
from engines.fair_dice import Click, Deed, Draw
from storage import clicks
from storage.models import ClickRow, GameRow, SeatOrder


class Drawn(NamedTuple):
    """What the start decides: ``order`` has the place in the lobby by seat."""

    seating: SeatOrder
    seed: str
    order: list[int]
    commitment: str


async def note(
    session: AsyncSession, row: GameRow, interaction_id: int, what: Deed, seat: int | None, text: str
) -> None:
    """Adds a click to those of the lobby, which the caller holds. Raises AlreadyDone when it is among them.

    ``seat``: the place taken or left; ``text``: who came or went, or the option. Lobbies of earlier versions keep none.
    """
    if row.clicks_hash is None:
        return
    click = Click(str(interaction_id), what, seat, text)
    kept = ClickRow(game_id=row.id, number=0, interaction_id=interaction_id, what=what, seat=seat, text=text)
    await clicks.add(session, kept, fair_dice.with_click(row.clicks_hash, click))


def turned_by_one(before: Table) -> list[str]:
    """The order of play of a rematch: who was the second begins."""
    first, *others = (before.names_at_first[seat] for seat in before.begun().order())
    return [*others, first]


def seating_of(lobby: Table) -> SeatOrder:
    """How seats are given if the lobby starts as it is: in the order of the game before only to the same people."""
    order, turned = lobby.row.seat_order, lobby.row.turned or []
    if order == SeatOrder.TURNED and not fair_dice.may_turn(lobby.names_at_first, turned):
        return SeatOrder.RANDOM
    return order


def draw(table: Table, options: dict[str, str]) -> Drawn:
    """Seed, order and commitment of a lobby that starts with those who sit there."""
    row, names, seating = table.row, table.names_at_first, seating_of(table)
    if row.secret is None or row.clicks_hash is None:  # opened by an earlier version, which drew them at once
        order = list(range(len(names)))
        if seating == SeatOrder.RANDOM:
            SystemRandom().shuffle(order)
        return Drawn(seating, row.seed, order, row.commitment)
    agreed = _agreed(row, row.id, seating, table.kind.rules_version, len(names), options)
    seed = fair_dice.seed_of(agreed, row.secret)
    begun = table.kind.new(len(names), int(seed, 16), **options)
    order = fair_dice.order_of(seed, names, seating, row.turned or (), begun.order())
    return Drawn(seating, seed, order, fair_dice.commitment_of(agreed, order))


async def opened(session: AsyncSession, row: GameRow) -> Draw | None:
    """How a table that is over came by its seed and seats; None of one that was begun by an earlier version."""
    return drawn_from(row, await clicks.of_game(session, row.id))


def drawn_from(row: GameRow, made: Sequence[ClickRow]) -> Draw | None:
    """The same from the clicks of its lobby."""
    if row.secret is None or row.clicks_hash is None or row.drawn_order is None:
        return None
    return Draw(
        table=row.drawn_as or row.id,
        seating=row.seat_order.value,
        turned=_turned(row, row.seat_order),
        secret=row.secret,
        secret_hash=fair_dice.hashed(row.secret),
        clicks=[Click(str(click.interaction_id), cast("Deed", click.what), click.seat, click.text) for click in made],
        clicks_hash=row.clicks_hash,
        order=row.drawn_order,
    )


def check(table: Table, made: Sequence[ClickRow]) -> None:
    """Follows how a table that has started came by its seed and seats. Raises ValueError with the first fault."""
    row, drawn = table.row, drawn_from(table.row, made)
    if drawn is not None:
        agreed = _agreed(
            row, drawn.table, row.seat_order, row.rules_version, len(table.seats), table.game.state.options
        )
        playing = table.begun().order() if row.seat_order == SeatOrder.TURNED else ()
        fair_dice.check(drawn, agreed, row.seed, row.commitment, table.names_at_first, playing)


def _turned(row: GameRow, seating: SeatOrder) -> list[str]:
    return list(row.turned or ()) if seating == SeatOrder.TURNED else []


def _agreed(row: GameRow, number: int, seating: SeatOrder, rules: int, seats: int, options: Mapping[str, str]) -> str:
    return fair_dice.agreement(
        table=number,
        game=row.key,
        rules=rules,
        seats=seats,
        options=options,
        seating=seating,
        turned=_turned(row, seating),
        clicks_hash=row.clicks_hash or "",
    )
