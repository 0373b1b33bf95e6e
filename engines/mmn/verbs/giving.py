"""Demands on opponents, questions to several players at once, and free resources (rules 10.3; 22, point 15)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from engines.contract import Action, Message, PartialAction
from engines.mmn import board, hands, refusals
from engines.mmn.cards import CARDS
from engines.mmn.position import Position
from engines.mmn.verbs.action import Decision, OneWord, Question, is_opponent
from engines.mmn.verbs.cards import hold_card
from engines.steps import Pass, Step, Verb, Words

_ANY = range(len(board.KINDS))
_COMMODITIES = range(board.PAIR, len(board.KINDS))


def group_kinds(group: str) -> range:
    """Return the kinds of cards that a group, "any" or "commodity", covers."""
    return _COMMODITIES if group == "commodity" else _ANY


class GiveCards(Verb[Position, "Give"]):
    """Give one card ("give wool"), or all that are still due ("give 1 wool 1 ore")."""

    word = "give"

    def choices(self, game: Position, step: Give, seat: int) -> Iterable[Words]:
        hand = game.state.players[seat].hand
        return ((board.KINDS[kind],) for kind in group_kinds(step.group) if hand[kind])

    def unlisted(self, game: Position, step: Give, seat: int) -> bool:
        return True

    def fault(self, game: Position, step: Give, seat: int, words: Words) -> Message | None:
        if len(words) == 1:
            return refusals.in_hand(game, seat, words[0], step.group)
        wrong_cards = Message("mmn.refuse.give", {"count": step.count, "group": step.group})
        cards = hands.amounts(words)
        if cards is None:
            return wrong_cards
        if not hands.holds(game.state.players[seat].hand, cards):
            return Message("mmn.refuse.not_in_hand", {"cards": hands.counted(cards)})
        kinds = group_kinds(step.group)
        has_other_kinds = any(cards[kind] for kind in _ANY if kind not in kinds)
        return wrong_cards if sum(cards) != step.count or has_other_kinds else None

    def normal(self, words: Words) -> Words:
        return hands.in_order(words)

    def part(self, game: Position, step: Give, seat: int, words: Words) -> PartialAction | None:
        kinds = group_kinds(step.group)
        hand = game.state.players[seat].hand
        counts = [number if kind in kinds else 0 for kind, number in enumerate(hand)]
        return hands.gift("mmn.part.give_cards", counts, (self.word, *words), step.count)

    def do(self, game: Position, step: Give, seat: int, words: Words) -> None:
        cards = hands.single(board.KIND[words[0]]) if len(words) == 1 else hands.amounts(words) or []
        remaining_count = step.count - sum(cards)
        if remaining_count:
            # without ``back``, which is handed over below, with the first cards
            game.push(Give(seat=seat, to=step.to, count=remaining_count, card=step.card, group=step.group))
        hand_over(game, seat, step.to, cards)
        if step.back >= 0:
            hand_over(game, step.to, seat, hands.single(step.back))


class Give(Decision, kw_only=True, tag="Give"):
    """The question which cards an opponent, ``seat``, gives to the player of a progress card."""

    asks = "mmn.prompt.give"
    fills = {"to_seat": "to", "count": "count", "card": "card", "group": "group"}
    verbs = (GiveCards(),)

    to: int
    """The seat that gets the cards."""
    count: int
    """The number of cards that are still due."""
    card: str
    """The progress card that demands them."""
    group: str
    """ "any" or "commodity"."""
    back: int = -1
    """The resource that the giver gets in return (Commercial Harbour); -1: nothing."""

    def sound(self, game: Position) -> bool:
        is_known = self.group in ("any", "commodity") and self.card in CARDS
        if not is_known or not is_opponent(game, self.seat, self.to):
            return False
        hand = game.state.players[self.seat].hand
        return_card = self.back
        can_return = return_card == -1 or (
            0 <= return_card < board.PAIR and game.state.players[self.to].hand[return_card] > 0
        )
        return can_return and 0 < self.count <= sum(hand[kind] for kind in group_kinds(self.group))


def demanded(
    game: Position, givers: Sequence[int], to: int, card: str, count: int, group: str, back: int = -1
) -> list[Give]:
    """Return the questions to the opponents who have a choice when a card demands cards of a group.

    An opponent who has no suitable card is not asked; nor is, if any card will do, one who has no more cards than are
    due: he gives what he has at once, which reveals the same. An opponent with a single suitable card among others is
    asked, because nobody knows that it is the only one.

    Args:
        game: The game.
        givers: The opponents, clockwise.
        to: The seat that gets the cards.
        card: The progress card that demands them.
        count: The number of cards that each of them gives, if he has so many.
        group: "any" or "commodity".
        back: The resource that each giver gets in return; -1: nothing. Those who are not asked get none.
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
    """Move cards from one hand to another; both players see which ones, others how many."""
    hands.move(game, giver, taker, cards)
    game.emit("gave", giver, barrier=True, to_seat=taker, count=sum(cards))
    if any(cards):
        game.emit_only("gave_cards", giver, (giver, taker), to_seat=taker, cards=hands.counted(cards))


