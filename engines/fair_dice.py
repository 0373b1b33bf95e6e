"""How a table comes by its seed and its order of seats, so that nobody alone chooses them: ``docs/fair-dice.md``.

All of it is SHA-256 of short texts in UTF-8, written as 64 hexadecimal digits, so that it can be checked by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import accumulate, takewhile
from types import MappingProxyType
from typing import Literal, NamedTuple

import msgspec

from engines.messages import Fault

LONGEST_NAME = 32
"""Characters of a player's name, which Discord allows as many."""
LONGEST_OPTION = 1000
"""Characters of what was chosen at once: options and their values, ``name=value``, with blanks between."""
LARGEST_TABLE = 2**31 - 1
"""The largest number that a table can have."""
SHOWN_DIGITS = 16
"""Of the hash of the clicks, so many are shown while players gather."""

Seating = Literal["random", "joining", "turned"]
Deed = Literal["open", "join", "computer", "leave", "option"]


class Opening(NamedTuple):
    """What is known of a table from the first moment of its lobby."""

    format: int
    """What the lobby's hash fixes: 2, as earlier versions did, the secret alone; from 3 on the other three of these,
    too. 4: a rematch whose order of play is agreed on by places, not by names."""
    table: int
    game: str
    rules: int

    def promise(self, secret: str) -> str:
        """The hash that the lobby shows before anybody else has joined."""
        if self.format == 2:
            return hashed(secret)
        return hashed(f"portolan 3\ntable {self.table}\ngame {self.game}\nrules {self.rules}\nsecret {secret}")


