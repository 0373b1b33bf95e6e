"""What the rules of Macao work on: the state and the operations that they share, what cards measure, questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from engines import steps
from engines.contract import Action, Game, Message
from engines.macao import board
from engines.macao.cards import CARDS, Powers, powers
from engines.macao.cards.effects import Amount, FinalScore, WallStackTop
from engines.macao.state import Player, State
from engines.steps import Arguments, Words


class Position(Game):
    """A game of Macao as its rules see it."""

    state: State

    @property
    def jokers_any_time(self) -> bool:
        """Whether the table has agreed that jokers may be spent outside the own turn, too (ruling 1)."""
        return self.option("jokers") == "any_time"

    # -- cards -----------------------------------------------------------------------------------------------------

    def powers(self, seat: int) -> Powers:
        """What the seat's activated cards let it do."""
        return powers(tuple(self.state.players[seat].activated))

    def may_take_quarter(self, seat: int) -> bool:
        """Once per turn, twice with the Nachtwächter (rules 5.2)."""
        taken = self.state.players[seat].this_round.quarters
        return not taken or taken <= self.powers(seat).allowances.get("take_quarter", 0)

    def count_use(self, seat: int, card: str) -> None:
        used = self.state.players[seat].this_round.used
        used[card] = used.get(card, 0) + 1

    # -- gold, prestige, cubes -------------------------------------------------------------------------------------

    def receive_gold(self, seat: int, gold: int, *, counts: bool = True) -> None:
        player = self.state.players[seat]
        player.gold += gold
        player.this_round.gold += gold if counts else 0

    def receive_prestige(self, seat: int, prestige: int, source: str) -> None:
        player = self.state.players[seat]
        player.prestige += prestige
        player.this_round.prestige += prestige
        player.earned[source] = player.earned.get(source, 0) + prestige

    def add_cubes(self, seat: int, cubes: Mapping[str, int]) -> None:
        stock = self.state.players[seat].stock
        for colour, number in cubes.items():
            stock[colour] = stock.get(colour, 0) + number

    def take_cubes(self, seat: int, cubes: Mapping[str, int]) -> None:
        stock = self.state.players[seat].stock
        for colour, number in cubes.items():
            if number:
                stock[colour] -= number
                if not stock[colour]:
                    del stock[colour]

    def spend(self, seat: int, pay: Amount) -> None:
        """Gold and cubes of given colours go back."""
        self.state.players[seat].gold -= pay.gold
        self.take_cubes(seat, pay.cubes)

    def listed(self, cubes: Mapping[str, int]) -> list[str]:
        """Cubes as a list of colours, in the fixed order."""
        return [colour for colour in board.COLOURS if colour in cubes for _ in range(cubes[colour])]

    def unpaid(self, seat: int, cubes: Mapping[str, int], *, waived: int = 0) -> dict[str, int | list[str]]:
        """Return what is told of a price that a seat cannot pay.

        Its ``cubes``, which of them are ``missing``, and how many must be got (``n``) if so many are ``waived``.
        """
        stock = self.state.players[seat].stock
        missing = {colour: count - stock.get(colour, 0) for colour, count in cubes.items()}
        lacking = self.listed(missing)
        return {"cubes": self.listed(cubes), "missing": lacking, "n": len(lacking) - waived}

    # -- the wall (rules 8) ----------------------------------------------------------------------------------------

    def advance_on_wall(self, seat: int, spaces: int) -> None:
        """Rules 8."""
        wall = self.state.wall
        tower = next((other for other in range(self.state.seats) if self.powers(other).card(WallStackTop)), None)
        wall.advance(seat, spaces, tower)
        if seat in wall.locked:
            self.emit("locked", seat)
        else:
            self.emit("wall", seat, space=wall.space(seat), spaces=spaces)

    def discard_display(self) -> None:
        """What nobody took goes to the discard pile."""
        self.state.discard += self.state.display.cards
        self.state.display.cards = []

    def penalise(self, seat: int, reason: str) -> None:
        self.state.players[seat].penalties += 1
        self.emit("penalty", seat, reason=reason)

    def resources(self, seat: int) -> Message:
        """Return gold, prestige and the action stock: before the own dice, the cubes that reach it with them."""
        player = self.state.players[seat]
        owned: Arguments = {"gold": player.gold, "prestige": player.prestige}
        if self.state.chosen[seat] or player.stock:
            return Message("macao.resources", {**owned, "cubes": self.listed(player.stock)})
        return Message("macao.resources_coming", {**owned, "cubes": self.listed(player.rose[board.STOCK + 1])})


