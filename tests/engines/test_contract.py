"""The contract suite over every game, number of seats and option, and over a tiny game made of corners."""

from __future__ import annotations

from random import Random

import pytest

import engines
from engines import saving
from engines.contract import CorruptState, Game, IllegalAction, Message, Option
from engines.notation import number
from engines.record import parse
from tests.engines.contract_suite import Case, case, cases, play_out, sample
from tests.engines.macao import positions as macao
from tests.engines.tiny import Hide, Pebbles

GAMES: list[type[Game]] = [*engines.GAMES.values(), Pebbles]
SAMPLE = list(sample(GAMES))
SAMPLED = pytest.mark.parametrize("case", SAMPLE, ids=str)
FIRST = [next(sample([game])) for game in GAMES]
EVERY_GAME = pytest.mark.parametrize("case", FIRST, ids=lambda case: case.game.key)


@SAMPLED
def test_every_promise_holds_whenever_a_question_is_new_and_now_and_then(case: Case) -> None:
    play_out(case, seed=11, watch_every=200)


@SAMPLED
def test_random_games_end_and_pass_the_audit(case: Case) -> None:
    for seed in (20, 21):
        assert play_out(case, seed).game.audit() == [], case.again(seed)


@EVERY_GAME
def test_a_view_stays_as_it_is_when_the_game_goes_on(case: Case) -> None:
    game = case.new(6)
    rng = Random(6)
    views = list[tuple[object, str]]()
    while game.to_act and len(views) < 200:
        view = game.view(0)
        views.append((view, repr(view)))
        seat = game.to_act[0]
        game.play(seat, game.sample(seat, rng))
    assert [repr(view) for view, _ in views] == [seen for _, seen in views]


@SAMPLED
def test_a_replay_of_the_log_gives_the_same_game(case: Case) -> None:
    played = play_out(case, seed=5)
    again = case.new(5)
    events = []
    for move in played.moves:
        events += again.play(move.seat, parse(move.words))
    assert again.dump() == played.game.dump()
    assert events == played.events


@SAMPLED
def test_another_seed_gives_another_game(case: Case) -> None:
    assert case.new(1).dump() != case.new(2).dump()


@EVERY_GAME
def test_seats_options_and_seeds_that_do_not_exist_are_refused(case: Case) -> None:
    for seats in (case.game.seats.start - 1, case.game.seats.stop):
        with pytest.raises(ValueError, match="players"):
            case.game.new(seats, 1)
    with pytest.raises(ValueError, match="option"):
        case.game.new(case.seats, 1, colour="blue")
    for seed in (-1, 1 << 128):
        with pytest.raises(ValueError, match="128"):
            case.game.new(case.seats, seed)


def test_messages_and_options_are_shared_and_nobody_may_change_them() -> None:
    for record, field in ((Message("error.game_over"), "id"), (Option("wager", ("yes", "no")), "values")):
        with pytest.raises(AttributeError):
            setattr(record, field, "x")


@pytest.mark.parametrize(("word", "read"), [("999999999", 999_999_999), ("1234567890", None), ("07", None), ("", None)])
def test_numbers_are_read_as_written_up_to_nine_digits(word: str, read: int | None) -> None:
    assert number(word) == read


@EVERY_GAME
@pytest.mark.parametrize("beside", [-1, 0, 1])
def test_a_state_of_rules_that_this_version_does_not_know_is_refused(case: Case, beside: int) -> None:
    known = case.game.rules_version
    dump = case.new(9).dump() | {"rules": known + beside if beside > 0 else beside}
    with pytest.raises(CorruptState, match=r"rules -?\d+, not of 1 to"):
        case.game.load(dump)


class LaterPebbles(Pebbles):
    """Pebbles as a later version plays it: with an option more."""

    rules_version = 2
    options = (*Pebbles.options, Option("rounds", ("short", "long"), since=2))  # type: ignore[assignment]


def test_a_game_is_played_on_by_the_rules_it_was_begun_with() -> None:
    new = LaterPebbles.new(2, 1)
    old = LaterPebbles.by_rules(1, 2, 1, wager="no")
    assert new.state.rules == 2
    assert new.state.options == {"wager": "yes", "rounds": "short"}
    assert old.state.rules == 1
    assert old.state.options == {"wager": "no"}
    assert [game.option("rounds") for game in (new, old)] == ["short", "short"]
    assert LaterPebbles.load(old.dump()) == old
    with pytest.raises(ValueError, match="no option"):
        LaterPebbles.by_rules(1, 2, 1, rounds="long")
    for unknown in (0, 3):
        with pytest.raises(ValueError, match=f"rules 1 to 2, not {unknown}"):
            LaterPebbles.by_rules(unknown, 2, 1)


@EVERY_GAME
def test_corrupt_states_are_refused_with_the_reason(case: Case) -> None:
    """Any field missing, of another type or emptied. What is sound all the same is kept as it is, and playable; a
    mapping may stand for a record, whose fields then have their defaults."""
    rng = Random(3)
    dump = case.new(9).dump()
    refusals = []
    for key in dump:
        for damage in (None, "x", -1, [], {}, [7], {"a": 1}):
            damaged = {**dump, key: damage}
            if damage is None and rng.random() < 0.5:
                del damaged[key]
            try:
                game = case.game.load(damaged)
            except CorruptState as fault:
                refusals.append(str(fault))
            else:
                loaded = game.dump()
                assert loaded == loaded | damaged or isinstance(damage, dict)
                for seat in game.to_act:
                    game.legal(seat)
    assert len(refusals) > 3 * len(dump)
    assert all(reason.startswith(f"{case.game.key}: ") for reason in refusals)


