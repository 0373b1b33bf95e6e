"""Pictures show where the pieces of Power, Magic and Food lie, and what came and went."""

from __future__ import annotations

import math

import pytest
from PIL import Image

from engines import Event
from engines.mmn import board
from engines.mmn.cards import CARDS
from engines.mmn.quotes import PRICES
from engines.mmn.view import CounterView, MmnView, OfferView
from engines.quotes import Quote
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.ink import NEW, NEW_WASH, WHITE
from render.kit.pen import Sprite
from render.mmn import decision, field, figures, hand, icons, layout, pieces, places, words
from render.mmn.chart import Chart, chart_of
from render.mmn.icons import icon
from render.mmn.inks import PALETTE
from render.mmn.letters import letters
from render.mmn.news import News
from tests.render.mmn_positions import crowded, trading
from tests.render.mmn_shown import LETTERS, SEATS, arranged, cell, mat, position, show
from tests.render.recording import NAMES, Drawing, caption, drawn, parts

pytestmark = pytest.mark.usefixtures("noted")


def own(view: MmnView, seat: int, *events: Event) -> Drawing:
    view.viewer = seat
    return drawn(hand.draw(view, caption(events)))


def place_of(view: MmnView) -> Chart:
    part = arranged(view).map
    return chart_of(view.seats, part.width, part.height)


def mapped(view: MmnView, chart: Chart, news: News) -> Drawing:
    canvas = Canvas(Image.new("RGB", (int(chart.width), int(chart.height))))
    field.draw(canvas, chart, view, news)
    return drawn(canvas.image)


@pytest.mark.parametrize("seats", [3, 6])
def test_every_piece_lies_at_its_place_in_its_owner_s_colour(seats: int) -> None:
    view = crowded(seats).view(None)
    place = place_of(view)
    news = News()
    news.nodes = {view.players[0].buildings[0].node}
    land = mapped(view, place, news)
    unit = place.unit
    seen = 0

    def lies(sprite: Sprite, at: tuple[float, float]) -> bool:
        return any(abs(m.at[0] - at[0]) <= 1.1 and abs(m.at[1] - at[1]) <= 1.1 and m.shows(sprite) for m in land)

    for player in view.players:
        for path in player.roads:
            at, turn = place.path(path)
            assert lies(pieces.road(player.seat, round(place.side - 28 * unit), round(29 * unit), turn), at)
        for building in player.buildings:
            x, y = place.node(building.node)
            new = building.node in news.nodes
            if building.kind == "settlement":
                assert lies(pieces.settlement(player.seat, round(field._SETTLEMENT * unit), new), (x, y))
            else:
                size = round(field._CITY * unit)
                city = pieces.city(player.seat, size, building.wall, building.track, building.sabotaged, new)
                assert lies(city, (x, y + (3 if building.wall else 6) * unit))
            for hex, kind in [(h, "servant") for h in building.servants] + [
                (h, "journeyman") for h in building.journeymen
            ]:
                assert lies(pieces.chip(player.seat, kind, round(field._CHIP * unit)), place.corner(hex, building.node))
                seen += 1
            if building.chip and building.chip_hex:
                sign = pieces.chip(player.seat, building.chip, round(field._CHIP * unit))
                assert lies(sign, place.corner(building.chip_hex, building.node))
        for knight in player.knights:
            x, y = place.node(knight.node)
            sign = pieces.knight(player.seat, knight.rank, round(field._KNIGHT * unit), knight.active, knight.captain)
            assert lies(sign, (x, y - 4 * unit))
        for name in ("settlement", "city", "road", "knight"):
            for mark in land:
                if mark.name == name and LETTERS[player.seat] == mark.text:
                    assert {PALETTE.player[player.seat], PALETTE.shades[player.seat]} & mark.colours()
    assert seen
    for tile in view.hexes:
        x, y = place.hex(tile.id)
        assert lies(figures.number(tile.number, round(68 * unit)), (x, y)) or any(
            m.name == "number"
            and m.text == str(tile.number)
            and abs(m.at[0] - x) < place.wide / 2
            and abs(m.at[1] - y) < place.side
            for m in land
        )
    if view.pirate:
        assert lies(icon("pirate", round(70 * unit)), place.pirate(view.pirate))


