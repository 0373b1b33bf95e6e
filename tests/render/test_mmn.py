from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from random import Random

import pytest
from PIL import Image, ImageChops

import render
from engines import Event
from engines.mmn import board
from engines.mmn.cards import CARDS
from engines.mmn.game import Mmn
from render.kit import ink
from render.mmn import inks, prices, words
from render.mmn.chart import chart
from tests.render.mmn_positions import (
    DECKS,
    EVENTS,
    NAMES,
    at_turn,
    caption,
    crowded,
    discarding,
    finished,
    fitted,
    haggling,
    holding,
    say,
    trading,
)
from tests.render.positions import started

KIB = 1024
SEATS = range(3, 7)


def positions(seats: int) -> list[Mmn]:
    return [
        Mmn.new(seats, seats),
        at_turn(seats, 2, "before_roll"),
        at_turn(seats, 30),
        discarding(seats),
        trading(seats),
        haggling(seats),
        crowded(seats),
        finished(seats),
    ]


def differ(one: Image.Image, other: Image.Image) -> bool:
    return one.size != other.size or ImageChops.difference(one, other).getbbox() is not None


@pytest.mark.parametrize("seats", SEATS)
def test_every_position_is_drawn_wide_and_light(seats: int) -> None:
    for game in positions(seats):
        for events in ((), [fitted(event, game) for event in EVENTS if event.kind != "store" or game.state.turn > 20]):
            data = render.picture(game.view(None), caption(events))
            image = Image.open(BytesIO(data))
            assert image.format == "PNG"
            assert image.width == 1600
            assert 2500 <= image.height <= 3600
            assert len(data) < 300 * KIB


@pytest.mark.parametrize("seats", SEATS)
def test_no_text_leaves_the_picture(seats: int, told: list[str]) -> None:
    for game in positions(seats):
        named = caption(EVENTS, f"watched {seats}")
        render.board(game.view(None), named)
        for seat in range(seats):
            render.hand(game.view(seat), named)
    render.card(Mmn.key, "spy", caption())
    assert "Handelsgesellschaft" in told
    assert NAMES[1] in told


def test_the_same_view_gives_the_same_bytes() -> None:
    view = crowded(5).view(None)
    assert render.picture(view, caption()) == render.picture(view, caption())


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_what_has_just_changed_is_marked(event: Event) -> None:
    view = crowded(4).view(None)
    assert differ(render.board(view, caption()), render.board(view, caption([fitted(event, crowded(4))])))


def test_unknown_events_and_strange_data_change_nothing() -> None:
    view = at_turn(3, 20).view(None)
    plain = render.board(view, caption())
    strange = (
        *(Event("comet", 0, {"card": "moon"}), Event("over"), Event("passed", 1), Event("settlement", None, {})),
        *(Event("road", None, {"path": "n99-n98"}), Event("reactivated", None, {"nodes": "n01"})),
        *(Event("received", 0, {"cards": 7, "why": "production"}), Event("robber", 0, {"hex": "h77"})),
        Event("looked", 0, {"deck": "magic", "count": 2}),
    )
    for event in strange:
        assert not differ(plain, render.board(view, caption([event])))


@pytest.mark.parametrize("seats", SEATS)
def test_hidden_cards_never_show(seats: int) -> None:
    for game in (discarding(seats), crowded(seats)):
        other = game.determinize(None, Random(1))
        assert other != game
        assert render.picture(other.view(None), caption()) == render.picture(game.view(None), caption())
        for seat in (0, seats - 1):
            other = game.determinize(seat, Random(seat))
            assert other != game
            assert render.hand(other.view(seat), caption()) == render.hand(game.view(seat), caption())
            assert not differ(render.board(other.view(seat), caption()), render.board(game.view(None), caption()))


