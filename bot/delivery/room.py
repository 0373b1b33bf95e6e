"""How much may be on its way to Discord at once, and how much of it to one server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bot.delivery.failing import FailingServers

SENDERS = 32
"""Messages on their way to Discord at once."""
SENDERS_OF_A_SERVER = 4
PICTURES = 10
"""Pictures that are drawn to be added to messages; the others wait in the outbox, where newer ones replace them. With
so many in front of them panels see that their maps would be late, and go without: drawing gets to the boards."""
PICTURES_OF_A_SERVER = 2
PROBES = 8
"""Attempts at servers that fail; each server has one at a time."""
BESIDE_A_CHANNEL = 3
"""Attempts at a server of which one channel fails: that channel has a message and a picture at most, another one goes
on."""


class Room:
    """What is on its way at a moment, and what else may be.

    A server has several messages on their way as long as there is plenty of room; the second half is for those that
    have none. So it takes many servers that do not answer to hold up others, for as long as a request may take; then
    they count as failing.
    """

    def __init__(self, failing: FailingServers, taken: Iterable[tuple[int | None, bool]]) -> None:
        """``taken``: for everything on its way its server and whether it is a picture."""
        self._failing = failing
        self._taken = Counter(taken)
        self._limits = {False: (SENDERS, SENDERS_OF_A_SERVER), True: (PICTURES, PICTURES_OF_A_SERVER)}

    def left(self, pictures: bool) -> int:
        """For how many messages, or ``pictures``, there is room."""
        return max(self._limits[pictures][0] - self._number(pictures), 0)

    def closed(self, pictures: bool) -> list[int | None]:
        """Servers of which none is taken now."""
        known = {*self._failing, *(server for server, _ in self._taken)}
        return [server for server in known if not self._open(server, pictures)]

    def take(self, server: int | None, pictures: bool) -> bool:
        """Takes one in, if there is room for it."""
        if self.left(pictures) == 0 or not self._open(server, pictures):
            return False
        self._taken[server, pictures] += 1
        return True

    def _open(self, server: int | None, pictures: bool) -> bool:
        if server in self._failing:
            at_once = BESIDE_A_CHANNEL if self._failing.of_one_channel(server) else 1
            return not self._failing.rests(server) and self._of(server) < at_once and self._probes() < PROBES
        room, of_a_server = self._limits[pictures]
        return self._taken[server, pictures] < (of_a_server if self._number(pictures) < room // 2 else 1)

    def _number(self, pictures: bool) -> int:
        return sum(number for (_, kind), number in self._taken.items() if kind == pictures)

    def _of(self, server: int | None) -> int:
        return self._taken[server, False] + self._taken[server, True]

    def _probes(self) -> int:
        return sum(self._of(server) > 0 for server in self._failing)