class Decision(steps.Decision[Position], kw_only=True):
    """A question to one seat."""

    def resources(self, game: Position, seat: int) -> Message:
        return game.resources(seat)


IN_TURN = frozenset(("deliver", "activate", "quarter", "use", "tribute", "wall", "ship"))
"""First words of what is done in the own turn alone (rules 4.3)."""


class BeforeTurns(steps.Step[Position], kw_only=True):
    """Asked before the players take their turns (rules 4.1, 4.2)."""

    def no_answer(self, game: Position, seat: int, action: Action) -> Message | None:
        return Message("macao.refuse.turn_later") if IN_TURN.intersection(action[:1]) else None


OF_PLAYER: dict[str, Callable[[Player], int]] = {
    "activated_buildings": lambda player: sum(CARDS[card].type == "building" for card in player.activated),
    "activated_persons": lambda player: sum(CARDS[card].type == "person" for card in player.activated),
    "activated_end_scoring_cards": lambda player: sum(CARDS[card].end_scoring for card in player.activated),
    "own_markers_in_city": lambda player: len(player.quarters),
    "own_markers_in_dark_quarters": lambda player: sum(board.QUARTERS[id].kind == "dark" for id in player.quarters),
    "free_tableau_slots": lambda player: board.TABLEAU_SLOTS - len(player.tableau),
    "wares_aboard": lambda player: sum(player.hold.values()),
    "ship_spaces_moved_this_round": lambda player: player.this_round.steps,
    "gold_received_this_round": lambda player: player.this_round.gold,
    "prestige_received_this_round": lambda player: player.this_round.prestige,
}
"""Metrics that look at nothing but the player."""


def measure(game: Position, seat: int, metric: str, kind: str | None, least: int = 1, names: Words = ()) -> int:
    """The value of a metric now; conditions that hold or do not are 1 or 0."""
    player = game.state.players[seat]
    if metric in OF_PLAYER:
        return OF_PLAYER[metric](player)
    offices = Counter(office for card in player.activated if (office := CARDS[card].office_kind))
    others = [other.prestige for number, other in enumerate(game.state.players) if number != seat]
    match metric:
        case "activated_offices":
            return offices.total() if kind is None else offices[kind]
        case "activated_cards_of_set":
            return len(set(names) & set(player.activated))
        case "office_uses_this_round":
            uses = player.this_round.office_uses
            return sum(uses.values()) if kind is None else uses.get(kind, 0)
        case "office_kinds_with_at_least":
            return sum(count >= least for count in offices.values())
        case "first_on_wall":
            return int(game.state.wall.order()[0] == seat)
        case "not_first_on_wall":
            return int(game.state.wall.order()[0] != seat)
        case "last_on_wall":
            return int(game.state.wall.order()[-1] == seat)
        case "sole_first_on_prestige_track":
            return int(player.prestige > max(others))
        case "sole_last_on_prestige_track":
            return int(player.prestige < min(others))
    raise LookupError(f"there is no metric {metric!r}")


def worth(effect: FinalScore, game: Position, seat: int) -> int:
    """The points a card would bring now."""
    if effect.metric is None:
        return effect.points
    value = measure(game, seat, effect.metric, None, effect.threshold, effect.set)
    return effect.points_by_count.get(str(value), 0) if effect.points_by_count else value * effect.points_each