def test_a_hand_shows_its_own_cards() -> None:
    game = at_turn(4, 20)
    one = render.hand(game.view(2), caption())
    game.state.players[2].hand[board.WOOL] += 1
    assert render.hand(game.view(2), caption()) != one
    game = holding(4, DECKS["magic"][:1])
    assert render.hand(game.view(0), caption()) != render.hand(holding(4, DECKS["food"][:1]).view(0), caption())


def test_what_a_seat_may_look_at_is_shown_to_it_alone() -> None:
    game = at_turn(4, 20)
    for shown, seat in ((["wool", "wool", "jewel"], 2), (["spy", "merchant"], None)):
        view = game.view(0)
        plain = Image.open(BytesIO(render.hand(view, caption())))
        view.shown, view.shown_seat = shown, seat
        assert Image.open(BytesIO(render.hand(view, caption()))).height > plain.height


def test_only_listed_messages_are_asked_for() -> None:
    asked: set[str] = set()

    def listen(message: str) -> str:
        asked.add(message)
        return say(message)

    listening = render.Caption(NAMES, EVENTS, listen, "listening")
    for game in positions(6):
        render.board(game.view(None), listening)
    for track in board.TRACKS:
        render.hand(holding(3, DECKS[track][:5]).view(0), listening)
    view = holding(3, []).view(0)
    view.shown, view.active, view.owed = ["wool"], 0, {"0": 4}
    view.players[0].levels["power"] = 3
    for view.struck in (False, True):
        render.hand(view, listening)
    for card in CARDS:
        render.card(Mmn.key, card, listening)
    assert asked - set(words.NOTES.values()) == set(words.MESSAGE_IDS)
    assert set(words.NOTES.values()) <= asked
    assert set(words.MESSAGE_IDS) <= set(render.MESSAGE_IDS)
    assert len(render.MESSAGE_IDS) == len(set(render.MESSAGE_IDS))


def test_every_seat_shows_whose_turn_it_is() -> None:
    game = at_turn(6, 20)
    boards = set()
    for seat in range(6):
        view = game.view(None)
        view.to_act = (seat,)
        boards.add(render.picture(view, caption()))
    assert len(boards) == 6


def test_worker_threads_draw_the_same_as_one() -> None:
    views = [game.view(None) for seats in (3, 6) for game in (at_turn(seats, 9), crowded(seats))]
    named = caption(EVENTS, "threads")
    with ThreadPoolExecutor(4) as pool:
        many = list(pool.map(lambda view: render.picture(view, named), views))
    assert many == [render.picture(view, named) for view in views]


@pytest.mark.parametrize("seats", SEATS)
def test_every_seat_has_a_hand(seats: int) -> None:
    for game in (Mmn.new(seats, seats), crowded(seats)):
        pictures = [render.hand(game.view(seat), caption(EVENTS)) for seat in range(seats)]
        assert len(set(pictures)) == seats
        for data in pictures:
            image = Image.open(BytesIO(data))
            assert image.width == 1600
            assert image.height < 3000
            assert len(data) < 300 * KIB


def test_without_a_hand_nothing_is_drawn() -> None:
    with pytest.raises(LookupError, match="spectator"):
        render.hand(Mmn.new(3, 1).view(None), caption())
    with pytest.raises(LookupError, match="navegador"):
        render.hand(started(2).view(0), caption())


@pytest.mark.parametrize("card", CARDS)
def test_every_card_is_drawn_large(card: str) -> None:
    data = render.card(Mmn.key, card, caption())
    image = Image.open(BytesIO(data))
    assert image.width == 1600
    assert 600 <= image.height <= 1300
    assert len(data) < 150 * KIB


def test_a_ruling_takes_its_room() -> None:
    def without(message: str) -> str:
        return message if message.endswith(".note") else say(message)

    noted = Image.open(BytesIO(render.card(Mmn.key, "spy", caption())))
    plain = Image.open(BytesIO(render.card(Mmn.key, "spy", render.Caption(NAMES, (), without, "plain"))))
    assert plain.height < noted.height


