from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from itertools import chain
from random import Random

import pytest
from PIL import Image, ImageChops

import render
from engines import Event
from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.game import Macao
from render.kit import ink
from render.macao import layout, sea, words
from render.macao.inks import CUBE, LETTER, ON_CUBE
from tests.render.macao_positions import (
    EVENTS,
    caption,
    crowded,
    finished,
    fitted,
    in_phase,
    say,
    together,
    until,
)
from tests.render.positions import NAMES, started

KIB = 1024
SEATS = range(2, 5)


def positions(seats: int) -> list[Macao]:
    return [
        Macao.new(seats, seats),
        in_phase(seats, 0, "cubes"),
        in_phase(seats, 2, "cards"),
        together(seats),
        in_phase(seats, 9, "actions"),
        crowded(seats),
        finished(seats),
    ]


def differ(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one, other).getbbox() is not None


@pytest.mark.parametrize("seats", SEATS)
def test_every_position_is_drawn_wide_and_light(seats: int) -> None:
    for game in positions(seats):
        for events in ((), [fitted(event, game) for event in EVENTS]):
            data = render.picture(game.view(None), caption(events))
            image = Image.open(BytesIO(data))
            assert image.format == "PNG"
            assert image.width == 1600
            assert 1700 <= image.height <= 2700
            assert len(data) < 300 * KIB


@pytest.mark.parametrize("seats", SEATS)
def test_no_text_leaves_the_picture(seats: int, told: list[str]) -> None:
    for game in positions(seats):
        words = caption(EVENTS, f"watched {seats}")
        render.board(game.view(None), words)
        render.hand(game.view(0), words)
    render.card(Macao.key, "palast", caption())
    assert CARDS["palast"].name_de in told
    assert NAMES[1] in told


def test_the_same_view_gives_the_same_bytes() -> None:
    view = in_phase(4, 5, "actions").view(None)
    assert render.picture(view, caption()) == render.picture(view, caption())


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_what_has_just_changed_is_marked(event: Event) -> None:
    phase = {"revealed": "cards", "rolled": "dice"}.get(event.kind, "actions")
    game = until(
        3,
        lambda game: (
            game.phase() == phase
            and min(len(player.activated) and len(player.quarters) for player in game.state.players) > 0
            and any(game.state.ports.values())
        ),
    )
    view = game.view(None)
    assert differ(render.board(view, caption()), render.board(view, caption([fitted(event, game)])))


def test_unknown_events_and_strange_data_change_nothing() -> None:
    view = in_phase(3, 4, "actions").view(None)
    plain = render.board(view, caption())
    for event in (Event("comet", 0, {"card": "moon"}), Event("over"), Event("passed", 1), Event("used", 1, {})):
        assert not differ(plain, render.board(view, caption([event])))


@pytest.mark.parametrize("seats", SEATS)
def test_the_deck_never_shows(seats: int) -> None:
    game = in_phase(seats, 3, "cards")
    seen = {render.picture(game.determinize(0, Random(seed)).view(None), caption()) for seed in range(3)}
    assert len(seen) == 1


def test_dice_chosen_together_stay_hidden() -> None:
    game = in_phase(3, 3, "dice", dice="together")
    seat, other = game.to_act[:2]
    one, two = game.copy(), game.copy()
    one.play(seat, ("dice", "red", "green"))
    two.play(seat, ("dice", "blue", "gray"))
    assert render.picture(one.view(None), caption()) == render.picture(two.view(None), caption())
    assert render.picture(one.view(seat), caption()) != render.picture(two.view(seat), caption())
    assert render.hand(one.view(other), caption()) == render.hand(two.view(other), caption())


def test_only_listed_messages_are_asked_for() -> None:
    asked: set[str] = set()

    def listen(message: str) -> str:
        asked.add(message)
        return say(message)

    listening = render.Caption(NAMES, EVENTS, listen, "listening")
    for game in positions(4):
        render.board(game.view(None), listening)
    empty, full = Macao.new(2, 1), crowded(4)
    render.hand(empty.view(0), listening)
    for seat, place in enumerate(board.PORTS):
        data = full.dump()
        data["players"][seat % 4]["ship"] = place
        data["players"][seat % 4]["activated"] = list(CARDS)[seat * 15 : seat * 15 + 15]
        data["players"][seat % 4]["this_round"]["used"] = {}
        render.hand(Macao.load(data).view(seat % 4), listening)
        render.hand(full.view(seat % 4), listening)
    for card in CARDS:
        render.card(Macao.key, card, listening)
    assert asked - set(words.NOTES.values()) == set(words.MESSAGE_IDS)
    assert set(words.NOTES.values()) <= asked
    assert set(words.MESSAGE_IDS) <= set(render.MESSAGE_IDS)
    assert len(render.MESSAGE_IDS) == len(set(render.MESSAGE_IDS))


