"""The record of fair dice: all clicks of the lobby, seed and seat order at the start, and the draw at the end."""

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

FORMAT_WITHOUT_HASH = 2
"""Format of the dice record (`engines.fair_dice`) of early lobbies, which did not commit to their secret."""
FORMAT_WITH_HASH = 3
"""Format of the dice record of present lobbies."""
FORMAT_WITH_PLACES = 4
"""Format of the dice record of rematches that keep the order of play."""


class SeatDraw(NamedTuple):
    """Seed and seats of a game that starts."""

    seat_order: SeatOrder
    seed: str
    """The seed of the game's dice, in hexadecimal digits."""
    order: list[int]
    """Place in the lobby by seat."""
    commitment: str
    """The hash of what was agreed and drawn, which the table shows from the start on."""
    places: list[int] | None = None
    """Place in the lobby by turn, in a rematch only."""


def lobby_opening(row: GameRow) -> Opening:
    """Return what is known of a table from the first moment of its lobby."""
    format = FORMAT_WITHOUT_HASH if row.lobby_hash is None else FORMAT_WITH_HASH
    return _opening(row, format, row.rules_version)


def _opening(row: GameRow, format: int, rules_version: int) -> Opening:
    # A table that was imported from a file keeps the number under which its dice were drawn.
    return Opening(format, row.drawn_as or row.id, row.key, rules_version)


def commit_to_secret(row: GameRow) -> None:
    """Set the hash by which a new lobby, which has just got its number, commits to its secret."""
    assert row.secret is not None
    row.lobby_hash = _opening(row, FORMAT_WITH_HASH, row.rules_version).promise(row.secret)
    row.clicks_hash = row.lobby_hash


def secret_hash(row: GameRow) -> str:
    """Return the hash of its secret that a lobby shows."""
    return row.lobby_hash or fair_dice.hashed(row.secret or "")


async def add_click(
    session: AsyncSession, row: GameRow, click: Click, user_id: int, *, is_continuation: bool = False
) -> None:
    """Add a click to those of the lobby, which the caller holds. Raises AlreadyDone if it is among them.

    Args:
        session: The transaction.
        row: The lobby; those of earlier versions record no clicks.
        click: The click.
        user_id: The user who clicked, on whom the dice do not depend.
        is_continuation: True if it comes from the same interaction as the click before it, and so is no repetition.
    """
    if row.clicks_hash is None:
        return
    click_row = ClickRow(
        game_id=row.id,
        # `clicks.add` sets it
        number=0,
        interaction_id=int(click.id),
        what=click.what,
        seat=click.seat,
        text=click.text,
        user_id=user_id,
    )
    await clicks.add(session, click_row, fair_dice.with_click(row.clicks_hash, click), is_continuation=is_continuation)


def rotated_order(before: Table) -> list[str]:
    """Return the order of play of a rematch: the second player of the game before begins."""
    first, *later_names = (before.initial_names[seat] for seat in before.initial_game().order())
    return [*later_names, first]


def seat_order_at_start(lobby: Table) -> SeatOrder:
    """Return the seat order if the lobby starts now.

    Without the same players the order of a rematch cannot be kept, and is random.
    """
    order = lobby.row.seat_order
    if order == SeatOrder.TURNED and not fair_dice.may_turn(lobby.initial_names, lobby.row.turned or []):
        return SeatOrder.RANDOM
    return order


def draw_seats(table: Table, options: dict[str, str]) -> SeatDraw:
    """Return seed, seats and commitment of a lobby that starts with its present players.

    Raises Refused when the rules have changed since the lobby committed to others.
    """
    row = table.row
    names = table.initial_names
    seat_order = seat_order_at_start(table)
    if row.lobby_hash is not None and row.rules_version != table.kind.rules_version:
        raise Refused("error.lobby_of_other_rules")
    if row.secret is None or row.clicks_hash is None:
        # An earlier version opened the lobby and drew the seed at once.
        order = list(range(len(names)))
        if seat_order == SeatOrder.RANDOM:
            SystemRandom().shuffle(order)
        return SeatDraw(seat_order, row.seed, order, row.commitment)
    places = [names.index(name) for name in row.turned or ()] if seat_order == SeatOrder.TURNED else []
    agreement = _agreement(row, table.kind.rules_version, seat_order, len(names), options, places)
    seed = fair_dice.seed_of(agreement, row.secret)
    game = table.kind.new(len(names), int(seed, 16), **options)
    order = fair_dice.order_of(seed, names, seat_order, row.turned or (), game.order(), places)
    return SeatDraw(seat_order, seed, order, fair_dice.commitment_of(agreement, order), places or None)