class PickKind(OneWord["LookAndTake"]):
    """Take a card of the open hand."""

    word = "pick"

    def choices(self, game: Position, step: LookAndTake, seat: int) -> Iterable[Words]:
        hand = game.state.players[step.victim].hand
        return ((board.KINDS[kind],) for kind in _ANY if hand[kind])

    def unfit(self, game: Position, step: LookAndTake, seat: int, word: str) -> Message | None:
        lacking = Message("mmn.refuse.victim_lacks", {"victim_seat": step.victim, "what": word})
        return refusals.kind(game, seat, word) or lacking

    def do(self, game: Position, step: LookAndTake, seat: int, words: Words) -> None:
        victim = step.victim
        hands.move(game, victim, seat, hands.single(board.KIND[words[0]]))
        game.emit("stolen", seat, barrier=True, victim_seat=victim, count=1)
        game.emit_only("stolen_card", seat, (seat, victim), victim_seat=victim, cards=[words[0]])
        if step.count > 1:
            game.push(LookAndTake(seat=seat, victim=victim, count=step.count - 1, card=step.card))


class LookAndTake(Decision, kw_only=True, tag="LookAndTake"):
    """The question which card to take from a hand that this player alone sees: Master Merchant, Clairvoyance."""

    asks = "mmn.prompt.lookandtake"
    fills = {"victim_seat": "victim", "card": "card", "count": "count"}
    verbs = (PickKind(),)

    victim: int
    """The seat from whose hand cards are taken."""
    count: int
    """The number of cards still to be taken, one question each."""
    card: str
    """The progress card that was played."""

    def sound(self, game: Position) -> bool:
        return is_opponent(game, self.seat, self.victim) and self.count > 0 and self.card in CARDS

    def actors(self, game: Position) -> tuple[int, ...]:
        return (self.seat,) if any(game.state.players[self.victim].hand) else ()


class PickProgress(OneWord["PickCard"]):
    """Take one of the open progress cards; it may be the player's sixth."""

    word = "pick"

    def choices(self, game: Position, step: PickCard, seat: int) -> Iterable[Words]:
        return ((card,) for card in sorted(set(game.state.players[step.victim].cards)))

    def unfit(self, game: Position, step: PickCard, seat: int, word: str) -> Message:
        if word in CARDS:
            return Message("mmn.refuse.victim_lacks", {"victim_seat": step.victim, "what": word})
        return Message("error.no_card", {"typed": word})

    def do(self, game: Position, step: PickCard, seat: int, words: Words) -> None:
        (card,) = words
        victim = step.victim
        game.state.players[victim].cards.remove(card)
        game.emit("spied", seat, barrier=True, victim_seat=victim, deck=CARDS[card].deck)
        game.emit_only("spied_card", seat, (seat, victim), victim_seat=victim, card=card)
        hold_card(game, seat, card)


class PickCard(Decision, kw_only=True, tag="PickCard"):
    """The question which progress card of an opponent to take (Spy); this player alone sees them."""

    asks = "mmn.prompt.pickcard"
    fills = {"victim_seat": "victim"}
    verbs = (PickProgress(),)

    victim: int

    def sound(self, game: Position) -> bool:
        return is_opponent(game, self.seat, self.victim) and bool(game.state.players[self.victim].cards)


