"""Whole random games whose every text is worded in every language, none left open. ``python -m tests.proof`` runs it
over every way to open a table, the tests over a few."""

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
    """Questions, actions, hints, refusals, events, sources and descriptions leave no id and no blank open, nor do they
    call a place by a word that nobody sees on the board.

    ``most``: so many different ones of each kind are worded, of hints and refusals those of every third decision; None:
    all.
    """
    with case.noted(seed):
        _check_words(case, seed, most)


def _check_words(case: Case, seed: int, most: int | None) -> None:
    rng, game = Random(seed), case.new(seed)
    worded, times = set[str](), Counter[str]()
    for number in count():
        if not game.to_act:
            break
        seat = rng.choice(game.to_act)
        said: list[Message | Event | Action] = [*messages(game, seat)]
        if most is None or number % 3 == 0:
            said += beside(game, seat, rng)
        action = rng.choice(game.legal(seat))
        said += [action, *game.play(seat, action)]
        fresh = {repr(each): each for each in said if repr(each) not in worded}
        worded.update(fresh)
        times.update(map(kind, fresh.values()))
        check_worded(game, [each for each in fresh.values() if most is None or times[kind(each)] <= most])
    for name in game.scores()[0].sources:
        check_worded(game, [Message(f"{case.game.key}.source.{name}")])


def kind(said: Message | Event | Action) -> str:
    """What decides which text is taken."""
    if isinstance(said, Message):
        return said.id
    return f"event {said.kind}" if isinstance(said, Event) else f"action {said[0]}"


def messages(game: Game, seat: int) -> Iterable[Message]:
    """What is said to a seat before it decides."""
    prompt = game.prompt(seat)
    yield prompt.message
    yield from game.describe(None)
    if prompt.resources is not None:
        yield prompt.resources


def beside(game: Game, seat: int, rng: Random) -> Iterable[Message]:
    """What is noted with actions, and why something like a legal one is refused."""
    legal = game.legal(seat)
    hints = [game.hint(seat, action) for action in rng.sample(legal, min(6, len(legal)))]
    yield from (each for each in hints if each is not None)
    for wrong in mutations(rng.choice(legal), rng):
        try:
            game.check(seat, wrong)
        except IllegalAction as fault:
            yield fault.reason


def check_worded(game: Game, said: Iterable[Message | Event | Action]) -> None:
    """Each has a text in every language, with every blank filled and no place called by its word."""
    ids = game.places().keys()
    for words in (texts_in(language).at(game) for language in LANGUAGES):
        for each in said:
            line = worded(words, game.key, each)
            assert "{" not in line, line
            assert not re.match(rf"^({game.key}|error)\.[\w.]+$", line), f"{words.name} lacks {line}"
            assert tells_notation(each) or not ids & set(re.findall(r"[\w-]+", line)), line


def tells_notation(said: Message | Event | Action) -> bool:
    """Whether a text quotes what was typed or says how places are typed."""
    return isinstance(said, Message) and ("typed" in said.args or ".other_than_" in said.id)


def worded(texts: Texts, key: str, said: Message | Event | Action) -> str:
    if isinstance(said, Message):
        return texts.message(key, said, NAMES)
    return texts.event(key, said, NAMES) if isinstance(said, Event) else texts.action(key, said)
