"""From the secret and the clicks to seed and seats, and everything that a changed record betrays."""

from __future__ import annotations

import re
import runpy
from collections import Counter
from functools import cache
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import engines
from engines import fair_dice
from engines.fair_dice import Click, Draw, Opening, Seating, order_of, seed_of, sitting
from engines.players import PLAYERS
from engines.record import Move, Record, RecordFault, decode, encode, notation, of, verify

SECRET = "0123456789abcdef0123456789abcdf1"
CLICKS = [
    Click("1300000000000000001", "open", 0, "Anna"),
    Click("1300000000000000002", "join", 1, "Ben"),
    Click("1300000000000000003", "join", 2, "Zoë"),
    Click("1300000000000000004", "leave", 1, "Ben"),
    Click("1300000000000000005", "option", None, "royal=goa"),
    Click("1300000000000000006", "computer", 2, "Greedy 1"),
]
SAT = ["Anna", "Zoë", "Greedy 1"]
TURNED = ("Zoë", "Greedy 1", "Anna")
"""Of a rematch of these three, after a game in which Anna began and Zoë was the second."""
OPENING = Opening(3, 19, "navegador", engines.GAMES["navegador"].rules_version)
PROMISED = OPENING.promise(SECRET)
BY_PLACES = OPENING._replace(format=4)
TERMS: dict[str, Any] = {"seats": 3, "options": {"royal": "goa"}}


@cache
def finished(seating: Seating = "random", turned: tuple[str, ...] = (), opening: Opening = OPENING) -> Record:
    """Return the record of a short game that came about by these clicks, when the game had the options of TERMS."""
    clicks_hash = fair_dice.hashes(opening.promise(SECRET), CLICKS)[-1]
    places = [SAT.index(name) for name in turned] if opening.format == 4 else []
    terms: dict[str, Any] = TERMS | {"seating": seating, "planned_order": turned, "places": places}
    agreed = fair_dice.agreement(opening, **terms, clicks_hash=clicks_hash)
    seed = seed_of(agreed, SECRET)
    navegador = engines.GAMES["navegador"]
    game = navegador.by_rules(navegador.rules_version, TERMS["seats"], int(seed, 16), **TERMS["options"])
    rng = Random(1)
    moves = list[Move]()
    order = order_of(seed, SAT, seating, turned, game.order())
    while game.to_act:
        action = PLAYERS["random"](game, game.to_act[0], rng)
        moves.append(Move(game.to_act[0], notation(action)))
        game.play(game.to_act[0], action)
    draw = Draw(
        table=opening.table,
        seating=seating,
        turned=list(turned),
        places=places,
        secret=SECRET,
        secret_hash=opening.promise(SECRET),
        clicks=CLICKS,
        clicks_hash=clicks_hash,
        order=order,
    )
    return of(game, seed, moves, [SAT[place] for place in order], draw)


def drawn(**changes: Any) -> Record:
    """Return the record with changes in its draw."""
    draw = finished().draw
    assert draw is not None
    return replace(finished(), draw=replace(draw, **changes))


def changed_click(number: int, **changes: Any) -> Record:
    return drawn(clicks=[replace(click, **changes) if at == number else click for at, click in enumerate(CLICKS, 1)])


def test_a_record_with_a_draw_is_read_as_it_was_written_and_verifies() -> None:
    record = decode(encode(finished()))
    assert record == finished()
    assert record.portolan == 3
    assert record.draw is not None
    assert record.draw.order == [2, 0, 1], "not as they joined, and not the same backwards"
    verify(record, engines.GAMES)
    assert encode(finished()).count(b"\n") < 70 + len(finished().moves), "a line for each click and move"


def test_seats_of_a_rematch_are_proved_to_be_those_that_its_lobby_named() -> None:
    record = decode(encode(finished("turned", TURNED)))
    begun = engines.new("navegador", 3, int(record.seed, 16))
    assert [record.players[seat] for seat in begun.order()] == list(TURNED)
    verify(record, engines.GAMES)


