"""Complete actions while a player types, by their letters or their meanings, and check notation for plans."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.language.read.possible_actions.candidates import Candidates
from bot.language.read.ranking.rank import Ranking
from bot.language.read.sentences.cues import in_context
from bot.language.read.tokens.utterance import LONGEST, Utterance
from bot.language.read.words.lexicon import lexicon
from bot.wording.texts import Texts
from bot.wording.vocabulary import vocabulary
from bot.wording.word_forms import folded, spellings
from engines import GAMES, Action, Game
from engines.record import notation, parse

Completion = tuple[str, str]
"""An action in notation and as a phrase."""


def action_in_notation(key: str, typed: str) -> Action | None:
    """Parse an action in notation, whether it is legal now or not; None: the text has unknown words, or too few."""
    action = parse(typed.lower())
    if len(typed) > LONGEST or not vocabulary(key).is_notation(action):
        return None
    # The action begins with the verb, which ``fewest_words`` does not count.
    return action if len(action) > GAMES[key].spoken.verbs[action[0]].fewest_words else None


def completions(
    texts: Texts, game: Game, seat: int, legal: Iterable[Action], names: Sequence[str], typed: str
) -> list[Completion]:
    """Return the actions that contain all words typed so far, by letters, or else by meanings."""
    texts = texts.at(game, names)
    actions = list(legal)
    parts = folded(typed[:LONGEST])
    by_letters = []
    for action in actions:
        spelled = _spelled(texts, game.key, action, names)
        if all(part in spelled for part in parts):
            by_letters.append(action)
    completed = by_letters or _by_concepts(texts, game, seat, actions, typed)
    return [(notation(action), texts.action(game.key, action, names)) for action in completed]


def _spelled(texts: Texts, key: str, action: Action, names: Sequence[str]) -> str:
    """Return the texts of an action in which typed letters are looked for, in all spellings."""
    phrases = notation(action), texts.action(key, action, names), texts.words(key, action, names)
    return " ".join(" ".join(spelling) for phrase in phrases for spelling in spellings(phrase))


def _by_concepts(texts: Texts, game: Game, seat: int, actions: Sequence[Action], typed: str) -> list[Action]:
    """Return the actions with all meanings of the text, whose last word may be incomplete."""
    utterance = Utterance.of(typed)
    words = lexicon(game.key, texts.name)
    mentions = words.mentions(utterance, {})  # names of players are found by their letters
    if not mentions or any(mention.is_unknown for mention in mentions):
        return []
    candidates = Candidates(game, seat, words, actions)
    ranking = Ranking(in_context(mentions, utterance, words), candidates.legal, words.spoken)
    return [match.candidate.action for match in ranking.matches if not match.unexplained]