class Take(OneWord["TakeResources"]):
    """Take a resource from a stack that is not empty."""

    word = "take"
    names = staticmethod(partial(refusals.in_bank, group="resource"))

    def choices(self, game: Position, step: TakeResources, seat: int) -> Iterable[Words]:
        return ((kind,) for kind in board.RESOURCES if game.state.bank[board.KIND[kind]])

    def do(self, game: Position, step: TakeResources, seat: int, words: Words) -> None:
        hands.receive(game, seat, ((board.KIND[words[0]], 1),), step.why)
        if step.left > 1:
            game.push(TakeResources(seat=seat, left=step.left - 1, why=step.why))


class TakeResources(Decision, kw_only=True, tag="TakeResources"):
    """The question which resource to take from the bank, one at a time."""

    asks = "mmn.prompt.takeresources"
    fills = {"count": "left", "why": "why"}
    verbs = (Take(), Pass())

    left: int
    """The number of resources still to be taken."""
    why: str
    """ "consolation", "gold" or "opening"."""

    def offered(self, game: Position, seat: int) -> Sequence[Verb[Any, Any]]:
        """Return the verbs; only consolation may be declined, which the rules say "may" be taken."""
        return self.verbs if self.why == "consolation" else self.verbs[:1]

    def actors(self, game: Position) -> tuple[int, ...]:
        return (self.seat,) if any(game.state.bank[: board.PAIR]) else ()

    def sound(self, game: Position) -> bool:
        return self.left > 0


Asked = Give | TakeResources
"""The questions that can be asked of several seats at the same time."""


def _of_each(method: str) -> Any:
    """Return a method of ``Together`` that calls the same method of the question to the seat it is asked about."""
    return lambda self, game, seat, *args: getattr(self.of(seat), method)(game, seat, *args)


class Together(Question, kw_only=True, tag="Together"):
    """Questions asked of several seats at the same time: nobody waits for another's answer (rules 22)."""

    questions: list[Asked]
    """The open questions, one for each seat, clockwise."""

    def of(self, seat: int) -> Asked:
        """Return the question to a seat."""
        return next(question for question in self.questions if question.seat == seat)

    def actors(self, game: Position) -> tuple[int, ...]:
        return tuple(question.seat for question in self.questions)

    prompt, open, offers, hint, part = map(_of_each, ("prompt", "open", "offers", "hint", "part"))
    normal, accepts, refusal, offered = map(_of_each, ("normal", "accepts", "refusal", "offered"))

    def play(self, game: Position, seat: int, action: Action) -> None:
        """Carry out an answer; a question that follows from it takes its place among the others."""
        stack = game.state.stack
        height = len(stack)
        question = self.of(seat)
        question.play(game, seat, action)
        # What the answer has put on the stack is another question to the seat, or nothing.
        at = self.questions.index(question)
        self.questions[at : at + 1] = stack[height:]
        del stack[height:]
        if self.questions:
            game.push(self)

    def faults(self, game: Position) -> list[str]:
        faults = [fault for question in self.questions for fault in question.faults(game)]
        return faults or super().faults(game)

    def sound(self, game: Position) -> bool:
        seats = self.actors(game)
        if not seats or len(set(seats)) < len(seats):
            return False
        return all(question.actors(game) for question in self.questions)


def ask(game: Position, questions: Sequence[Asked]) -> None:
    """Ask several seats at the same time, or one after another if the bank may not have enough for all."""
    cards_to_take = sum(question.left for question in questions if isinstance(question, TakeResources))
    # All of them may take the same resource, so there must be enough of each.
    has_bank_enough = not cards_to_take or cards_to_take <= min(game.state.bank[: board.PAIR])
    if len(questions) > 1 and has_bank_enough:
        game.push(Together(questions=list(questions)))
    else:
        game.push(*questions)


class TakeFree(Step[Position], kw_only=True, tag="TakeFree"):
    """The distribution of free resources, which seats choose from the bank."""

    free: list[int]
    """The number of resources for each seat."""
    why: str
    """The reason, as in ``TakeResources``."""

    def sound(self, game: Position) -> bool:
        return len(self.free) == game.state.seats and min(self.free) >= 0

    def run(self, game: Position) -> None:
        owed = [seat for seat in game.clockwise() if self.free[seat]]
        ask(game, [TakeResources(seat=seat, left=self.free[seat], why=self.why) for seat in owed])
