"""Measure how well typed words are understood.

Three kinds of text are read: phrases of players at positions where the action is legal, labels of illegal actions
(which must never be played as another action, and must be refused for the true reason), and questions about the
rules.

Phrases and questions come from files of JSON lines. Each line has ``lang``, ``typed``, ``game`` and either ``action``
(in notation) or ``section`` (of the game's rules). A phrase without ``game`` belongs to the game that the file is named
after.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

import engines
from bot.language.read.conversation.dialogue import Conversation
from bot.language.read.decisions.reader import Reader
from bot.language.read.possible_actions.action_features import ENDING_ACTIONS
from bot.language.read.possible_actions.refusals import refusal
from bot.language.read.readings import Ask, Begin, Play, Reading, Refuse, Unknown
from bot.language.read.tokens.utterance import Utterance
from bot.language.read.words.lexicon import lexicon
from bot.wording import LANGUAGES, Texts, texts_in
from engines import Action, Game, Message
from engines.record import parse
from tools.bench import rule_questions

NAMES = ("Anna", "Ben", "Carla", "Dirk", "Emil", "Finn")
PLAYOUTS = 400
"""Most random games that are searched for positions in which the actions of phrases are legal."""
OF_A_KIND = 2
"""Number of labels of illegal actions of one kind that are typed at a position."""


class Phrase(NamedTuple):
    """A text of a player who meant ``action``."""

    game: str
    lang: str
    typed: str
    action: Action


class Outcome(NamedTuple):
    """The result of reading a text."""

    action: Action
    """The action that the text was read as; empty if it was not understood."""
    choices: Sequence[Action] = ()
    """Actions between which the bot asks the person to choose."""
    reasons: Sequence[Message] = ()
    """Reasons why the bot refuses the action."""
    unknown: Sequence[str] = ()
    """Words that were not understood."""


def understand(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str) -> Outcome:
    """Read a text without an earlier conversation, and return the outcome."""
    return _outcome(Reader(texts, game, seat, names).read(Utterance.of(typed)), typed)


class Position(NamedTuple):
    """A position of a game, and a seat that has to decide."""

    game: Game
    seat: int

    @property
    def names(self) -> Sequence[str]:
        """The names of the players."""
        return NAMES[: self.game.state.seats]

    def refusal(self, action: Action) -> Message | None:
        """Return the reason why an action is not legal, or None if it is legal."""
        return refusal(self.game, self.seat, action)


def read(files: Iterable[Path]) -> tuple[list[Phrase], list[str]]:
    """Return the phrases in files of JSON lines, and the lines that are questions about the rules."""
    phrases: list[Phrase] = []
    questions: list[str] = []
    for file in files:
        for line in filter(str.strip, file.read_text(encoding="utf-8").splitlines()):
            record = json.loads(line)
            if "action" in record:
                game = record.get("game", file.stem)
                phrases.append(Phrase(game, record["lang"], record["typed"], parse(record["action"])))
            else:
                questions.append(line)
    return phrases, questions


def played(key: str, seed: int) -> Iterator[Position]:
    """Yield the positions of a random game with random options."""
    kind = engines.GAMES[key]
    rng = Random(seed)
    options = {option.id: rng.choice(option.values) for option in kind.options}
    game = engines.new(key, seats=rng.choice(kind.seats), seed=seed, **options)
    while game.to_act:
        seat = rng.choice(game.to_act)
        yield Position(game, seat)
        game.play(seat, game.sample(seat, rng))


def where_legal(key: str, wanted: Iterable[Action]) -> dict[Action, Position]:
    """Return for each action a position of a random game where it is legal; actions without one are left out."""
    missing = set(wanted)
    positions: dict[Action, Position] = {}
    for seed in range(PLAYOUTS if missing else 0):
        for position in played(key, seed):
            prompt = position.game.prompt(position.seat)
            hits = missing.intersection(position.game.legal(position.seat))
            # Verbs in ``prompt.open`` have legal actions that the list of legal ones leaves out.
            hits |= {
                action for action in missing - hits if action[0] in prompt.open and position.refusal(action) is None
            }
            if hits:
                positions |= dict.fromkeys(hits, Position(position.game.copy(), position.seat))
                missing -= hits
        if not missing:
            break
    return positions


def understood(phrase: Phrase, position: Position) -> str:
    """Return "understood", "asked", "another" (another action would be played) or "not"."""
    game = position.game
    seat = position.seat
    conversation = Conversation(texts_in(phrase.lang), game, seat, position.names)
    outcome = _outcome(conversation.read(phrase.typed), phrase.typed)
    # Different actions with the same gist have the same effect.
    intention = game.gist(game.normal(seat, phrase.action))
    if intention in [game.gist(choice) for choice in outcome.choices]:
        return "asked"
    if outcome.choices or outcome.reasons or outcome.unknown or position.refusal(outcome.action):
        return "not"
    return "understood" if game.gist(game.normal(seat, outcome.action)) == intention else "another"


def of_phrases(phrases: Iterable[Phrase]) -> dict[tuple[str, str], Counter[str]]:
    """Read the phrases where their actions are legal, and count the results by game and language."""
    by_game: dict[str, list[Phrase]] = defaultdict(list)
    for phrase in phrases:
        by_game[phrase.game].append(phrase)
    counted: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for key, phrases_of_game in by_game.items():
        positions = where_legal(key, {phrase.action for phrase in phrases_of_game})
        for phrase in phrases_of_game:
            position = positions.get(phrase.action)
            result = understood(phrase, position) if position else "nowhere legal"
            counted[key, phrase.lang][result] += 1
    return counted


def of_labels(key: str, lang: str, positions: int, first_seed: int = 1000) -> Counter[str]:
    """Count how labels of illegal actions are read, if the rules have a particular reason against the action.

    The results are "reason" (the bot states the true reason), "asked" (it asks about other actions), "another" (it
    plays another action) and "lost" (it states another reason). "ms" is the mean time for a label in milliseconds,
    rounded up.
    """
    counted = Counter[str]()
    durations: list[float] = []
    for position, action in _typed_actions(key, positions, first_seed):
        began = perf_counter()
        if result := _label_result(position, lang, action):
            durations.append(perf_counter() - began)
            counted[result] += 1
    counted["ms"] = round(1000 * sum(durations) / len(durations) + 0.5) if durations else 0
    return counted


def of_impossible(key: str, lang: str, positions: int, first_seed: int = 1000) -> Counter[str]:
    """Count how labels of all impossible actions are read, also where the rules only say that they are not on offer.

    The results are "true" (refused for the reason against that very action), "false" (refused for another reason),
    "asked" (a question about other actions) and "played".
    """
    return Counter(
        result
        for position, action in _typed_actions(key, positions, first_seed)
        if (result := _impossible_result(position, lang, action))
    )


def run(files: Sequence[Path], positions: int) -> None:
    """Print a table of each kind of text; phrases and questions are read from the files."""
    phrases, questions = read(files)
    console = Console()
    if phrases:
        console.print(_phrases(of_phrases(phrases)))
    console.print(_labels(positions))
    if questions:
        console.print(_questions(questions))


def _outcome(reading: Reading, typed: str) -> Outcome:
    match reading:
        case Play(action):
            return Outcome(action)
        case Ask(actions, unknown):
            return Outcome(actions[0], actions, unknown=unknown)
        case Begin(prefix):
            return Outcome(prefix)
        case Refuse(action, reasons):
            return Outcome(action, reasons=reasons)
        case Unknown(words):
            return Outcome((), unknown=words or (typed,))


@cache
def _gathered(key: str, first_seed: int) -> tuple[dict[str, dict[Action, None]], list[Position], tuple[Any, ...]]:
    """Return actions of random games by verb, positions of these games, and the state of the random generator.

    The result is cached, because it is the same for every language.
    """
    rng = Random(first_seed)
    actions: dict[str, dict[Action, None]] = defaultdict(dict)
    positions: list[Position] = []
    for seed in range(first_seed, first_seed + 6):
        for position in played(key, seed):
            legal = position.game.legal(position.seat)
            for action in rng.sample(legal, min(OF_A_KIND, len(legal))):
                actions[action[0]][action] = None
            if len(legal) > 1 and rng.random() < 0.1:
                positions.append(Position(position.game.copy(), position.seat))
    return actions, positions, rng.getstate()


def _typed_actions(key: str, positions: int, first_seed: int) -> Iterator[tuple[Position, Action]]:
    """Yield actions of random games, some of each verb, with positions at which their labels are typed."""
    actions_of_verbs, pool, state = _gathered(key, first_seed)
    rng = Random()
    rng.setstate(state)
    for position in rng.sample(pool, min(positions, len(pool))):
        for actions in actions_of_verbs.values():
            for action in rng.sample(list(actions), min(OF_A_KIND, len(actions))):
                yield position, action


def _label_result(position: Position, lang: str, action: Action) -> str:
    """Return the result of typing the label of an illegal action, as ``of_labels`` counts it.

    It is empty if the action is legal or has the label of a legal one, or if the rules only say that it is not on
    offer.
    """
    if _is_of_larger_game(position.game, action):
        return ""
    game, seat = position
    names = position.names
    texts = texts_in(lang).at(game, names)
    reason = position.refusal(action)
    label = texts.action(game.key, action, names)
    if reason is None or label in (texts.action(game.key, legal, names) for legal in game.legal(seat)):
        return ""
    outcome = understand(texts, game, seat, names, label)
    # A reason that quotes the typed words only says that the action is not on offer.
    is_particular = "typed" not in reason.args
    if outcome.choices:
        return "asked" if is_particular else ""
    is_nameless = label == texts.words(game.key, action[1:], names)
    if outcome.action != action and _means_as_much(game.key, action, outcome.action, nameless=is_nameless):
        return ""
    stated = _stated_reasons(position, outcome)
    if not stated:
        return "" if {action, outcome.action} <= ENDING_ACTIONS else "another"
    if not is_particular:
        return ""
    return "reason" if reason.id in [stated_reason.id for stated_reason in stated] else "lost"


def _is_of_larger_game(game: Game, action: Action) -> bool:
    """Return whether an action names a seat or a place that only games of more players have."""
    places = game.places()
    letters = {id[0] for id in places}
    for word in action[1:]:
        if word.startswith("seat") and int(word[4:]) > game.state.seats:
            return True
        if word[:1] in letters and word[1:2].isdigit() and word not in places:
            return True
    return False


def _stated_reasons(position: Position, outcome: Outcome) -> list[Message]:
    """Return the reasons that a person is told: those of the reading, or the reason against the action it found."""
    if outcome.reasons:
        return list(outcome.reasons)
    reason = position.refusal(outcome.action)
    return [reason] if reason else []


def _impossible_result(position: Position, lang: str, action: Action) -> str:
    """Return the result of typing the label of an impossible action, as ``of_impossible`` counts it.

    It is empty if the action is legal or the beginning of a legal one, or has the label of a legal one.
    """
    game = position.game
    names = position.names
    texts = texts_in(lang).at(game, names)
    if _is_of_larger_game(game, action):
        return ""
    reason = position.refusal(action)
    label = texts.action(game.key, action, names)
    legal_actions = game.legal(position.seat)
    if reason is None or any(legal[: len(action)] == action for legal in legal_actions):
        return ""
    if label in (texts.action(game.key, legal, names) for legal in legal_actions):
        return ""
    outcome = understand(texts, game, position.seat, names, label)
    if outcome.choices:
        return "asked"
    stated = _stated_reasons(position, outcome)
    is_nameless = label == texts.words(game.key, action[1:], names)
    if is_nameless and _means_as_much(game.key, action, outcome.action, nameless=True):
        return "true" if stated else ""
    if not stated and _chooses_the_same(game, action, outcome.action):
        return ""
    if not stated:
        return "" if {action, outcome.action} <= ENDING_ACTIONS else "played"
    only_quoted = "typed" in reason.args and all("typed" in stated_reason.args for stated_reason in stated)
    return "true" if only_quoted or reason.id in [stated_reason.id for stated_reason in stated] else "false"


def _kinds(key: str, words: Action) -> list[str]:
    return [lexicon(key, "en").base(word) for word in words]


def _means_as_much(key: str, action: Action, instead: Action, *, nameless: bool) -> bool:
    """Return whether reading the label of ``action`` as the action ``instead`` is no mistake.

    It may be read as the beginning of a longer action. A label that does not name the verb (``nameless``) may also be
    read as another verb with the same things.
    """
    if nameless and (_kinds(key, instead[1:]) == _kinds(key, action[1:]) or instead[:1] == action[1:]):
        return True
    return instead[: len(action)] == action


def _chooses_the_same(game: Game, action: Action, instead: Action) -> bool:
    """Return whether an action is read as the answer to a question, with the same things: which knight has to go."""
    return instead[:1] in [(verb,) for verb in game.presentation.follow_ups.choices] and instead[1:] == action[1:]


def _share(counted: Counter[str], *results: str) -> str:
    total = sum(counted.values())
    return f"{sum(counted[result] for result in results) / total:.0%}" if total else ""


def _phrases(counted: dict[tuple[str, str], Counter[str]]) -> Table:
    table = Table("game", "", "phrases", "understood", "or asked", "as another", title="Phrases")
    for (key, lang), results in sorted(counted.items()):
        shares = _share(results, "understood"), _share(results, "understood", "asked"), str(results["another"])
        table.add_row(key, lang, str(sum(results.values())), *shares)
    return table


def _labels(positions: int) -> Table:
    title = "Labels of illegal actions"
    table = Table("game", "", "labels", "as another", "true reason", "of all refused", "ms each", title=title)
    for key in engines.GAMES:
        for lang in LANGUAGES:
            counted = of_labels(key, lang, positions)
            milliseconds = counted.pop("ms")
            impossible = of_impossible(key, lang, positions)
            played_instead = counted.pop("another", 0) + impossible["played"]
            refused = Counter({result: impossible[result] for result in ("true", "false")})
            shares = _share(counted, "reason"), _share(refused, "true")
            table.add_row(key, lang, str(sum(counted.values())), str(played_instead), *shares, str(milliseconds))
    return table


def _questions(lines: Sequence[str]) -> Table:
    table = Table("", "questions", "right at once", "among what is shown", "another game's", title="Rules")
    for lang, shares in sorted(rule_questions.measure(lines).items()):
        percentages = (f"{share:.0%}" for share in (shares.first, shares.shown, shares.elsewhere))
        table.add_row(lang, str(shares.asked), *percentages)
    return table