async def load_draw(session: AsyncSession, row: GameRow) -> Draw | None:
    """Return how a table that is over got its seed and seats; None for tables of early versions."""
    return read_draw(row, await clicks.of_game(session, row.id))


def read_draw(row: GameRow, lobby_clicks: Sequence[ClickRow]) -> Draw | None:
    """Return how a table that is over got its seed and seats, given the clicks of its lobby.

    Tables of early versions have no draw.
    """
    return None if row.drawn_order is None else _build_draw(row, lobby_clicks, row.drawn_order)


def _build_draw(row: GameRow, lobby_clicks: Sequence[ClickRow], order: list[int]) -> Draw | None:
    """Return the record of a draw; None for tables of early versions.

    Args:
        row: The table.
        lobby_clicks: The clicks of its lobby.
        order: Place in the lobby by seat; empty for a lobby, which has drawn no order yet.
    """
    if row.secret is None or row.clicks_hash is None:
        return None
    return Draw(
        table=lobby_opening(row).table,
        seating=row.seat_order.value,
        turned=_rematch_order(row, row.seat_order),
        secret=row.secret,
        secret_hash=secret_hash(row),
        clicks=[
            Click(str(click.interaction_id), cast("Deed", click.what), click.seat, click.text) for click in lobby_clicks
        ],
        clicks_hash=row.clicks_hash,
        order=order,
        places=list(row.places or ()) if order else [],
        forgotten={str(click.number): click.after for click in lobby_clicks if click.after is not None},
    )


def click_hashes(row: GameRow, lobby_clicks: Sequence[ClickRow]) -> list[str]:
    """Return the hash of a lobby's clicks after each of them; empty if the lobby has none."""
    draw = _build_draw(row, lobby_clicks, [])
    return fair_dice.hashes(draw.secret_hash, draw.clicks, draw.forgotten) if draw else []


def check_draw(table: Table, lobby_clicks: Sequence[ClickRow]) -> None:
    """Verify how a table that has started got its seed and seats. Raises ValueError with the first fault."""
    row = table.row
    draw = read_draw(row, lobby_clicks)
    if draw is None:
        return
    options = table.game.state.options
    agreement = _agreement(row, row.rules_version, row.seat_order, len(table.seats), options, row.places or ())
    playing_order = table.initial_game().order() if row.seat_order == SeatOrder.TURNED else ()
    fair_dice.check(draw, lobby_opening(row), agreement, row.seed, row.commitment, table.initial_names, playing_order)


def check_lobby(table: Table, lobby_clicks: Sequence[ClickRow]) -> None:
    """Verify that options and players of a lobby follow from its clicks. Raises ValueError with the first fault."""
    row = table.row
    values = {option.id: option.values for option in table.kind.options}
    for name, value in row.options.items():
        if value not in values.get(name, ()):
            raise ValueError(f"{row.key} has no option {name}={value}")
    draw = _build_draw(row, lobby_clicks, [])
    if draw is None:  # a lobby of an early version has neither secret nor clicks
        if row.secret or row.clicks_hash or lobby_clicks:
            raise ValueError("clicks have no hash without a secret, and no secret has a hash without clicks")
        return
    names = fair_dice.check_lobby(draw, lobby_opening(row))
    # A name that was deleted at a person's request is empty.
    has_other_players = len(names) != len(table.seats) or any(
        name not in ("", claimed) for name, claimed in zip(names, table.initial_names, strict=True)
    )
    if has_other_players:
        raise ValueError("others sit there than those who joined")
    for name, value in _clicked_options(draw).items():
        if row.options.get(name) != value:
            raise ValueError(f"the option {name} is not as it was clicked")


def _clicked_options(draw: Draw) -> dict[str, str]:
    """Return the options that the clicks have chosen; the text of such a click is "name=value name=value"."""
    words = [word for click in draw.clicks if click.what == "option" for word in click.text.split()]
    return dict(word.split("=", 1) for word in words if "=" in word)


def _rematch_order(row: GameRow, seat_order: SeatOrder) -> list[str]:
    """Return the players' names in the order of a rematch; empty if the seats are in another order."""
    return list(row.turned or ()) if seat_order == SeatOrder.TURNED else []


def _agreement(
    row: GameRow,
    rules_version: int,
    seat_order: SeatOrder,
    seats: int,
    options: Mapping[str, str],
    places: Sequence[int],
) -> str:
    """Return the text that everybody knows at the start; seed and commitment follow from it (`fair_dice`)."""
    format = FORMAT_WITH_PLACES if places else lobby_opening(row).format
    return fair_dice.agreement(
        _opening(row, format, rules_version),
        seats=seats,
        options=options,
        seating=seat_order,
        planned_order=_rematch_order(row, seat_order),
        places=places,
        clicks_hash=row.clicks_hash or "",
    )