class Click(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Something done while players gather. Discord gives the number of every click; nobody chooses it."""

    id: str
    """The number of the interaction, decimal; its upper bits are the time. Computers that a rematch seats have the
    number of the click that opens it."""
    what: Deed
    seat: int | None
    """The place, from 0, that was taken or left; None for an option."""
    text: str
    """The name of who came or went, or options as ``name=value`` with blanks between."""


class Draw(msgspec.Struct, kw_only=True, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Everything from which the seed and the order of seats of a table follow, and what was published of it."""

    table: int
    seating: Seating
    turned: list[str] = []
    """Of a rematch that is ``turned``, of no other table: the names in the order of play, as the lobby showed it."""
    secret: str
    """32 hexadecimal digits, drawn when the lobby opened."""
    secret_hash: str
    """What the lobby said of it before anybody joined: ``Opening.promise``."""
    clicks: list[Click]
    clicks_hash: str
    """What all clicks hash to; the lobby showed its first digits after each."""
    order: list[int]
    """Seat n is taken by who sat at place ``order[n]`` of the lobby."""
    places: list[int] = []
    """Of ``turned`` the places in the lobby, which are what is agreed on; none of a rematch of earlier versions, where
    the names were."""
    forgotten: dict[str, str] = {}
    """Of clicks by people who asked to be forgotten, whose ``text`` is empty: by their number, from "1", the hash of
    all clicks until that one, which cannot be worked out without the name. ``turned`` has empty names of them, too."""


def hashed(text: str) -> str:
    """SHA-256 as hexadecimal digits."""
    return sha256(text.encode()).hexdigest()


def format_of(draw: Draw) -> int:
    """The format of a table's opening: earlier versions showed the hash of the secret itself."""
    return 2 if draw.secret_hash == hashed(draw.secret) else 3


def with_click(clicks_hash: str, click: Click) -> str:
    """The hash of the clicks when one more has been made; that of none is the hash of the secret."""
    seat = "-" if click.seat is None else click.seat
    return hashed(f"{clicks_hash}\n{click.id} {click.what} {seat} {click.text}")


def hashes(secret_hash: str, clicks: Iterable[Click], forgotten: Mapping[str, str] = MappingProxyType({})) -> list[str]:
    """The hash of the clicks after each of them; after those that are ``forgotten`` as it was kept."""

    def following(before: str, numbered: tuple[int, Click]) -> str:
        number, click = numbered
        return forgotten.get(str(number)) or with_click(before, click)

    return list(accumulate(enumerate(clicks, 1), following, initial=secret_hash))[1:]


def agreement(
    opening: Opening,
    *,
    seats: int,
    options: Mapping[str, str],
    seating: str,
    turned: Sequence[str] = (),
    places: Sequence[int] = (),
    clicks_hash: str,
) -> str:
    """What everybody knows when the game starts, a line each; the clicks' hash holds that of the secret.

    ``places``: of those ``turned``, of whom the clicks have the names.
    """
    lines = [f"portolan {opening.format}", f"table {opening.table}", f"game {opening.game}", f"rules {opening.rules}"]
    lines += [f"seats {seats}"]
    lines += [f"option {name}={value}" for name, value in sorted(options.items())]
    lines.append(f"seating {seating}")
    lines += [f"places {' '.join(map(str, places))}"] if places else [f"turned {name}" for name in turned]
    return "\n".join([*lines, f"clicks {clicks_hash}"])


def seed_of(agreed: str, secret: str) -> str:
    """The game's seed: 128 bits, as 32 hexadecimal digits."""
    return hashed(f"{agreed}\nsecret {secret}")[:32]


def order_of(
    seed: str,
    names: Sequence[str],
    seating: str,
    turned: Sequence[str] = (),
    playing: Sequence[int] = (),
    places: Sequence[int] = (),
) -> list[int]:
    """Which place of the lobby each seat goes to: sorted by lot, every order equally likely, as they joined, or so that
    the players play in the order of ``turned``. ``names``: who sits there, by place; ``playing``: the seats as the game
    of this seed begins, first to act first, which some games draw; ``places``: of those ``turned``.

    The lots are hashes of the seed, so the order tells nothing of the dice.
    """
    if seating == "joining":
        return list(range(len(names)))
    if seating == "turned":
        where = places or [names.index(name) for name in turned]
        return [place for _, place in sorted(zip(playing, where, strict=True))]
    return sorted(range(len(names)), key=lambda place: hashed(f"place {place} {seed}"))


def may_turn(names: Sequence[str], turned: Sequence[str]) -> bool:
    """Whether exactly those sit there whose order of play was to be ``turned``, and no two under one name."""
    return len(set(names)) == len(names) and sorted(names) == sorted(turned)


def commitment_of(agreed: str, order: Sequence[int]) -> str:
    """What is published at the start: it fixes everything, and gives nothing of the secret away."""
    return hashed(f"{agreed}\norder {' '.join(map(str, order))}")


def sitting(clicks: Sequence[Click]) -> list[str]:
    """The names of those who sat there in the end, by place. Raises Fault for clicks that no lobby takes."""
    names: list[str] = []
    for number, click in enumerate(clicks, 1):
        if (click.what == "open") != (number == 1):
            opened = f"click {number}: a lobby is opened by the first click and by no other"
            raise Fault(opened, "record.click_open", number=number)
        if click.what in ("open", "join", "computer"):
            if click.seat != len(names):
                free = f"click {number}: the next free place was {len(names)}, not {click.seat}"
                raise Fault(free, "record.click_place", number=number, typed=click.text, free=len(names))
            names.append(click.text)
        elif click.what == "leave":
            if click.seat is None or not 0 <= click.seat < len(names) or names[click.seat] != click.text:
                left = f"click {number}: {click.text!r} did not sit at place {click.seat}"
                raise Fault(left, "record.click_leave", number=number, typed=click.text)
            del names[click.seat]
        elif click.seat is not None:
            raise Fault(f"click {number}: an option has no place", "record.click_option", number=number)
    return names


def check_lobby(draw: Draw, opening: Opening) -> list[str]:
    """Follows the chain from the secret to who sat in the lobby, whose names it returns by place. Raises Fault."""
    _check_shape(draw)
    if opening.promise(draw.secret) != draw.secret_hash:
        if opening.format == 2:
            raise Fault("the secret is not the one whose hash the lobby showed", "record.secret_shown")
        text = "the hash that the lobby showed is not that of this secret, table, game and rules"
        raise Fault(text, "record.promised")
    if hashes(draw.secret_hash, draw.clicks, draw.forgotten)[-1:] != [draw.clicks_hash]:
        raise Fault("the clicks are not those whose hash the lobby showed", "record.clicks_shown")
    return sitting(draw.clicks)


def check(
    draw: Draw,
    opening: Opening,
    agreed: str,
    seed: str,
    commitment: str,
    players: Sequence[str],
    playing: Sequence[int],
) -> None:
    """Follows the whole chain from the secret to who sits where. Raises Fault with the first difference.

    Where a rematch of an earlier version has agreed on an order with the name of somebody who is forgotten, that cannot
    be worked out any more: seed and commitment are taken as they were published.

    ``players``: the names by seat; ``agreed``: the agreement with the hash of the clicks that stands in the draw;
    ``playing``: as for ``order_of``.
    """
    names = check_lobby(draw, opening)
    if sorted(draw.order) != list(range(len(players))):
        text = f"the order of {len(players)} seats names each place from 0 to {len(players) - 1} once"
        raise Fault(text, "record.order", high=len(players) - 1)
    sealed = "" in draw.turned and not draw.places
    committed = sealed or commitment_of(agreed, draw.order) == commitment
    if not sealed and seed_of(agreed, draw.secret) != seed:
        if committed:
            raise Fault("the seed does not follow from the secret and what was agreed", "record.seed_follows")
        text = "what was agreed (table, game, rules, seats, options, seating, clicks) is not as committed to"
        raise Fault(text, "record.agreed")
    if len(names) != len(players):
        text = f"{len(names)} sat in the lobby when the game started, {len(players)} have played"
        raise Fault(text, "record.sat", sat=len(names), played=len(players))
    if draw.seating == "turned" and not _turns(names, draw):
        text = "the order of play was to be rotated for other people than those who sat in the lobby"
        raise Fault(text, "record.turned_for_others")
    several = sealed and draw.turned.count("") > 1  # which of them sat where nobody knows any more
    if not several and order_of(seed, names, draw.seating, draw.turned, playing, draw.places) != draw.order:
        raise Fault("the order of the seats is not the one that follows from the seed", "record.order_follows")
    if not committed:
        raise Fault("the commitment is not that of this game", "record.other_commitment")
    for seat, (place, claimed) in enumerate(zip(draw.order, players, strict=True)):
        if names[place] not in ("", claimed):
            text = f"seat {seat} went to {names[place]!r}, in the record it is {claimed!r}"
            raise Fault(text, "record.went_to", number=seat + 1, player=names[place], typed=claimed)


def _turns(names: Sequence[str], draw: Draw) -> bool:
    """Whether those sit there whose order of play is ``turned``, as far as their names are known."""
    if not draw.places:
        return sorted(names) == sorted(draw.turned) if "" in draw.turned else may_turn(names, draw.turned)
    if sorted(draw.places) != list(range(len(names))) or len(draw.turned) != len(names):
        return False
    return all(names[place] == name for place, name in zip(draw.places, draw.turned, strict=True))


def _check_shape(draw: Draw) -> None:
    if not 1 <= draw.table <= LARGEST_TABLE:
        text = f"the number of a table is 1 to {LARGEST_TABLE}, not {draw.table}"
        raise Fault(text, "record.table", most=LARGEST_TABLE, given=draw.table)
    if not re.fullmatch("[0-9a-f]{32}", draw.secret):
        raise Fault("a secret is 32 hexadecimal digits in small letters", "record.secret")
    if (draw.turned or draw.places) and draw.seating != "turned":
        text = f"an order to be turned is none of seats that are given {draw.seating}"
        raise Fault(text, "record.not_turned")
    for number, click in enumerate(draw.clicks, 1):
        if not re.fullmatch("[1-9][0-9]{0,18}", click.id):
            text = f"click {number}: its number is decimal, with 1 to 19 digits"
            raise Fault(text, "record.click_number", number=number)
        longest = LONGEST_OPTION if click.what == "option" else LONGEST_NAME
        kept = draw.forgotten.get(str(number))
        if kept is not None:
            nameless = click.text == "" and click.what in ("open", "join", "leave")
            if not nameless or not re.fullmatch("[0-9a-f]{64}", kept):
                text = f"click {number}: what is forgotten of it is a name, in place of which a hash is kept"
                raise Fault(text, "record.click_forgotten", number=number)
        elif not 1 <= len(click.text) <= longest:
            text = f"click {number}: {click.what} is followed by 1 to {longest} characters"
            raise Fault(text, "record.click_text", number=number, most=longest)
    if unknown := draw.forgotten.keys() - {str(number) for number in range(1, len(draw.clicks) + 1)}:
        text = f"there is no click {min(unknown)!r} to be forgotten"
        raise Fault(text, "record.forgotten_none", typed=min(unknown)[:LONGEST_NAME])
    # A rematch seats its computers by the click that opens it.
    seated = list(takewhile(lambda click: (click.id, click.what) == (draw.clicks[0].id, "computer"), draw.clicks[1:]))
    if len({click.id for click in draw.clicks}) < len(draw.clicks) - len(seated):
        raise Fault("two clicks have the same number", "record.click_twice")
