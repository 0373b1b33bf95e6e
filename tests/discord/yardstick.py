"""Every request of a test and what answered it, held against Discord's description and documentation."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.discord.description import ApiRequest, answer_faults, operation, request_faults
from tests.discord.operations import Operation
from tests.discord.rules import documented_faults


def faults_of(request: ApiRequest) -> list[str]:
    """Return what Discord would have against a request; empty: it would take it."""
    return list(request_faults(request)) or list(documented_faults(request))


class Yardstick:
    """Notes what Discord would not take of the bot, and what it would never answer. ``sent``: what was asked how
    often."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.sent: Counter[Operation] = Counter()

    def note_request(self, request: ApiRequest) -> None:
        if match := operation(request.method, request.path):
            self.sent[match[0]] += 1
        self.faults += [f"{request.method} {request.path}: {fault}" for fault in faults_of(request)]

    def note_answer(self, request: ApiRequest, body: Any, status: int | None = None) -> None:
        """Note the faults of an answer; ``status`` None: a successful one."""
        self.faults += [
            f"{request.method} {request.path} answered: {fault}" for fault in answer_faults(request, status, body)
        ]

    def check(self) -> None:
        """Raise AssertionError where anything was noted."""
        assert not self.faults, "\n".join(dict.fromkeys(self.faults))
