"""Limits on messages and pictures under way to Discord, in all and for each server.

Servers that do not answer are tried after growing pauses, so that other servers need not wait for them.
"""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from typing import NamedTuple

import discord
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.delivery.requests import NoAnswer
from bot.interactions.services import Services
from storage import jobs
from storage.jobs import IN_ORDER, Claimed, Lane

FIRST_PAUSE = 5.0
"""Seconds of the first pause of a server of which SEVERAL channels have failed; each further pause is twice as long."""
LONGEST_PAUSE = 60.0
"""Seconds of the longest pause."""
SEVERAL = 3
"""Number of failing channels from which the whole server counts as failing."""
SENDERS = 32
"""Largest number of messages under way at once."""
SENDERS_OF_A_SERVER = 4
"""Largest number of messages under way to one server, as long as other servers wait."""
PICTURES = 10
"""Largest number of late pictures that are drawn at once. The others wait in the queue, where newer ones replace them.
So many waiting pictures make panels go without their maps, which leaves the drawing to boards."""
PICTURES_OF_A_SERVER = 2
"""Largest number of late pictures that are drawn for one server, as long as other servers wait."""
PROBES = 8
"""Largest number of failing servers that are tried at once, each with one message."""
OF_A_CHANNEL = 2
"""Largest number of attempts at one channel at once: a message and a picture."""


@dataclass(frozen=True)
class _Failure:
    """The failures of a server since Discord last answered there; times are seconds of the monotonic clock."""

    noted: float
    """The time of the failure that began the latest pause; as long as there was none, of the first failure."""
    end: float
    """The end of the latest pause, from which the next attempt may be made."""
    next_pause: float
    """Seconds of the next pause."""
    channels: frozenset[int]
    """The channels that have failed."""


