"""Ask about as much as is understood of a text that means nothing as a whole.

Nothing is played because of such a text: words that were not understood may change what is meant.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.language.read.decisions.reader import MOST_WORDS, Reader
from bot.language.read.readings import MOST_ASKED, Ask, Begin, Play, Reading, Refuse, Unknown
from bot.language.read.tokens.utterance import QUESTION_MARK, Utterance
from bot.language.read.words.lexicon import SHORTEST_BEGINNING
from bot.wording.synonyms import synonyms


class PartialUnderstanding:
    """Finds the question to ask about a text at a position."""

    def __init__(self, reader: Reader, first_decision: Callable[[Utterance], Reading]) -> None:
        self.reader = reader
        self.first_decision = first_decision
        """Reads the first of several decisions."""

    def question(self, utterance: Utterance, reading: Reading) -> Ask | Begin | None:
        """Return the question about a text with this reading; None: the reading is better, or nothing is understood."""
        match reading:
            case Unknown():
                return self._behind_question(utterance) or self._last_resort(utterance)
            case Ask(_, unknown) if unknown:
                return self._behind_question(utterance)
            case Refuse():
                return self._known_words(utterance, only_if_clear=True)
        return None

    def _behind_question(self, utterance: Utterance) -> Ask | Begin | None:
        """Return the decision behind a question about something else, as in "Is sailing any good? Else the market".

        None: nothing stands behind it, or nothing certain. It is asked about, as the answer might change it.
        """
        marks = [place for place, token in enumerate(utterance.tokens) if token.word == QUESTION_MARK]
        if not marks:
            return None
        rest = utterance.part(marks[-1] + 1)
        if not rest.words:
            return None
        match self.first_decision(rest):
            case Play(action, more):
                return Ask((action,), rest=more)
            case Ask(_, ()) | Begin() as reading:
                return reading
        return None

    def _last_resort(self, utterance: Utterance) -> Ask | None:
        """Return the question about whatever a text names; None: it names nothing, or is too long to be a move."""
        if not 0 < len(utterance.words) <= MOST_WORDS:
            return None
        return self._known_words(utterance) or self._named_offers(utterance)

    def _known_words(self, utterance: Utterance, *, only_if_clear: bool = False) -> Ask | None:
        """Return the question about what the known words of a text mean, however many others there are.

        Args:
            utterance: The text.
            only_if_clear: True if they have to mean one move for certain.
        """
        unknown_mentions = [mention for mention in self.reader.mentions(utterance) if mention.is_unknown]
        left_out = {place for mention in unknown_mentions for place in range(mention.start, mention.stop)}
        tokens = (token for place, token in enumerate(utterance.tokens) if place not in left_out)
        understood_part = Utterance(utterance.text, tuple(tokens))
        if not unknown_mentions or not self.reader.certain(understood_part):
            return None
        words = tuple(mention.text for mention in unknown_mentions)
        match self.first_decision(understood_part):
            case Play(action, rest):
                return Ask((action,), words, rest)
            case Ask(actions, unknown, rest) if not only_if_clear:
                return Ask(actions, tuple(dict.fromkeys((*words, *unknown))), rest)
        return None

    def _named_offers(self, utterance: Utterance) -> Ask | None:
        """Return the question about the few actions that a text names by words of their labels.

        However much of it is not understood, "the Assassin on Anna's knight, whatever else" names the button of the
        Assassin.
        """
        position = self.reader.position
        words = [word for word in utterance.words if self._may_distinguish(word)]
        losses = frozenset[str]() if position.asks_for_loss else position.game.spoken.losses
        offers = [action for action in position.game.distinct(position.choices) if action[0] not in losses]
        named = position.labels.named_best(words, offers)
        if not 0 < len(named.actions) <= MOST_ASKED:
            return None
        return Ask(named.actions, tuple(word for word in dict.fromkeys(words) if word not in named.words))

    def _may_distinguish(self, word: str) -> bool:
        """Return whether a word may name an action by itself: it is no number, and says more than "the" or "take"."""
        position = self.reader.position
        is_idle = any(lexicon.common.is_idle(word) for lexicon in position.lexicons)
        is_filler = word in synonyms(position.game.key, position.texts.name).filler
        return len(word) >= SHORTEST_BEGINNING and word.isalpha() and not (is_idle or is_filler)
