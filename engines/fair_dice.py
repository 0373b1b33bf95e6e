"""Seeds and orders of seats that nobody can choose alone, with their proof: see ``docs/fair-dice.md``.

The proof is a chain. The lobby opens with a secret and shows its hash (``Opening.promise``). Each click in the lobby is
hashed together with all before it (``hashes``). What everybody knows at the start (``agreement``) and the secret give
the seed (``seed_of``), the seed gives the order of the seats (``order_of``), and both are committed to
(``commitment_of``). After the game, ``check`` follows the chain from the secret to the players.

All hashes are SHA-256 of short texts in UTF-8, written as 64 hexadecimal digits, so that they can be checked by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import takewhile
from types import MappingProxyType
from typing import Literal, NamedTuple

import msgspec

from engines.messages import Fault

LONGEST_NAME = 32
"""The number of characters of a player's name, at most; this is Discord's limit."""
LONGEST_OPTION = 1000
"""The number of characters of one choice of options, at most: ``name=value`` with blanks between."""
LARGEST_TABLE = 2**31 - 1
"""The largest number that a table can have."""
SHOWN_DIGITS = 16
"""The number of digits of the hash of the clicks that a lobby shows."""

Seating = Literal["random", "joining", "turned"]
"""The order of seats: by lot, as the players joined, or an agreed order of play that a rematch rotates."""
Deed = Literal["open", "join", "computer", "leave", "option"]
"""The kinds of clicks in a lobby; the host opens it and chooses options."""


class Opening(NamedTuple):
    """The facts of a table that are fixed when its lobby opens."""

    format: int
    """The version of the procedure. In 2 the lobby's hash fixes the secret alone; from 3 on it fixes table, game and
    rules too. In 4, for rematches, the order of play is agreed on by places instead of names."""
    table: int
    """The number of the table."""
    game: str
    """The key of the game."""
    rules: int
    """The version of the rules."""

    def promise(self, secret: str) -> str:
        """Return the hash that the lobby shows before anybody else has joined."""
        if self.format == 2:
            return hashed(secret)
        # Format 4 differs from 3 only in the agreement at the start, so a lobby says 3 in any case.
        return hashed(f"portolan 3\ntable {self.table}\ngame {self.game}\nrules {self.rules}\nsecret {secret}")


class Click(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A click on a button of the lobby; Discord numbers it, so nobody can choose the number."""

    id: str
    """The number of the interaction, decimal; its upper bits are the time. A computer that a rematch seats has the
    number of the click that opened the lobby."""
    what: Deed
    """The kind of click."""
    seat: int | None
    """The place, from 0, that was taken or left; None: options were chosen."""
    text: str
    """The name of the player who joined or left, or options as ``name=value`` with blanks between."""


