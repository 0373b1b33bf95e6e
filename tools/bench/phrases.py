"""How well typed words are understood.

Three things are counted: phrases of players at positions where the action is legal, labels of illegal actions
(which must never be played as another action, and must be refused for the true reason), and questions about the
rules.

Phrases and questions come from files of JSON lines: ``lang``, ``typed`` and either ``action`` (in notation;
``game``, or the file is called so) or ``section`` (of a game's rules, with ``game``).
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
from bot.language.read.dialogue import Conversation
from bot.language.read.lexicon import lexicon
from bot.language.read.reader import Reader
from bot.language.read.readings import Ask, Begin, Play, Reading, Refuse, Unknown
from bot.language.read.refusals import ENDINGS, refusal
from bot.language.read.utterance import Utterance
from bot.wording import LANGUAGES, Texts, texts_in
from engines import Action, Game, Message
from engines.record import parse
from tools.bench import rule_questions

NAMES = ("Anna", "Ben", "Carla", "Dirk", "Emil", "Finn")
PLAYOUTS = 400
"""Random games in which positions for phrases are looked for, at most."""
OF_A_KIND = 2
"""Labels of illegal actions of one kind that are typed at a position."""


class Phrase(NamedTuple):
    """What somebody typed who meant ``action``."""

    game: str
    lang: str
    typed: str
    action: Action


class Outcome(NamedTuple):
    """What comes of a text."""

    action: Action
    asked: Sequence[Action] = ()
    refused: Sequence[Message] = ()
    unknown: Sequence[str] = ()


def understand(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str) -> Outcome:
    """Return what comes of a text, read by itself."""
    return _outcome(Reader(texts, game, seat, names).read(Utterance.of(typed)), typed)


def _outcome(reading: Reading, typed: str) -> Outcome:
    match reading:
        case Play(action):
            return Outcome(action)
        case Ask(actions, unknown):
            return Outcome(actions[0], actions, unknown=unknown)
        case Begin(prefix):
            return Outcome(prefix)
        case Refuse(action, reasons):
            return Outcome(action, refused=reasons)
        case Unknown(words):
            return Outcome((), unknown=words or (typed,))


class Position(NamedTuple):
    """Where somebody is asked something."""

    game: Game
    seat: int

    @property
    def names(self) -> Sequence[str]:
        """Of the players."""
        return NAMES[: self.game.state.seats]

    def refusal(self, action: Action) -> Message | None:
        """Why an action is not legal; None: it is."""
        return refusal(self.game, self.seat, action)


def read(files: Iterable[Path]) -> tuple[list[Phrase], list[str]]:
    """Return the phrases in files of JSON lines, and the lines that are questions about the rules."""
    phrases, questions = list[Phrase](), list[str]()
    for file in files:
        for line in filter(str.strip, file.read_text(encoding="utf-8").splitlines()):
            found = json.loads(line)
            if "action" in found:
                game = found.get("game", file.stem)
                phrases.append(Phrase(game, found["lang"], found["typed"], parse(found["action"])))
            else:
                questions.append(line)
    return phrases, questions


def played(key: str, seed: int) -> Iterator[Position]:
    """Yield the positions of a random game with random options."""
    kind, rng = engines.GAMES[key], Random(seed)
    options = {option.id: rng.choice(option.values) for option in kind.options}
    game = engines.new(key, seats=rng.choice(kind.seats), seed=seed, **options)
    while game.to_act:
        seat = rng.choice(game.to_act)
        yield Position(game, seat)
        game.play(seat, game.sample(seat, rng))


def where_legal(key: str, wanted: Iterable[Action]) -> dict[Action, Position]:
    """Return for each action a position of a random game where it is legal, if there was one."""
    left, found = set(wanted), dict[Action, Position]()
    for seed in range(PLAYOUTS if left else 0):
        for position in played(key, seed):
            legal, asked = position.game.legal(position.seat), position.game.prompt(position.seat)
            hits = left.intersection(legal)
            hits |= {each for each in left - hits if each[0] in asked.open and position.refusal(each) is None}
            if hits:
                here = Position(position.game.copy(), position.seat)
                found |= dict.fromkeys(hits, here)
                left -= hits
        if not left:
            break
    return found


def understood(phrase: Phrase, position: Position) -> str:
    """Return "understood", "asked", "another" (another action would be played) or "not"."""
    game, seat = position.game, position.seat
    conversation = Conversation(texts_in(phrase.lang), game, seat, position.names)
    found = _outcome(conversation.read(phrase.typed), phrase.typed)
    meant = game.gist(game.normal(seat, phrase.action))
    if meant in [game.gist(each) for each in found.asked]:
        return "asked"
    if found.asked or found.refused or found.unknown or position.refusal(found.action):
        return "not"
    return "understood" if game.gist(game.normal(seat, found.action)) == meant else "another"


def of_phrases(phrases: Iterable[Phrase]) -> dict[tuple[str, str], Counter[str]]:
    """By game and language, how often what happens."""
    by_game: dict[str, list[Phrase]] = defaultdict(list)
    for phrase in phrases:
        by_game[phrase.game].append(phrase)
    counted: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for key, own in by_game.items():
        found = where_legal(key, {phrase.action for phrase in own})
        for phrase in own:
            how = understood(phrase, found[phrase.action]) if phrase.action in found else "nowhere legal"
            counted[key, phrase.lang][how] += 1
    return counted


@cache
def _gathered(key: str, first_seed: int) -> tuple[dict[str, dict[Action, None]], list[Position], tuple[Any, ...]]:
    """Return actions of random games by their kind, positions, and the state of the generator.

    The result is cached, because it is the same for every language.
    """
    rng, pool, here = Random(first_seed), defaultdict[str, dict[Action, None]](dict), list[Position]()
    for seed in range(first_seed, first_seed + 6):
        for position in played(key, seed):
            legal = position.game.legal(position.seat)
            for action in rng.sample(legal, min(OF_A_KIND, len(legal))):
                pool[action[0]][action] = None
            if len(legal) > 1 and rng.random() < 0.1:
                here.append(Position(position.game.copy(), position.seat))
    return pool, here, rng.getstate()


def of_labels(key: str, lang: str, positions: int, first_seed: int = 1000) -> Counter[str]:
    """Count how labels of illegal actions are read for which the rules have a reason of their own.

    The outcomes are "reason" (the true reason is told), "asked" (a question about other actions), "another"
    (another action is played) and "lost". "ms" is the time for one, in milliseconds, rounded up.
    """
    rng, (pool, here, state) = Random(), _gathered(key, first_seed)
    rng.setstate(state)
    counted, took = Counter[str](), list[float]()
    for position in rng.sample(here, min(positions, len(here))):
        for actions in pool.values():
            for action in rng.sample(list(actions), min(OF_A_KIND, len(actions))):
                began = perf_counter()
                if how := _told(position, lang, action):
                    took.append(perf_counter() - began)
                    counted[how] += 1
    counted["ms"] = round(1000 * sum(took) / len(took) + 0.5) if took else 0
    return counted


def _told(position: Position, lang: str, action: Action) -> str:
    """Return the outcome of typing the label of an illegal action.

    It is empty if the action is legal or has the label of a legal one, or if the rules only say that it is not on
    offer.
    """
    if any(word.startswith("seat") and int(word[4:]) > position.game.state.seats for word in action):
        return ""
    reason, texts = position.refusal(action), texts_in(lang).at(position.game)
    key, names = position.game.key, position.names
    label, things = texts.action(key, action, names), texts.words(key, action[1:], names)
    if reason is None or label in (texts.action(key, each, names) for each in position.game.legal(position.seat)):
        return ""
    found = understand(texts, position.game, position.seat, names, label)
    if found.asked:
        return "" if "typed" in reason.args else "asked"
    if found.action != action and _means_as_much(key, action, found.action, nameless=label == things):
        return ""
    told = list(found.refused)
    if not told and (instead := position.refusal(found.action)):
        told = [instead]
    if not told:
        return "" if {action, found.action} <= ENDINGS else "another"
    if "typed" in reason.args:
        return ""
    return "reason" if reason.id in [each.id for each in told] else "lost"


def of_impossible(key: str, lang: str, positions: int, first_seed: int = 1000) -> Counter[str]:
    """Count how labels of all impossible actions are read, also where the rules only say that they are not on offer.

    The outcomes are "true" (refused for the reason of that very action), "false", "asked" (a question about other
    actions) and "played".
    """
    rng, (pool, here, state) = Random(), _gathered(key, first_seed)
    rng.setstate(state)
    return Counter(
        outcome
        for position in rng.sample(here, min(positions, len(here)))
        for actions in pool.values()
        for action in rng.sample(list(actions), min(OF_A_KIND, len(actions)))
        if (outcome := _refused(position, lang, action))
    )


def _refused(position: Position, lang: str, action: Action) -> str:
    """Return what becomes of the label of an action; empty: it is legal or only begun, or called as what is."""
    game, names, texts = position.game, position.names, texts_in(lang).at(position.game)
    if any(word.startswith("seat") and int(word[4:]) > game.state.seats for word in action):
        return ""
    reason, label = position.refusal(action), texts.action(game.key, action, names)
    legal = game.legal(position.seat)
    if reason is None or any(other[: len(action)] == action for other in legal):
        return ""
    if label in (texts.action(game.key, other, names) for other in legal):
        return ""
    found = understand(texts, game, position.seat, names, label)
    if found.asked:
        return "asked"
    told = list(found.refused) or [why for why in [position.refusal(found.action)] if why]
    is_nameless = label == texts.words(game.key, action[1:], names)
    if is_nameless and _means_as_much(game.key, action, found.action, nameless=True):
        return "true" if told else ""
    if not told:
        return "" if {action, found.action} <= ENDINGS else "played"
    only_quoted = "typed" in reason.args and all("typed" in why.args for why in told)
    return "true" if only_quoted or reason.id in [why.id for why in told] else "false"


def _kinds(key: str, words: Action) -> list[str]:
    return [lexicon(key, "en").base(word) for word in words]


def _means_as_much(key: str, action: Action, instead: Action, *, nameless: bool) -> bool:
    """Return whether what was read differs from the action of the label only in what costs nothing.

    A label that does not name the verb (``nameless``) may also be read as another verb with the same things.
    """
    if nameless and (_kinds(key, instead[1:]) == _kinds(key, action[1:]) or instead[:1] == action[1:]):
        return True
    return instead[: len(action)] == action


def run(files: Sequence[Path], positions: int) -> None:
    """Print all figures."""
    phrases, questions = read(files)
    console = Console()
    if phrases:
        console.print(_phrases(of_phrases(phrases)))
    console.print(_labels(positions))
    if questions:
        console.print(_questions(questions))


def _share(counted: Counter[str], *hows: str) -> str:
    total = sum(counted.values())
    return f"{sum(counted[how] for how in hows) / total:.0%}" if total else ""


def _phrases(counted: dict[tuple[str, str], Counter[str]]) -> Table:
    table = Table("game", "", "phrases", "understood", "or asked", "as another", title="Phrases")
    for (key, lang), each in sorted(counted.items()):
        shares = _share(each, "understood"), _share(each, "understood", "asked"), str(each["another"])
        table.add_row(key, lang, str(sum(each.values())), *shares)
    return table


def _labels(positions: int) -> Table:
    title = "Labels of illegal actions"
    table = Table("game", "", "labels", "as another", "true reason", "of all refused", "ms each", title=title)
    for key in engines.GAMES:
        for lang in LANGUAGES:
            counted = of_labels(key, lang, positions)
            took, another = counted.pop("ms"), counted.pop("another", 0)
            impossible = of_impossible(key, lang, positions)
            another += impossible["played"]
            refused = Counter({how: impossible[how] for how in ("true", "false")})
            shares = _share(counted, "reason"), _share(refused, "true")
            table.add_row(key, lang, str(sum(counted.values())), str(another), *shares, str(took))
    return table


def _questions(lines: Sequence[str]) -> Table:
    table = Table("", "questions", "right at once", "among what is shown", "another game's", title="Rules")
    for lang, each in sorted(rule_questions.measure(lines).items()):
        table.add_row(lang, str(each.asked), f"{each.first:.0%}", f"{each.shown:.0%}", f"{each.elsewhere:.0%}")
    return table
