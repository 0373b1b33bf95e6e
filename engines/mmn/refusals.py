"""Reasons why a word does not name a suitable thing, shared by several questions.

Most functions check one word and return the reason as a message, or None if the word is suitable. They reveal nothing
but public facts and the hand of the seat that is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engines.contract import Message
from engines.mmn import board, naming
from engines.mmn.cards import CARDS
from engines.mmn.position import Position

Check = Callable[[Position, int, str], Message | None]


def place(game: Position, word: str, sort: str) -> Message | None:
    """Check that a word names a place; ``sort`` is "node", "hex", "path" or "harbour"."""
    places = game.words.number
    if word in places[sort]:
        return None
    if any(word in places[other_sort] for other_sort in ("node", "hex", "path", "harbour")):
        return Message(f"mmn.refuse.other_than_{sort}", {"place": word})
    return Message("mmn.refuse.no_place", {"typed": word})


def named(game: Position, seat: int, word: str, sort: str) -> Message | None:
    """Check that a word names a "node", "hex" or "path", an opponent ("seat"), a "kind" or a "track"."""
    check = _SORTS.get(sort)
    return place(game, word, sort) if check is None else check(game, seat, word)


def level(game: Position, seat: int, track: int, needed: int) -> Message:
    """Return why the right of a level is refused: the level is not reached, or its metropolis is missing.

    The option "top_level_rights" may demand the metropolis for the rights of the highest level (ruling 24.16).
    """
    if game.state.players[seat].levels[track] >= needed:
        return Message("mmn.refuse.level_alone", {"track": board.TRACKS[track], "level": needed})
    return Message("mmn.refuse.level", {"track": board.TRACKS[track], "level": needed})


def any_word(game: Position, seat: int, word: str) -> None:
    """Accept any word."""


def because(reason_id: str, blank: str, word: str) -> Message:
    """Return the message `reason_id` with the word in a blank; a seat is given by its number."""
    return Message(reason_id, {blank: naming.SEAT[word] if blank == "victim_seat" else word})


def opponent(game: Position, seat: int, word: str) -> Message | None:
    """Check that a word names an opponent."""
    named_seat = naming.SEAT.get(word, -1)
    if not 0 <= named_seat < game.state.seats:
        return Message("error.nobody_there")
    return Message("mmn.refuse.yourself") if named_seat == seat else None


def with_cards(game: Position, seat: int, word: str) -> Message | None:
    """Check that a word names an opponent with resource or commodity cards, whose number is public."""
    reason = opponent(game, seat, word)
    if reason is None and not any(game.state.players[naming.SEAT[word]].hand):
        return Message("mmn.refuse.no_cards", {"victim_seat": naming.SEAT[word]})
    return reason


def kind(game: Position, seat: int, word: str, group: str = "any") -> Message | None:
    """Check that a word names a kind of card; ``group`` is "resource", "commodity" or "any"."""
    if word not in board.KIND:
        return Message("mmn.refuse.no_kind", {"typed": word})
    commodity = board.KIND[word] >= board.PAIR
    if group != "any" and commodity != (group == "commodity"):
        return Message(f"mmn.refuse.no_{group}", {"kind": word})
    return None


def in_bank(game: Position, seat: int, word: str, group: str = "any") -> Message | None:
    """Check that a word names a kind of which the bank has a card."""
    reason = kind(game, seat, word, group)
    if reason is None and not game.state.bank[board.KIND[word]]:
        return Message("mmn.refuse.bank_empty", {"kind": word})
    return reason


def in_hand(game: Position, seat: int, word: str, group: str = "any") -> Message | None:
    """Check that a word names a kind of which the seat has a card."""
    reason = kind(game, seat, word, group)
    if reason is None and not game.state.players[seat].hand[board.KIND[word]]:
        return Message("mmn.refuse.not_in_hand", {"cards": [word]})
    return reason


def deck(game: Position, seat: int, word: str) -> Message | None:
    """Check that a word names a deck that is not empty."""
    if word not in board.TRACK:
        return Message("mmn.refuse.no_deck", {"typed": word})
    return None if game.state.decks[word] else Message("mmn.refuse.deck_empty", {"deck": word})


def _at(game: Position, word: str, fits: Callable[[int], bool], reason_id: str, sort: str = "node") -> Message | None:
    """Check that a word names a place of a sort that `fits`; the message `reason_id` is for one that does not."""
    reason = place(game, word, sort)
    if reason is None and not fits(game.words.number[sort][word]):
        return Message(reason_id, {"place": word})
    return reason


def own_building(game: Position, seat: int, word: str) -> Message | None:
    return _at(game, word, lambda node: game.network.builder[node] == seat, "mmn.refuse.not_yours")


def own_city(game: Position, seat: int, word: str) -> Message | None:
    """Check that a word names a city of the seat without a metropolis."""
    cities = {building.node: building for building in game.state.players[seat].buildings if building.city}
    reason = _at(game, word, cities.__contains__, "mmn.refuse.needs_city")
    return reason or _at(game, word, lambda node: not cities[node].metropolis, "mmn.refuse.metropolis")


def own_knight(game: Position, seat: int, word: str) -> Message | None:
    return _at(game, word, lambda node: game.network.lord[node] == seat, "mmn.refuse.no_knight")


def strange_knight(game: Position, seat: int, word: str) -> Message | None:
    """Check that a word names the intersection of an opponent's knight."""
    return _at(game, word, lambda node: game.network.lord[node] not in (-1, seat), "mmn.refuse.no_target")


def free_node(game: Position, seat: int, word: str) -> Message | None:
    """Check that a word names an intersection without a building and a knight."""
    return _at(game, word, game.network.free, "mmn.refuse.taken")


def post(game: Position, seat: int, word: str) -> Message | None:
    """Check that a word names a free intersection that a road of the seat touches."""
    touches_network = partial(game.network.is_touched_by, seat)
    return free_node(game, seat, word) or _at(game, word, touches_network, "mmn.refuse.not_connected")


def site(game: Position, seat: int, word: str) -> Message | None:
    """Check that a word names a free path at the network of the seat."""
    reason = _at(game, word, lambda edge: game.network.road[edge] < 0, "mmn.refuse.taken", "path")
    return reason or _at(game, word, game.network.road_spots(seat).__contains__, "mmn.refuse.not_connected", "path")


def march(game: Position, seat: int, start: str, end: str) -> Message | None:
    """Check that roads of the seat lead from a knight on `start` to the free intersection `end`."""
    if start == end:
        return Message("mmn.refuse.stays", {"place": start})
    reason = free_node(game, seat, end)
    number = game.geometry.node_number
    if reason is None and number[end] not in game.network.reach(seat, number[start])[0]:
        return Message("mmn.refuse.unreachable", {"place": start, "to": end})
    return reason


def supply(piece: str) -> Message:
    """Return the refusal that no piece of a sort is left."""
    return Message("mmn.refuse.supply", {"pieces": piece})


def track(game: Position, seat: int, word: str) -> Message | None:
    return None if word in board.TRACK else Message("mmn.refuse.no_track", {"typed": word})


def card(game: Position, seat: int, word: str) -> Message | None:
    """Check that a word names a progress card in the seat's hand."""
    if word not in CARDS:
        return Message("error.no_card", {"typed": word})
    return None if word in game.state.players[seat].cards else Message("mmn.refuse.card_not_held", {"card": word})


_SORTS: dict[str, Check] = {"seat": opponent, "kind": kind, "track": track}
