"""Recognise texts that are no move: yes and no, a wish for nothing, a remark, small talk."""

from __future__ import annotations

from functools import cache

from bot.language.read.decisions.declining import NOTHING_DONE
from bot.language.read.decisions.reader import Reader
from bot.language.read.possible_actions.action_features import ENDING_ACTIONS
from bot.language.read.possible_actions.refusals import says_why
from bot.language.read.readings import Ask, Begin, Play, Refuse, Unknown
from bot.language.read.sentences.mood import mood
from bot.language.read.tokens.utterance import Utterance
from bot.wording.languages import FALLBACK, LANGUAGES
from bot.wording.lists import idle_words, listed, listed_in
from bot.wording.texts import SEAT, Texts, texts_in
from bot.wording.word_forms import folded, spellings

# Ids of the texts that list words for yes and no.
YES = "typed.yes"
NO = "typed.no"


class Remarks:
    """What texts of a player say besides moves, at the position of a reader."""

    def __init__(self, reader: Reader, texts: Texts) -> None:
        self.reader = reader
        self.texts = texts

    # -- yes and no ----------------------------------------------------------------------------------------------------

    def behind_answer(self, utterance: Utterance, id: str) -> Utterance | None:
        """Return the text behind one of the answers that a text of the catalogue lists; None: it begins with none.

        Args:
            utterance: The text.
            id: The id of the list, such as YES.
        """
        words = utterance.words
        for texts in languages_of(self.texts):
            for answer in texts.say(id).split(","):
                for spelling in spellings(answer):
                    if words[: len(spelling)] == spelling:
                        rest = self._behind_words(utterance, len(spelling))
                        return Utterance.of("") if self.is_idle(rest) else rest
        return None

    def _behind_words(self, utterance: Utterance, count: int) -> Utterance:
        """Return the text behind so many words, without words that join it to them."""
        language = self.texts.name
        joining = listed(language, "interjections") | listed(language, "onward") | listed(language, "against")
        following = (token for token in utterance.word_tokens[count:] if token.word not in joining)
        return utterance.beginning_at(next(following, None))

    def is_idle(self, utterance: Utterance) -> bool:
        """Return whether a text consists of words without meaning: "do it", "not that"."""
        return _idle_words(self.texts.name).issuperset(utterance.words)

    def is_opening(self, utterance: Utterance) -> bool:
        """Return whether a text means nothing: no number, as "one, please" has, no player, and no thing.

        A thing may have the name of an idle word, and a move that of several: Dutch "mijn" is "mine" and "my", and
        "mijn kaart" the one card that can be used.
        """
        if not self.is_idle(utterance):
            return False
        return not any(
            mention.number
            or (mention.values("verb") and mention.stop - mention.start > 1)
            or any(thing.startswith(SEAT) or not mention.is_weak for thing in mention.values("thing"))
            for mention in self.reader.mentions(utterance)
        )

    # -- remarks -------------------------------------------------------------------------------------------------------

    def goes_on(self, utterance: Utterance) -> bool:
        """Return whether a text begins as the continuation of another: "and pass"."""
        return not listed_in(self.texts.name, "onward").isdisjoint(utterance.words[:1])

    def ends(self, utterance: Utterance) -> bool:
        """Return whether a text says that the player stops: "that's all"."""
        return mood(utterance, self.texts.name).is_enough

    def compares(self, utterance: Utterance) -> bool:
        """Return whether a text has a superlative: "the cheaper one"."""
        return bool(mood(utterance, self.texts.name).superlative)

    def wants_nothing(self, utterance: Utterance) -> bool:
        """Return whether a text only declines what is offered: "pass", "nothing"."""
        match self.reader.read(utterance):
            case Play(action):
                return action in ENDING_ACTIONS
            case Refuse((), (reason,)):
                return reason == NOTHING_DONE
        return False

    def only_asks(self, utterance: Utterance) -> bool:
        """Return whether a text is a question that names nothing: "is that possible?"."""
        how_meant = mood(utterance, self.texts.name)
        return how_meant.is_question and not any(mention.concepts for mention in self.reader.certain(utterance))

    def is_statement(self, utterance: Utterance) -> bool:
        """Return whether a text behind a decision only says something about it: "I'll pay the ship", "not the card"."""
        if self.reader.read(utterance) == Refuse((), (NOTHING_DONE,)):
            return True
        words = set(utterance.words)
        is_single = len(utterance.clauses) == 1 and words.isdisjoint(listed_in(self.texts.name, "onward"))
        says_something = not words.isdisjoint(listed_in(self.texts.name, "statements"))
        only_compares = len(words) == 1 and self.compares(utterance)  # "ships it is, cheaper"
        tells_of_others = not listed_in(self.texts.name, "has").isdisjoint(utterance.words[:2])  # "anna has enough"
        is_remark = only_compares or tells_of_others or (says_something and self._asks_for_nothing(utterance))
        return is_single and not self.ends(utterance) and is_remark

    def is_small_talk(self, utterance: Utterance) -> bool:
        """Return whether nobody misses a text if it is not played: it asks for nothing, and names nothing."""
        is_missed = self.reader.names_a_thing(utterance) or not self._asks_for_nothing(utterance)
        return not is_missed or self.is_statement(utterance)

    def _asks_for_nothing(self, utterance: Utterance) -> bool:
        """Return whether a text is no move, not even one that is refused."""
        if self.is_idle(utterance) or self.wants_nothing(utterance):
            return True
        match self.reader.read(utterance):
            case Unknown():
                return True
            case Ask(_, unknown) if unknown:
                return True
            case Play() | Begin():
                return False
            case Refuse(_, reasons) if not any(map(says_why, reasons)):
                return True
        return not (self.reader.says_what_is_done(utterance) or self.reader.describes_something(utterance))


@cache
def _idle_words(language: str) -> frozenset[str]:
    """Return words without meaning, those for yes and no, and "both", said of all that was asked."""
    answers = frozenset(
        word
        for texts in languages_of(texts_in(language))
        for id in (YES, NO)
        for word in folded(texts.say(id).replace(",", " "))
    )
    return answers | idle_words(language) | idle_words(FALLBACK) | listed_in(language, "both")


def languages_of(texts: Texts) -> list[Texts]:
    """Return the texts of all languages, those of the player and the fallback first: people mix them."""
    codes = dict.fromkeys((texts.name, FALLBACK, *LANGUAGES))
    return [texts if code == texts.name else texts_in(code) for code in codes]