@pytest.mark.parametrize(("game", "card"), [("mmn", "moon"), ("navegador", "spy"), ("chess", "spy")])
def test_a_card_that_does_not_exist_is_refused(game: str, card: str) -> None:
    with pytest.raises(LookupError):
        render.card(game, card, caption())


def test_a_chart_has_the_colours_of_its_game() -> None:
    series = [[0, 4, 9], [0, 2, 12]] * 3
    assert render.chart(series, caption(), "", Mmn.key) != render.chart(series[:5], caption(), "", "navegador")


def test_signs_stand_out_and_no_two_colours_share_one() -> None:
    letters = {kind: say(id) for kind, id in words.LETTERS.items()}
    assert set(letters) == set(board.KINDS)
    for seat in range(6):
        assert ink.contrast(ink.MMN.player[seat], ink.MMN.on[seat]) >= 3.9
        assert ink.contrast(ink.MMN.washes[seat], ink.TEXT) >= 7
    for track in board.TRACKS:
        assert ink.contrast(inks.TRACK[track], inks.ON_TRACK[track]) >= 3.9
    assert len(ink.SEATS) >= Mmn.seats.stop - 1


def test_colours_of_seats_tracks_and_terrains_survive_encoding() -> None:
    image = Image.open(BytesIO(render.picture(crowded(6).view(None), caption())))
    levels = image.getpalette() or []
    kept = list(zip(levels[0::3], levels[1::3], levels[2::3], strict=True))
    for colour in (*inks.TERRAIN.values(), *ink.MMN.player):
        assert min(max(abs(a - b) for a, b in zip(colour, other, strict=True)) for other in kept) <= 2


@pytest.mark.parametrize("seats", [4, 6])
def test_harbours_and_the_pirate_lie_on_the_sea(seats: int) -> None:
    place = chart(seats)
    for harbour in place.geometry.harbours:
        for x, y in (place.harbour(harbour), place.pirate(harbour)):
            assert 40 <= x <= place.width - 40
            assert 38 <= y <= place.height - 38
            for hex in place.geometry.hexes:
                middle = place.hex(hex)
                assert (x - middle[0]) ** 2 + (y - middle[1]) ** 2 > (place.wide * 0.7) ** 2
    assert len({place.pirate(harbour) for harbour in place.geometry.harbours}) == len(place.geometry.harbours)


@pytest.mark.parametrize(
    ("item", "hand", "payable"),
    [
        ("road", {"brick": 1, "lumber": 1}, True),
        ("road", {"brick": 2}, False),
        ("serf", {"wool": 1, "cloth": 1}, True),
        ("serf", {"wool": 1, "paper": 1}, False),
        ("store", {"nugget": 2}, True),
        ("store", {"jewel": 2}, False),
        ("store", {"nugget": 1, "ore": 1}, False),
        ("servant", {"wool": 1, "cloth": 1}, False),
        ("large_store", {"jewel": 2}, False),
        ("repair", {"lumber": 1, "ore": 1}, False),
        ("end_famine", {"grain": 1, "meat": 1}, False),
    ],
)
def test_only_what_is_of_use_can_be_paid_for(item: str, hand: dict[str, int], payable: bool) -> None:
    player = at_turn(3, 1, "before_roll").view(0).players[0]
    player.hand = hand
    assert prices.price(player, item).payable is payable


def test_what_is_used_up_cannot_be_paid_for() -> None:
    player = at_turn(3, 1, "before_roll").view(0).players[0]
    player.hand = {"brick": 1, "lumber": 1}
    player.supply["road"] = 0
    assert not prices.price(player, "road").payable


def test_the_next_level_costs_its_number() -> None:
    player = at_turn(3, 1, "before_roll").view(0).players[0]
    player.hand = {"paper": 3}
    player.levels["science"] = 2
    assert prices.level(player, "science") == ("paper", 3, True)
    player.levels["science"] = 3
    assert prices.level(player, "science") == ("paper", 4, False)
    player.levels["science"] = board.TOP_LEVEL
    assert prices.level(player, "science") == ("paper", 0, False)