@pytest.mark.parametrize("key", engines.GAMES)
def test_a_rematch_is_played_in_its_order_whatever_seat_the_game_lets_begin(key: str) -> None:
    for number in range(10):
        playing = engines.new(key, 3, number).order()
        order = order_of(f"{number:032x}", SAT, "turned", TURNED, playing)
        assert [SAT[order[seat]] for seat in playing] == list(TURNED)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"turned": ["Greedy 1", "Zoë", "Anna"]}, "what was agreed"),
        ({"turned": []}, "what was agreed"),
        ({"seating": "random"}, "an order to be turned is none of seats that are given random"),
        ({"seating": "random", "turned": []}, "what was agreed"),
        ({"order": [2, 1, 0]}, "the order of the seats is not"),
    ],
)
def test_another_order_than_that_of_the_rematch_is_found(changes: dict[str, Any], fault: str) -> None:
    right = finished("turned", TURNED)
    assert right.draw is not None
    with pytest.raises(RecordFault, match=fault):
        verify(replace(right, draw=replace(right.draw, **changes)), engines.GAMES)


def seated_at_once(*clicks: Click) -> Draw:
    """Return a draw that is only asked for the clicks of its lobby."""
    promised = OPENING.promise(SECRET)
    hashed = fair_dice.hashes(promised, clicks)[-1]
    return Draw(
        table=19,
        seating="random",
        secret=SECRET,
        secret_hash=promised,
        clicks=list(clicks),
        clicks_hash=hashed,
        order=list(range(len(clicks))),
    )


def test_computers_may_come_with_the_click_that_opens_a_rematch_and_with_no_other() -> None:
    opened = CLICKS[0]
    joined = replace(CLICKS[1], seat=1)
    first, second = (Click(opened.id, "computer", seat, f"Normal {seat}") for seat in (1, 2))
    assert fair_dice.check_lobby(seated_at_once(opened, first, second), OPENING) == ["Anna", "Normal 1", "Normal 2"]
    for clicks in (
        (opened, joined, second),
        (opened, replace(joined, id=opened.id)),
        (opened, joined, Click(joined.id, "computer", 2, "Normal 1")),
    ):
        with pytest.raises(ValueError, match="two clicks have the same number"):
            fair_dice.check_lobby(seated_at_once(*clicks), OPENING)


@pytest.mark.parametrize("turned", [("Zoë", "Greedy 1", "Ben"), ("Zoë", "Zoë", "Anna"), ("Zoë", "Anna")])
def test_only_exactly_those_who_sat_there_can_have_an_order_turned(turned: tuple[str, ...]) -> None:
    draw = finished().draw
    assert draw is not None
    draw = replace(draw, seating="turned", turned=list(turned), order=[1, 2, 0])
    agreed = fair_dice.agreement(OPENING, **TERMS, seating="turned", planned_order=turned, clicks_hash=draw.clicks_hash)
    commitment = fair_dice.commitment_of(agreed, draw.order)
    with pytest.raises(ValueError, match="to be rotated for other people than those who sat in the lobby"):
        fair_dice.check(draw, OPENING, agreed, seed_of(agreed, SECRET), commitment, TURNED, range(3))


def forgotten(record: Record, *names: str) -> Record:
    """Return the record after these people have been forgotten."""
    draw = record.draw
    assert draw is not None
    hashes = fair_dice.hashes(draw.secret_hash, draw.clicks)
    gone = {str(at): hashes[at - 1] for at, click in enumerate(draw.clicks, 1) if click.text in names}
    clicks = [replace(click, text="" if str(at) in gone else click.text) for at, click in enumerate(draw.clicks, 1)]
    turned = ["" if name in names else name for name in draw.turned]
    players = ["Somebody" if name in names else name for name in record.players]
    return replace(record, players=players, draw=replace(draw, clicks=clicks, turned=turned, forgotten=gone))