class Draw(msgspec.Struct, kw_only=True, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The inputs from which the seed and the order of seats of a table follow, and the hashes that were published."""

    table: int
    """The number of the table."""
    seating: Seating
    """The kind of order of the seats."""
    turned: list[str] = []
    """The names in the order of play that the lobby showed; empty unless ``seating`` is "turned"."""
    secret: str
    """The secret number that was drawn when the lobby opened, as 32 hexadecimal digits."""
    secret_hash: str
    """The hash that the lobby showed before anybody joined, as in ``Opening.promise``."""
    clicks: list[Click]
    """The clicks in the lobby, in order."""
    clicks_hash: str
    """The hash of all clicks; the lobby showed the first digits of the hash so far after each click."""
    order: list[int]
    """The places of the lobby by seat: seat n goes to the player at place ``order[n]``."""
    places: list[int] = []
    """The places in the lobby of the players in ``turned``; empty before format 4, when their names were agreed on."""
    forgotten: dict[str, str] = {}
    """The hash of all clicks up to each click of a person who asked to be forgotten, by the click's number, from "1".

    The ``text`` of these clicks, and the names in ``turned``, are empty, so the hashes can no longer be worked out.
    """

    @property
    def has_lost_agreement(self) -> bool:
        """True if the agreement can no longer be worked out.

        This is so if a rematch before format 4 agreed on an order with the name of a person who was forgotten.
        """
        return "" in self.turned and not self.places


def hashed(text: str) -> str:
    """Return the SHA-256 of a text as hexadecimal digits."""
    return sha256(text.encode()).hexdigest()


def format_of(draw: Draw) -> int:
    """Return the format of a table's opening, 2 or 3: in format 2 the lobby showed the hash of the secret itself."""
    return 2 if draw.secret_hash == hashed(draw.secret) else 3


def with_click(clicks_hash: str, click: Click) -> str:
    """Return the hash of the clicks after one more; that of no clicks is the hash of the secret."""
    seat = "-" if click.seat is None else click.seat
    return hashed(f"{clicks_hash}\n{click.id} {click.what} {seat} {click.text}")


def hashes(secret_hash: str, clicks: Iterable[Click], forgotten: Mapping[str, str] = MappingProxyType({})) -> list[str]:
    """Return the hash of the clicks after each of them; those in ``forgotten`` are taken as they were stored."""
    clicks_hash = secret_hash
    clicks_hashes = []
    for number, click in enumerate(clicks, 1):
        clicks_hash = forgotten.get(str(number)) or with_click(clicks_hash, click)
        clicks_hashes.append(clicks_hash)
    return clicks_hashes


def agreement(
    opening: Opening,
    *,
    seats: int,
    options: Mapping[str, str],
    seating: str,
    planned_order: Sequence[str] = (),
    places: Sequence[int] = (),
    clicks_hash: str,
) -> str:
    """Return the text that everybody knows when the game starts, one fact a line.

    The secret is a part of it through the hash of the clicks, which begins with the secret's hash.

    Args:
        opening: The facts that were fixed when the lobby opened.
        seats: The number of seats.
        options: The options of the game and their values.
        seating: The kind of order of the seats.
        planned_order: The names in the agreed order of play.
        places: The places in the lobby of the same players, which stand instead of their names from format 4 on.
        clicks_hash: The hash of all clicks.
    """
    lines = [f"portolan {opening.format}", f"table {opening.table}", f"game {opening.game}", f"rules {opening.rules}"]
    lines += [f"seats {seats}"]
    lines += [f"option {name}={value}" for name, value in sorted(options.items())]
    lines.append(f"seating {seating}")
    lines += [f"places {' '.join(map(str, places))}"] if places else [f"turned {name}" for name in planned_order]
    return "\n".join([*lines, f"clicks {clicks_hash}"])


def seed_of(agreed: str, secret: str) -> str:
    """Return the game's seed: 128 bits as 32 hexadecimal digits."""
    return hashed(f"{agreed}\nsecret {secret}")[:32]


def order_of(
    seed: str,
    names: Sequence[str],
    seating: str,
    planned_order: Sequence[str] = (),
    playing: Sequence[int] = (),
    places: Sequence[int] = (),
) -> list[int]:
    """Return the places of the lobby by seat.

    By lot every order is equally likely. The lots are hashes of the seed, so the order reveals nothing about the dice.

    Args:
        seed: The game's seed.
        names: The names of the players by place.
        seating: The kind of order of the seats.
        planned_order: The names in the agreed order of play.
        playing: The seats in the order in which the game of this seed begins, which some games draw.
        places: The places of the players of ``planned_order``; empty: their names are looked up.
    """
    if seating == "joining":
        return list(range(len(names)))
    if seating == "turned":
        # The first of the agreed order gets the seat that begins, and so on.
        turned_places = places or [names.index(name) for name in planned_order]
        place_of = dict(zip(playing, turned_places, strict=True))
        return [place_of[seat] for seat in sorted(place_of)]
    return sorted(range(len(names)), key=lambda place: hashed(f"place {place} {seed}"))


def may_turn(names: Sequence[str], planned_order: Sequence[str]) -> bool:
    """Return whether exactly the players of ``planned_order`` are seated, and no two have the same name."""
    return len(set(names)) == len(names) and sorted(names) == sorted(planned_order)


def commitment_of(agreed: str, order: Sequence[int]) -> str:
    """Return the hash that is published when the game starts.

    It fixes the agreement and the order of the seats, and reveals nothing of the secret.
    """
    return hashed(f"{agreed}\norder {' '.join(map(str, order))}")


def sitting(clicks: Sequence[Click]) -> list[str]:
    """Return the names of the players who are seated after all clicks, by place.

    Raises:
        Fault: The clicks cannot be those of a lobby.
    """
    names: list[str] = []
    for number, click in enumerate(clicks, 1):
        if (click.what == "open") != (number == 1):
            text = f"click {number}: a lobby is opened by the first click and by no other"
            raise Fault(text, "record.click_open", number=number)
        if click.what in ("open", "join", "computer"):
            if click.seat != len(names):
                text = f"click {number}: the next free place was {len(names)}, not {click.seat}"
                raise Fault(text, "record.click_place", number=number, typed=click.text, free=len(names))
            names.append(click.text)
        elif click.what == "leave":
            if click.seat is None or not 0 <= click.seat < len(names) or names[click.seat] != click.text:
                text = f"click {number}: {click.text!r} did not sit at place {click.seat}"
                raise Fault(text, "record.click_leave", number=number, typed=click.text)
            del names[click.seat]
        elif click.seat is not None:
            raise Fault(f"click {number}: an option has no place", "record.click_option", number=number)
    return names


def check_lobby(draw: Draw, opening: Opening) -> list[str]:
    """Check the chain from the secret to the players in the lobby; return their names by place.

    Raises:
        Fault: The chain is broken; the exception says at which link.
    """
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
    """Check the whole chain from the secret to the players at the seats.

    If the agreement can no longer be worked out (``Draw.has_lost_agreement``), seed and commitment are taken as they
    were published.

    Args:
        draw: The inputs and the published hashes.
        opening: The facts that were fixed when the lobby opened.
        agreed: The agreement, with the hash of the clicks in ``draw``.
        seed: The seed of the game.
        commitment: The commitment that was published at the start.
        players: The names by seat.
        playing: The seats in the order in which the game of this seed begins.

    Raises:
        Fault: The chain is broken; the exception says at which link.
    """
    names = check_lobby(draw, opening)
    if sorted(draw.order) != list(range(len(players))):
        text = f"the order of {len(players)} seats names each place from 0 to {len(players) - 1} once"
        raise Fault(text, "record.order", high=len(players) - 1)
    is_committed = draw.has_lost_agreement or commitment_of(agreed, draw.order) == commitment
    if not draw.has_lost_agreement and seed_of(agreed, draw.secret) != seed:
        if is_committed:  # what was agreed is true, so it is the seed that is not
            raise Fault("the seed does not follow from the secret and what was agreed", "record.seed_follows")
        text = "what was agreed (table, game, rules, seats, options, seating, clicks) is not as committed to"
        raise Fault(text, "record.agreed")
    if len(names) != len(players):
        text = f"{len(names)} sat in the lobby when the game started, {len(players)} have played"
        raise Fault(text, "record.sat", sat=len(names), played=len(players))
    if draw.seating == "turned" and not _are_same_people(names, draw):
        text = "the order of play was to be rotated for other people than those who sat in the lobby"
        raise Fault(text, "record.turned_for_others")
    # If several players are forgotten, their empty names no longer tell which of them had which place.
    is_ambiguous = draw.has_lost_agreement and draw.turned.count("") > 1
    if not is_ambiguous and order_of(seed, names, draw.seating, draw.turned, playing, draw.places) != draw.order:
        raise Fault("the order of the seats is not the one that follows from the seed", "record.order_follows")
    if not is_committed:
        raise Fault("the commitment is not that of this game", "record.other_commitment")
    for seat, (place, claimed) in enumerate(zip(draw.order, players, strict=True)):
        if names[place] not in ("", claimed):
            text = f"seat {seat} went to {names[place]!r}, in the record it is {claimed!r}"
            raise Fault(text, "record.went_to", number=seat + 1, player=names[place], typed=claimed)


def _are_same_people(names: Sequence[str], draw: Draw) -> bool:
    """Return whether the players of the agreed order are those in the lobby, as far as their names are known.

    Args:
        names: The names of the players in the lobby, by place.
        draw: A draw whose seating is "turned".
    """
    if draw.has_lost_agreement:  # the names of several forgotten players are empty, and so equal
        return sorted(names) == sorted(draw.turned)
    if not draw.places:
        return may_turn(names, draw.turned)
    if sorted(draw.places) != list(range(len(names))) or len(draw.turned) != len(names):
        return False
    return all(names[place] == name for place, name in zip(draw.places, draw.turned, strict=True))


def _check_shape(draw: Draw) -> None:
    """Raise Fault for values that no lobby writes, before they are used."""
    if not 1 <= draw.table <= LARGEST_TABLE:
        text = f"the number of a table is 1 to {LARGEST_TABLE}, not {draw.table}"
        raise Fault(text, "record.table", most=LARGEST_TABLE, given=draw.table)
    if not re.fullmatch("[0-9a-f]{32}", draw.secret):
        raise Fault("a secret is 32 hexadecimal digits in small letters", "record.secret")
    if (draw.turned or draw.places) and draw.seating != "turned":
        text = f"an order to be turned is none of seats that are given {draw.seating}"
        raise Fault(text, "record.not_turned")
    _check_clicks(draw)


def _check_clicks(draw: Draw) -> None:
    """Raise Fault for clicks that no lobby writes: their numbers, their texts and what is forgotten of them."""
    for number, click in enumerate(draw.clicks, 1):
        if not re.fullmatch("[1-9][0-9]{0,18}", click.id):
            text = f"click {number}: its number is decimal, with 1 to 19 digits"
            raise Fault(text, "record.click_number", number=number)
        longest = LONGEST_OPTION if click.what == "option" else LONGEST_NAME
        stored_hash = draw.forgotten.get(str(number))
        if stored_hash is not None:
            is_nameless = click.text == "" and click.what in ("open", "join", "leave")
            if not is_nameless or not re.fullmatch("[0-9a-f]{64}", stored_hash):
                text = f"click {number}: what is forgotten of it is a name, in place of which a hash is kept"
                raise Fault(text, "record.click_forgotten", number=number)
        elif not 1 <= len(click.text) <= longest:
            text = f"click {number}: {click.what} is followed by 1 to {longest} characters"
            raise Fault(text, "record.click_text", number=number, most=longest)
    if unknown := draw.forgotten.keys() - {str(number) for number in range(1, len(draw.clicks) + 1)}:
        text = f"there is no click {min(unknown)!r} to be forgotten"
        raise Fault(text, "record.forgotten_none", typed=min(unknown)[:LONGEST_NAME])
    # A rematch seats its computers with the click that opens it, so they share its number.
    computers = takewhile(lambda click: (click.id, click.what) == (draw.clicks[0].id, "computer"), draw.clicks[1:])
    sharing = len(list(computers))
    if len({click.id for click in draw.clicks}) < len(draw.clicks) - sharing:
        raise Fault("two clicks have the same number", "record.click_twice")
