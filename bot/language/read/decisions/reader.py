"""Read a text as a move: the front door of the package."""

from __future__ import annotations

from collections.abc import Sequence

from bot.language.read.decisions.decision import Decision
from bot.language.read.decisions.position import Position
from bot.language.read.possible_actions.candidates import words_of_actions
from bot.language.read.possible_actions.refusals import says_why
from bot.language.read.ranking.rank import matched
from bot.language.read.readings import Ask, Begin, Play, Reading, Refuse, Unknown
from bot.language.read.sentences.mood import mood
from bot.language.read.sentences.sentence import Sentence, sentence_of
from bot.language.read.tokens.utterance import Utterance
from bot.language.read.words.concepts import Mention
from bot.language.read.words.lexicon import Lexicon, lexicon
from bot.wording.languages import LANGUAGES
from bot.wording.texts import BETWEEN, Texts
from bot.wording.vocabulary import vocabulary
from engines import Action, Game
from engines.record import parse

MOST_WORDS = 28
"""Words that are read: no decision takes more."""


class Reader:
    """Reads texts of a seat at a position."""

    def __init__(
        self, texts: Texts, game: Game, seat: int, names: Sequence[str], legal: Sequence[Action] | None = None
    ) -> None:
        self.position = Position(texts, game, seat, names, legal)
        self.game = game
        self.seat = seat
        self.legal = self.position.legal
        self._readings = dict[Utterance, Reading]()
        """What was read already: a text is read whole and in parts, and again without what was not understood."""

    def says_what_is_done(self, utterance: Utterance) -> bool:
        """Return whether a text has a word for what is done, as the panel calls it or that means nothing else."""
        return any(mention.panel_verbs or mention.is_only_verb for mention in self.certain(utterance))

    def names_a_thing(self, utterance: Utterance) -> bool:
        """Return whether a text certainly names a thing of the game by its exact name."""
        return any(mention.exact_names for mention in self.certain(utterance))

    def names_a_number(self, utterance: Utterance) -> bool:
        """Return whether a text certainly names a number above 1, which may be an article."""
        return any((mention.number or 0) > 1 for mention in self.certain(utterance))

    def describes_something(self, utterance: Utterance) -> bool:
        """Return whether a text names a thing and more: "the ship from depot 6"."""
        named = [mention for mention in self.certain(utterance) if mention.by_kind.keys() & {"thing", "number"}]
        return len(named) > 1 and any(mention.exact_names for mention in named)

    def names_only_one_thing(self, utterance: Utterance) -> bool:
        """Return whether a text has no other certain word than the name of a thing: "wool"."""
        mentions = self.certain(utterance)
        return len(mentions) == 1 and bool(mentions[0].values("thing")) and not self.says_what_is_done(utterance)

    def understands_a_word(self, utterance: Utterance) -> bool:
        """Return whether a text has a word that certainly has a meaning in the game."""
        return any(mention.concepts for mention in self.certain(utterance))

    def certain(self, utterance: Utterance) -> list[Mention]:
        """Return the words of a text that certainly have a bearing on a move."""
        return [mention for mention in self.mentions(utterance) if not mention.is_weak]

    def mentions(self, utterance: Utterance) -> list[Mention]:
        """Return the words of a text with their meanings in the player's language."""
        return self.position.own_lexicon.mentions(utterance, self.position.names_in(utterance))

    def count_meaningful_words(self, utterance: Utterance) -> int:
        """Return the number of words of a text that have a meaning."""
        return sum(bool(mention.concepts) for mention in self.mentions(utterance))

    def says_nothing_else(self, utterance: Utterance) -> bool:
        """Return whether a text only describes the one action that may be meant."""
        sentence = self._sentence(self.position.own_lexicon, utterance, exactly=False)
        (candidate,) = self.position.candidates.legal
        match = matched(sentence.cues, candidate, self.position.spoken)
        return match is not None and bool(match.explained) and not match.unexplained and not match.doubts

    def among(self, actions: Sequence[Action]) -> Reader:
        """Return a reader of answers to the question which of some actions is meant."""
        return Reader(self.position.texts, self.game, self.seat, self.position.names, actions)

    def read(self, utterance: Utterance) -> Reading:
        """Return what a text means; of a question it is asked whether that is meant."""
        if utterance not in self._readings:
            self._readings[utterance] = self._read(utterance)
        return self._readings[utterance]

    def _read(self, utterance: Utterance) -> Reading:
        reading = self._in_notation(utterance) or self._labelled(utterance) or self._in_words(utterance)
        if isinstance(reading, Play) and not self._is_proposal(reading.action) and self._is_question(utterance):
            return Ask((reading.action,), is_question=True)
        return reading

    def _is_question(self, utterance: Utterance) -> bool:
        """Return whether a text is a question in one of the player's languages."""
        return any(mood(utterance, words.language).is_question for words in self.position.lexicons)

    def _is_proposal(self, action: Action) -> bool:
        """Return whether an action proposes a trade, which is a question to others."""
        trading = self.game.spoken.trading
        return trading is not None and action[0] in trading.proposing

    # -- what the panel and records write ------------------------------------------------------------------------------

    def _in_notation(self, utterance: Utterance) -> Reading | None:
        """Return the action, or its beginning, that a text writes as records do."""
        action = parse(str(utterance).lower())
        if not action:
            return None
        if action in self.legal or self.position.refusal(action) is None:
            return Play(action)
        beginning = [legal for legal in self.legal if legal[: len(action)] == action]
        if not beginning:
            return None
        distinct = self.game.distinct(beginning)
        return Play(distinct[0]) if len(distinct) == 1 else Begin(action)

    def _labelled(self, utterance: Utterance) -> Reading | None:
        """Return the action that the panel calls just so."""
        labelled = self.position.labels.labelled(str(utterance), self.game.distinct(self.legal))
        if not labelled:
            return None
        is_warned = BETWEEN in str(utterance)  # the label was typed with its note
        if len(labelled) > 1 or (self.position.warning(labelled[0]) and not is_warned):
            return Ask.first_of(labelled)
        return Play(labelled[0])

    # -- words ---------------------------------------------------------------------------------------------------------

    def _in_words(self, utterance: Utterance) -> Reading:
        """Return what a text means, in words or, where it begins as a decision does, as its refused notation."""
        if len(utterance.words) > MOST_WORDS:
            return Unknown(())
        reading = self._in_any_language(utterance)
        action = parse(str(utterance).lower())
        leaves_numbers = isinstance(reading, Ask) and bool(reading.unknown) and all(map(str.isdigit, reading.unknown))
        is_unclear = isinstance(reading, Unknown) or leaves_numbers
        if is_unclear and vocabulary(self.game.key).is_notation(action) and action[0] in self.game.kinds(self.seat):
            reason = self.position.refusal(action)
            if reason is not None and says_why(reason):
                return Refuse(action, (reason,))
        return reading

    def _in_any_language(self, utterance: Utterance) -> Reading:
        """Return what a text means in the first language in which it is clear or each word means something."""
        readings = list[Reading]()
        for number, words in enumerate(self.position.lexicons):
            sentence = self._sentence(words, utterance, exactly=number > 0)
            reading = Decision(self.position, sentence).reading()
            is_clear = isinstance(reading, Play | Refuse) or (isinstance(reading, Ask) and not reading.unknown)
            if is_clear or not sentence.unknown:
                return reading
            readings.append(reading)
        return self._in_other_languages(utterance) or readings[0]

    def _in_other_languages(self, utterance: Utterance) -> Reading | None:
        """Return the action that a text names in a language of other players; None: it names none for certain."""
        languages_tried = {words.language for words in self.position.lexicons}
        for code in LANGUAGES:
            if code not in languages_tried:
                sentence = self._sentence(lexicon(self.game.key, code), utterance, exactly=True)
                reading = Decision(self.position, sentence).reading()
                if isinstance(reading, Play):
                    return reading
        return None

    def _sentence(self, words: Lexicon, utterance: Utterance, *, exactly: bool) -> Sentence:
        """Return a text as a sentence of a language."""
        return sentence_of(
            words, utterance, self.position.names_in(utterance), offered=words_of_actions(self.legal), exactly=exactly
        )
