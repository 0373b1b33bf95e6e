"""Messages on their way: order, claims, retries, coalescing."""

import asyncio
from collections import Counter

import pytest
from sqlalchemy.exc import IntegrityError

from storage import deliveries, jobs, people
from storage.columns import utcnow
from storage.database import Database
from storage.jobs import Lane
from storage.models import DISCORD_NONCE_LENGTH, JobRow, new_nonce
from tests.storage.messages import SECOND, add, claimed_rows, entry_of, sent, take
from tests.storage.sample import CHANNEL, stored, unsent


async def test_a_claimed_entry_has_all_that_sending_needs(database: Database) -> None:
    game_id = await stored(database)
    async with database.transaction() as session:
        await jobs.enqueue(session, game_id, CHANNEL, "ping", {"seat": 2, "text": "é"}, nonce="mine")
    async with database.transaction() as session:
        (entry,) = await claimed_rows(session)
    assert (entry.game_id, entry.channel_id, entry.kind, entry.attempts) == (game_id, CHANNEL, "ping", 0)
    assert (entry.payload, entry.nonce) == ({"seat": 2, "text": "é"}, "mine")


async def test_nonces_are_unique_and_short_enough(database: Database) -> None:
    game_id = await stored(database)
    await add(database, game_id, *["ping"] * 20)
    async with database.reading() as session:
        nonces = {entry.nonce for entry in await unsent(session)}
    assert len(nonces) == 20
    assert all(0 < len(nonce) <= DISCORD_NONCE_LENGTH for nonce in nonces)
    with pytest.raises(IntegrityError):
        async with database.transaction() as session:
            await jobs.enqueue(session, game_id, CHANNEL, "ping", {}, nonce=nonces.pop())


async def test_a_game_s_messages_come_one_after_the_other(database: Database) -> None:
    first_game = await stored(database)
    second_game = await stored(database, channel_id=1)
    first, second = await add(database, first_game, "board", "ping")
    (elsewhere,) = await add(database, second_game, "board")
    assert await take(database) == [first, elsewhere]
    assert await take(database) == []
    await sent(database, first)
    assert await take(database) == [second]
    await sent(database, elsewhere)
    await sent(database, second)
    assert await take(database) == []
    async with database.reading() as session:
        assert await unsent(session) == []


async def test_a_claim_brings_what_the_server_of_its_table_has_chosen(database: Database) -> None:
    chosen, silent = [await stored(database, channel_id=number, guild_id=number) for number in (1, 2)]
    alone = await stored(database, channel_id=3, guild_id=None)
    for game_id in (chosen, silent, alone):
        await add(database, game_id, "board")
    async with database.transaction() as session:
        await people.set_guild_locale(session, 1, "nl")
    async with database.transaction() as session:
        claimed = await jobs.claim(session, jobs.Lane.MESSAGES)
    chosen_by_job = [(claim.job.game_id, claim.server, claim.settings and claim.settings.locale) for claim in claimed]
    assert chosen_by_job == [(chosen, 1, "nl"), (silent, 2, None), (alone, None, None)]


async def test_claims_are_limited_and_oldest_first(database: Database) -> None:
    ids = [(await add(database, await stored(database, channel_id=number), "ping"))[0] for number in range(5)]
    assert await take(database, limit=2) == ids[:2]
    assert await take(database, limit=9) == ids[2:]


async def test_what_is_postponed_waits_and_so_does_what_comes_behind_it(database: Database) -> None:
    game_id = await stored(database)
    first, second = await add(database, game_id, "board", "ping")
    now = utcnow()
    assert await take(database, now) == [first]
    async with database.transaction() as session:
        await jobs.retry_after_failure(session, await entry_of(session, first), 10 * SECOND, now=now)
    assert await take(database, now + 9 * SECOND) == []
    async with database.reading() as session:
        assert [entry.attempts for entry in await unsent(session)] == [1, 0]
    assert await take(database, now + 10 * SECOND) == [first]
    async with database.transaction() as session:
        await jobs.mark_sent(session, await entry_of(session, first), 42, now=now + 11 * SECOND)
    async with database.reading() as session:
        entry = await session.get(JobRow, first)
        assert entry is not None
        assert (entry.message_id, entry.sent_at, entry.attempts) == (42, now + 11 * SECOND, 1)
    assert await take(database, now + 11 * SECOND) == [second]


