"""The wind rose as a whole: no cube is lost, and each arrives when it should (rules 6)."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.macao.game import Macao
from tests.engines.macao.moves import stock
from tests.engines.macao.positions import COLOURS, LETTERS, cubes, position
from tests.engines.playing import act, player

FIELD = st.text(alphabet="RGBVKY", max_size=5)
CARDS = st.sets(st.sampled_from(["forscher", "meister", "professor"]))
DICE = st.tuples(*(st.integers(1, 6) for _ in COLOURS))


def total(game: Macao) -> Counter[str]:
    found: Counter[str] = Counter()
    for field in player(game).rose:
        found.update(field)
    return found


@settings(max_examples=80)
@given(
    fields=st.lists(FIELD, min_size=6, max_size=6),
    values=DICE,
    active=CARDS,
    choice=st.integers(0, 14),
    data=st.data(),
)
def test_cubes_of_the_rose_are_conserved(
    fields: list[str], values: tuple[int, ...], active: set[str], choice: int, data: st.DataObject
) -> None:
    rolled = dict(zip(COLOURS, values, strict=True))
    rose = dict(enumerate(fields, 1))
    game = position(phase="dice", rolled=rolled, me={"rose": rose, "activated": sorted(active)})
    before = total(game)
    line = game.legal(0)[choice]
    chosen = line[1:]
    act(game, " ".join(line))
    assert (game.to_act == (0,)) is ("meister" in active)
    shift: tuple[str, ...] = ("pass",)
    if "meister" in active:
        shift = data.draw(st.sampled_from(game.legal(0)))
        act(game, " ".join(shift))
    gained = Counter({colour: rolled[colour] + ("forscher" in active) for colour in chosen})
    assert total(game) == before + gained
    for number in range(7):
        expected = Counter(cubes(rose.get(number + 1, "")))
        for colour in chosen:
            field = rolled[colour]
            if shift[0] == "shift" and shift[1] == colour:
                field += 1 if shift[2] == "up" else -1
            if field == number + 1:
                expected[colour] += gained[colour]
        assert Counter(player(game).rose[number]) == expected
    assert player(game).penalties == (0 if stock(game) else 1)
    ones = sum(rolled[colour] == 1 for colour in chosen)
    assert player(game).gold == 5 + ("professor" in active) * ones


@settings(max_examples=25)
@given(seed=st.integers(0, 10**6), seats=st.sampled_from([2, 3, 4]))
def test_cubes_of_a_whole_game_come_from_dice_cards_and_jokers_only(seed: int, seats: int) -> None:
    """The fields 1 to 6 change in phase 2 alone, by what was chosen; the stock is empty after each turn."""
    rng = Random(seed)
    game = Macao.new(seats, seed)
    while game.to_act:
        before = game.dump()
        actor = game.to_act[0]
        events = game.play(actor, rng.choice(game.legal(actor)))
        chose = {event.seat: event.data for event in events if event.kind == "chose"}
        shifted = {event.seat for event in events if event.kind == "shifted"}
        passed = {event.seat for event in events if event.kind == "passed"}
        for seat in range(seats):
            old = before["players"][seat]["rose"]
            new = player(game, seat).rose
            assert all(0 not in field.values() for field in new)
            if seat in passed:
                assert new[0] == {}
            if seat not in chose or shifted:
                continue
            extra = "forscher" in player(game, seat).activated
            for number in range(1, 7):
                expected = Counter(old[number + 1] if number < 6 else {})
                for die in ("first", "second"):
                    value = chose[seat][f"{die}_value"]
                    colour = chose[seat][die]
                    assert isinstance(value, int)
                    if value == number + 1:
                        expected[str(colour)] += value + extra
                if "meister" not in player(game, seat).activated:
                    assert Counter(new[number]) == expected


def test_letters_stand_for_the_colours() -> None:
    assert list(LETTERS.values()) == list(COLOURS)
    assert cubes("RRK") == {"red": 2, "black": 1}
