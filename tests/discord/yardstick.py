"""Every request of a test and what answered it, held against Discord's description and documentation."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.discord.description import Asked, answer_faults, operation, request_faults
from tests.discord.operations import Operation
from tests.discord.rules import documented_faults


def faults_of(asked: Asked) -> list[str]:
    """What Discord would have against a request; empty: it would take it."""
    return list(request_faults(asked)) or list(documented_faults(asked))


class Yardstick:
    """Notes what Discord would not take of the bot, and what it would never answer. ``sent``: what was asked how
    often."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.sent: Counter[Operation] = Counter()

    def asked(self, asked: Asked) -> None:
        if found := operation(asked.method, asked.path):
            self.sent[found[0]] += 1
        self.faults += [f"{asked.method} {asked.path}: {fault}" for fault in faults_of(asked)]

    def answered(self, asked: Asked, body: Any, status: int | None = None) -> None:
        """``status`` None: one that is well."""
        self.faults += [
            f"{asked.method} {asked.path} answered: {fault}" for fault in answer_faults(asked, status, body)
        ]

    def check(self) -> None:
        """Raises AssertionError where anything was noted."""
        assert not self.faults, "\n".join(dict.fromkeys(self.faults))
