"""Store tables that have begun: the rows that a lobby and its start leave are written at once.

``tables.test_prepared`` compares them with those of a lobby.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence

import engines
from bot.tables import Table, Tables, fair_dice_log
from engines import Message, fair_dice
from engines.fair_dice import Click
from engines.randomness import SEED_BITS
from storage.columns import utcnow
from storage.models import ClickRow, GameRow, SeatOrder, SeatRow, Status


async def store_started_table(
    tables: Tables,
    key: str,
    people: Sequence[tuple[int, str]],
    next_click: Callable[[], int],
    *,
    guild_id: int | None,
    channel_id: int,
    order: str,
    options: Mapping[str, str] | None = None,
) -> Table:
    """Store a started table as if the first of these people (user id, name) had opened it and the others had joined.

    The dice are those that they would have got.
    """
    kind = engines.GAMES[key]
    now = utcnow()
    row = GameRow(
        key=key,
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=people[0][0],
        seats=len(people),
        seat_order=SeatOrder(order),
        options=kind.defaults() | dict(options or {}),
        seed="",
        commitment="",
        secret=f"{secrets.randbits(SEED_BITS):032x}",
        rules_version=kind.rules_version,
    )
    async with tables.repository.writing() as session:
        session.add(row)
        await session.flush()  # the promise is of the number that it has got
        fair_dice_log.commit_to_secret(row)
        seats = list[SeatRow]()
        clicks = list[ClickRow]()
        for number, (user_id, name) in enumerate(people):
            click = Click(str(next_click()), "join" if number else "open", number, name)
            row.clicks_hash = fair_dice.with_click(row.clicks_hash or "", click)
            clicks.append(
                ClickRow(
                    game_id=row.id,
                    number=number + 1,
                    interaction_id=int(click.id),
                    what=click.what,
                    seat=number,
                    text=name,
                    user_id=user_id,
                )
            )
            seats.append(SeatRow(game_id=row.id, number=number, user_id=user_id, name=name))
        drawn = fair_dice_log.draw_seats(Table(row, seats), row.options)
        game = engines.new(key, len(people), int(drawn.seed, 16), **row.options)
        row.version = len(people) + 1 + (drawn.order != sorted(drawn.order))
        row.status = Status.RUNNING
        row.seed = drawn.seed
        row.commitment = drawn.commitment
        row.drawn_order = drawn.order
        row.state = game.dump()
        row.turn = game.state.turn
        row.started_at = row.updated_at = now
        for number, place in enumerate(drawn.order):
            seats[place].number = number
        session.add_all([*clicks, *seats])
        await session.flush()
        introduction = [Message("say.begins", {"game": key})]
        table = Table(row, sorted(seats, key=lambda seat: seat.number))
        await tables.lobby.transactions.join(session, table).begin(introduction)
    return await tables.table(row.id)
