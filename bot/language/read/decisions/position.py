"""The position at which a text is read: legal actions, words and labels, and the names of players and places.

Places of the board are named by their codes in pictures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

import render
from bot.language.read.possible_actions.action_features import ENDING_ACTIONS
from bot.language.read.possible_actions.candidates import Candidates, words_of_actions
from bot.language.read.possible_actions.labels import Labels
from bot.language.read.possible_actions.refusals import refusal, says_why, warning
from bot.language.read.tokens.utterance import Utterance
from bot.language.read.words.concepts import Concept
from bot.language.read.words.lexicon import Lexicon, Names, lexicon
from bot.wording.languages import FALLBACK
from bot.wording.texts import SEAT, Texts
from bot.wording.word_forms import folded, spellings
from engines import Action, Game, Message
from engines.quotes import Quote
from render.kit.initials import initials
from render.names import displayed_name, look_of, spoken_initial


def _is_code(word: str) -> bool:
    """Return whether a word has figures and other characters, as all ids and codes of places have."""
    return any(letter.isdigit() for letter in word) and not word.isdigit()


def _places(game: Game, seat: int, players: Sequence[str], legal: Sequence[Action]) -> Iterator[tuple[str, str]]:
    """Yield the ids of places, and their codes in the seat's picture, each with the id."""
    places = game.places()
    for id in {*words_of_actions(legal), *places, *game.rows(seat)}:
        if _is_code(id):
            yield id, id
    codes = render.marks(game.view(seat), [(id,) for id in places], players) if places else {}
    for id, code in codes.items():
        if _is_code(code):
            yield code.lower(), id


def _players(texts: Texts, players: Sequence[str], lexicons: Sequence[Lexicon]) -> Iterator[tuple[str, str]]:
    """Yield names of players: as stored and as they look, possessives, initials; also of empty seats."""
    letters = initials(players)
    for number, stored in enumerate(players, 1):
        id = f"{SEAT}{number}"
        ways = [*spellings(displayed_name(stored)), folded(look_of(stored)), *spellings(texts.unnamed(number))]
        for spelling in filter(None, ways):
            name = " ".join(spelling)
            yield name, id
            possessive = f"{name}s"  # Carla's
            if not any(words.knows(possessive) for words in lexicons):
                yield possessive, id
        for initial in {letters[number - 1], spoken_initial(stored)} - {""}:
            yield initial.lower(), id


def _meanings(names: Iterable[tuple[str, str]]) -> Names:
    """Return names with their meanings.

    Args:
        names: The names, each with the id of a place or player.
    """
    meanings: dict[str, set[Concept]] = {}
    for words, id in names:
        meanings.setdefault(words, set()).add(Concept("thing", id))
    return {words: frozenset(concepts) for words, concepts in meanings.items()}


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
        self.own_lexicon = self.lexicons[0]
        """The lexicon of the player's language; texts are read by the others if it does not understand them."""
        self.labels = Labels(self.texts, game, seat, names)

    def names_in(self, utterance: Utterance) -> Names:
        """Return the names at this table that a text may have; those of places only if it has any code."""
        return self._all_names if any(map(_is_code, utterance.words)) else _meanings(self._names_of_players)

    @cached_property
    def _all_names(self) -> Names:
        """The names of players and places, with their meanings."""
        places = _places(self.game, self.seat, self.names, self.legal)
        return _meanings((*places, *self._names_of_players))

    @cached_property
    def _names_of_players(self) -> Sequence[tuple[str, str]]:
        """The names of players, each with the id; words of the player's languages win over possessives of names."""
        return tuple(_players(self.texts, self.names, self.lexicons))

    @cached_property
    def candidates(self) -> Candidates:
        """The legal actions with their features, which are the same in all languages."""
        return Candidates(self.game, self.seat, self.own_lexicon, self.legal, is_answer=self.is_answer)

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
        """Return why an action is not legal; None: it is.

        If nothing of its verb is offered, and it is that verb alone or the engine only says that its words are not
        enough, or not offered, the reason is told why nothing of the verb is.
        """
        reason = refusal(self.game, self.seat, action)
        is_explained = says_why(reason) and len(action) != 1
        if reason is None or is_explained or any(legal[:1] == action[:1] for legal in self.legal):
            return reason
        quote = self.quotes.get(action[0]) if action else None
        if quote is not None and quote.reason is not None:
            return quote.reason
        obstacle = self.game.obstacle(self.seat, action[:1])
        return obstacle if says_why(obstacle) else reason

    @cached_property
    def quotes(self) -> Mapping[str, Quote]:
        """The engine's quotes: prices of what is offered, and reasons for what is not."""
        return self.game.quotes(self.seat) if self.seat in self.game.to_act else {}
