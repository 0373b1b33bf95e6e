"""The purple deck, reconstructed: Prophecy, Transmutation, Curse, Teleport, Restoration, Clairvoyance, Golem."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engines.contract import Action, Message
from engines.mmn import board, hands, naming, refusals
from engines.mmn.effects.common import Barter, Choice, Free, Harvest, OpenHand
from engines.mmn.position import Position
from engines.mmn.state import Curse as Marker
from engines.mmn.verbs.action import Work
from engines.mmn.verbs.building import END_FAMINE, REPAIR
from engines.mmn.verbs.cards import Effect, gain_card
from engines.mmn.verbs.driven import shift
from engines.mmn.verbs.knights import ACTIVATE


class Prophecy(Effect):
    """Look at three cards of a deck, take one and put the others under it in any order.

    The words picked are the deck, and once a card was taken the number of cards that remain to be put under it.
    """

    def seen(self, game: Position, picked: Sequence[str]) -> list[str]:
        """Return the cards looked at that are still on the deck, the top one first."""
        if not picked:
            return []
        deck = game.state.decks[picked[0]]
        count = int(picked[1]) if len(picked) > 1 else min(self.number, len(deck))
        from_the_top = deck[::-1]
        return from_the_top[:count]

    def answers(self, picked: Sequence[str]) -> tuple[str, ...]:
        if not picked:
            return ("deck",)
        return ("pick",) if len(picked) == 1 else ("under",)

    def choices(self, game: Position, seat: int, picked: Sequence[str]) -> Iterator[Action]:
        if not picked:
            return (naming.DECK[track] for track, name in enumerate(board.TRACKS) if game.state.decks[name])
        word = "pick" if len(picked) == 1 else "under"
        return ((word, str(number), card) for number, card in enumerate(self.seen(game, picked), 1))

    def refusal(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> Message | None:
        match action:
            case ("deck", word):
                return refusals.deck(game, seat, word)
            case ("pick" | "under", *_):
                return Message("mmn.refuse.not_looked_at", {"count": len(self.seen(game, picked))})
        return None

    def choose(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> None:
        if not picked:
            count = min(self.number, len(game.state.decks[action[1]]))
            game.emit("looked", seat, barrier=True, deck=action[1], count=count)
            self.ask(game, seat, action[1])
            return
        remaining = len(self.seen(game, picked)) - 1
        deck = game.state.decks[picked[0]]  # the top card last
        place_from_the_top = int(action[1])
        card = deck.pop(-place_from_the_top)
        if action[0] == "pick":
            gain_card(game, seat, card)
        else:
            deck.insert(0, card)
        if remaining == 1:  # there is no choice: it goes under the deck
            deck.insert(0, deck.pop())
        elif remaining:
            self.ask(game, seat, picked[0], str(remaining))

    def sound(self, game: Position, picked: Sequence[str]) -> bool:
        match picked:
            case []:
                return True
            case [deck]:
                return bool(game.state.decks.get(deck))
            case [deck, count] if count == str(self.number - 1):  # one was taken
                return len(game.state.decks.get(deck, ())) >= self.number - 1
        return False


class Stage(NamedTuple):
    """How far a Transmutation has come."""

    paid: list[int]
    """The kinds of the cards paid."""
    taken: int
    """The number of cards taken."""
    is_paid: bool
    """True if paying is over, so that cards are taken."""


class Transmutation(Barter):
    """Exchange one to three cards for as many resources of other kinds.

    The words picked are the kinds paid, "done", and the kinds taken.
    """

    least_paid = 1
    group = "resource"
    kinds = range(board.PAIR)

    def stage(self, picked: Sequence[str]) -> Stage:
        """Return how far the exchange has come."""
        if "done" not in picked:
            return Stage([board.KIND[word] for word in picked], 0, is_paid=False)
        payments = picked.index("done")
        payment = [board.KIND[word] for word in picked[:payments]]
        return Stage(payment, len(picked) - payments - 1, is_paid=True)

    def stock(self, game: Position, payment: Sequence[int]) -> int:
        """Return how many resources of kinds that were not paid the bank holds."""
        return sum(game.state.bank[kind] for kind in self.kinds if kind not in payment)

    def leads_on(self, game: Position, seat: int, payment: Sequence[int]) -> bool:
        return len(payment) <= self.number and self.stock(game, payment) >= len(payment)

    def answers(self, picked: Sequence[str]) -> tuple[str, ...]:
        if "done" in picked:
            return ("take",)
        return ("pay", "done") if picked else ("pay",)

    def choices(self, game: Position, seat: int, picked: Sequence[str]) -> Iterator[Action]:
        payment, _, is_paid = self.stage(picked)
        return self.offered(game, payment) if is_paid else self.payments(game, seat, payment)

    def choose(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> None:
        payment, taken_count, is_paid = self.stage(picked)
        kind = board.KIND[action[1]]
        if is_paid:
            hands.receive(game, seat, ((kind, 1),), self.card)
            if taken_count + 1 < len(payment):
                self.ask(game, seat, *picked, action[1])
            return
        hands.pay(game, seat, ((kind, 1),))
        separator = () if self.again(game, seat, [*payment, kind]) else ("done",)
        self.ask(game, seat, *picked, action[1], *separator)

    def sound(self, game: Position, picked: Sequence[str]) -> bool:
        if not set(picked) <= {*board.KINDS, "done"} or picked.count("done") > 1:
            return False
        payment, taken_count, is_paid = self.stage(picked)
        if is_paid:
            return len(payment) <= self.number and taken_count < len(payment)
        return len(payment) < self.number

    def again(self, game: Position, seat: int, payment: Sequence[int]) -> bool:
        """Return whether another payment is asked for.

        Since rules version 3 only public facts decide it, because the question would reveal the hand.
        """
        if game.state.rules < 3:
            return any(True for _ in self.payments(game, seat, payment))
        return (
            len(payment) < self.number
            and any(game.state.players[seat].hand)
            and self.stock(game, payment) > len(payment)
        )

    def stop(self, game: Position, seat: int, picked: Sequence[str]) -> None:
        """Stop paying and go on with taking cards."""
        self.ask(game, seat, *picked, "done")


class Curse(Choice):
    """Put a curse marker on a hex of an opponent without magic level 5 (rules 18.5)."""

    what = "hex"

    def targets(self, game: Position, seat: int, picked: Sequence[str]) -> Sequence[int]:
        state = game.state
        geometry = game.geometry
        own_hexes = {
            place
            for opponent in game.opponents(seat)
            if game.right(opponent, board.MAGIC) < board.UNCURSED_LEVEL
            for building in state.players[opponent].buildings
            for place in geometry.node_hexes[building.node]
        }
        return sorted(own_hexes - {curse.hex for curse in state.curses} - {state.robber})

    def unfit(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> Message:
        if at == game.state.robber:
            return Message("mmn.refuse.robber_there", {"hex": word})
        cursed = any(curse.hex == at for curse in game.state.curses)
        return Message("mmn.refuse.cursed" if cursed else "mmn.refuse.nobody_cursed", {"hex": word})

    def carry_out(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> None:
        game.state.curses.append(Marker(hex=at, seat=seat))
        game.emit("cursed", seat, hex=word)


class Teleport(Choice):
    """Move a knight to any free intersection at one of the player's roads; this is no action of the knight.

    The word picked is the intersection on which the knight stands.
    """

    what = "node"

    def acts(self, game: Position, seat: int) -> bool:
        return bool(game.state.players[seat].knights and game.network.knight_spots(seat))

    def targets(self, game: Position, seat: int, picked: Sequence[str]) -> Sequence[int]:
        knights = game.state.players[seat].knights
        return game.network.knight_spots(seat) if picked else [knight.node for knight in knights]

    def unfit(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> Message | None:
        return refusals.post(game, seat, word) if picked else refusals.own_knight(game, seat, word)

    def carry_out(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> None:
        if picked:
            shift(game, seat, game.knight(game.geometry.node_number[picked[0]]), at)
        else:
            self.ask(game, seat, word)


RESTORED: dict[str, Work] = {"repair": REPAIR, "end_famine": END_FAMINE, "activate": ACTIVATE}
"""The verbs that Restoration allows for free."""


EFFECTS = (
    Prophecy("prophecy"),
    Transmutation("transmutation"),
    Curse("curse"),
    Teleport("teleport"),
    Free("restoration", RESTORED, ("activate",), may_stop=True),
    OpenHand("clairvoyance"),
    Harvest("golem", board.BRICK, "hills"),
)
"""The effects of the cards of this deck."""
