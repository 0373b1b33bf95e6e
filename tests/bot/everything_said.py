"""Word every text of whole random games in every language.

``python -m tests.proof`` runs it for every way to open a table, the tests for a few.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import count
from random import Random

from bot.wording import LANGUAGES, texts_in
from bot.wording.texts import Texts
from engines import Action, Event, IllegalAction, Message
from engines.contract import Game
from tests.engines.contract_suite import Case, mutations

NAMES = ["Anna", "Ben", "Carla", "Dirk", "Emma", "Finn"]


def check_words(case: Case, seed: int, most: int | None = None) -> None:
    """Check that questions, actions, hints, refusals, events, sources and descriptions leave no id and no blank open.

    Nor may they call a place by a word that nobody sees on the board. ``most``: how many texts of each kind are worded,
    and only every third decision's hints and refusals; None: all.
    """
    with case.noted(seed):
        _check_words(case, seed, most)


def _check_words(case: Case, seed: int, most: int | None) -> None:
    rng = Random(seed)
    game = case.new(seed)
    checked = set[str]()
    times = Counter[str]()
    for number in count():
        if not game.to_act:
            break
        seat = rng.choice(game.to_act)
        speeches: list[Message | Event | Action] = [*messages(game, seat)]
        if most is None or number % 3 == 0:
            speeches += hints_and_refusals(game, seat, rng)
        action = rng.choice(game.legal(seat))
        speeches += [action, *game.play(seat, action)]
        fresh = {repr(speech): speech for speech in speeches if repr(speech) not in checked}
        checked.update(fresh)
        times.update(map(kind, fresh.values()))
        check_worded(game, [speech for speech in fresh.values() if most is None or times[kind(speech)] <= most])
    for name in game.scores()[0].sources:
        check_worded(game, [Message(f"{case.game.key}.source.{name}")])


def kind(speech: Message | Event | Action) -> str:
    """Return the key that decides which text is used."""
    if isinstance(speech, Message):
        return speech.id
    return f"event {speech.kind}" if isinstance(speech, Event) else f"action {speech[0]}"


def messages(game: Game, seat: int) -> Iterable[Message]:
    """Yield the messages that a seat reads before it decides."""
    prompt = game.prompt(seat)
    yield prompt.message
    yield from game.describe(None)
    if prompt.resources is not None:
        yield prompt.resources


def hints_and_refusals(game: Game, seat: int, rng: Random) -> Iterable[Message]:
    """Yield the hints on actions, and the reasons against actions that resemble a legal one."""
    legal = game.legal(seat)
    hints = [game.hint(seat, action) for action in rng.sample(legal, min(6, len(legal)))]
    yield from (hint for hint in hints if hint is not None)
    for wrong in mutations(rng.choice(legal), rng):
        try:
            game.check(seat, wrong)
        except IllegalAction as fault:
            yield fault.reason


def check_worded(game: Game, speeches: Iterable[Message | Event | Action]) -> None:
    """Check that each text exists in every language, with its blanks filled and no place called by its id."""
    ids = game.places().keys()
    for words in (texts_in(language).at(game) for language in LANGUAGES):
        for speech in speeches:
            line = wording(words, game.key, speech)
            assert "{" not in line, line
            assert not re.match(rf"^({game.key}|error)\.[\w.]+$", line), f"{words.name} lacks {line}"
            assert tells_notation(speech) or not ids & set(re.findall(r"[\w-]+", line)), line


def tells_notation(speech: Message | Event | Action) -> bool:
    """Return whether a text quotes typed words or explains how places are typed."""
    return isinstance(speech, Message) and ("typed" in speech.args or ".other_than_" in speech.id)


def wording(texts: Texts, key: str, speech: Message | Event | Action) -> str:
    if isinstance(speech, Message):
        return texts.message(key, speech, NAMES)
    return texts.event(key, speech, NAMES) if isinstance(speech, Event) else texts.action(key, speech)
