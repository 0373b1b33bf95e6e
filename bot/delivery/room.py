"""How much may be on its way to Discord at once, and how much of it to one server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

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
OF_A_CHANNEL = 2
"""Attempts at a channel: a message and a picture."""


class Taken(NamedTuple):
    """Something on its way: to which server, whether it is a picture, and whether it still waits to be drawn."""

    server: int | None
    picture: bool = False
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
        self._taken, self._sent = Counter[tuple[int | None, bool]](), Counter[tuple[int | None, bool]]()
        for server, picture, drawn in taken:
            self._taken[server, picture] += 1
            self._sent[server, picture] += not drawn
        self._limits = {False: (SENDERS, SENDERS_OF_A_SERVER), True: (PICTURES, PICTURES_OF_A_SERVER)}

    def left(self, pictures: bool) -> int:
        """For how many messages, or ``pictures``, there is room."""
        return max(self._limits[pictures][0] - self._number(pictures), 0)

    def closed(self, pictures: bool, *, alone: bool = False) -> list[int | None]:
        """Servers of which none is taken now. ``alone``: nobody else waits."""
        known = {*self._failing, *(server for server, _ in self._taken)}
        return [server for server in known if not self._open(server, pictures, alone)]

    def take(self, server: int | None, pictures: bool, *, alone: bool = False) -> bool:
        """Takes one in, if there is room for it."""
        if self.left(pictures) == 0 or not self._open(server, pictures, alone):
            return False
        self._taken[server, pictures] += 1
        self._sent[server, pictures] += 1
        return True

    def _open(self, server: int | None, pictures: bool, alone: bool) -> bool:
        if server in self._failing:
            bad = self._failing.channels(server)
            at_once = 1 if bad is None else bad * OF_A_CHANNEL + 1  # so that another channel goes on
            return not self._failing.rests(server) and self._of(server) < at_once and self._probes() < PROBES
        room, of_a_server = self._limits[pictures]
        if self._number(pictures) >= room // 2:
            return self._taken[server, pictures] == 0
        return alone or self._sent[server, pictures] < of_a_server

    def _number(self, pictures: bool) -> int:
        return sum(number for (_, kind), number in self._taken.items() if kind == pictures)

    def _of(self, server: int | None) -> int:
        return self._taken[server, False] + self._taken[server, True]

    def _probes(self) -> int:
        return sum(self._of(server) > 0 for server in self._failing)