@EVERY_GAME
def test_the_sample_meets_every_number_of_seats_and_every_value_of_every_option(case: Case) -> None:
    mine = [each for each in SAMPLE if each.game is case.game]
    assert {each.seats for each in mine} == set(case.game.seats)
    for option in case.game.options:
        assert {each.options[option.id] for each in mine} == set(option.values)


def test_the_name_of_a_table_leads_back_to_it() -> None:
    for table in cases(GAMES):
        assert case(str(table), GAMES) == table
    for wrong in ("chess-2", "pebbles-2", "pebbles-two-yes", "pebbles", "pebbles-2-yes-no"):
        with pytest.raises(ValueError, match="no table"):
            case(wrong, GAMES)


def test_a_failing_random_game_tells_how_to_play_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pebbles, "audit", lambda game: ["a pebble too many"] if game.state.turn > 1 else [])
    with pytest.raises(AssertionError) as failed:
        play_out(Case(Pebbles, 2, {"wager": "yes"}), 11, watch_every=1)
    assert failed.value.__notes__ == ["to play it again: python -m tests.proof --again pebbles-2-yes:11"]


def test_loading_needs_a_known_game() -> None:
    nonsenses: list[object] = [{}, {"game": "chess"}, {"game": 3}, [], "navegador", None]
    for nonsense in nonsenses:
        with pytest.raises(CorruptState):
            engines.load(nonsense)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no game"):
        engines.new("chess", 2, 1)


def test_a_state_of_another_game_or_of_too_many_seats_is_refused() -> None:
    dump = Pebbles.new(2, 1).dump()
    for wrong in ({"game": "navegador"}, {"seats": 4}):
        with pytest.raises(CorruptState, match="pebbles: the state is of"):
            Pebbles.load(dump | wrong)


def test_kinds_too_many_to_list_are_decided_by_check() -> None:
    game = Pebbles.new(2, 1)
    while game.prompt(game.to_act[0]).open == ():
        for seat in game.to_act:
            game.play(seat, ("hide", "2"))
    seat = game.to_act[0]
    game.check(seat, ("wager", "40"))
    for wrong in (("wager", "3"), ("wager", "0"), ("wager",), ("wager", "2", "2"), ("wager", "many")):
        with pytest.raises(IllegalAction):
            game.check(seat, wrong)
    assert game.play(seat, ("wager", "40"))[0].data == {"count": 40}


def test_simultaneous_choices_stay_secret_until_all_are_made() -> None:
    game = Pebbles.new(3, 1)
    game.play(1, ("hide", "3"))
    assert game.to_act == (0, 2)
    assert game.view(1).mine == 3
    assert "3" not in repr(game.view(0).mine)
    with pytest.raises(IllegalAction) as refused:
        game.play(1, ("hide", "1"))
    assert refused.value.reason.id == "error.not_your_turn"


# -- actions that come to the same -------------------------------------------------------------------------------------


def test_of_actions_that_come_to_the_same_one_is_offered_and_each_may_be_played() -> None:
    game = macao.position(me={"stock": "RR", "activated": ["zoll_1", "zoll_3", "bau_2"]})
    uses = [action for action in game.legal(0) if action[0] == "use"]
    assert uses == [("use", "zoll_1"), ("use", "zoll_3")]
    assert game.distinct(uses) == [("use", "zoll_1")]
    assert game.distinct([*uses[::-1], ("pass",)]) == [("use", "zoll_3"), ("pass",)], (
        "the first of them, in their order"
    )
    ends = []
    for action in uses:
        other = game.copy()
        other.play(0, action)
        ends.append((other.state.players[0].gold, other.state.players[0].stock, other.scores()))
    assert ends[0] == ends[1]


def test_of_two_equal_cards_on_a_deck_it_is_all_the_same_which_is_taken() -> None:
    game = engines.new("mmn", 3, 1)
    assert game.distinct([("pick", "1", "spy"), ("pick", "2", "siege"), ("pick", "3", "spy")]) == [
        ("pick", "1", "spy"),
        ("pick", "2", "siege"),
    ]
    assert len(game.distinct([("pick", "1"), ("pick", "2")])) == 2, "how many is something else"


@pytest.mark.parametrize("waits", [(-1,), (0, 2), (0, 0)])
def test_a_state_in_which_others_than_those_who_sit_there_have_to_act_or_somebody_twice_is_refused(
    monkeypatch: pytest.MonkeyPatch, waits: tuple[int, ...]
) -> None:
    game = Pebbles.new(2, 7)
    monkeypatch.setattr(Hide, "actors", lambda *asked: waits)
    with pytest.raises(CorruptState) as caught:
        saving.judge(game)
    assert str(caught.value) == f"pebbles: seats {waits} have to act"


def test_a_state_that_was_found_sound_is_not_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = list[int]()
    validate = Pebbles.validate

    def counted(game: Pebbles) -> list[str]:
        judged.append(game.state.turn)
        return validate(game)

    monkeypatch.setattr(Pebbles, "validate", counted)
    monkeypatch.setattr(saving, "_SOUND", set())
    dump = Pebbles.new(2, 7).dump()
    for _ in range(3):
        assert Pebbles.load(dump).dump() == dump
    assert len(judged) == 1
    for _ in range(2):
        with pytest.raises(CorruptState):
            Pebbles.load({**dump, "options": {"\ud800": "yes"}})
    assert Pebbles.load(dump | {"turn": 2**70}).state.turn == 2**70
    monkeypatch.setattr(saving, "_MOST_SOUND", 1)
    for turn in (3, 4, 3):
        Pebbles.load(dump | {"turn": turn})
    assert judged[-3:] == [3, 4, 3]