async def test_what_waits_for_a_channel_can_be_made_due_at_once(database: Database) -> None:
    first_game, second_game = [await stored(database, channel_id=number) for number in (CHANNEL, CHANNEL + 1)]
    (mine,) = await add(database, first_game, "board")
    (elsewhere,) = await add(database, second_game, "board", channel_id=CHANNEL + 1)
    async with database.transaction() as session:
        for entry in await claimed_rows(session):
            await jobs.retry_after_failure(session, entry, 60 * SECOND)
    async with database.transaction() as session:
        assert await deliveries.hasten(session, CHANNEL)
        assert (await entry_of(session, mine)).attempts == 0, "as if it had not been tried"
        assert (await entry_of(session, elsewhere)).attempts == 1
    assert await take(database) == [mine]
    await sent(database, mine)
    async with database.transaction() as session:
        assert not await deliveries.hasten(session, CHANNEL), "nothing waits"


async def test_a_message_may_wait_for_its_time(database: Database) -> None:
    game_id = await stored(database)
    async with database.transaction() as session:
        entry = await jobs.enqueue(session, game_id, CHANNEL, "reminder", {}, wait=60 * SECOND)
    due = entry.created_at + 60 * SECOND
    assert await take(database, due - SECOND) == []
    assert await take(database, due) == [entry.id]


async def test_a_message_is_taken_back_as_long_as_nobody_has_tried_to_send_it(database: Database) -> None:
    game_id = await stored(database)
    for tried in (False, True):
        async with database.transaction() as session:
            entry = await jobs.enqueue(session, game_id, CHANNEL, "turn", {})
            if tried:
                (taken,) = await claimed_rows(session, now=entry.created_at)
                assert not await jobs.withdraw(session, entry.id), "it is on its way"
                await jobs.retry_after_failure(session, taken, SECOND, now=entry.created_at)
            assert await jobs.withdraw(session, entry.id) is not tried
            assert len(await unsent(session, game_id)) == tried


async def test_a_dead_worker_s_claim_ends_with_its_lease(database: Database) -> None:
    game_id = await stored(database)
    (entry_id,) = await add(database, game_id, "ping")
    now = utcnow()
    assert await take(database, now) == [entry_id]
    assert await take(database, now + jobs.LEASE - SECOND) == []
    assert await take(database, now + jobs.LEASE) == [entry_id]


async def test_what_is_given_up_blocks_nothing(database: Database) -> None:
    game_id = await stored(database)
    first, second = await add(database, game_id, "board", "ping")
    await take(database)
    async with database.transaction() as session:
        await jobs.give_up(session, await entry_of(session, first), "413 too large")
    assert await take(database) == [second]
    async with database.reading() as session:
        entry = await session.get(JobRow, first)
    assert entry is not None
    assert (entry.failed, entry.attempts, entry.sent_at) == ("413 too large", 1, None)


async def test_of_many_updates_the_last_remains(database: Database) -> None:
    game_id = await stored(database)
    other_game = await stored(database, channel_id=1)
    (elsewhere,) = await add(database, other_game, "board")
    await add(database, game_id, "board")
    (ping,) = await add(database, game_id, "ping")
    await add(database, game_id, "board", replaces=("board",))
    (last,) = await add(database, game_id, "board", replaces=("board",))
    async with database.reading() as session:
        assert [entry.id for entry in await unsent(session, game_id)] == [ping, last]
        assert [entry.id for entry in await unsent(session, other_game)] == [elsewhere]


async def test_what_is_being_sent_or_was_sent_is_not_replaced(database: Database) -> None:
    game_id = await stored(database)
    (first,) = await add(database, game_id, "board")
    assert await take(database) == [first]
    (second,) = await add(database, game_id, "board", replaces=("board",))
    async with database.reading() as session:
        assert [entry.id for entry in await unsent(session)] == [first, second]
    await sent(database, first)
    (third,) = await add(database, game_id, "board", replaces=("board",))
    async with database.reading() as session:
        assert [entry.id for entry in await unsent(session)] == [third]
        assert await session.get(JobRow, first) is not None


async def test_messages_that_are_rolled_back_were_never_there(database: Database) -> None:
    game_id = await stored(database)

    async def fail() -> None:
        async with database.transaction() as session:
            await jobs.enqueue(session, game_id, CHANNEL, "ping", {})
            raise RuntimeError("halfway")

    with pytest.raises(RuntimeError, match="halfway"):
        await fail()
    assert await take(database) == []


