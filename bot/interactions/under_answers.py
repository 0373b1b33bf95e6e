"""The records of buttons and selects under what commands answer (``controls``)."""

from __future__ import annotations

from typing import Annotated

from bot.interactions.components import Component, Field, one_of
from bot.interactions.controls import Key, MaybeSeat, MaybeUser, Number, OfPage, OfTable, Seat
from render.shape import Shape

SWITCHES = ("ask_end", "learn")
"""What a person turns on and off, in panels of earlier versions by a button each."""
TICKED = (*SWITCHES, "rivals")
"""The same in the form."""
TOPIC = r"\w{1,32}:[0-9.]{1,12}"
"""A section of a game's rules."""


class LogButton(OfPage, id="pt:g:{game_id}:{page}"):
    """Another page of the log."""


class GamesButton(Component, id="pt:games:{page}"):
    """Another page of the tables of whoever presses."""

    page: Number


class StatusButton(Component, id="pt:status:{page}"):
    """Another page of how the bot does on the server."""

    page: Number


class DescribeButton(OfPage, id="pt:words:{game_id}:{page}"):
    """Another page of the board in words."""


class AreaSelect(OfTable, id="pt:area:{game_id}"):
    """A part of the board in words."""


class ConfirmLeavingButton(Component, id="pt:y:{game_id}:{what}:{seat}"):
    """Yes, resign; yes, end the game; or no, nothing of the kind."""

    game_id: Number
    what: Annotated[str, one_of(("resign", "end", "stay"))]
    seat: MaybeSeat


class ForgetButton(Component, id="pt:forget:{what}"):
    """Yes, delete everything about me; or no, nothing."""

    what: Annotated[str, one_of(("forget", "keep"))]


class AvoidSelect(Component, id="pt:avoid"):
    """Whom a person avoids no longer, by their numbers."""


class AskButton(Component, id="pt:ask:{game_id}:{version}:{kind}:{count}"):
    """Under the moves that would go: yes, the table is to be asked; or no, it is not."""

    game_id: Number
    version: Number
    kind: Annotated[str, one_of(("undo", "back", "not"))]
    count: Number


def _topics(text: str) -> tuple[str, ...]:
    return tuple(filter(None, text.removeprefix("/").split(",")))


class TopicButton(Component, id="pt:rules:{topic}{among}"):
    """Shows another topic. ``among``: what else was offered, which it goes on to offer; a topic of the same game
    without its game."""

    topic: Annotated[str, Field(TOPIC)]
    among: Annotated[
        tuple[str, ...],
        Field(r"(?:/[\w:.,]{1,80})?", _topics, lambda topics: f"/{','.join(topics)}" if topics else ""),
    ] = ()


class NamedCards(Component, id="pt:named:{key}"):
    """Under a topic: cards or tiles that it names, to be looked at as with /card and /tile."""

    key: Key


class FiguresButton(Component, id="pt:figures:{what}:{user}:{key}:{seats}"):
    """Under private figures: shows them to everybody. ``user``: whose, of a person's; ``key`` and ``seats``: of a game
    or a ladder."""

    what: Annotated[str, one_of(("player", "game", "server", "ladder"))]
    user: MaybeUser = None
    key: Annotated[str, Field(r"\w{0,32}")] = ""
    seats: Seat = 0


class LadderSelect(Component, id="pt:ladder"):
    """Under a ladder: another game, or another number of players."""


class ServerSelect(Component, id="pt:guild:{what}"):
    """A choice of the server."""

    what: Annotated[str, one_of(("language", "shape", "retention"))]


class TableShape(OfTable, id="pt:tableshape:{game_id}"):
    """The shape of one table's pictures."""


class HabitSelect(Component, id="pt:h:{what}"):
    """Which time zone is meant; in panels of earlier versions what is in the form now."""

    what: Annotated[str, one_of(("call", "remind", "from", "to", "zone"))]


class HabitButton(Component, id="pt:f:{what}"):
    """Opens a form or leads back to the panel; in panels of earlier versions it chose a shape for pictures or turned a
    switch."""

    what: Annotated[str, one_of(("zone", "holidays", "habits", "back", *Shape, *SWITCHES))]
