"""Steps that make up a round: revealing cards, rolling dice, the players' turns, the end (rules 4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.contract import Action, Message
from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.position import Decision, Position
from engines.macao.state import Display, Round
from engines.macao.steps.cards import TakeCard
from engines.macao.steps.dice import ChooseDice
from engines.macao.verbs.acquisition import Activate, TakeQuarter
from engines.macao.verbs.jokers import SpendJoker, SpendJokerEarly
from engines.macao.verbs.moving import Advance, Deliver, Sail
from engines.macao.verbs.tribute import Tribute
from engines.macao.verbs.use import Use
from engines.steps import Pass, Step, Verb, Words

SAILING = (Sail.word, Deliver.word)


class EndTurn(Pass):
    """End the turn; the cubes of the stock and free steps of the ship are lost."""

    def do(self, game: Position, step: Turn, seat: int, words: Words) -> None:
        player = game.state.players[seat]
        player.rose[board.STOCK] = {}
        player.free_steps = 0
        game.emit("passed", seat)


class Turn(Decision, kw_only=True, tag="Turn"):
    """A player's turn, which goes on until ``pass``."""

    asks = "macao.prompt.turn"
    verbs = (Deliver(), Activate(), TakeQuarter(), Use(), Tribute(), Advance(), Sail(), SpendJoker(), EndTurn())
    by_word = {verb.word: verb for verb in verbs}
    verbs_of_others = (SpendJokerEarly(),)

    def actors(self, game: Position) -> tuple[int, ...]:
        """Return the seat whose turn it is, and with the option ``jokers`` those that may spend a joker (ruling 1)."""
        if not game.jokers_any_time:
            return (self.seat,)
        players = game.state.players
        return (self.seat, *(seat for seat in game.state.wall.order() if seat != self.seat and players[seat].jokers))

    def blocking_seats(self, game: Position) -> tuple[int, ...]:
        return (self.seat,)

    def offered(self, game: Position, seat: int) -> Sequence[Verb[Any, Any]]:
        return self.verbs if seat == self.seat else self.verbs_of_others

    def question(self, game: Position, seat: int) -> str:
        return self.asks if seat == self.seat else "macao.prompt.joker"

    def no_answer(self, game: Position, seat: int, action: Action) -> Message | None:
        """Return that it is not the turn of a seat that may only spend a joker, or that nothing is to be paid yet."""
        if seat != self.seat and action[:1] and action[0] in self.by_word:
            return Message("error.not_your_turn", {"seats": [str(self.seat)]})
        return Message("macao.refuse.nothing_to_pay") if action[:1] == ("pay",) else None

    def play(self, game: Position, seat: int, action: Action) -> None:
        if seat != self.seat:
            self.verbs_of_others[0].do(game, self, seat, action[1:])
            return
        if action[0] != EndTurn.word:
            game.push(self)
            if not board.RULINGS.free_ship_moves_pool_until_end_of_turn and action[0] not in SAILING:
                game.state.players[seat].free_steps = 0
        self.by_word[action[0]].do(game, self, seat, action[1:])


class StartRound(Step[Position], kw_only=True, tag="StartRound"):
    """The start of phase 1: cards are revealed and set the tribute value, some are removed (rules 4.1)."""

    def run(self, game: Position) -> None:
        state = game.state
        game.discard_display()
        state.turn += 1
        for player in state.players:
            player.this_round = Round()
        revealed = [state.deck.pop() for _ in range(board.REVEALED)]
        cards = [*state.offices.pop(0), *revealed]
        tributes = [CARDS[card].tribute for card in cards]
        gold = sum(tribute.gold for tribute in tributes)
        prestige = sum(tribute.prestige for tribute in tributes)
        size = len(cards) - board.removed_cards(state.seats)
        state.display = Display(cards=cards[:size], gold=gold, prestige=prestige)
        state.discard += cards[size:]
        state.rolled = {}
        state.chosen = [[] for _ in state.players]
        game.emit("round", round=state.turn)
        game.emit("revealed", barrier=True, cards=cards, gold=gold, prestige=prestige)
        if cards[size:]:
            game.emit("removed", cards=cards[size:])
        game.push(*(TakeCard(seat=seat) for seat in state.wall.order()), RollDice())


class RollDice(Step[Position], kw_only=True, tag="RollDice"):
    """The start of phase 2: the dice are rolled, and in late rounds high ones are turned (rules 4.2)."""

    def run(self, game: Position) -> None:
        state = game.state
        game.discard_display()
        eyes = {colour: state.dice.roll() for colour in board.COLOURS}
        state.rolled = {colour: board.capped(value, state.turn) for colour, value in eyes.items()}
        game.emit("rolled", barrier=True, **state.rolled)
        order = state.wall.order()
        choose_together = game.option("dice") == "together"
        choosing = ChooseDice(
            order=order, together=choose_together, chosen=[[] for _ in order], shifts=[None for _ in order]
        )
        # A move on the wall never changes the order of those who have not acted, so it can be fixed here (rules 4.3).
        game.push(choosing, *(Turn(seat=seat) for seat in order), EndRound())


class EndRound(Step[Position], kw_only=True, tag="EndRound"):
    """The end of a round, after the last one of which the game is scored (rules 9)."""

    def run(self, game: Position) -> None:
        if game.state.turn < board.ROUNDS:
            game.push(StartRound())
        else:
            game.finish()
