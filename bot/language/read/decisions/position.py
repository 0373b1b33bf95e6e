"""The position at which a text is read: legal actions, words, names and labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from bot.language.read.decisions.names import names_at_table
from bot.language.read.possible_actions.candidates import Candidates
from bot.language.read.possible_actions.endings import ENDING_ACTIONS
from bot.language.read.possible_actions.labels import Labels
from bot.language.read.possible_actions.refusals import refusal, says_why, warning
from bot.language.read.words.lexicon import Lexicon, lexicon
from bot.wording.languages import FALLBACK
from bot.wording.texts import Texts
from engines import Action, Game, Message
from engines.quotes import Quote


class Position:
    """A game at the moment of a seat's decision."""

    def __init__(
        self, texts: Texts, game: Game, seat: int, names: Sequence[str], legal: Sequence[Action] | None = None
    ) -> None:
        self.texts = texts.at(game)
        self.game = game
        self.seat = seat
        self.names = names
        self.spoken = game.spoken
        self.paying = game.presentation.follow_ups.payments
        """Verbs that pay for an earlier decision."""
        self.legal = game.legal(seat) if legal is None else legal
        self.is_answer = legal is not None
        """True if only the actions of a question may be meant."""
        self.endings = [action for action in self.legal if action in ENDING_ACTIONS]
        self.choices = [action for action in self.legal if not self.takes_nothing(action)]
        self.lexicons = [lexicon(game.key, code) for code in dict.fromkeys((texts.name, FALLBACK))]
        self.labels = Labels(self.texts, game, seat, names)
        self.names_here = names_at_table(self.texts, game, seat, names, self.legal, self.lexicons)
        self._candidates = dict[str, Candidates]()
        """The legal actions with their features, by language, as far as they were needed."""

    def candidates(self, words: Lexicon) -> Candidates:
        """Return the legal actions with the features by which a language may name them."""
        if words.language not in self._candidates:
            self._candidates[words.language] = Candidates(
                self.game, self.seat, words, self.legal, is_answer=self.is_answer
            )
        return self._candidates[words.language]

    @property
    def asks_for_payment(self) -> bool:
        """True if the seat only chooses how to pay for an earlier decision."""
        return self.paying.issuperset(action[0] for action in self.legal)

    @property
    def asks_for_loss(self) -> bool:
        """True if the seat only chooses how to pay, or what to lose, for an earlier decision."""
        return (self.paying | self.spoken.losses).issuperset(action[0] for action in self.legal)

    def takes_nothing(self, action: Action) -> bool:
        """Return whether an action declines what is offered or ends something."""
        return action in ENDING_ACTIONS or not self.spoken.nothing.isdisjoint(action)

    def warning(self, action: Action) -> Message | None:
        """Return the panel's warning of an action; None: there is none, or the player has read it with a question."""
        return None if self.is_answer else warning(self.game, self.seat, action)

    def refusal(self, action: Action) -> Message | None:
        """Return why an action is not legal; for a bare verb, why none of its actions is offered. None: it is legal."""
        reason = refusal(self.game, self.seat, action)
        if reason is not None and not says_why(reason) and len(action) == 1:
            quote = self.quotes.get(action[0])
            return quote.reason if quote is not None and quote.reason is not None else reason
        return reason

    @cached_property
    def quotes(self) -> Mapping[str, Quote]:
        """The engine's quotes: prices of what is offered, and reasons for what is not."""
        return self.game.view(self.seat).quotes