class FailingServers:
    """The servers whose latest requests failed: Discord did not answer, or only with an internal error (5xx).

    One or two failing channels, however often they fail, do not make their server pause; each of their messages is
    postponed by itself. Once ``SEVERAL`` channels have failed without an answer in between, the server gets one request
    at a time (``send_limits``), and pauses after a failure, each time for longer. Requests that were under way when the
    first of them failed count as one sign of trouble: they begin no pause by themselves, since a server that has
    stumbled for a moment would be held up, while a failing one gets just one more request. A channel that keeps failing
    while others of its server get answers is not counted again until it gets one itself. The server None stands for
    tables outside of servers.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failures: dict[int | None, _Failure] = {}
        self._lone_failing_channels: dict[int | None, frozenset[int]] = {}
        """Channels that failed while others of their server were answered."""

    def __iter__(self) -> Iterator[int | None]:
        return iter(self._failures)

    def __contains__(self, server: object) -> bool:
        return server in self._failures

    def is_paused(self, server: int | None) -> bool:
        """Return whether a server is in a pause, so that nothing is sent there now."""
        failure = self._failures.get(server)
        return failure is not None and self._clock() < failure.end

    def count_channels(self, server: int | None) -> int:
        """Return the number of channels of a server that have failed since Discord last answered there."""
        failure = self._failures.get(server)
        return len(failure.channels) if failure is not None else 0

    def is_failing_as_a_whole(self, server: int | None) -> bool:
        """Return whether so many channels of a server have failed that the fault is not theirs."""
        return self.count_channels(server) >= SEVERAL

    @contextlib.contextmanager
    def watching(self, server: int | None, channel: int) -> Iterator[None]:
        """Record whether the requests to a channel inside the block fail or get an answer."""
        began = self._clock()
        try:
            yield
        except NoAnswer:
            self._note_failure(server, channel, began)
            raise
        except discord.HTTPException as fault:
            if fault.status >= 500:
                self._note_failure(server, channel, began)
            else:
                self._note_answer(server, channel)
            raise
        else:
            self._note_answer(server, channel)

    def _note_failure(self, server: int | None, channel: int, began: float) -> None:
        if channel in self._lone_failing_channels.get(server, ()):
            return
        now = self._clock()
        before = self._failures.get(server)
        if before is None:
            self._failures[server] = _Failure(noted=now, end=now, next_pause=FIRST_PAUSE, channels=frozenset([channel]))
            return
        failure = replace(before, channels=before.channels | {channel})
        # A request that was already under way at ``noted`` tells nothing new: it neither begins nor lengthens a pause.
        if len(failure.channels) >= SEVERAL and began >= before.noted:
            next_pause = min(2 * before.next_pause, LONGEST_PAUSE)
            failure = replace(failure, noted=now, end=now + before.next_pause, next_pause=next_pause)
        self._failures[server] = failure

    def _note_answer(self, server: int | None, channel: int) -> None:
        failure = self._failures.pop(server, None)
        channels = self._lone_failing_channels.pop(server, frozenset[int]())
        if failure is not None:
            channels |= failure.channels
        if channels := channels - {channel}:
            self._lone_failing_channels[server] = channels


class Taken(NamedTuple):
    """A message or picture under way to a server."""

    server: int | None
    lane: str = Lane.MESSAGES
    awaits_picture: bool = False
    """True if it still waits for its picture to be drawn."""


class Room:
    """The messages and pictures under way at a moment, and the room for more.

    - While less than half of a lane is in use, a server may have a few messages under way, or any number if no other
      server waits. Messages that wait for their pictures do not count.
    - The second half of a lane is for servers that have nothing under way. So a few servers that do not answer cannot
      hold up all others; after one time limit they count as failing.
    - A failing server gets one attempt at a time, and none during its pauses. While only single channels of it fail, it
      gets a few more, so that its other channels go on.
    """

    def __init__(self, failing: FailingServers, under_way: Iterable[Taken]) -> None:
        self._failing = failing
        self._under_way: Counter[tuple[int | None, str]] = Counter()
        self._occupying: Counter[tuple[int | None, str]] = Counter()
        """As ``_under_way``, but without messages that wait for their pictures."""
        self.has_refused = False
        """True if ``take`` has refused something."""
        for server, lane, awaits_picture in under_way:
            self._under_way[server, lane] += 1
            self._occupying[server, lane] += not awaits_picture
        self._limits = {Lane.MESSAGES: (SENDERS, SENDERS_OF_A_SERVER), Lane.PICTURES: (PICTURES, PICTURES_OF_A_SERVER)}

    def remaining(self, lane: Lane) -> int:
        """Return how many more may be under way in a lane."""
        return max(self._limits[lane][0] - self._number(lane), 0)

    def closed_servers(self, lane: Lane, *, alone: bool = False) -> list[int | None]:
        """Return the servers that may get nothing more now; ``alone``: True if no other server waits."""
        servers = {*self._failing, *(server for server, _ in self._under_way)}
        return [server for server in servers if not self._is_open(server, lane, alone=alone)]

    def take(self, server: int | None, lane: Lane, *, alone: bool = False) -> bool:
        """Reserve room for one more if there is any; return whether there was. ``alone`` as in ``closed_servers``."""
        if self.remaining(lane) == 0 or not self._is_open(server, lane, alone=alone):
            self.has_refused = True
            return False
        self._under_way[server, lane] += 1
        self._occupying[server, lane] += 1
        return True

    def _is_open(self, server: int | None, lane: Lane, *, alone: bool) -> bool:
        if server in self._failing:
            at_once = 1
            if not self._failing.is_failing_as_a_whole(server):
                # One attempt more than the failing channels can use up leaves the other channels one.
                at_once += self._failing.count_channels(server) * OF_A_CHANNEL
            return not self._failing.is_paused(server) and self._count_of(server) < at_once and self._probes() < PROBES
        most_of_lane, most_of_a_server = self._limits[lane]
        if self._number(lane) >= most_of_lane // 2:
            return self._under_way[server, lane] == 0
        return alone or self._occupying[server, lane] < most_of_a_server

    def _number(self, lane: Lane) -> int:
        return sum(number for (_, its_lane), number in self._under_way.items() if its_lane == lane)

    def _count_of(self, server: int | None) -> int:
        return sum(self._under_way[server, lane] for lane in self._limits)

    def _probes(self) -> int:
        return sum(self._count_of(server) > 0 for server in self._failing)


class SendLimits:
    """The state that the lanes of messages and of pictures share."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.failing_servers = FailingServers()
        self.is_open = True
        """True if messages may be sent; False until Discord has listed the bot's servers."""
        self.awaiting_pictures: set[int] = set()
        """The ids of jobs that wait for their pictures to be drawn."""
        self.passed_over: set[Lane] = set()
        """The lanes in which the last claim may have left due jobs behind for lack of room."""

    def room(self, under_way: Collection[Claimed]) -> Room:
        """Return the room that is left besides the jobs that are under way."""
        messages = [work for work in under_way if work.job.lane in IN_ORDER]
        return Room(
            self.failing_servers,
            [Taken(work.server, work.job.lane, work.job.id in self.awaiting_pictures) for work in messages],
        )


class FairLimit:
    """The rule by which a lane claims jobs: its room is shared fairly among servers."""

    wait = timedelta(0)

    def __init__(self, limits: SendLimits, lane: Lane) -> None:
        self._limits = limits
        self._lane = lane

    def has_room(self, under_way: Collection[Claimed]) -> bool:
        """Return whether another job may be claimed; none while Discord refuses all requests of the bot."""
        limits = self._limits
        may_send = limits.is_open and not limits.services.send_pause.seconds_left
        return may_send and limits.room(under_way).remaining(self._lane) > 0

    async def claim(self, session: AsyncSession, under_way: Collection[Claimed]) -> Sequence[Claimed]:
        """Claim due jobs: first up to the limit of each server, then, if no other server waits, beyond it."""
        room = self._limits.room(under_way)
        claimed = list[Claimed]()
        self._limits.passed_over.discard(self._lane)
        for alone in (False, True):
            room_left = room.remaining(self._lane)
            if room_left == 0:
                break
            closed = room.closed_servers(self._lane, alone=alone)
            may_take = partial(room.take, lane=self._lane, alone=alone)
            claimed_jobs = await jobs.claim(
                session, self._lane, limit=room_left, servers_left_out=closed, may_take=may_take
            )
            claimed += claimed_jobs
            is_complete = not closed and not room.has_refused
            if not is_complete or len(claimed_jobs) == room_left:
                self._limits.passed_over.add(self._lane)
            if is_complete:
                break
        return claimed
