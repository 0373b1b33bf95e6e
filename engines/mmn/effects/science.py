"""The green deck: Alchemist, Crane, Engineer, Inventor, Irrigation, Medicine, Mining, Road Building, Smith."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.contract import Action, Message
from engines.mmn import board, hands
from engines.mmn.cards import CARDS
from engines.mmn.effects.common import Choice, Free, Harvest
from engines.mmn.position import Position
from engines.mmn.verbs import building
from engines.mmn.verbs.building import CITY, ROAD, WALL
from engines.mmn.verbs.cards import Effect
from engines.mmn.verbs.knights import PROMOTE


class Alchemist(Effect):
    """Set the red and the white die before the roll; never playable later or for a sixth card (rules 9.3)."""

    first = "dice"

    def acts(self, game: Position, seat: int) -> bool:
        return False

    def hindrance(self, game: Position, seat: int) -> Message:
        return Message("mmn.refuse.before_roll")

    def choices(self, game: Position, seat: int, picked: Sequence[str]) -> Iterator[Action]:
        return (("dice", str(red), str(white)) for red in range(1, 7) for white in range(1, 7))

    def refusal(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> Message:
        return Message("mmn.refuse.dice_words")

    def choose(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> None:
        now = game.state.now
        now.fixed = True
        now.red = int(action[1])
        now.white = int(action[2])
        game.emit("dice_fixed", seat, red=now.red, white=now.white)


class Crane(Choice):
    """Buy an improvement for one commodity less."""

    what = "track"
    from_hand = True

    def targets(self, game: Position, seat: int, picked: Sequence[str]) -> Sequence[int]:
        return building.affordable(game, seat, 1)

    def hindrance(self, game: Position, seat: int) -> Message | None:
        """Return why no level can be bought: the one that is open to the player with the fewest cards missing."""
        hand = game.state.players[seat].hand
        tracks = [track for track in range(len(board.TRACKS)) if building.allowed(game, seat, track)]
        costs = [building.price(game.state.players[seat], track, 1) for track in tracks]
        lacking = [(hands.missing(hand, cost), track, cost) for track, cost in zip(tracks, costs, strict=True)]
        if not lacking:
            return super().hindrance(game, seat)
        missing_cards, track, cost = min(lacking, key=lambda candidate: len(candidate[0]))
        if not missing_cards:
            return None
        cards = hands.listed(cost)
        return Message("mmn.refuse.crane", {"track": board.TRACKS[track], "cards": cards, "missing": missing_cards})

    def unfit(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> Message | None:
        return building.obstacle(game, seat, word, 1)

    def carry_out(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> None:
        building.improve(game, seat, at, 1)


class Inventor(Choice):
    """Swap two different number chips, none of them 2, 6, 8 or 12."""

    what = "hex"

    def targets(self, game: Position, seat: int, picked: Sequence[str]) -> Sequence[int]:
        chips = game.state.chips
        first = chips[game.geometry.hex_number[picked[0]]] if picked else 0
        return [place for place, chip in enumerate(chips) if chip not in board.FIXED_CHIPS and chip != first]

    def acts(self, game: Position, seat: int) -> bool:
        return len({game.state.chips[place] for place in self.targets(game, seat, ())}) > 1

    def unfit(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> Message:
        chip = game.state.chips[at]
        reason = "mmn.refuse.fixed_chip" if chip in board.FIXED_CHIPS else "mmn.refuse.same_chip"
        return Message(reason, {"number": chip})

    def carry_out(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> None:
        if not picked:
            self.ask(game, seat, word)
            return
        game.swap_chips(game.geometry.hex_number[picked[0]], at)
        game.emit("chips", seat, hex=picked[0], other=word)


class Medicine(Free):
    """Build a city for fewer cards."""

    price = tuple((board.KIND[kind], number) for kind, number in CARDS["medicine"].price.items())

    def acts(self, game: Position, seat: int) -> bool:
        return hands.has(game.state.players[seat].hand, self.price) and super().acts(game, seat)

    def hindrance(self, game: Position, seat: int) -> Message | None:
        missing_cards = hands.missing(game.state.players[seat].hand, self.price)
        if not missing_cards or not CITY.fitting(game.state.players[seat]):
            return super().hindrance(game, seat)
        cards = hands.listed(self.price)
        return Message("mmn.refuse.card_cost", {"card": self.card, "cards": cards, "missing": missing_cards})

    def choose(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> None:
        hands.pay(game, seat, self.price)
        super().choose(game, seat, picked, action)


EFFECTS = (
    Alchemist("alchemist"),
    Crane("crane"),
    Inventor("inventor"),
    Free("engineer", {"choose": WALL}),
    Medicine("medicine", {"choose": CITY}),
    Free("road_building", {"choose": ROAD}, ("choose",)),
    Free("smith", {"choose": PROMOTE}, ("choose",), may_stop=True),
    Harvest("irrigation", board.GRAIN, "fields"),
    Harvest("mining", board.ORE, "mountains"),
)
"""The effects of the cards of this deck."""