async def test_workers_never_get_the_same_message_and_keep_the_order(database: Database, database_url: str) -> None:
    """Eight workers on two connections pools, as in two processes; ten games with six messages each."""
    order: dict[int, list[int]] = {}
    for number in range(10):
        game_id = await stored(database, channel_id=number)
        order[game_id] = await add(database, game_id, *["ping"] * 6)
    delivered: list[tuple[int, int]] = []

    async def work(using: Database) -> None:
        while True:
            async with using.transaction() as session:
                entries = await claimed_rows(session, limit=3)
            for entry in entries:
                delivered.append((entry.game_id, entry.id))
                await asyncio.sleep(0)
                async with using.transaction() as session:
                    await jobs.mark_sent(session, entry)
            if len(delivered) == 60:
                return

    async with type(database).open(database_url) as second:
        await asyncio.gather(*(work(using) for using in [database, second] * 4))
    assert max(Counter(entry_id for _, entry_id in delivered).values()) == 1
    assert {game_id: [entry for game, entry in delivered if game == game_id] for game_id in order} == order


@pytest.mark.parametrize("late", ["postpone", "give_up"])
async def test_who_comes_back_after_the_lease_does_not_touch_the_claim_of_another(
    database: Database, late: str
) -> None:
    game_id = await stored(database)
    await add(database, game_id, "ping")
    now = utcnow()
    async with database.transaction() as session:
        (first_claim,) = await claimed_rows(session, now=now)
    async with database.transaction() as session:
        (second_claim,) = await claimed_rows(session, now=now + 2 * jobs.LEASE)

    async def fail(entry: JobRow) -> None:
        async with database.transaction() as session:
            if late == "postpone":
                await jobs.retry_after_failure(session, entry, 0 * SECOND, now=now)
            else:
                await jobs.give_up(session, entry, "too late")

    await fail(first_claim)
    async with database.reading() as session:
        entry = await entry_of(session, second_claim.id)
    assert (entry.claimed_until, entry.attempts, entry.failed) == (now + 3 * jobs.LEASE, 0, None)
    assert await take(database, now + 2 * jobs.LEASE) == []
    await fail(second_claim)
    async with database.reading() as session:
        entry = await entry_of(session, second_claim.id)
    assert (entry.claimed_until, entry.attempts) == (None, 1)


async def test_what_has_arrived_or_was_given_up_is_never_sent_or_failed_again(database: Database) -> None:
    game_id = await stored(database)
    first, second = await add(database, game_id, "ping", "ping")
    now = utcnow()
    async with database.transaction() as session:
        (arrived,) = await claimed_rows(session, now=now)
        await jobs.mark_sent(session, await entry_of(session, first), 42, now=now)
        await jobs.retry_after_failure(session, arrived, 0 * SECOND, now=now)
        await jobs.give_up(session, arrived, "late")
        await jobs.mark_sent(session, await entry_of(session, first), 43, now=now + SECOND)
        entry = await entry_of(session, first)
        assert (entry.message_id, entry.sent_at, entry.failed, entry.attempts) == (42, now, None, 0)
        (lost,) = await claimed_rows(session, now=now)
        await jobs.give_up(session, lost, "gone")
        await jobs.retry_after_failure(session, lost, 0 * SECOND, now=now)
        await jobs.mark_sent(session, await entry_of(session, second), 44)
        entry = await entry_of(session, second)
        assert (entry.message_id, entry.sent_at, entry.failed, entry.attempts) == (None, None, "gone", 1)
        assert entry.claimed_until is None
    assert await take(database, now + jobs.LEASE) == []


async def test_an_unclaimed_message_can_be_put_off_and_given_up(database: Database) -> None:
    game_id = await stored(database)
    (entry_id,) = await add(database, game_id, "ping")
    now = utcnow()
    async with database.transaction() as session:
        await jobs.retry_after_failure(session, await entry_of(session, entry_id), SECOND, now=now)
    assert await take(database, now) == []
    async with database.transaction() as session:
        await jobs.give_up(session, await entry_of(session, entry_id), "gone")
    assert await take(database, now + SECOND) == []


async def test_the_last_message_of_a_kind_is_the_newest_sent_or_not(database: Database) -> None:
    game_id = await stored(database)
    other_game = await stored(database, channel_id=1)
    _, newest, _ = await add(database, game_id, "turn", "turn", "board")
    await add(database, other_game, "turn")
    await sent(database, newest)
    async with database.reading() as session:
        last = await deliveries.last(session, game_id, "turn")
        assert last is not None
        assert last.id == newest
        assert await deliveries.last(session, game_id, "summary") is None