@pytest.mark.parametrize(
    ("seating", "opening"), [("random", OPENING), ("joining", OPENING), ("turned", OPENING), ("turned", BY_PLACES)]
)
@pytest.mark.parametrize("names", [("Anna",), ("Zoë",), ("Anna", "Zoë", "Ben")])
def test_records_verify_whoever_is_forgotten(seating: Seating, opening: Opening, names: tuple[str, ...]) -> None:
    record = forgotten(finished(seating, TURNED if seating == "turned" else (), opening), *names)
    again = decode(encode(record))
    assert again == record
    verify(again, engines.GAMES)
    assert not any(name.encode() in encode(record) for name in names)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"order": [2, 1, 0]}, "the order of the seats is not"),
        ({"secret": SECRET[::-1]}, "is not that of this secret"),
        ({"clicks_hash": "0" * 64}, "the clicks are not those"),
        ({"turned": ["Greedy 1", "", "Greedy 1"]}, "for other people"),
    ],
)
def test_what_is_left_of_a_rematch_of_before_is_checked_without_the_name(changes: dict[str, Any], fault: str) -> None:
    """There the names were agreed on: seed and commitment cannot be worked out."""
    right = forgotten(finished("turned", TURNED), "Zoë")
    assert right.draw is not None
    with pytest.raises(RecordFault, match=fault):
        verify(replace(right, draw=replace(right.draw, **changes)), engines.GAMES)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"places": [1, 2, 2]}, "what was agreed"),
        ({"turned": ["Anna", "", "Greedy 1"]}, "for other people"),
        ({"places": [0, 1, 2], "turned": ["Anna", "", "Greedy 1"]}, "what was agreed"),
        ({"order": [2, 1, 0]}, "the order of the seats is not"),
    ],
)
def test_a_rematch_that_agreed_on_places_is_checked_whole_without_the_name(changes: dict[str, Any], fault: str) -> None:
    right = forgotten(finished("turned", TURNED, BY_PLACES), "Zoë")
    assert right.draw is not None
    with pytest.raises(RecordFault, match=fault):
        verify(replace(right, draw=replace(right.draw, **changes)), engines.GAMES)


def test_of_two_who_sat_there_under_one_name_nobody_knows_whose_place_is_whose() -> None:
    assert fair_dice.may_turn(SAT, TURNED)
    assert not fair_dice.may_turn(["Zoë", "Anna", "Zoë"], ["Anna", "Zoë", "Zoë"])


def test_tables_of_before_rematches_were_turned_have_the_same_seed_commitment_and_record() -> None:
    opening = Opening(2, 17, "navegador", 1)
    clicks_hash = fair_dice.hashes(opening.promise(SECRET), CLICKS)[-1]
    agreed = fair_dice.agreement(opening, **TERMS, seating="random", clicks_hash=clicks_hash)
    assert seed_of(agreed, SECRET) == "436118091301ed6de1f5b92a5f39f05e"
    order = order_of("436118091301ed6de1f5b92a5f39f05e", SAT, "random")
    assert order == [2, 0, 1]
    assert fair_dice.commitment_of(agreed, order) == "57841d65c00cafb1d0b9be72e75ab2a1f14fbf17485944571c4715823a4e547d"
    assert b"turned" not in encode(finished())


def test_a_table_whose_lobby_fixed_its_secret_alone_verifies_as_ever() -> None:
    record = decode(encode(finished(opening=OPENING._replace(format=2))))
    assert record.portolan == 2
    verify(record, engines.GAMES)


@pytest.mark.parametrize("opening", [OPENING._replace(table=18), OPENING._replace(rules=OPENING.rules + 1)])
@pytest.mark.parametrize("seating", ["random", "joining"])
def test_who_chooses_the_number_or_the_rules_after_the_last_click_is_found(opening: Opening, seating: Seating) -> None:
    """Everything after the lobby's hash is computed again, so that no other link of the chain is broken."""
    forged = finished(seating)
    assert forged.draw is not None
    clicks_hash = fair_dice.hashes(PROMISED, CLICKS)[-1]
    draw = replace(forged.draw, table=opening.table, secret_hash=PROMISED, clicks_hash=clicks_hash)
    agreed = fair_dice.agreement(opening, **TERMS, seating=seating, clicks_hash=clicks_hash)
    seed = seed_of(agreed, SECRET)
    draw = replace(draw, order=order_of(seed, SAT, seating))
    players = [SAT[place] for place in draw.order]
    commitment = fair_dice.commitment_of(agreed, draw.order)
    forged = replace(forged, rules=opening.rules, draw=draw, seed=seed, players=players, commitment=commitment)
    with pytest.raises(RecordFault, match=PROMISE_FAULT):
        verify(forged, engines.GAMES)


AGREED = r"what was agreed \(table, game, rules, seats, options, seating, clicks\) is not as committed to"
PROMISE_FAULT = "the hash that the lobby showed is not that of this secret, table, game and rules"
CLICKS_FAULT = "the clicks are not those whose hash the lobby showed"


