"""Cards that opponents must give, or that are looked for in their hands (rules 22, point 15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.contract import Action, Message, PartialAction
from engines.mmn import board, hands, parts, refusals, words
from engines.mmn.cards import CARDS
from engines.mmn.position import Position
from engines.mmn.verbs.decision import Decision
from engines.mmn.verbs.overflow import hold_card
from engines.steps import Arguments

_ANY, _COMMODITIES = range(len(board.KINDS)), range(board.PAIR, len(board.KINDS))


def group_kinds(group: str) -> range:
    """The kinds a demand means."""
    return _COMMODITIES if group == "commodity" else _ANY


class Give(Decision, kw_only=True, tag="Give"):
    """An opponent chooses the cards he gives to the player of a card."""

    asks = "mmn.prompt.give"
    kinds = ("give",)

    to: int
    count: int
    card: str
    group: str
    """ "any" or "commodity"."""
    back: int = -1
    """The resource he gets for it (Commercial Harbour); -1: nothing."""

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"to_seat": self.to, "count": self.count, "card": self.card, "group": self.group}

    def legal(self, game: Position, seat: int) -> Iterator[Action]:
        hand = game.state.players[seat].hand
        return (words.GIVE[kind] for kind in group_kinds(self.group) if hand[kind])

    def part(self, game: Position, seat: int, words: Action) -> PartialAction | None:
        kinds, hand = group_kinds(self.group), game.state.players[seat].hand
        held = [number if kind in kinds else 0 for kind, number in enumerate(hand)]
        return parts.gift("mmn.part.give_cards", held, words, self.count)

    def accepts(self, game: Position, seat: int, action: Action) -> bool:
        """ "give 1 wool 1 ore": all at once."""
        cards = hands.amounts(action[1:])
        if cards is None or sum(cards) != self.count or not hands.holds(game.state.players[seat].hand, cards):
            return False
        return all(kind in group_kinds(self.group) for kind, number in enumerate(cards) if number)

    def refusal(self, game: Position, seat: int, action: Action) -> Message | None:
        if action[:1] != ("give",):
            return super().refusal(game, seat, action)
        if len(action) == 2:
            return refusals.in_hand(game, seat, action[1], self.group)
        cards = hands.amounts(action[1:])
        if cards is not None and not hands.holds(game.state.players[seat].hand, cards):
            return Message("mmn.refuse.not_in_hand", {"cards": hands.counted(cards)})
        return Message("mmn.refuse.give", {"count": self.count, "group": self.group})

    def play(self, game: Position, seat: int, action: Action) -> None:
        cards = [0] * len(board.KINDS)
        if len(action) == 2:
            cards[board.KIND[action[1]]] = 1
        else:
            cards = hands.amounts(action[1:]) or cards
        left = self.count - sum(cards)
        if left:
            game.push(Give(seat=seat, to=self.to, count=left, card=self.card, group=self.group))
        hand_over(game, seat, self.to, cards)
        if self.back >= 0:
            cards = [0] * len(board.KINDS)
            cards[self.back] = 1
            hand_over(game, self.to, seat, cards)


def demanded(
    game: Position, givers: Sequence[int], to: int, card: str, count: int, group: str, back: int = -1
) -> list[Give]:
    """What a card demands of opponents: the questions to those who have something to choose.

    Who has nothing that fits, or no more than is due, is passed over or gives it unasked: what he gives tells as much
    at once. Who has a single card that fits among others is asked, for nobody knows that it is the only one.
    """
    questions = []
    for seat in givers:
        hand = game.state.players[seat].hand
        if group == "any" and sum(hand) <= count:
            hand_over(game, seat, to, list(hand))
        elif not any(hand[kind] for kind in group_kinds(group)):
            hand_over(game, seat, to, [0] * len(board.KINDS))
        else:
            questions.append(Give(seat=seat, to=to, count=count, card=card, group=group, back=back))
    return questions


def hand_over(game: Position, giver: int, taker: int, cards: list[int]) -> None:
    """Both see which cards, others how many."""
    hands.move(game, giver, taker, cards)
    game.emit("gave", giver, barrier=True, to_seat=taker, count=sum(cards))
    if any(cards):
        game.emit_only("gave_cards", giver, (giver, taker), to_seat=taker, cards=hands.counted(cards))


class LookAndTake(Decision, kw_only=True, tag="LookAndTake"):
    """Cards of choice from a hand that lies open for this player alone: Master Merchant, Clairvoyance."""

    asks = "mmn.prompt.lookandtake"

    victim: int
    count: int
    card: str

    def actors(self, game: Position) -> tuple[int, ...]:
        return (self.seat,) if sum(game.state.players[self.victim].hand) > 0 else ()

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"victim_seat": self.victim, "card": self.card, "count": self.count}

    def legal(self, game: Position, seat: int) -> Iterator[Action]:
        hand = game.state.players[self.victim].hand
        return (words.PICK[kind] for kind in _ANY if hand[kind])

    def refusal(self, game: Position, seat: int, action: Action) -> Message | None:
        match action:
            case ("pick", word):
                lacking = Message("mmn.refuse.victim_lacks", {"victim_seat": self.victim, "what": word})
                return refusals.kind(word) or lacking
        return super().refusal(game, seat, action)

    def play(self, game: Position, seat: int, action: Action) -> None:
        cards = [0] * len(board.KINDS)
        cards[board.KIND[action[1]]] = 1
        hands.move(game, self.victim, seat, cards)
        game.emit("stolen", seat, barrier=True, victim_seat=self.victim, count=1)
        game.emit_only("stolen_card", seat, (seat, self.victim), victim_seat=self.victim, cards=[action[1]])
        if self.count > 1:
            game.push(LookAndTake(seat=seat, victim=self.victim, count=self.count - 1, card=self.card))

    def run(self, game: Position) -> None:
        """The hand is empty: no more is taken."""


class PickCard(Decision, kw_only=True, tag="PickCard"):
    """Spy: one of an opponent's progress cards, which lie open for this player alone."""

    asks = "mmn.prompt.pickcard"

    victim: int

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"victim_seat": self.victim}

    def legal(self, game: Position, seat: int) -> Iterator[Action]:
        return (("pick", card) for card in sorted(set(game.state.players[self.victim].cards)))

    def refusal(self, game: Position, seat: int, action: Action) -> Message | None:
        match action:
            case ("pick", word) if word in CARDS:
                return Message("mmn.refuse.victim_lacks", {"victim_seat": self.victim, "what": word})
            case ("pick", word):
                return Message("error.no_card", {"typed": word})
        return super().refusal(game, seat, action)

    def play(self, game: Position, seat: int, action: Action) -> None:
        game.state.players[self.victim].cards.remove(action[1])
        deck = CARDS[action[1]].deck
        game.emit("spied", seat, barrier=True, victim_seat=self.victim, deck=deck)
        game.emit_only("spied_card", seat, (seat, self.victim), victim_seat=self.victim, card=action[1])
        hold_card(game, seat, action[1])
