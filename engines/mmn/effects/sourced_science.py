"""The green deck: Alchemist, Crane, Engineer, Inventor, Irrigation, Medicine, Mining, Road Building, Smith."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.contract import Action, Message
from engines.mmn import board, hands, refusals
from engines.mmn.effects.common import Harvest
from engines.mmn.position import Position
from engines.mmn.verbs import improvements
from engines.mmn.verbs.building import CITY, WALL, build_road
from engines.mmn.verbs.cards import Effect, effect
from engines.mmn.verbs.knights import PROMOTE

MEDICINE_COST = ((board.ORE, 2), (board.GRAIN, 1))


@effect("alchemist")
class Alchemist(Effect):
    """Sets red and white before the roll; never played in the action phase or for a sixth card (rules 9.3)."""

    def possible(self, game: Position, seat: int) -> bool:
        return False

    def hindrance(self, game: Position, seat: int) -> Message:
        return Message("mmn.refuse.before_roll")

    def answers(self, picked: Sequence[str]) -> tuple[str, ...]:
        return ("dice",)

    def choices(self, game: Position, seat: int, picked: Sequence[str]) -> Iterator[Action]:
        return (("dice", str(red), str(white)) for red in range(1, 7) for white in range(1, 7))

    def refusal(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> Message | None:
        return Message("mmn.refuse.dice_words")

    def choose(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> None:
        now = game.state.now
        now.fixed, now.red, now.white = True, int(action[1]), int(action[2])
        game.emit("dice_fixed", seat, red=now.red, white=now.white)


@effect("crane")
class Crane(Effect):
    """An improvement for a commodity less."""

    def choices(self, game: Position, seat: int, picked: Sequence[str]) -> Iterator[Action]:
        return (("choose", board.TRACKS[track]) for track in improvements.affordable(game, seat, 1))

    def unfit(self, game: Position, seat: int, picked: Sequence[str], word: str) -> Message | None:
        return improvements.obstacle(game, seat, word, 1)

    def choose(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> None:
        improvements.improve(game, seat, board.TRACK[action[1]], 1)


@effect("engineer")
class Engineer(Effect):
    """A free city wall."""

    def choices(self, game: Position, seat: int, picked: Sequence[str]) -> Iterator[Action]:
        return (game.words.choose_node[city.node] for city in WALL.fitting(game.state.players[seat]))

    def unfit(self, game: Position, seat: int, picked: Sequence[str], word: str) -> Message | None:
        return WALL.unfit(game, seat, (word,))

    def choose(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> None:
        WALL.act(game, seat, action[1:])


@effect("inventor")
class Inventor(Effect):
    """Swaps two different number chips, none of them 2, 6, 8 or 12."""

    def places(self, game: Position) -> list[int]:
        return [place for place, chip in enumerate(game.state.chips) if chip not in board.FIXED_CHIPS]

    def possible(self, game: Position, seat: int) -> bool:
        return len({game.state.chips[place] for place in self.places(game)}) > 1

    def choices(self, game: Position, seat: int, picked: Sequence[str]) -> Iterator[Action]:
        chips = game.state.chips
        first = chips[game.size.geometry.hex_number[picked[0]]] if picked else 0
        return (game.words.choose_hex[place] for place in self.places(game) if chips[place] != first)

    def unfit(self, game: Position, seat: int, picked: Sequence[str], word: str) -> Message | None:
        reason = refusals.place(game, word, "hex")
        if reason is not None:
            return reason
        chip = game.state.chips[game.size.geometry.hex_number[word]]
        return Message(
            "mmn.refuse.fixed_chip" if chip in board.FIXED_CHIPS else "mmn.refuse.same_chip", {"number": chip}
        )

    def choose(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> None:
        if not picked:
            self.ask(game, seat, action[1])
            return
        number = game.size.geometry.hex_number
        game.swap_chips(number[picked[0]], number[action[1]])
        game.emit("chips", seat, hex=picked[0], other=action[1])


@effect("irrigation")
class Irrigation(Harvest):
    """Two grain for every fields hex."""

    terrain, kind, each = "fields", board.GRAIN, 2


@effect("mining")
class Mining(Harvest):
    """Two ore for every mountains hex."""

    terrain, kind, each = "mountains", board.ORE, 2


@effect("medicine")
class Medicine(Effect):
    """A city for two ore and a grain."""

    def possible(self, game: Position, seat: int) -> bool:
        player = game.state.players[seat]
        return hands.has(player.hand, MEDICINE_COST) and bool(CITY.fitting(player))

    def choices(self, game: Position, seat: int, picked: Sequence[str]) -> Iterator[Action]:
        return (game.words.choose_node[each.node] for each in CITY.fitting(game.state.players[seat]))

    def unfit(self, game: Position, seat: int, picked: Sequence[str], word: str) -> Message | None:
        return CITY.unfit(game, seat, (word,))

    def choose(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> None:
        hands.pay(game, seat, MEDICINE_COST)
        CITY.act(game, seat, action[1:])


@effect("road_building")
class RoadBuilding(Effect):
    """Two free roads; one if there is no piece or place for a second."""

    def possible(self, game: Position, seat: int) -> bool:
        return len(game.state.players[seat].roads) < board.ROADS and bool(game.network.road_spots(seat))

    def choices(self, game: Position, seat: int, picked: Sequence[str]) -> Iterator[Action]:
        return (game.words.choose_road[edge] for edge in game.network.road_spots(seat))

    def unfit(self, game: Position, seat: int, picked: Sequence[str], word: str) -> Message | None:
        return refusals.site(game, seat, word)

    def choose(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> None:
        build_road(game, seat, action[1])
        if not picked and self.possible(game, seat):
            self.ask(game, seat, action[1])


@effect("smith")
class Smith(Effect):
    """Promotes one or two knights free of charge."""

    def answers(self, picked: Sequence[str]) -> tuple[str, ...]:
        return ("choose", "done") if picked else ("choose",)

    def choices(self, game: Position, seat: int, picked: Sequence[str]) -> Iterator[Action]:
        return (game.words.choose_node[knight.node] for knight in PROMOTE.fitting(game.state.players[seat]))

    def unfit(self, game: Position, seat: int, picked: Sequence[str], word: str) -> Message | None:
        return PROMOTE.unfit(game, seat, (word,))

    def choose(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> None:
        PROMOTE.act(game, seat, action[1:])
        if not picked and self.possible(game, seat):
            self.ask(game, seat, action[1])
