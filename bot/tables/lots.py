"""What a table keeps for its fair dice: every click of the lobby, seed and order at the start, all of it at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from secrets import SystemRandom
from typing import NamedTuple, cast

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.table import Refused, Table
from engines import fair_dice
from engines.fair_dice import Click, Deed, Draw, Opening
from storage import clicks
from storage.models import ClickRow, GameRow, SeatOrder


class Drawn(NamedTuple):
    """What the start decides: ``order`` has the place in the lobby by seat."""

    seating: SeatOrder
    seed: str
    order: list[int]
    commitment: str
    places: list[int] | None = None
    """Of a rematch: by turn the place in the lobby."""


def opening_of(row: GameRow) -> Opening:
    """What is known of a table from the first moment of its lobby."""
    return Opening(2 if row.lobby_hash is None else 3, row.drawn_as or row.id, row.key, row.rules_version)


def promise(row: GameRow) -> None:
    """Fixes what a lobby that has just got its number shows of its secret; its clicks go on from there."""
    assert row.secret is not None
    row.lobby_hash = row.clicks_hash = opening_of(row)._replace(format=3).promise(row.secret)


def shown_hash(row: GameRow) -> str:
    """What the lobby shows of the secret, which it has."""
    return row.lobby_hash or fair_dice.hashed(row.secret or "")


async def note(session: AsyncSession, row: GameRow, click: Click, by: int, *, same: bool = False) -> None:
    """Adds a click to those of the lobby, which the caller holds. Raises AlreadyDone when it is among them.

    ``by``: whose click it is, on which the dice do not depend; ``same``: it goes with the one before it. Lobbies of
    earlier versions keep none.
    """
    if row.clicks_hash is None:
        return
    kept = ClickRow(
        game_id=row.id,
        number=0,
        interaction_id=int(click.id),
        what=click.what,
        seat=click.seat,
        text=click.text,
        user_id=by,
    )
    await clicks.add(session, kept, fair_dice.with_click(row.clicks_hash, click), same=same)


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
    """Seed, order and commitment of a lobby that starts with those who sit there. Raises Refused where the rules have
    changed since it promised others."""
    row, names, seating = table.row, table.names_at_first, seating_of(table)
    if row.lobby_hash is not None and row.rules_version != table.kind.rules_version:
        raise Refused("error.lobby_of_other_rules")
    if row.secret is None or row.clicks_hash is None:  # opened by an earlier version, which drew them at once
        order = list(range(len(names)))
        if seating == SeatOrder.RANDOM:
            SystemRandom().shuffle(order)
        return Drawn(seating, row.seed, order, row.commitment)
    opening = opening_of(row)._replace(rules=table.kind.rules_version)
    places = [names.index(name) for name in row.turned or ()] if seating == SeatOrder.TURNED else []
    agreed = _agreed(row, opening, seating, len(names), options, places)
    seed = fair_dice.seed_of(agreed, row.secret)
    begun = table.kind.new(len(names), int(seed, 16), **options)
    order = fair_dice.order_of(seed, names, seating, row.turned or (), begun.order(), places)
    return Drawn(seating, seed, order, fair_dice.commitment_of(agreed, order), places or None)


async def opened(session: AsyncSession, row: GameRow) -> Draw | None:
    """How a table that is over came by its seed and seats; None of one that was begun by an earlier version."""
    return drawn_from(row, await clicks.of_game(session, row.id))


def drawn_from(row: GameRow, made: Sequence[ClickRow]) -> Draw | None:
    """How a table that is over came by its seed and seats, by the clicks of its lobby (``made``); None of one that was
    begun by an earlier version."""
    return None if row.drawn_order is None else _draw(row, made, row.drawn_order)


def _draw(row: GameRow, made: Sequence[ClickRow], order: list[int]) -> Draw | None:
    if row.secret is None or row.clicks_hash is None:
        return None
    return Draw(
        table=opening_of(row).table,
        seating=row.seat_order.value,
        turned=_turned(row, row.seat_order),
        secret=row.secret,
        secret_hash=shown_hash(row),
        clicks=[Click(str(click.interaction_id), cast("Deed", click.what), click.seat, click.text) for click in made],
        clicks_hash=row.clicks_hash,
        order=order,
        places=list(row.places or ()) if order else [],
        forgotten={str(click.number): click.after for click in made if click.after is not None},
    )


def chain(row: GameRow, made: Sequence[ClickRow]) -> list[str]:
    """The hash of a lobby's clicks after each of them; nothing of a lobby that has none."""
    drawn = _draw(row, made, [])
    return fair_dice.hashes(drawn.secret_hash, drawn.clicks, drawn.forgotten) if drawn else []


def check(table: Table, made: Sequence[ClickRow]) -> None:
    """Follows how a table that has started came by its seed and seats. Raises ValueError with the first fault."""
    row, drawn = table.row, drawn_from(table.row, made)
    if drawn is not None:
        opening = opening_of(row)
        options = table.game.state.options
        agreed = _agreed(row, opening, row.seat_order, len(table.seats), options, row.places or ())
        playing = table.begun().order() if row.seat_order == SeatOrder.TURNED else ()
        fair_dice.check(drawn, opening, agreed, row.seed, row.commitment, table.names_at_first, playing)


def check_lobby(table: Table, made: Sequence[ClickRow]) -> None:
    """Whether the options of a lobby are those of its game, they and its players what its clicks have made of it.

    Raises ValueError with the first fault.
    """
    row = table.row
    values = {option.id: option.values for option in table.kind.options}
    for name, value in row.options.items():
        if value not in values.get(name, ()):
            raise ValueError(f"{row.key} has no option {name}={value}")
    drawn = _draw(row, made, [])
    if drawn is None:
        if row.secret or row.clicks_hash or made:
            raise ValueError("clicks have no hash without a secret, and no secret has a hash without clicks")
        return
    sat = fair_dice.check_lobby(drawn, opening_of(row))
    if len(sat) != len(table.seats) or any(
        name not in ("", claimed) for name, claimed in zip(sat, table.names_at_first, strict=True)
    ):
        raise ValueError("others sit there than those who joined")
    said = [each for click in drawn.clicks if click.what == "option" for each in click.text.split()]
    clicked = dict(each.split("=", 1) for each in said if "=" in each)
    for name, value in clicked.items():
        if row.options.get(name) != value:
            raise ValueError(f"the option {name} is not as it was clicked")


def _turned(row: GameRow, seating: SeatOrder) -> list[str]:
    return list(row.turned or ()) if seating == SeatOrder.TURNED else []


def _agreed(
    row: GameRow,
    opening: Opening,
    seating: SeatOrder,
    seats: int,
    options: Mapping[str, str],
    places: Sequence[int],
) -> str:
    return fair_dice.agreement(
        opening._replace(format=4) if places else opening,
        seats=seats,
        options=options,
        seating=seating,
        turned=_turned(row, seating),
        places=places,
        clicks_hash=row.clicks_hash or "",
    )