def test_every_seat_shows_whose_turn_it_is() -> None:
    boards, acted = [], set[int]()
    game = in_phase(3, 2, "actions")
    while game.view(None).phase == "actions" and len(acted) < 3:
        (seat,) = game.to_act
        if seat not in acted:
            acted.add(seat)
            boards.append(render.picture(game.view(None), caption()))
        game.play(seat, game.legal(seat)[-1])
    assert len(set(boards)) == 3


def test_a_tower_of_discs_shows_who_is_ahead() -> None:
    data = in_phase(2, 2, "actions").dump()
    pictures = set()
    for stacks, locked in (([[0, 1]], []), ([[1, 0]], []), ([[1]], [0]), ([[], [0, 1]], [])):
        data["wall"] = {"stacks": stacks + [[] for _ in range(board.WALL_END - len(stacks))], "locked": locked}
        pictures.add(render.picture(Macao.load(data).view(None), caption()))
    assert len(pictures) == 4


def test_worker_threads_draw_the_same_as_one() -> None:
    views = [game.view(None) for seats in SEATS for game in (in_phase(seats, 3, "cards"), crowded(seats))]
    words = caption(EVENTS, "threads")
    with ThreadPoolExecutor(4) as pool:
        many = list(pool.map(lambda view: render.picture(view, words), views))
    assert many == [render.picture(view, words) for view in views]


@pytest.mark.parametrize("seats", SEATS)
def test_every_seat_has_a_hand(seats: int) -> None:
    for game in (Macao.new(seats, seats), crowded(seats)):
        pictures = [render.hand(game.view(seat), caption(EVENTS)) for seat in range(seats)]
        assert len(set(pictures)) == seats
        for data in pictures:
            image = Image.open(BytesIO(data))
            assert image.width == 1600
            assert image.height < 2100
            assert len(data) < 300 * KIB


def test_a_hand_shows_what_was_used() -> None:
    data = crowded(2).dump()
    used = render.hand(Macao.load(data).view(0), caption())
    data["players"][0]["this_round"]["used"] = {}
    assert render.hand(Macao.load(data).view(0), caption()) != used


def test_without_a_hand_nothing_is_drawn() -> None:
    with pytest.raises(LookupError, match="spectator"):
        render.hand(Macao.new(2, 1).view(None), caption())
    with pytest.raises(LookupError, match="navegador"):
        render.hand(started(2).view(0), caption())


@pytest.mark.parametrize("card", CARDS)
def test_every_card_is_drawn_large(card: str) -> None:
    data = render.card(Macao.key, card, caption())
    image = Image.open(BytesIO(data))
    assert image.width == 1600
    assert 700 <= image.height <= 1300
    assert len(data) < 150 * KIB


def test_a_ruling_takes_its_room() -> None:
    def without(message: str) -> str:
        return "" if message.endswith(".note") else say(message)

    noted = Image.open(BytesIO(render.card(Macao.key, "bank", caption())))
    plain = Image.open(BytesIO(render.card(Macao.key, "bank", render.Caption(NAMES, (), without, "plain"))))
    assert plain.height < noted.height


@pytest.mark.parametrize(("game", "card"), [("macao", "moon"), ("navegador", "bank"), ("chess", "bank")])
def test_a_card_that_does_not_exist_is_refused(game: str, card: str) -> None:
    with pytest.raises(LookupError):
        render.card(game, card, caption())


def test_a_chart_has_the_colours_of_its_game() -> None:
    series = [[0, 4, 9], [0, 2, 12]]
    assert render.chart(series, caption(), "", Macao.key) != render.chart(series, caption(), "", "navegador")


def test_signs_stand_out_and_no_two_colours_share_one() -> None:
    assert set(LETTER) == set(CUBE) == set(board.COLOURS)
    assert len(set(LETTER.values())) == len(LETTER)
    for colour, fill in CUBE.items():
        assert ink.contrast(fill, ON_CUBE[colour]) >= 3.9
    for seat in range(4):
        assert ink.contrast(ink.MACAO.player[seat], ink.MACAO.on[seat]) >= 3.9
        assert ink.contrast(ink.MACAO.washes[seat], ink.TEXT) >= 7


def test_colours_of_cubes_and_seats_survive_encoding() -> None:
    image = Image.open(BytesIO(render.picture(crowded(4).view(None), caption())))
    levels = image.getpalette() or []
    kept = list(zip(levels[0::3], levels[1::3], levels[2::3], strict=True))
    for colour in (*CUBE.values(), *ink.MACAO.player):
        assert min(max(abs(a - b) for a, b in zip(colour, other, strict=True)) for other in kept) <= 2


def test_the_sea_hides_no_space_and_every_ship_lies_on_the_water() -> None:
    spots = [sea.spot(space) for space in board.SPACES]
    for left, top, width, height in sea.plaques().values():
        assert not any(left < x < left + width and top < y < top + height for x, y in spots)
    left, top, width, height = layout.SEA
    for box in chain(sea.plaques().values(), sea.berths().values()):
        assert left <= box[0]
        assert box[0] + box[2] <= left + width
        assert top <= box[1]
        assert box[1] + box[3] <= top + height
    assert len(set(sea.berths().values())) == len(board.SPACES)