def test_a_new_store_or_figure_has_a_ring_that_can_be_seen_without_opening_the_picture() -> None:
    view = position()
    owner, building, kind = next(
        (player.seat, candidate, candidate.chip)
        for player in view.players
        for candidate in player.buildings
        if candidate.chip_hex
    )
    plain = [mark for mark in show(view) if mark.name == "ring"]
    for event in (
        Event("store", owner, {"node": building.node, "hex": building.chip_hex or ""}),
        Event("large_store", owner, {"node": building.node}),
    ):
        shown = show(view, event)
        (ring,) = (mark for mark in shown if mark.name == "ring" and mark not in plain)
        (chip,) = (
            mark
            for mark in shown
            if mark.name.startswith("chip_") and math.dist(mark.at, ring.at) < 2 and NEW in mark.colours()
        )
        assert kind
        assert ring.box[2] >= chip.box[2] * 1.5
        assert shown.index(chip) > shown.index(ring)


def test_every_curse_stands_on_its_hex_in_the_colour_of_who_spoke_it() -> None:
    view = crowded(4).view(None)
    place = place_of(view)
    first = view.hexes[3]
    second = view.hexes[8]
    for tile in view.hexes:
        tile.curses = []
    first.curses = [2, 0]
    second.curses = [1]
    land = mapped(view, place, News())
    for tile in (first, second):
        for seat in tile.curses:
            (mark,) = (m for m in land if m.shows(figures.curse(seat, round(56 * place.unit))))
            x, y = place.hex(tile.id)
            assert abs(mark.at[0] - x) < place.wide / 2
            assert abs(mark.at[1] - y) < place.side


def test_cards_that_came_or_went_stand_at_the_mat_of_who_had_them() -> None:
    view = position()
    shown = show(
        view,
        Event("received", 1, {"cards": ["wool", "cloth"], "why": "production"}),
        Event("discarded", 3, {"cards": ["ore"]}),
    )
    for change, seat in (("+2", 1), ("\u22121", 3)):
        (mark,) = (m for m in shown if m.kind == "text" and m.text == change and m.inks == (WHITE,))
        assert mark.inside(mat(view, seat))
    assert {seat for seat in range(SEATS) if shown.within(mat(view, seat)).frames(NEW, None)} == {1, 3}


def test_an_offer_says_who_gives_what_for_what() -> None:
    view = trading(4).view(None)
    assert view.offer is not None
    part = arranged(view).offer
    assert part
    shown = show(view).within(part.box)
    lines: list[OfferView | CounterView] = [view.offer, *view.offer.counters]
    for number, offer in enumerate(lines):
        y = part.top + layout.OFFER_EDGE + (number + 0.5) * layout.OFFER_ROW
        line = sorted((m for m in shown if abs(m.at[1] - y) < 40 and m.kind != "frame"), key=lambda m: m.at[0])
        line_texts = [
            m.text or m.name for m in line if m.name not in ("badge",) and m.text not in ("gives", "wants", "?")
        ]
        wanted: list[str] = []
        for cards in (offer.give, offer.want):
            for kind in board.KINDS:
                if cards.get(kind):
                    wanted += [f"{cards[kind]}\u00d7"] * (cards[kind] > 1) + [
                        caption().text(f"mmn.picture.letters_{kind}")
                    ]
            wanted += ["arrow"] if cards is offer.give else []
        assert [text.replace("\u00d7", "") for text in line_texts] == [text.replace("\u00d7", "") for text in wanted]
        badges = [m.text for m in line if m.name == "badge"]
        assert badges == [LETTERS[offer.seat], *(LETTERS[s] for s in view.offer.waiting if not number)]


