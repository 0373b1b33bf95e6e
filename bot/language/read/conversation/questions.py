"""Answer questions about legal actions: "what can I buy", "can I build a city", "whose turn is it"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import engines
from bot.language.read.conversation.completions import completions
from bot.language.read.decisions.reader import Reader
from bot.language.read.readings import Refuse
from bot.language.read.tokens.utterance import Utterance
from bot.language.read.words.lexicon import lexicon
from bot.wording.languages import FALLBACK
from bot.wording.lists import idle_words, listed, listed_in, phrases
from bot.wording.synonyms import synonyms
from bot.wording.texts import Texts
from bot.wording.word_forms import folded
from engines import Action, Game

LONGEST_QUESTION = 100
"""Characters of a question that are read."""
MOST_WORDS = 12
"""Words of a question that are searched for; no line of a board has more."""
MOST_FIRST_ACTIONS = 12
"""Actions that are tried to find out what is possible after them, at most."""


def question_words(typed: str) -> tuple[str, ...]:
    """Return the words of a question, up to the length that is read."""
    return Utterance.of(typed[:LONGEST_QUESTION]).words


def wanted_words(texts: Texts, key: str, typed: str) -> list[str]:
    """Return the words of a question that name its subject: "city" of "can I buy a city"."""
    filler = synonyms(key, texts.name).filler | listed(texts.name, "may")
    words = [word for word in question_words(typed) if word not in filler]
    buying = listed_in(texts.name, "buying")
    words_besides_buying = [word for word in words if word not in buying]
    return (words_besides_buying or words)[:MOST_WORDS]


def has_phrase(texts: Texts, entry: str, words: Sequence[str]) -> bool:
    """Return whether the words contain one of the common phrases of a kind (``bot.wording.lists.listed``)."""
    return any(f" {phrase} " in f" {' '.join(words)} " for phrase in phrases(texts.name, entry))


def asks_for_everything(texts: Texts, typed: str) -> bool:
    """Return whether a question has no subject: "what can I do now"."""
    filler = idle_words(texts.name) | idle_words(FALLBACK) | listed_in(texts.name, "may")
    return filler.issuperset(folded(typed[:LONGEST_QUESTION]))


def asks_what_is_possible(texts: Texts, typed: str) -> bool:
    """Return whether a question asks for legal actions, not for facts: "what can I buy"."""
    return not listed(texts.name, "may").isdisjoint(question_words(typed))


def asks_whose_turn(texts: Texts, typed: str) -> bool:
    """Return whether a question asks whose turn it is."""
    return has_phrase(texts, "whose_turn", question_words(typed))


def possible_actions(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str) -> list[Action]:
    """Return the legal actions that a question asks for: all if it has no subject, none if it has another subject."""
    legal = game.legal(seat)
    searched_words = wanted_words(texts, game.key, typed)
    if not searched_words or _names_the_decision(texts, game, seat, searched_words):
        return legal
    if verbs := _general_verbs(texts, game.key, searched_words):
        return [action for action in legal if action[0] in verbs]
    completed = {notation for notation, _ in completions(texts, game, seat, legal, names, " ".join(searched_words))}
    return [action for action in legal if " ".join(action) in completed]


class FollowUp(NamedTuple):
    """The actions that become legal after another one."""

    first: Action
    game: Game
    """The position after it."""
    actions: Sequence[Action]


def possible_afterwards(texts: Texts, game: Game, seat: int, typed: str) -> list[FollowUp]:
    """Return what may be bought or built after another action, such as going there.

    The list is empty for other questions, and if too many actions would have to be tried. Actions with a random outcome
    are not tried.
    """
    verbs = _general_verbs(texts, game.key, wanted_words(texts, game.key, typed))
    first_actions = game.distinct(game.legal(seat))
    if not verbs or len(first_actions) > MOST_FIRST_ACTIONS:
        return []
    follow_ups = list[FollowUp]()
    for first in first_actions:
        after = game.copy()
        events = after.play(seat, first)
        if any(event.barrier for event in events) or seat not in after.to_act:
            continue
        actions = [action for action in after.legal(seat) if action[0] in verbs]
        if actions:
            follow_ups.append(FollowUp(first, after, actions))
    return follow_ups


def why_not(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str) -> Refuse | None:
    """Return why an action that a question names by its verb is not legal; None: it names no such action."""
    question = Utterance.of(" ".join(wanted_words(texts, game.key, typed)))
    reading = Reader(texts, game, seat, names).read(question)
    mentions = lexicon(game.key, texts.name).mentions(question, names={})
    named_verbs = {verb for mention in mentions for verb in mention.own_verbs}
    if isinstance(reading, Refuse) and reading.action and reading.action[0] in named_verbs:
        return reading
    return None


def _general_verbs(texts: Texts, key: str, searched_words: Sequence[str]) -> frozenset[str]:
    """Return the game's verbs for buying or building, if a question asks for nothing more specific."""
    spoken = engines.GAMES[key].spoken
    for entry, verbs in (("buying", spoken.buying), ("building", spoken.building)):
        if verbs and listed_in(texts.name, entry).issuperset(searched_words):
            return verbs
    return frozenset()


def _names_the_decision(texts: Texts, game: Game, seat: int, searched_words: Sequence[str]) -> bool:
    """Return whether a question names only the present decision: "what can I do on the market"."""
    # The id of the engine's question ends with what it is about: "navegador.prompt.market".
    subject = game.prompt(seat).message.id.rpartition(".")[2]
    words = lexicon(game.key, texts.name)

    def names_subject(word: str) -> bool:
        return any(words.base(thing) == subject for thing in (word, *words.things(word)))

    return all(map(names_subject, searched_words))
