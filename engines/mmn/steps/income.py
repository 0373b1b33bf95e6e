"""Steps D and E: progress cards drawn by the dice, and the production of the hexes (rules 9 and 10)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engines.contract import Message
from engines.mmn import board, hands, refusals, scoring
from engines.mmn.position import Position
from engines.mmn.state import Building
from engines.mmn.verbs.action import Decision, OneWord
from engines.mmn.verbs.cards import draw_card, gain_card
from engines.mmn.verbs.giving import TakeFree
from engines.steps import Step, Verb, Words


class Progress(Step[Position], kw_only=True, tag="Progress"):
    """The draw of progress cards (step D) by all players whose level meets the red die, clockwise (rules 9.1)."""

    def run(self, game: Position) -> None:
        track = board.TRACK[game.state.now.colour]
        game.push(*(DrawByDice(seat=seat, track=track) for seat in game.clockwise() if entitled(game, seat, track)))


def entitled(game: Position, seat: int, track: int) -> bool:
    """Return whether the red die lets a seat draw a card of a track.

    This follows rules 17.6 or, as an option, their literal reading (ruling 24.3).
    """
    level = game.state.players[seat].levels[track]
    red = game.state.now.red
    if game.option("progress_threshold") == "literal":
        return level >= red
    return red <= board.DRAW_AT_MOST[track][level]


class DrawFrom(OneWord[Any]):
    """Choose a deck that is not empty; the rolled one is listed first."""

    word = "deck"
    names = staticmethod(refusals.deck)

    def choices(self, game: Position, step: Any, seat: int) -> Iterable[Words]:
        decks = (track for track in board.TRACKS if game.state.decks[track])
        return ((track,) for track in sorted(decks, key=lambda track: track != step.rolled))

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        step.draw(game, words[0])


class DrawByDice(Decision, kw_only=True, tag="DrawByDice"):
    """The draw of a progress card by the dice.

    Magic level 5 lets the player choose the deck, magic level 3 gives the choice between two cards.
    """

    asks = "mmn.prompt.choosedeck"
    fills = {"track": "rolled"}
    verbs = (DrawFrom(),)

    track: int

    def sound(self, game: Position) -> bool:
        return 0 <= self.track < len(board.TRACKS)

    @property
    def rolled(self) -> str:
        return board.TRACKS[self.track]

    def actors(self, game: Position) -> tuple[int, ...]:
        free = game.right(self.seat, board.MAGIC) >= board.FREE_LEVEL
        return (self.seat,) if free and any(game.state.decks.values()) else ()

    def run(self, game: Position) -> None:
        if game.state.decks[self.rolled]:
            self.draw(game, self.rolled)

    def draw(self, game: Position, deck: str) -> None:
        if game.state.players[self.seat].levels[board.MAGIC] >= board.LOOK_LEVEL and len(game.state.decks[deck]) > 1:
            game.emit("looked", self.seat, barrier=True, deck=deck, count=2)
            game.push(KeepOne(seat=self.seat, deck=deck))
        else:
            draw_card(game, self.seat, deck)
            scoring.recheck(game)


class Keep(Verb[Position, "KeepOne"]):
    """Keep one of two cards, named by number and name because both may have the same name."""

    word = "pick"

    def choices(self, game: Position, step: KeepOne, seat: int) -> Iterable[Words]:
        return ((str(number), card) for number, card in enumerate(step.cards(game), 1))

    def fault(self, game: Position, step: KeepOne, seat: int, words: Words) -> Message:
        return Message("mmn.refuse.not_looked_at", {"count": len(step.cards(game))})

    def do(self, game: Position, step: KeepOne, seat: int, words: Words) -> None:
        deck = game.state.decks[step.deck]
        first = deck.pop()
        second = deck.pop()
        kept_card, rejected = (first, second) if words[0] == "1" else (second, first)
        deck.insert(0, rejected)
        gain_card(game, seat, kept_card)
        scoring.recheck(game)


class KeepOne(Decision, kw_only=True, tag="KeepOne"):
    """The question which of the top two cards of a deck is kept; the other goes under the deck."""

    asks = "mmn.prompt.keepone"
    fills = {"deck": "deck"}
    verbs = (Keep(),)

    deck: str

    def cards(self, game: Position) -> list[str]:
        """Return the two cards, which are still on the deck, the top one first."""
        return game.state.decks[self.deck][:-3:-1]

    def sound(self, game: Position) -> bool:
        return self.deck in game.state.decks and len(self.cards(game)) == 2


class Production(Step[Position], kw_only=True, tag="Production"):
    """The production of the rolled hexes (step E); players only choose gold and consolation."""

    def run(self, game: Position) -> None:
        state = game.state
        gains = yields(game, state.now.red + state.now.white)
        free = [0] * state.seats
        if game.option("gold_mode") == "choice":
            for seat, cards in gains.items():
                free[seat] = cards.pop(board.NUGGET, 0)
        ration(game, gains)
        for seat in game.clockwise():
            if seat in gains:
                hands.receive(game, seat, sorted(gains[seat].items()), "production")
        consoled = [0] * state.seats
        for seat in range(state.seats):
            if not gains.get(seat) and not free[seat]:
                consoled[seat] = consolation(game, seat)
        if any(free) or any(consoled):
            game.push(TakeFree(free=free, why="gold"), TakeFree(free=consoled, why="consolation"))


def consolation(game: Position, seat: int) -> int:
    """Return how many resources a seat may take that gets nothing from production (rules 10.3)."""
    science = game.right(seat, board.SCIENCE)
    return (science >= board.CONSOLED_LEVEL) + (science >= board.TWICE_CONSOLED_LEVEL)


def yields(game: Position, total: int) -> dict[int, dict[int, int]]:
    """Return the cards, by seat and kind, that a roll yields, regardless of what the bank holds."""
    state = game.state
    network = game.network
    gains: dict[int, dict[int, int]] = {}
    for place in game.hexes_with(total):
        if place == state.robber:
            continue
        cursed = any(curse.hex == place for curse in state.curses)
        kind = game.terrain_kind(place)
        for node in game.geometry.hex_nodes[place]:
            building = network.building[node]
            if building is None:
                continue
            seat = network.builder[node]
            if cursed and game.right(seat, board.MAGIC) < board.UNCURSED_LEVEL:
                continue
            cards = gains.setdefault(seat, {})
            resources, commodities = slot_yield(game, seat, building, place)
            cards[kind] = cards.get(kind, 0) + resources
            if commodities:
                cards[kind + board.PAIR] = cards.get(kind + board.PAIR, 0) + commodities
    return gains


def slot_yield(game: Position, seat: int, building: Building, place: int) -> tuple[int, int]:
    """Return the numbers of resources and commodities that a building gets from one hex (rules 10.1, 16)."""
    city = building.city and not building.sabotaged
    base = board.YIELDS.city if city else board.YIELDS.settlement
    resources = base.resource
    commodities = base.commodity
    if (building.servants or building.journeymen) and not game.state.players[seat].famine:
        servant = board.YIELDS.servant_bonus
        journeyman = board.YIELDS.journeyman_bonus
        if place in building.servants or (place in building.journeymen and building.sabotaged):
            resources += servant.resource
        elif place in building.journeymen:
            commodities += journeyman.commodity
            if game.option("journeyman_keeps_servant_bonus") == "on":
                resources += servant.resource
    return resources, commodities


def ration(game: Position, gains: dict[int, dict[int, int]]) -> None:
    """Cut the gains of a roll down to what the bank has (rules 10.2).

    A kind that it cannot give to several players is given to none of them; a single player gets what is left
    (ruling 24.9).
    """
    totals: dict[int, int] = {}
    for cards in gains.values():
        for kind, number in cards.items():
            totals[kind] = totals.get(kind, 0) + number
    bank = game.state.bank
    for kind in sorted(kind for kind, total in totals.items() if total > bank[kind]):
        good = board.KINDS[kind]
        claimants = [seat for seat, cards in gains.items() if kind in cards]
        if len(claimants) == 1 and bank[kind] and game.option("shortage_single_claimant_gets_rest") == "on":
            gains[claimants[0]][kind] = bank[kind]
            game.emit("short_single", claimants[0], cards=[good] * bank[kind])
            continue
        game.emit("short", None, good=good)
        for seat in claimants:
            gains[seat].pop(kind)
