"""Base classes of effects that several cards share: choosing a target, bartering, demanding, free building."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from engines.contract import Action, Message
from engines.mmn import hands, naming, refusals, scoring
from engines.mmn.position import Position
from engines.mmn.verbs.action import Naming, Work
from engines.mmn.verbs.cards import Effect
from engines.mmn.verbs.giving import LookAndTake, ask, demanded


def opponents_with_cards(game: Position, seat: int) -> list[int]:
    """Return the opponents with resource or commodity cards, clockwise."""
    return [opponent for opponent in game.opponents(seat) if any(game.state.players[opponent].hand)]


def opponents_ahead(game: Position, seat: int) -> list[int]:
    """Return the opponents with cards and more victory points than the seat, clockwise (rules 18.9)."""
    points = scoring.points(game, seat)
    return [opponent for opponent in opponents_with_cards(game, seat) if scoring.points(game, opponent) > points]


class Choice(Naming, Effect):
    """A card that asks for a place, a player or a kind: "choose n01".

    In its methods ``word`` is the word of the thing, ``at`` its number, as the state counts places, seats and kinds.
    """

    def targets(self, game: Position, seat: int, picked: Sequence[str]) -> Sequence[int]:
        """Return the numbers of the things that may be chosen next."""
        raise NotImplementedError

    def acts(self, game: Position, seat: int) -> bool:
        return bool(self.targets(game, seat, ()))

    def choices(self, game: Position, seat: int, picked: Sequence[str]) -> Iterator[Action]:
        actions = game.words.choose[self.what]
        return (actions[number] for number in self.targets(game, seat, picked))

    def refusal(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> Message | None:
        match action:
            case ("choose", word):
                unknown = refusals.named(game, seat, word, self.what)
                return unknown or self.unfit(game, seat, picked, word, game.words.number[self.what][word])
        return None

    def unfit(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> Message | None:
        """Return why a thing of the right sort cannot be chosen."""
        return self.misnamed(game, seat, word)

    def choose(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> None:
        _, word = action
        self.carry_out(game, seat, picked, word, game.words.number[self.what][word])

    def carry_out(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> None:
        """Carry out the choice of a thing."""
        raise NotImplementedError


class WithCards(Choice):
    """A card against an opponent with resource or commodity cards."""

    what = "seat"
    names = staticmethod(refusals.with_cards)

    def targets(self, game: Position, seat: int, picked: Sequence[str]) -> Sequence[int]:
        return opponents_with_cards(game, seat)


class OpenHand(WithCards):
    """A card that takes cards of choice out of an opponent's open hand."""

    def carry_out(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> None:
        game.emit("peeked", seat, barrier=True, victim_seat=at)
        game.push(LookAndTake(seat=seat, victim=at, count=self.number, card=self.card))


class Barter(Effect):
    """A card that exchanges cards of any kind for cards of a group from the bank, one after the other.

    First at least ``least_paid`` cards are paid, each named by an action ("pay wool"), then cards are taken ("take
    ore"). No card is taken of a kind that was paid, so a payment is offered only if it leads on to a card.
    """

    kinds: ClassVar[range]
    """The kinds of the group."""
    group: ClassVar[str]
    """The group of the cards that are taken: "resource" or "commodity"."""

    def acts(self, game: Position, seat: int) -> bool:
        return self.payable(game, seat, (), self.least_paid)

    def payable(self, game: Position, seat: int, payment: Sequence[int], count: int) -> bool:
        """Return whether `count` more cards can be paid and then a card be taken, of a kind that is not paid with.

        ``payment`` are the kinds that were paid so far.
        """
        hand = game.state.players[seat].hand
        bank = game.state.bank
        total = sum(hand)
        return any(bank[kind] and kind not in payment and total - hand[kind] >= count for kind in self.kinds)

    def payments(self, game: Position, seat: int, payment: Sequence[int]) -> Iterator[Action]:
        """Return the actions that pay the next card."""
        hand = game.state.players[seat].hand
        kinds_held = (kind for kind, number in enumerate(hand) if number)
        return (naming.PAY[kind] for kind in kinds_held if self.leads_on(game, seat, [*payment, kind]))

    def leads_on(self, game: Position, seat: int, payment: Sequence[int]) -> bool:
        """Return whether a card can be taken after paying `payment`, of which the last is still in the hand."""
        paid_already = len(payment) - 1
        return self.payable(game, seat, payment, self.least_paid - paid_already)

    def offered(self, game: Position, payment: Sequence[int]) -> Iterator[Action]:
        """Return the actions that take a card after `payment` was paid."""
        return (naming.TAKE[kind] for kind in self.kinds if game.state.bank[kind] and kind not in payment)

    def waits(self, game: Position, picked: Sequence[str]) -> bool:
        """Return whether the player may stop paying: then even one who cannot pay more is asked."""
        return "done" in self.answers(picked)

    def refusal(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> Message | None:
        match action:
            case ("pay", word):
                return refusals.in_hand(game, seat, word) or Message("mmn.refuse.not_payable", {"kind": word})
            case ("take", word):
                reason = refusals.in_bank(game, seat, word, self.group)
                return reason or Message("mmn.refuse.paid_that", {"kind": word})
        return None


class Demand(Effect):
    """A card for which every opponent with more points gives cards of a group."""

    def __init__(self, card: str, group: str) -> None:
        super().__init__(card)
        self.group = group

    def acts(self, game: Position, seat: int) -> bool:
        return bool(opponents_ahead(game, seat))

    def play(self, game: Position, seat: int) -> None:
        questions = demanded(game, opponents_ahead(game, seat), seat, self.card, self.number, self.group)
        # Being asked for a commodity reveals that the opponent has one.
        if questions and self.group == "commodity":
            game.emit("extorted", seat, barrier=True, seats=[str(question.seat) for question in questions])
        ask(game, questions)


class Free(Effect):
    """A card that lets the player use a verb without paying its price, some verbs a second time.

    Of ``picked`` it only matters whether it is empty: then the first use is to come, else the second.
    """

    def __init__(
        self, card: str, works: Mapping[str, Work], again: tuple[str, ...] = (), *, may_stop: bool = False
    ) -> None:
        """Create the effect of a card.

        Args:
            card: The id of the card.
            works: The verbs, by the first word of the answer.
            again: The first words that may be used a second time.
            may_stop: True if the player may do without the second time.
        """
        super().__init__(card)
        self.works = works
        self.again = again
        self.may_stop = may_stop

    def answers(self, picked: Sequence[str]) -> tuple[str, ...]:
        if not picked:
            return tuple(self.works)
        return (*self.again, "done") if self.may_stop else self.again

    def acts(self, game: Position, seat: int) -> bool:
        player = game.state.players[seat]
        return any(work.listed(game, seat, player) for work in self.works.values())

    def choices(self, game: Position, seat: int, picked: Sequence[str]) -> Iterator[Action]:
        player = game.state.players[seat]
        for word in self.again if picked else self.works:
            for completion in self.works[word].listed(game, seat, player):
                yield (word, *completion)

    def refusal(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> Message | None:
        work = self.works[action[0]]
        completion = action[1:]
        return work.unfit(game, seat, completion) if len(completion) == work.length else None

    def choose(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> None:
        word = action[0]
        completion = action[1:]
        self.works[word].act(game, seat, completion)
        is_first = not picked
        if is_first and word in self.again and any(True for _ in self.choices(game, seat, completion)):
            self.ask(game, seat, completion[0])

    def sound(self, game: Position, picked: Sequence[str]) -> bool:
        return len(picked) <= (1 if self.again else 0)


class Harvest(Effect):
    """A card that takes cards of one kind from the bank for each hex of a terrain at the player's buildings.

    A subclass that counts something else overrides ``yielded``, and has no terrain. ``number`` is the number of cards
    for each hex.
    """

    def __init__(self, card: str, kind: int, terrain: str = "") -> None:
        super().__init__(card)
        self.kind = kind
        self.terrain = terrain

    def yielded(self, game: Position, seat: int) -> int:
        """Return how many cards the effect gives if the bank has them."""
        node_hexes = game.geometry.node_hexes
        buildings = game.state.players[seat].buildings
        hexes = {hex for building in buildings for hex in node_hexes[building.node]}
        return self.number * sum(game.state.terrain[hex] == self.terrain for hex in hexes)

    def acts(self, game: Position, seat: int) -> bool:
        return game.state.bank[self.kind] > 0 and self.yielded(game, seat) > 0

    def play(self, game: Position, seat: int) -> None:
        hands.receive(game, seat, ((self.kind, self.yielded(game, seat)),), self.card)