@pytest.mark.parametrize(
    ("record", "pattern"),
    [
        (lambda: drawn(secret="f" * 32), PROMISE_FAULT),
        (lambda: drawn(secret_hash="f" * 64), PROMISE_FAULT),
        (lambda: drawn(secret="f" * 32, secret_hash=OPENING.promise("f" * 32)), CLICKS_FAULT),
        (lambda: replace(finished(), portolan=2), "the secret is not the one whose hash the lobby showed"),
        (lambda: changed_click(2, id="1300000000000000009"), CLICKS_FAULT),
        (lambda: changed_click(2, text="Bob"), CLICKS_FAULT),
        (lambda: changed_click(2, seat=0), CLICKS_FAULT),
        (lambda: changed_click(2, what="computer"), CLICKS_FAULT),
        (lambda: drawn(clicks=CLICKS[:-1]), CLICKS_FAULT),
        (lambda: drawn(clicks=[*CLICKS[:3], *CLICKS[4:]]), CLICKS_FAULT),
        (lambda: drawn(clicks=[]), CLICKS_FAULT),
        (lambda: drawn(clicks=[CLICKS[1], CLICKS[0], *CLICKS[2:]]), CLICKS_FAULT),
        (lambda: drawn(clicks_hash="f" * 64), CLICKS_FAULT),
        (lambda: drawn(clicks=CLICKS[:-1], clicks_hash=fair_dice.hashes(PROMISED, CLICKS)[-2]), AGREED),
        (lambda: drawn(table=18), PROMISE_FAULT),
        (lambda: drawn(seating="joining"), AGREED),
        (lambda: replace(finished(), options={"royal": "end"}), AGREED),
        (lambda: replace(finished(), options={}), AGREED),
        (lambda: replace(finished(), rules=2), PROMISE_FAULT),
        (lambda: replace(finished(), game="macao"), PROMISE_FAULT),
        (lambda: drawn(order=[1, 0, 2]), "the order of the seats is not"),
        (lambda: replace(finished(), seed="f" * 32), "the seed does not follow from the secret"),
        (lambda: replace(finished(), commitment="f" * 64), "the commitment is not that of this game"),
        (lambda: replace(finished(), players=finished().players[::-1]), r"seat 0 went to '.+', in the record it is '"),
        (lambda: replace(finished(), players=[]), "a record with a draw names its players"),
        (lambda: replace(finished(), scores=[0, 0, 0]), "scores: played again"),
        (lambda: replace(finished(), moves=finished().moves[:-1]), "after .* moves the game is not over"),
    ],
)
def test_each_changed_field_is_found(record: Any, pattern: str) -> None:
    with pytest.raises(RecordFault) as raised:
        verify(record(), engines.GAMES)
    assert re.match(pattern, str(raised.value)), raised.value


@pytest.mark.parametrize(
    ("changes", "pattern"),
    [
        ({"secret": SECRET.upper()}, "a secret is 32 hexadecimal digits"),
        ({"secret": SECRET[1:]}, "a secret is 32 hexadecimal digits"),
        ({"table": 0}, "the number of a table is 1 to"),
        ({"table": 2**31}, "the number of a table is 1 to"),
        ({"order": [0, 1, 1]}, "names each place from 0 to 2 once"),
        ({"order": [0] * 100_000}, "names each place from 0 to 2 once"),
        ({"clicks": [replace(CLICKS[0], id="0")]}, "click 1: its number is decimal"),
        ({"clicks": [replace(CLICKS[0], id="12\n")]}, "click 1: its number is decimal"),
        ({"clicks": [replace(CLICKS[0], id="1" * 20)]}, "click 1: its number is decimal"),
        ({"clicks": [replace(CLICKS[0], text="")]}, "click 1: open is followed by 1 to 32 characters"),
        ({"clicks": [replace(CLICKS[0], text="A" * 33)]}, "click 1: open is followed by 1 to 32 characters"),
        ({"clicks": [*CLICKS, CLICKS[-1]]}, "two clicks have the same number"),
    ],
)
def test_what_no_lobby_writes_is_refused_in_a_short_line(changes: dict[str, Any], pattern: str) -> None:
    with pytest.raises(RecordFault, match=pattern) as raised:
        verify(drawn(**changes), engines.GAMES)
    assert len(str(raised.value)) <= 300


@pytest.mark.parametrize(
    "text",
    [
        encode(finished()).replace(b'"portolan": 3', b'"portolan": 1'),
        encode(finished()).replace(b'"portolan": 3', b'"portolan": 4'),
        encode(replace(finished(), draw=None)),
        encode(finished()).replace(b'"seating"', b'"order_of_seats"'),
        encode(finished()).replace(b'"secret": ', b'"secret": "", "secret": '),
        encode(finished()).replace(b'"open",0', b'"opened",0'),
        encode(finished()).replace(b'"open",0,"Anna"', b'"open",0,"Anna","Ben"'),
        encode(finished()).replace(b'"random"', b'"host"'),
    ],
)
def test_a_draw_is_read_as_strictly_as_the_rest(text: bytes) -> None:
    assert text != encode(finished())
    with pytest.raises(RecordFault):
        decode(text)


