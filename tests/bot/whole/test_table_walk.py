"""Walks over one table.

People join, leave, play, take back, vote, pause and replace each other, time passes, the bot restarts, and Discord
refuses messages. After each step the log leads to the state, nobody was called twice or without a reason, and no
message in the channel holds a secret.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Coroutine
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

import engines
import render
from bot.cli.sandbox.later import pass_time
from bot.tables import Table
from engines import View
from tests.bot.english import AGREE, REFUSE, WITHDRAW
from tests.bot.filling import fill
from tests.bot.grey_pixels import grey_pixel
from tests.bot.parts import labels
from tests.bot.room import Room
from tests.bot.walking import RoomRunner

T = TypeVar("T")

SEATED = ("anna", "ben", "carla")
PEOPLE = (*SEATED, "dirk", "emma")
ANSWERS = (AGREE, REFUSE, WITHDRAW, "I'm back", "Take ", "Confirm ", "Resume")
"""First words of buttons that people press under the newest message that has them."""
REQUESTS = ("undo", "undo", "game leave", "game pause")
TYPED = 0.3
"""The share of moves that are typed; the others are made without the panel."""
REFUSALS = {"busy": (500, 0), "forbidden": (403, 50013)}
"""How Discord refuses a message: status and code."""
SWEEPS = 3
"""Times that the worker looks for what is due once Discord accepts messages again."""
PRIVATE = b"what one player sees"
"""What stands in the file of a picture that is for one player."""

a_game = st.sampled_from(sorted(engines.GAMES))
a_person = st.sampled_from(PEOPLE)
a_coming = st.sampled_from(["Join", "Leave"])


class Moment(NamedTuple):
    """The state of the table after a step, and the messages sent until then."""

    table: Table
    log: list[tuple[int, int | None, str]]
    """Version, user and words of each entry of the log."""
    messages: int
    """The number of messages that the bot has sent to the channel."""

    @property
    def awaited(self) -> set[int]:
        """Return the users who must decide."""
        if not self.table.is_running:
            return set()
        users = {self.table.user_at(seat) for seat in self.table.deciding_seats}
        return {user for user in users if user is not None}


class TableWalk(RuleBasedStateMachine):
    """One table from its lobby on."""

    template: Path

    def __init__(self) -> None:
        super().__init__()
        self.runner: RoomRunner | None = None
        self.is_refusing = False
        """Whether Discord refuses messages, so that calls come later."""
        self.before: Moment | None = None
        self.seen_files: set[int] = set()

    @property
    def now(self) -> Moment:
        assert self.before is not None
        return self.before

    @property
    def is_running(self) -> bool:
        return self.before is not None and self.before.table.is_running

    @property
    def is_awaiting(self) -> bool:
        return self.before is not None and bool(self.before.awaited)

    @initialize(game=a_game, dealt=st.integers(0, 2**20), comings=st.lists(st.tuples(a_person, a_coming), max_size=6))
    def begin(self, game: str, dealt: int, comings: list[tuple[str, str]]) -> None:
        self.runner = RoomRunner(self.template, dealt, *PEOPLE)
        self._run(lambda room: room.spare_questions())
        self.open_table(game, comings)

    @precondition(lambda self: not self.is_running)
    @rule(game=a_game, comings=st.lists(st.tuples(a_person, a_coming), max_size=6))
    def open_table(self, game: str, comings: list[tuple[str, str]]) -> None:
        """Open a table, let people join and leave, and start it."""

        async def open_table(room: Room) -> None:
            host = room[SEATED[0]]
            await host.slash(room.channel, "game new", game=game, seats=len(SEATED))
            lobby = room.last
            if "Time limit …" not in labels(lobby):
                return  # Discord refuses messages
            await fill(host, await host.click(lobby, label="Time limit …"), limit="24", time_up="stand_in")
            for name, coming in comings:
                await press(room, name, coming)
            for name in PEOPLE:
                await press(room, name, "Join")
            for name in PEOPLE:
                await press(room, name, "Start")

        self._step(open_table)

    def teardown(self) -> None:
        if self.runner is not None:
            self.runner.close()

    # Hypothesis chooses among rules as often, and leaves some out of each example: what is seldom done is one rule.

    @precondition(lambda self: self.is_awaiting)
    @rule(chance=st.integers(0, 2**20))
    def play(self, chance: int) -> None:
        self._play(Random(chance))

    @precondition(lambda self: self.is_awaiting)
    @rule(chance=st.integers(0, 2**20), count=st.integers(2, 5))
    def play_several(self, chance: int, count: int) -> None:
        rng = Random(chance)
        for _ in range(count):
            if self.is_awaiting:
                self._play(rng)

    @precondition(lambda self: self.is_running)
    @rule(name=a_person, answers=st.lists(st.sampled_from(ANSWERS), min_size=1, max_size=4))
    def answer(self, name: str, answers: list[str]) -> None:
        for answer in answers:
            self._step(partial(press, name=name, words=answer))

    @precondition(lambda self: self.is_running)
    @rule(name=a_person, request=st.sampled_from(REQUESTS))
    def request(self, name: str, request: str) -> None:
        if request == "undo":
            self._step(lambda room: room.propose(room[name], "undo"))
        elif request == "game leave":
            self._step(lambda room: room.leave(room[name]))
        else:
            self._step(lambda room: room[name].slash(room.channel, request))

    @precondition(lambda self: self.is_running)
    @rule(disturbance=st.sampled_from(["restart", "wait", *sorted(REFUSALS)]), hours=st.sampled_from([1, 7, 13, 25]))
    def disturb(self, disturbance: str, hours: int) -> None:
        if disturbance == "restart":
            self._restart()
        elif disturbance == "wait":
            self._step(lambda room: pass_time([room.bot], timedelta(hours=hours)))
        elif self.is_refusing:
            self._accept()
        else:
            self._refuse(disturbance)

    # -- steps ---------------------------------------------------------------------------------------------------------

    def _play(self, rng: Random) -> None:
        async def play(room: Room) -> None:
            table = await room.table()
            seat = table.deciding_seats[0]
            person = await room.person_at(seat)
            action = table.game.sample(seat, rng)
            if rng.random() < TYPED:
                await room.confirm(person, await room.ask(person, "play", move=" ".join(action)))
            else:
                await room.decide(person, *action)

        before = self.now
        called = self._check_calls(self._step(play), before)
        if not self.is_refusing:
            assert self.now.awaited - before.awaited <= called, "who must decide now is called"

    def _restart(self) -> None:
        calls = self._step(lambda room: room.restart())
        assert self.is_refusing or not any(calls), "nobody is called again"

    def _refuse(self, refusal: str) -> None:
        status, code = REFUSALS[refusal]

        async def refuse(room: Room) -> None:
            room.env.inject_error("POST", "/channels/*/messages", status=status, code=code, times=None)

        self.is_refusing = True
        self._step(refuse)

    def _accept(self) -> None:
        async def accept(room: Room) -> None:
            room.env.backend.faults.clear()
            for _ in range(SWEEPS):  # a message that goes out may free the way for another one
                await room.make_due()

        self._step(accept)
        self.is_refusing = False
        jobs = self._run(lambda room: room.outbox())
        assert [job for job in jobs if job.sent_at is None and job.failed is None] == []

    def _run(self, work: Callable[[Room], Coroutine[Any, Any, T]]) -> T:
        assert self.runner is not None
        return self.runner.run(work)

    def _step(self, work: Callable[[Room], Coroutine[Any, Any, object]]) -> list[list[int]]:
        """Carry out a step, check everything that always holds, and return whom each message of it called."""

        async def carry_out(room: Room) -> list[list[int]]:
            await work(room)
            await room.bot.worker.idle()
            await room.env.settle()
            moment = await observe(room)
            calls = room.pinged_users()[self.before.messages if self.before else 0 :]
            await check_log(room, self.before, moment)
            await self._check_secrets(room, moment.table)
            assert self.is_refusing or not [line for line in room.logs if line["log_level"] == "error"]
            room.lines.clear()
            self.before = moment
            return calls

        return self._run(carry_out)

    async def _check_secrets(self, room: Room, table: Table) -> None:
        """Check that no message in the channel has the seed of a running game, or a picture for one player."""
        for message in room.history():
            if table.is_running:
                assert table.row.seed not in message.content
                assert not [file for file in message.attachments if table.row.seed in (file.description or "")]
            for file in message.attachments:
                if file.id not in self.seen_files:
                    self.seen_files.add(file.id)
                    assert PRIVATE not in await file.read()

    def _check_calls(self, calls: list[list[int]], before: Moment) -> set[int]:
        """Check that nobody is called twice, and only who must decide before or after; return who is called."""
        times = Counter(user for users in calls for user in users)
        if not self.is_refusing:
            assert [user for user, count in times.items() if count > 1] == []
            if self.is_running:
                assert set(times) <= before.awaited | self.now.awaited
        return set(times)


async def press(room: Room, name: str, words: str) -> None:
    """Press the button that begins with these words under the newest message that has one; nothing if none has."""
    for message in reversed(room.history()):
        label = next((label for label in labels(message) if label.startswith(words)), None)
        if label is not None:
            await room[name].click(message, label=label)
            return


async def observe(room: Room) -> Moment:
    table = await room.table()
    log = [
        (entry.version, entry.by_user_id, entry.words) for entry in await room.moves() if entry.game_id == table.row.id
    ]
    return Moment(table, log, len(room.pinged_users()))


async def check_log(room: Room, before: Moment | None, moment: Moment) -> None:
    """Check that the log goes on where it ended, and that it leads to the stored state."""
    versions = [version for version, _, _ in moment.log]
    assert versions == sorted(set(versions))
    if before is not None and before.table.row.id == moment.table.row.id:
        assert moment.log[: len(before.log)] == before.log
        assert moment.table.row.version >= before.table.row.version
    if moment.table.is_running:
        check = await room.bot.tables.repair.examine(moment.table.row.id)
        assert check.is_sound, check
        assert moment.table.game.audit() == []


@pytest.fixture
def distinct_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw what one player sees otherwise than what everybody sees."""

    def drawn(view: View, *_: object) -> bytes:
        return grey_pixel() if view.viewer is None else grey_pixel() + PRIVATE

    for name in ("picture", "decision", "hand"):
        monkeypatch.setattr(render, name, drawn)
    monkeypatch.setattr(render, "recap", lambda missed, caption: grey_pixel())


def walk(template: Path, examples: int, steps: int, *, derandomize: bool) -> None:
    walking = type("TableWalk", (TableWalk,), {"template": template})
    walk_settings = settings(
        max_examples=examples,
        stateful_step_count=steps,
        derandomize=derandomize,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=[*HealthCheck],
    )
    run_state_machine_as_test(walking, settings=walk_settings)


@pytest.mark.slow
@pytest.mark.usefixtures("distinct_pictures")
def test_whatever_happens_at_a_table_its_log_calls_and_secrets_are_kept(sqlite_template: Path) -> None:
    walk(sqlite_template, examples=2, steps=30, derandomize=True)


@pytest.mark.proof
@pytest.mark.usefixtures("distinct_pictures")
@pytest.mark.timeout(3600)
def test_whatever_happens_at_many_tables_their_logs_calls_and_secrets_are_kept(sqlite_template: Path) -> None:
    walk(sqlite_template, examples=100, steps=60, derandomize=False)
