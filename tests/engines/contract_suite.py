"""What every game must keep at every state, whatever it is about. ``test_contract`` runs it over all games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations, product
from math import prod
from random import Random
from typing import NamedTuple

import msgspec
import pytest

from engines.contract import Action, Event, Game, IllegalAction, Message
from engines.record import Move, notation, parse


class Case(NamedTuple):
    """One way to open a table."""

    game: type[Game]
    seats: int
    options: dict[str, str]

    def __str__(self) -> str:
        return "-".join([self.game.key, str(self.seats), *self.options.values()])

    def new(self, seed: int) -> Game:
        return self.game.new(self.seats, seed, **self.options)

    def again(self, seed: int) -> str:
        """Return the command that plays a random game of this table again and checks everything on the way."""
        return f"python -m tests.proof --again {self}:{seed}"

    @contextmanager
    def noted(self, seed: int) -> Iterator[None]:
        """Add the command that plays the game again to any exception of the block."""
        try:
            yield
        except Exception as fault:
            fault.add_note(f"to play it again: {self.again(seed)}")
            raise


def case(name: str, games: Iterable[type[Game]]) -> Case:
    """Return the case of this name: the inverse of ``str(case)``. Raises ValueError."""
    for game in games:
        for table in cases([game]) if name.startswith(f"{game.key}-") else ():
            if str(table) == name:
                return table
    raise ValueError(f"no table is called {name!r}")


def sample(games: Iterable[type[Game]]) -> Iterator[Case]:
    """Yield the fewest tables on which every number of seats and every value of every option is played."""
    for game in games:
        names = [option.id for option in game.options]
        choices: list[Sequence[str]] = [
            [str(seats) for seats in game.seats],
            *(option.values for option in game.options),
        ]
        for row in range(max(map(len, choices))):
            seats, *values = (choice[(row + place) % len(choice)] for place, choice in enumerate(choices))
            yield Case(game, int(seats), dict(zip(names, values, strict=True)))


ALL_TOGETHER = 20
"""Up to so many ways to open a table are all played; of more, enough that every two choices meet."""


def cases(games: Iterable[type[Game]], rules: int | None = None) -> Iterator[Case]:
    """Yield every game with every number of seats and every combination of options, or every pair of them;

    ``rules``: with the options that it had then.
    """
    for game in games:
        options = [option for option in game.options if option.since <= (rules or game.rules_version)]
        names = [option.id for option in options]
        choices: list[list[str]] = [[str(seats) for seats in game.seats]]
        choices += [list(option.values) for option in options]
        for seats, *values in product(*choices) if prod(map(len, choices)) <= ALL_TOGETHER else pairs(choices):
            yield Case(game, int(seats), dict(zip(names, values, strict=True)))


def pairs(choices: list[list[str]]) -> Iterator[tuple[str, ...]]:
    """Yield few combinations in which any value of one choice meets any value of any other."""
    missing = {
        ((first, a), (second, b))
        for first, second in combinations(range(len(choices)), 2)
        for a, b in product(choices[first], choices[second])
    }
    while missing:
        (first, a), (second, b) = min(missing)
        row: dict[int, str] = {first: a, second: b}
        for place in range(len(choices)):
            if place not in row:
                row[place] = max(choices[place], key=lambda value: len(_met({**row, place: value}, missing)))
        missing -= _met(row, missing)
        yield tuple(row[place] for place in range(len(choices)))


Chosen = tuple[int, str]


def _met(row: dict[int, str], missing: set[tuple[Chosen, Chosen]]) -> set[tuple[Chosen, Chosen]]:
    return {pair for pair in combinations(sorted(row.items()), 2) if pair in missing}


class Played(NamedTuple):
    """A finished play-out."""

    game: Game
    moves: list[Move]
    events: list[Event]


EARLY = 1
"""So many times a question is watched in a game whenever it is asked."""


def play_out(case: Case, seed: int, *, watch_every: int = 0) -> Played:
    """Play a random game, and return it.

    Every promise is checked at every ``watch_every``-th state and where a question is asked for the first times; 0: at
    none. A failure carries the command that plays the game again.
    """
    with case.noted(seed):
        return _play_out(case, seed, watch_every)


def _play_out(case: Case, seed: int, watch_every: int) -> Played:
    counts: Counter[str] = Counter()
    rng = Random(seed)
    game = case.new(seed)
    moves: list[Move] = []
    events: list[Event] = []
    while game.to_act:
        assert len(moves) < case.game.longest, "the game does not end"
        if watch_every:
            counts.update(questions := {game.prompt(seat).message.id for seat in game.to_act})
            if len(moves) % watch_every == 0 or any(counts[question] <= EARLY for question in questions):
                check_state(game, rng)
        seat = rng.choice(game.to_act)
        action = rng.choice(game.legal(seat))
        events += game.play(seat, action)
        moves.append(Move(seat, notation(action)))
    if watch_every:
        check_over(game)
    return Played(game, moves, events)


def check_state(game: Game, rng: Random) -> None:
    """Check every promise of a running game."""
    dump = game.dump()
    check_saving(game, dump)
    check_legal_lists(game)
    check_parts(game, rng)
    check_refusals(game, dump, rng)
    check_hiding(game, rng)
    assert game.audit() == []
    assert [score.seat for score in game.scores()] == list(range(game.state.seats))
    assert all(sum(score.sources.values()) == score.total for score in game.scores())
    assert [game.score(seat) for seat in range(game.state.seats)] == game.scores()
    assert sorted(game.ranking()) == list(range(game.state.seats))
    assert sorted(game.order()) == list(range(game.state.seats))
    assert game.dump() == dump, "looking changed the game"


def check_saving(game: Game, dump: dict[str, object]) -> None:
    """Check that ``load`` undoes ``dump``, and that a copy is equal and independent."""
    assert type(game).load(dump) == game
    copy = game.copy()
    quiet = game.copy()
    assert copy == game
    assert not set(changing(copy.state)) & set(changing(game.state)), "a copy shares what changes"
    seat = copy.to_act[0]
    copy.play(seat, copy.legal(seat)[0])
    assert game.dump() == dump, "playing on a copy changed the original"
    quiet.reports_nothing = True
    assert quiet.copy().reports_nothing, "a copy reports what nobody listens to"
    assert not game.copy().reports_nothing
    assert quiet.play(seat, quiet.legal(seat)[0]) == []
    assert quiet == copy, "what is reported changes what happens"


def changing(value: object) -> Iterator[int]:
    """Yield the identities of all records, lists and dictionaries in a state, without the frozen ones."""
    inner: Iterable[object] = ()
    if isinstance(value, msgspec.Struct) and not value.__struct_config__.frozen:
        inner = [getattr(value, name) for name in value.__struct_fields__]
    elif isinstance(value, dict):
        inner = value.values()
    elif isinstance(value, list):
        inner = value
    else:
        return
    yield id(value)
    for item in inner:
        yield from changing(item)


def check_legal_lists(game: Game) -> None:
    """Check that legal lists are complete, unique, stable and checked by the same generator, and that nobody else
    has one."""
    for seat in range(game.state.seats):
        actions = game.legal(seat)
        if seat not in game.to_act:
            assert actions == []
            with pytest.raises(IllegalAction):
                game.check(seat, ("pass",))
            assert not game.is_legal(seat, ("pass",))
            with pytest.raises(IllegalAction):
                game.sample(seat, Random(0))
            continue
        assert actions, f"seat {seat} has no way on"
        assert len(set(actions)) == len(actions)
        assert len(actions) < 400
        assert actions == game.copy().legal(seat)
        for action in actions:
            assert parse(notation(action)) == action
            game.check(seat, action)
            assert game.is_legal(seat, action)
            game.hint(seat, action)
            assert not game.spoken.verbs or len(action) > game.spoken.verbs[action[0]].fewest_words
        assert {game.sample(seat, Ladder(step, len(actions))) for step in range(len(actions))} == set(actions)
        optional = any(action in (("pass",), ("done",)) for action in actions)
        assert game.prompt(seat).optional == optional
        assert game.prompt(seat).message.id.startswith(f"{game.key}.prompt.")


class Ladder(Random):
    """Chance that draws the one of so many things that stands at a place."""

    def __init__(self, place: int, number: int) -> None:
        super().__init__(0)
        self._drawn = (place + 0.5) / number

    def random(self) -> float:
        return self._drawn


MOST_CHOICES = 25
"""What a select offers."""


def check_parts(game: Game, rng: Random) -> None:
    """Check that awaited seats may act, and that actions chosen piece by piece fit into selects and come to an end."""
    assert set(game.blocking_seats) <= set(game.to_act)
    assert bool(game.blocking_seats) == bool(game.to_act)
    for seat in range(game.state.seats):
        assert game.part(seat, ("no", "such")) is None
        for word in game.prompt(seat).open if seat in game.to_act else ():
            words: Action = (word,)
            for _ in range(6):
                part = game.part(seat, words)
                if part is None:
                    break
                assert 0 < part.maximum <= len(part.choices) <= MOST_CHOICES
                assert len(set(part.choices)) == len(part.choices)
                assert set(part.likely) <= set(part.choices)
                assert len(part.likely) <= part.maximum
                for choice in rng.sample(part.choices, rng.randint(1, part.maximum)):
                    words += choice
                words += part.after
            else:
                raise AssertionError(f"{words} never ends")


def mutations(action: Action, rng: Random) -> Iterator[Action]:
    """Yield actions near a legal one."""
    yield ()
    yield (*action, "more")
    yield action[:-1]
    yield tuple(reversed(action))
    yield (*action[:-1], action[-1].upper())
    place = rng.randrange(len(action))
    for word in ("", "0", "-1", "01", "99", "nowhere", "²", action[0]):
        yield (*action[:place], word, *action[place + 1 :])


def is_sensible(game: Game, seat: int, action: Action) -> bool:
    """Return whether an action begins like an answer to the present question and goes on with words of such answers."""
    if not action or action[0] not in {verb.word for verb in game.state.stack[-1].offered(game, seat)}:
        return False
    return set(action[1:]) <= {word for legal in game.legal(seat) if legal[0] == action[0] for word in legal[1:]}


def check_refusals(game: Game, dump: dict[str, object], rng: Random) -> None:
    """Check that illegal actions are refused with a reason and change nothing."""
    for seat in game.to_act:
        legal = game.legal(seat)
        openings = game.prompt(seat).open
        offered = {*openings, *(action[0] for action in legal)}
        assert game.kinds(seat) >= offered
        for verb in game.state.stack[-1].verbs:
            if verb.word not in offered:
                reason = game.obstacle(seat, (verb.word,))
                assert reason.id != "error.not_offered", f"nobody says why there is no {verb.word}"
        for wrong in mutations(rng.choice(legal), rng):
            if wrong in legal or (wrong and wrong[0] in openings):
                continue
            with pytest.raises(IllegalAction) as refused:
                game.play(seat, wrong)
            assert refused.value.reason.id
            if is_sensible(game, seat, wrong):
                assert refused.value.reason.id != "error.not_offered", f"nobody says why not {notation(wrong)}"
    assert game.dump() == dump, "a refused action changed the game"


def check_hiding(game: Game, rng: Random) -> None:
    """Check that the view of a seat does not depend on anything hidden from it, and never contains the seed."""
    for seat in (None, *range(game.state.seats)):
        imagined = game.determinize(seat, rng)
        view = game.view(seat)
        assert imagined.view(seat) == view
        assert imagined.describe(seat) == game.describe(seat)
        if game.imaginable(seat):
            drawn, same = (world.determinize(seat, Random(game.state.turn)) for world in (game, imagined))
            assert drawn == same, "what is drawn tells what is hidden"
        assert imagined.audit() == []
        assert all(imagined.legal(actor) for actor in imagined.to_act), "somebody has no answer in another world"
        assert facts_of_all(imagined, game) == facts_of_all(game, game), "a fact tells what is hidden"
        if seat is not None:
            assert imagined.legal(seat) == game.legal(seat)
        assert str(game.state.dice.seed) not in repr(view)
        acting = rng.choice(imagined.to_act)
        imagined.play(acting, rng.choice(imagined.legal(acting)))
        assert imagined.audit() == [], "another world breaks when it is played on"


def facts_of_all(world: Game, game: Game) -> list[list[Message]]:
    """Return, as of ``world``, the facts about one action of each verb and seat of the game."""
    last = {(seat, action[0]): action for seat in game.to_act for action in game.legal(seat)}
    return [world.facts(seat, action) for (seat, _), action in last.items()]


def check_over(game: Game) -> None:
    """Check that a finished game asks nobody, refuses everything, and is saved like any other."""
    assert game.state.over
    assert game.audit() == []
    assert type(game).load(game.dump()) == game
    for seat in range(game.state.seats):
        assert game.legal(seat) == []
        with pytest.raises(IllegalAction) as refused:
            game.play(seat, ("pass",))
        assert refused.value.reason.id == "error.game_over"