@pytest.mark.parametrize(
    ("clicks", "fault"),
    [
        (CLICKS[1:], "click 1: a lobby is opened by the first click"),
        ([CLICKS[0], CLICKS[0]], "click 2: a lobby is opened by the first click"),
        ([CLICKS[0], CLICKS[2]], "click 2: the next free place was 1, not 2"),
        ([*CLICKS[:2], replace(CLICKS[3], text="Bob")], "click 3: 'Bob' did not sit at place 1"),
        ([*CLICKS[:2], replace(CLICKS[3], seat=-1)], "click 3: 'Ben' did not sit at place -1"),
        ([CLICKS[0], replace(CLICKS[4], seat=0)], "click 2: an option has no place"),
    ],
)
def test_clicks_that_no_lobby_takes_are_named(clicks: list[Click], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        sitting(clicks)


def test_those_behind_a_place_that_was_left_move_up() -> None:
    assert sitting(CLICKS) == SAT
    assert sitting([*CLICKS, Click("1300000000000000007", "leave", 0, "Anna")]) == SAT[1:]


def test_every_order_of_the_seats_is_equally_likely() -> None:
    """Chi-square with 23 degrees of freedom; 49.7 is exceeded once in a thousand times."""
    times = Counter[tuple[int, ...]]()
    seeds = 4_800
    for number in range(seeds):
        times[tuple(order_of(f"{Random(number).getrandbits(128):032x}", "ABCD", "random"))] += 1
    expected = seeds / 24
    assert set(times) == set(permutations(range(4)))
    assert sum((time - expected) ** 2 / expected for time in times.values()) < 49.7


def test_whoever_sits_as_they_joined_is_not_drawn() -> None:
    assert {tuple(order_of(f"{number:032x}", "ABCDE", "joining")) for number in range(50)} == {(0, 1, 2, 3, 4)}


def test_every_click_secret_and_term_changes_the_seed() -> None:
    opening = {"format": 3, "table": 1, "game": "macao", "rules": 1}
    terms: dict[str, Any] = {"seats": 3, "options": {"dice": "together"}, "seating": "random"}
    terms |= {"clicks_hash": fair_dice.hashes(PROMISED, CLICKS)[-1]}
    variants: list[dict[str, Any]] = [
        {},
        {"table": 2},
        {"game": "mmn"},
        {"rules": 2},
        {"format": 2},
        {"seats": 4},
        {"options": {"dice": "in_order"}},
        {"seating": "joining"},
        *({"clicks_hash": clicks_hash} for clicks_hash in fair_dice.hashes(PROMISED, CLICKS)[:-1]),
    ]
    agreements = []
    for changes in variants:
        first = Opening(**{name: changes.get(name, value) for name, value in opening.items()})
        rest = terms | {name: value for name, value in changes.items() if name not in opening}
        agreements.append(fair_dice.agreement(first, **rest))
    seeds = [seed_of(agreed, SECRET) for agreed in agreements]
    seeds.append(seed_of(agreements[0], "f" * 32))
    assert len(set(seeds)) == len(seeds)


def test_the_page_for_players_shows_how_to_check_a_record_without_portolan(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    script = Path(engines.__file__).parents[1] / "docs" / "check_record.py"
    monkeypatch.chdir(tmp_path)
    turned = finished("turned", TURNED)
    before = finished(opening=OPENING._replace(format=2))
    forged_ones = (drawn(table=18), changed_click(2, text="Bob"))
    by_places = finished("turned", TURNED, BY_PLACES)
    without = (forgotten(finished(), "Zoë"), forgotten(by_places, "Anna", "Zoë"))
    right_ones = (finished(), turned, before, by_places, *without)
    for record, right in (*((sound, True) for sound in right_ones), *((forged, False) for forged in forged_ones)):
        Path("record.json").write_bytes(encode(record))
        runpy.run_path(str(script))
        shown = capsys.readouterr().out.split()
        assert record.draw is not None
        assert (shown[0] == record.draw.secret_hash) is (record is not forged_ones[0])
        order = (record if right else finished()).draw
        published = [record.commitment, record.seed, *map(str, msgspec.to_builtins(order)["order"])]
        assert (shown[-5:] == published) is right
