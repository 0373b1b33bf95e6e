"""What a table keeps for its fair dice: every click of the lobby, seed and order at the start, all of it at the end."""

from __future__ import annotations

from secrets import SystemRandom
from typing import NamedTuple, cast

from sqlmodel.ext.asyncio.session import AsyncSession

from engines import Game, fair_dice
from engines.fair_dice import Click, Deed, Draw
from storage import clicks
from storage.models import ClickRow, GameRow, SeatOrder


class Drawn(NamedTuple):
    """What the start decides: ``order`` has the place in the lobby by seat."""

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


def draw(row: GameRow, kind: type[Game], seats: int, options: dict[str, str]) -> Drawn:
    """Seed, order and commitment of a lobby that starts with so many seats."""
    if row.secret is None or row.clicks_hash is None:  # opened by an earlier version, which drew them at once
        order = list(range(seats))
        if row.seat_order == SeatOrder.RANDOM:
            SystemRandom().shuffle(order)
        return Drawn(row.seed, order, row.commitment)
    agreed = fair_dice.agreement(
        table=row.id,
        game=kind.key,
        rules=kind.rules_version,
        seats=seats,
        options=options,
        seating=row.seat_order,
        clicks_hash=row.clicks_hash,
    )
    seed = fair_dice.seed_of(agreed, row.secret)
    order = fair_dice.order_of(seed, seats, row.seat_order)
    return Drawn(seed, order, fair_dice.commitment_of(agreed, order))


async def opened(session: AsyncSession, row: GameRow) -> Draw | None:
    """How a table that is over came by its seed and seats; None of one that was begun by an earlier version."""
    if row.secret is None or row.clicks_hash is None or row.drawn_order is None:
        return None
    made = [
        Click(str(click.interaction_id), cast("Deed", click.what), click.seat, click.text)
        for click in await clicks.of_game(session, row.id)
    ]
    return Draw(
        table=row.id,
        seating=row.seat_order.value,
        secret=row.secret,
        secret_hash=fair_dice.hashed(row.secret),
        clicks=made,
        clicks_hash=row.clicks_hash,
        order=row.drawn_order,
    )
