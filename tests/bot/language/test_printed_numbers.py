"""A typed number is the number printed on the board: no action is played with a thing that does not bear it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from random import Random

import pytest

import engines
from bot.wording import LANGUAGES, texts_in
from engines import Action, Game
from engines.record import notation
from tests.bot.reading import understand
from tools.bench.phrases import Position, played

FORMS = {
    "en": ("{verb} to {number}", "{verb} on the {number}", "{verb} at the {number}", "{verb} {number}", "the {number}"),
    "de": ("{verb} auf {number}", "{verb} auf die {number}", "{verb} bei der {number}", "{verb} {number}", "{number}"),
    "nl": ("{verb} naar {number}", "{verb} op de {number}", "{verb} bij de {number}", "{verb} {number}", "de {number}"),
}
HIGHEST = 30
"""No number that is printed anywhere is higher."""
SOME = {"navegador": 0.016, "macao": 0.08, "burgundy": 0.04, "mmn": 0.016}
"""Of the decisions of a random game, so many are asked about; in ``make proof`` as many of each game."""
MANY = dict.fromkeys(SOME, 0.08)
OF_FURTHER_GAME = 0.2
"""The same for any other game, whose decisions are few and fast to read."""


def numbers_of(game: Game, seat: int, action: Action) -> set[int]:
    """Return the numbers printed on what an action is done with, and those it counts or earns if it has no place."""
    places = game.places()
    rows = game.rows(seat)
    numbers = set[int]()
    hint = game.hint(seat, action)
    if hint is not None and not any(word in places or word in rows for word in action[1:]):
        numbers |= {value for value in hint.args.values() if isinstance(value, int)}
    for word in action[1:]:
        if word in places:
            numbers |= {int(str(part.args["number"])) for part in places[word].neighbours if "number" in part.args}
        elif word in rows:
            numbers |= {rows[word].printed, rows[word].number, int(word[1:])}
        elif last := re.search(r"\d+$", word):
            numbers.add(int(last[0]))
    return numbers


def numbered_decisions(key: str, seed: int, share: float) -> Iterator[tuple[Position, str, int]]:
    """Yield decisions in which something has a number, each with a verb and any number."""
    rng = Random(seed)
    for position in played(key, seed):
        legal = position.game.legal(position.seat)
        verbs = sorted({action[0] for action in legal if any(any(map(str.isdigit, word)) for word in action[1:])})
        if verbs and rng.random() < share:
            yield position, rng.choice(verbs), rng.randint(0, HIGHEST if rng.random() < 0.3 else 12)


@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("seeds", "shares"),
    [(range(2), SOME), pytest.param(range(2, 30), MANY, marks=pytest.mark.proof)],
    ids=["some", "many"],
)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", engines.GAMES)
def test_nothing_is_played_at_a_place_that_does_not_bear_the_number(
    key: str, language: str, seeds: range, shares: Mapping[str, float]
) -> None:
    texts = texts_in(language)
    tried = 0
    for seed in seeds:
        for position, verb, number in numbered_decisions(key, seed, shares.get(key, OF_FURTHER_GAME)):
            for form in FORMS[language]:
                typed = form.format(verb=texts.word(key, verb), number=number)
                reading = understand(texts, position.game, position.seat, position.names, typed)
                tried += 1
                if (
                    reading.asked
                    or reading.refused
                    or reading.unknown
                    or reading.action not in position.game.legal(position.seat)
                ):
                    continue
                assert number in numbers_of(position.game, position.seat, reading.action), (
                    typed,
                    notation(reading.action),
                )
    assert tried > 20 or key not in SOME, "a further game may have few numbers, or none"


@pytest.mark.parametrize("typed", ["settlement <#1>", "settlement <@5>", "settlement <:dice:8>", "settlement <t:9>"])
def test_the_number_of_a_mention_means_nothing(typed: str) -> None:
    game = engines.new("mmn", seats=3, seed=8)
    reading = understand(texts_in("en"), game, game.to_act[0], ("Anna", "Ben", "Carla"), typed)
    assert reading.action == ("settlement",), "where is still to be said"