@pytest.mark.parametrize("seat", range(SEATS))
def test_a_hand_says_what_its_player_has(seat: int) -> None:
    view = position(seat)
    player = view.players[seat]
    player.hand = {kind: 1 + seat + number for number, kind in enumerate(board.KINDS) if number % 5 != seat}
    player.cards = ["spy", "alchemist", "merchant"][: seat + 1]
    view.shown = []
    things = [*words.ITEMS, *(f"improve {track}" for track in board.TRACKS)]
    view.quotes = {thing: Quote(offered=number % SEATS == seat) for number, thing in enumerate(things)}
    shown = own(view, seat)
    strip = shown.within((layout.MARGIN, 0, layout.INNER, 130))
    assert strip.sprites(badge(seat, 76, PALETTE))
    assert strip.texts() == [
        NAMES[seat],
        str(player.hand_size),
        f"/{player.hand_limit}",
        str(player.points),
        f"/{view.target}",
    ]
    for number, track in enumerate(board.TRACKS):
        part = layout.tall_bank(0)[number]
        column = Drawing(m for m in shown if part.left <= m.box[0] < part.left + part.width)
        commodity = board.TRACK_COMMODITY[number]
        for kind in (board.KINDS[commodity - board.PAIR], board.KINDS[commodity]):
            (title,) = (m for m in column if m.kind == "text" and m.text == caption().title(f"mmn.word.{kind}"))
            (count,) = (
                m.text for m in column if m.kind == "text" and 40 < title.at[1] - m.at[1] < 60 and m.how[0] == 54
            )
            assert count == str(player.hand.get(kind, 0))
        assert track.capitalize() in column.texts()
    for card in player.cards:
        title = shown.text(card)
        (deck,) = (
            m for m in shown if m.name.startswith("track_") and m.box[2] == 62 and abs(m.at[1] - title.at[1] - 22) < 30
        )
        assert deck.parts == parts(icons.symbol(CARDS[card].deck, 62))
        assert f"{card} text" in shown.texts()
    lefts = [f"{player.supply[price.piece]} left" for item in words.ITEMS if (price := PRICES[item]).piece]
    assert sorted(text for text in shown.texts() if text.endswith(" left")) == sorted(lefts)
    ticks = [m for m in shown if m.name == "tick" and m.box[2] == 38]
    assert len(ticks) == sum(quote.offered for quote in view.quotes.values())


def test_places_are_labelled_where_they_lie_in_the_colour_of_the_seat() -> None:
    view = position(2)
    view.phase = "events"
    place = place_of(view)
    actions = [("x", word) for word in ("n10", "h05", place.geometry.paths[4])]
    shown = drawn(decision.draw(view, caption(), actions))
    labels = {mark.text: mark for mark in shown if mark.name == "_sign"}
    named = letters(view, actions)
    assert set(labels) == set(named.values())
    (sea,) = (mark for mark in shown if mark.kind == "blend")
    for word, letter in named.items():
        x, y = places.spot(place, word)
        mark = labels[letter]
        assert abs(mark.at[0] - sea.box[0] - x) < 90
        assert abs(mark.at[1] - sea.box[1] - y) < 90
        assert PALETTE.player[2] in mark.colours()
    assert NAMES[2] in shown.texts()


def test_a_turn_that_has_begun_has_its_number_on_violet() -> None:
    view = position()
    head = arranged(view).turn.box
    for events in ((), (Event("turn", view.active, {"turn": view.turn}),)):
        shown = show(view, *events).within(head)
        plates = shown.frames(NEW, None)
        assert [shown.text(f"turn {view.turn}").inside(plate.box) for plate in plates] == [True] * len(events)


def test_what_a_trade_with_the_bank_took_is_on_violet_and_what_was_given_in_a_frame() -> None:
    view = position()
    shown = show(view, Event("traded_bank", 0, {"gave": ["lumber"] * 4, "got": ["meat"]}))
    bank = [shown.within(part.box) for part in arranged(view).bank]
    for kind, fill, line in (("meat", NEW, None), ("lumber", NEW_WASH, NEW)):
        (plate,) = (plate for column in bank for plate in column.frames(fill, line))
        assert shown.text(str(view.bank[kind]), plate.box)
    assert sum(len(column.frames(NEW, None)) + len(column.frames(NEW_WASH, NEW)) for column in bank) == 2


@pytest.mark.parametrize("kind", ["knight", "promoted", "activated", "captain", "knight_lost"])
def test_strength_of_knights_that_changed_is_on_violet(kind: str) -> None:
    view = position()
    shown = show(view, Event(kind, 1, {"node": "n25", "rank": "basic"}))
    for seat in range(SEATS):
        knights = view.players[seat].knights
        active = sum(knight.strength for knight in knights if knight.active)
        plates = shown.within(cell(view, seat, arranged(view).mat.counts)).frames(NEW, None)
        strength = f"{active}/{sum(knight.strength for knight in knights)}"
        assert [shown.text(strength, plate.box).text for plate in plates] == ([strength] if seat == 1 else [])
