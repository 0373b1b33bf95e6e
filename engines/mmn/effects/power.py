"""The black deck, reconstructed: Assassin, Conscription, Commission, Extortion, Black Market, Forced March, Siege."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.contract import Action, Message
from engines.mmn import board, hands, refusals
from engines.mmn.effects.common import Barter, Choice, Demand, Free
from engines.mmn.position import Position
from engines.mmn.verbs import driven, knights
from engines.mmn.verbs.cards import Effect

_WORDS_OF_EXCHANGE = 3
"""Words picked in one exchange of Black Market: two kinds that are paid, and the one that is taken."""
_EXCHANGES = 2
"""The exchanges of Black Market, at most."""


class Assassin(Choice):
    """Remove a captain, or a basic or strong knight; politics level 5 protects from it (rules 18.7)."""

    what = "node"

    def targets(self, game: Position, seat: int, picked: Sequence[str]) -> Sequence[int]:
        return sorted(
            knight.node
            for opponent in game.opponents(seat)
            if game.right(opponent, board.POLITICS) < board.IMMUNE_LEVEL
            for knight in game.state.players[opponent].knights
            if knight.captain or board.RANKS[knight.rank] != "mighty"
        )

    def unfit(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> Message:
        if reason := refusals.strange_knight(game, seat, word):
            return reason
        owner = game.network.lord[at]
        if game.right(owner, board.POLITICS) >= board.IMMUNE_LEVEL:
            return Message("mmn.refuse.immune", {"victim_seat": owner})
        return Message("mmn.refuse.too_mighty", {"place": word})

    def carry_out(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> None:
        knight = game.knight(at)
        if knight.captain:
            knight.captain = False
            game.emit("captain_lost", seat, node=word, victim_seat=game.network.lord[at])
        else:
            driven.remove(game, knight)


class BlackMarket(Barter):
    """Exchange any two cards for a commodity of another kind, once or twice.

    The words picked are kinds: for each exchange two that are paid and one that is taken.
    """

    least_paid = 2
    group = "commodity"
    kinds = range(board.PAIR, len(board.KINDS))

    def answers(self, picked: Sequence[str]) -> tuple[str, ...]:
        payment_count = len(picked) % _WORDS_OF_EXCHANGE
        if payment_count == self.least_paid:
            return ("take",)
        is_between_exchanges = len(picked) == _WORDS_OF_EXCHANGE
        return ("pay", "done") if is_between_exchanges else ("pay",)

    def choices(self, game: Position, seat: int, picked: Sequence[str]) -> Iterator[Action]:
        start = len(picked) - len(picked) % _WORDS_OF_EXCHANGE  # of the exchange in progress
        payment = [board.KIND[word] for word in picked[start:]]
        return self.offered(game, payment) if len(payment) == self.least_paid else self.payments(game, seat, payment)

    def choose(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> None:
        kind = board.KIND[action[1]]
        if action[0] == "pay":
            hands.pay(game, seat, ((kind, 1),))
        else:
            hands.receive(game, seat, ((kind, 1),), self.card)
        words_chosen = (*picked, action[1])
        is_over = len(words_chosen) == _EXCHANGES * _WORDS_OF_EXCHANGE
        is_between_exchanges = len(words_chosen) == _WORDS_OF_EXCHANGE
        if not is_over and (not is_between_exchanges or self.again(game, seat)):
            self.ask(game, seat, *words_chosen)

    def sound(self, game: Position, picked: Sequence[str]) -> bool:
        return len(picked) < _EXCHANGES * _WORDS_OF_EXCHANGE and set(picked) <= set(board.KINDS)

    def again(self, game: Position, seat: int) -> bool:
        """Return whether a second exchange is asked for.

        Since rules version 3 only public facts decide it, because the question would reveal the hand.
        """
        if game.state.rules < 3:
            return self.acts(game, seat)
        return sum(game.state.players[seat].hand) >= self.least_paid and any(game.state.bank[board.PAIR :])


class ForcedMarch(Effect):
    """Move one or two knights along the player's roads, active or not; this is no action of the knights.

    The word picked is the intersection to which the first knight has gone: it does not move again.
    """

    what = "node"
    first = "move"
    repeats = True

    def choices(self, game: Position, seat: int, picked: Sequence[str]) -> Iterator[Action]:
        words = game.geometry.nodes
        for knight in game.state.players[seat].knights:
            if words[knight.node] not in picked:
                free_nodes, _ = game.network.reach(seat, knight.node)
                for node in free_nodes:
                    yield ("move", words[knight.node], words[node])

    def refusal(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> Message | None:
        match action:
            case ("move", start, _) if picked and start == picked[0]:
                return Message("mmn.refuse.marched", {"place": start})
            case ("move", start, end):
                return refusals.own_knight(game, seat, start) or refusals.march(game, seat, start, end)
        return None

    def choose(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> None:
        number = game.geometry.node_number
        _, start, end = action
        driven.shift(game, seat, game.knight(number[start]), number[end])
        if not picked and any(True for _ in self.choices(game, seat, (end,))):
            self.ask(game, seat, end)


class Siege(Choice):
    """Remove an opponent's city wall."""

    what = "node"
    why = ("mmn.refuse.no_wall", "place")

    def targets(self, game: Position, seat: int, picked: Sequence[str]) -> Sequence[int]:
        players = game.state.players
        buildings = [building for opponent in game.opponents(seat) for building in players[opponent].buildings]
        return sorted(building.node for building in buildings if building.wall)

    def carry_out(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> None:
        owner = game.network.builder[at]
        game.building(at).wall = False
        game.network.altered(owner)
        game.emit("wall_removed", seat, node=word, victim_seat=owner)


EFFECTS = (
    Assassin("assassin"),
    BlackMarket("black_market"),
    ForcedMarch("forced_march"),
    Siege("siege"),
    Free("conscription", {"choose": knights.HIRE}),
    Free("commission", {"choose": knights.LEAD}),
    Demand("extortion", "commodity"),
)
"""The effects of the cards of this deck."""