def test_a_nonce_is_as_long_as_discord_takes_it_so_that_none_comes_twice() -> None:
    nonces = {new_nonce() for _ in range(100)}
    assert len(nonces) == 100
    assert {len(nonce) for nonce in nonces} == {24}


async def test_a_claim_is_renewed_unless_somebody_else_has_it(database: Database) -> None:
    await add(database, await stored(database), "ping")
    now = utcnow()
    async with database.transaction() as session:
        (mine,) = await claimed_rows(session, now=now)
    async with database.transaction() as session:
        await jobs.renew(session, [mine], now=now + 10 * SECOND)
    assert await take(database, now + 25 * SECOND) == []
    assert await take(database, now + 35 * SECOND) == [mine.id]
    async with database.transaction() as session:
        await jobs.renew(session, [mine], now=now + 500 * SECOND)
    async with database.reading() as session:
        entry = await entry_of(session, mine.id)
        assert entry.claimed_until == now + 35 * SECOND + jobs.LEASE


async def test_what_a_broken_off_attempt_hands_back_is_due_at_once_unless_somebody_else_has_it(
    database: Database,
) -> None:
    await add(database, await stored(database), "ping")
    now = utcnow()
    async with database.transaction() as session:
        (mine,) = await claimed_rows(session, now=now)
    async with database.transaction() as session:
        await jobs.hand_back(session, mine)
    (again,) = await take(database, now)
    assert again == mine.id
    async with database.transaction() as session:
        await jobs.hand_back(session, await entry_of(session, again))
        (second_claim,) = await claimed_rows(session, now=now + SECOND)
    async with database.transaction() as session:
        await jobs.hand_back(session, mine)
    assert await take(database, now + 2 * SECOND) == []
    assert second_claim.attempts == 0


@pytest.mark.parametrize("backend", ["postgresql"], indirect=True)
async def test_who_claims_waits_for_nobody_who_is_claiming(database: Database, database_url: str) -> None:
    games = [await stored(database, channel_id=number) for number in range(4)]
    entries = [(await add(database, game_id, "turn"))[0] for game_id in games]
    async with asyncio.timeout(5), Database.open(database_url) as other_process, database.transaction() as session:
        first = [entry.id for entry in await claimed_rows(session, limit=2)]
        assert first == entries[:2]
        assert await take(other_process) == entries[2:]


async def test_a_picture_has_the_place_of_the_one_that_it_replaces(database: Database) -> None:
    """Else a table that moves often would never have its turn."""
    often, once = [await stored(database, channel_id=number) for number in (1, 2)]

    async def picture(game_id: int) -> JobRow:
        async with database.transaction() as session:
            return await jobs.enqueue(session, game_id, 1, jobs.PICTURE, {}, replaces=(jobs.PICTURE,))

    first = await picture(often)
    second = await picture(once)
    again = await picture(often)
    assert again.due_at == first.due_at < second.due_at
    assert again.created_at > second.created_at
    async with database.transaction() as session:
        assert [entry.id for entry in await unsent(session)] == [second.id, again.id]
        (taken,) = await claimed_rows(session, limit=1, lane=Lane.PICTURES)
        assert taken.id == again.id
        await jobs.retry_after_failure(session, taken, 60 * SECOND)
    async with database.transaction() as session:
        await claimed_rows(session, limit=1, lane=Lane.PICTURES)
    begun = await picture(once)
    tried = await picture(often)
    assert begun.due_at == begun.created_at, "the one before is on its way: there is none to replace"
    assert tried.due_at == tried.created_at, "what failed is no reason to wait for what is new"


async def test_a_message_is_due_when_the_one_was_that_it_replaces_unless_it_has_to_wait(database: Database) -> None:
    game_id = await stored(database)

    async def board(*, wait: bool = False) -> JobRow:
        async with database.transaction() as session:
            return await jobs.enqueue(session, game_id, CHANNEL, "board", {}, replaces=("board",), wait=wait * SECOND)

    first = await board()
    again = await board()
    assert again.due_at == first.due_at == first.created_at < again.created_at
    waits = await board(wait=True)
    assert waits.due_at == waits.created_at + SECOND
    sooner = await board()
    assert sooner.due_at == sooner.created_at
