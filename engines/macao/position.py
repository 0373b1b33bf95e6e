"""The base of Macao's rules: shared operations on the state, metrics of cards, and base classes of decisions."""

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
    """A game of Macao with the operations that several of its rules share."""

    state: State

    @property
    def jokers_any_time(self) -> bool:
        """True if the table's option lets players spend jokers outside their turns (ruling 1)."""
        return self.option("jokers") == "any_time"

    # -- cards -----------------------------------------------------------------------------------------------------

    def powers(self, seat: int) -> Powers:
        """Return the effects of a seat's activated cards."""
        return powers(tuple(self.state.players[seat].activated))

    def may_take_quarter(self, seat: int) -> bool:
        """Return whether a seat may take a quarter: once a turn, twice with the Nachtwächter (rules 5.2)."""
        quarters_taken = self.state.players[seat].this_round.quarters
        return not quarters_taken or quarters_taken <= self.powers(seat).allowances.get("take_quarter", 0)

    def count_use(self, seat: int, card: str) -> None:
        uses = self.state.players[seat].this_round.used
        uses[card] = uses.get(card, 0) + 1

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
        """Pay the gold and the cubes of given colours of a price; ``pay_then`` pays cubes of any colours."""
        self.state.players[seat].gold -= pay.gold
        self.take_cubes(seat, pay.cubes)

    def listed(self, cubes: Mapping[str, int]) -> list[str]:
        """Return cubes as a list of colours with repetitions, in the order of ``board.COLOURS``."""
        return [colour for colour in board.COLOURS if colour in cubes for _ in range(cubes[colour])]

    def unpaid(self, seat: int, cubes: Mapping[str, int], *, waived: int = 0) -> dict[str, int | list[str]]:
        """Return the arguments of a message about a price that a seat cannot pay.

        These are the ``cubes`` of the price, the ``missing`` ones of them, and the number of cubes that the seat still
        needs (``n``) if so many are ``waived``.
        """
        stock = self.state.players[seat].stock
        missing_cubes = {colour: count - stock.get(colour, 0) for colour, count in cubes.items()}
        lacking = self.listed(missing_cubes)
        return {"cubes": self.listed(cubes), "missing": lacking, "n": len(lacking) - waived}

    # -- the wall (rules 8) ----------------------------------------------------------------------------------------

    def advance_on_wall(self, seat: int, spaces: int) -> None:
        """Move a seat's disc on the wall and report its space, or that it is locked (rules 8)."""
        wall = self.state.wall
        tower = next((owner for owner in range(self.state.seats) if self.powers(owner).card(WallStackTop)), None)
        wall.advance(seat, spaces, tower)
        if seat in wall.locked:
            self.emit("locked", seat)
        else:
            self.emit("wall", seat, space=wall.space(seat), spaces=spaces)

    def discard_display(self) -> None:
        """Discard the cards of the display that were not taken."""
        self.state.discard += self.state.display.cards
        self.state.display.cards = []

    def penalise(self, seat: int, reason: str) -> None:
        self.state.players[seat].penalties += 1
        self.emit("penalty", seat, reason=reason)

    def resources(self, seat: int) -> Message:
        """Return a seat's gold, prestige and action stock.

        Until the seat has chosen its dice, it has the cubes that reach the stock then instead.
        """
        player = self.state.players[seat]
        amounts: Arguments = {"gold": player.gold, "prestige": player.prestige}
        if self.state.chosen[seat] or player.stock:
            return Message("macao.resources", {**amounts, "cubes": self.listed(player.stock)})
        return Message("macao.resources_coming", {**amounts, "cubes": self.listed(player.rose[board.STOCK + 1])})


class Decision(steps.Decision[Position], kw_only=True):
    """A question to one seat, with its gold, prestige and cubes."""

    def resources(self, game: Position, seat: int) -> Message:
        return game.resources(seat)


IN_TURN = frozenset(("deliver", "activate", "quarter", "use", "tribute", "wall", "ship"))
"""Verbs of actions that are possible only in the player's turn (rules 4.3)."""


class BeforeTurns(steps.Step[Position], kw_only=True):
    """A decision before the players' turns (rules 4.1, 4.2), which refuses what is decided later."""

    def no_answer(self, game: Position, seat: int, action: Action) -> Message | None:
        """Return that dice are chosen after the cards, or that actions come in the turn."""
        if action[:1] == ("dice",):
            return Message("macao.refuse.dice_later")
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
"""Metrics that depend only on the player."""


def measure(game: Position, seat: int, metric: str, kind: str | None, least_size: int = 1, names: Words = ()) -> int:
    """Return the present value of a metric for a seat; metrics that are true or false are 1 or 0.

    Args:
        game: The game.
        seat: The seat.
        metric: The name of the metric in the data file.
        kind: The kind of office that counts; None: all kinds.
        least_size: For "office_kinds_with_at_least" the number of offices of a kind.
        names: For "activated_cards_of_set" the cards of the set.
    """
    player = game.state.players[seat]
    if metric in OF_PLAYER:
        return OF_PLAYER[metric](player)
    offices = Counter(office for card in player.activated if (office := CARDS[card].office_kind))
    rival_prestige = [rival.prestige for number, rival in enumerate(game.state.players) if number != seat]
    match metric:
        case "activated_offices":
            return offices.total() if kind is None else offices[kind]
        case "activated_cards_of_set":
            return len(set(names) & set(player.activated))
        case "office_uses_this_round":
            uses = player.this_round.office_uses
            return sum(uses.values()) if kind is None else uses.get(kind, 0)
        case "office_kinds_with_at_least":
            return sum(count >= least_size for count in offices.values())
        case "first_on_wall":
            return int(game.state.wall.order()[0] == seat)
        case "not_first_on_wall":
            return int(game.state.wall.order()[0] != seat)
        case "last_on_wall":
            return int(game.state.wall.order()[-1] == seat)
        case "sole_first_on_prestige_track":
            return int(player.prestige > max(rival_prestige))
        case "sole_last_on_prestige_track":
            return int(player.prestige < min(rival_prestige))
    raise LookupError(f"there is no metric {metric!r}")


def worth(effect: FinalScore, game: Position, seat: int) -> int:
    """Return the points that a card would bring if the game ended now."""
    if effect.metric is None:
        return effect.points
    value = measure(game, seat, effect.metric, None, effect.threshold, effect.set)
    return effect.points_by_count.get(str(value), 0) if effect.points_by_count else value * effect.points_each
