"""How many messages and pictures may be on their way to Discord at once, and how many of them to one server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import timedelta
from functools import partial
from typing import NamedTuple

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.delivery.server_backoff import FailingServers
from bot.interactions.services import Services
from storage import jobs
from storage.jobs import IN_ORDER, Claimed, Lane

SENDERS = 32
"""Messages on their way to Discord at once."""
SENDERS_OF_A_SERVER = 4
PICTURES = 10
"""Pictures that are drawn to be added to messages; the others wait in the queue, where newer ones replace them. With so
many in front of them panels see that their maps would be late, and go without: drawing gets to the boards."""
PICTURES_OF_A_SERVER = 2
PROBES = 8
"""Attempts at servers that fail; each server has one at a time."""
OF_A_CHANNEL = 2
"""Attempts at a channel: a message and a picture."""


class Taken(NamedTuple):
    """Something on its way to a server, in its lane; `drawn`: it still waits for its picture."""

    server: int | None
    lane: str = Lane.MESSAGES
    drawn: bool = False


class Room:
    """What is on its way at a moment, and what else may be.

    A server has several messages on their way as long as there is plenty of room, not counting those that are being
    drawn, and as many as there is room for while nobody else waits; the second half is for those that have none. So it
    takes many servers that do not answer to hold up others, for as long as a request may take; then they count as
    failing.
    """

    def __init__(self, failing: FailingServers, taken: Iterable[Taken]) -> None:
        self._failing = failing
        self._taken: Counter[tuple[int | None, str]] = Counter()
        self._sent: Counter[tuple[int | None, str]] = Counter()
        """The same without what is being drawn."""
        self.has_refused = False
        """Whether something could not be taken in."""
        for server, lane, drawn in taken:
            self._taken[server, lane] += 1
            self._sent[server, lane] += not drawn
        self._limits = {Lane.MESSAGES: (SENDERS, SENDERS_OF_A_SERVER), Lane.PICTURES: (PICTURES, PICTURES_OF_A_SERVER)}

    def left(self, lane: Lane) -> int:
        """Return for how many more there is room in a lane."""
        return max(self._limits[lane][0] - self._number(lane), 0)

    def closed(self, lane: Lane, *, alone: bool = False) -> list[int | None]:
        """Return the servers of which none is taken now; `alone`: nobody else waits."""
        known = {*self._failing, *(server for server, _ in self._taken)}
        return [server for server in known if not self._is_open(server, lane, alone=alone)]

    def take(self, server: int | None, lane: Lane, *, alone: bool = False) -> bool:
        """Take one in if there is room for it, and return whether there is."""
        if self.left(lane) == 0 or not self._is_open(server, lane, alone=alone):
            self.has_refused = True
            return False
        self._taken[server, lane] += 1
        self._sent[server, lane] += 1
        return True

    def _is_open(self, server: int | None, lane: Lane, *, alone: bool) -> bool:
        if server in self._failing:
            channels = self._failing.channels(server)
            at_once = 1 if channels is None else channels * OF_A_CHANNEL + 1  # so that another channel goes on
            return not self._failing.rests(server) and self._of(server) < at_once and self._probes() < PROBES
        most, most_of_a_server = self._limits[lane]
        if self._number(lane) >= most // 2:
            return self._taken[server, lane] == 0
        return alone or self._sent[server, lane] < most_of_a_server

    def _number(self, lane: Lane) -> int:
        return sum(number for (_, its_lane), number in self._taken.items() if its_lane == lane)

    def _of(self, server: int | None) -> int:
        return sum(self._taken[server, lane] for lane in self._limits)

    def _probes(self) -> int:
        return sum(self._of(server) > 0 for server in self._failing)


class SendLimits:
    """What the lanes of messages and of pictures have in common."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.failing = FailingServers()
        self.is_open = True
        """Whether anything may be sent; not before it is known in which servers the bot is."""
        self.drawn: set[int] = set()
        """The messages that wait for their picture."""
        self.passed_over: set[Lane] = set()
        """The lanes of which the last claim may have passed over what is due for lack of room."""

    def room(self, under_way: Collection[Claimed]) -> Room:
        """Return what is on its way, and what else may be."""
        messages = [work for work in under_way if work.job.lane in IN_ORDER]
        return Room(self.failing, [Taken(work.server, work.job.lane, work.job.id in self.drawn) for work in messages])


class FairLimit:
    """Shares the room of a lane among servers."""

    wait = timedelta(0)

    def __init__(self, limits: SendLimits, lane: Lane) -> None:
        self._limits = limits
        self._lane = lane

    def has_room(self, under_way: Collection[Claimed]) -> bool:
        """Return whether another message may be on its way; none while the whole bot is refused."""
        limits = self._limits
        may_send = limits.is_open and not limits.services.send_pause.seconds_left
        return may_send and limits.room(under_way).left(self._lane) > 0

    async def claim(self, session: AsyncSession, under_way: Collection[Claimed]) -> Sequence[Claimed]:
        """Claim of all servers as much as each may have; then, where nobody else waits, more."""
        room = self._limits.room(under_way)
        claimed = list[Claimed]()
        self._limits.passed_over.discard(self._lane)
        for alone in (False, True):
            room_left = room.left(self._lane)
            if room_left == 0:
                break
            closed = room.closed(self._lane, alone=alone)
            may_take = partial(room.take, lane=self._lane, alone=alone)
            taken = await jobs.claim(session, self._lane, limit=room_left, servers_left_out=closed, may_take=may_take)
            claimed += taken
            is_complete = not closed and not room.has_refused
            if not is_complete or len(taken) == room_left:
                self._limits.passed_over.add(self._lane)
            if is_complete:
                break
        return claimed
