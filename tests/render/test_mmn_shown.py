"""What the pictures of Power, Magic and Food say is what the view says: numbers, owners, colours, places."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec
import pytest
from PIL import Image

import render
from engines import Event
from engines.mmn import board
from engines.mmn.cards import CARDS
from engines.mmn.view import CounterView, MmnView, OfferView
from render.kit import signs
from render.kit.badge import badge
from render.kit.canvas import Box, Canvas
from render.kit.ink import NEW, NEW_WASH, WHITE
from render.kit.part import Part
from render.kit.pen import Sprite
from render.mmn import decision, field, figures, hand, icons, layout, mats, pieces, places, prices, tracks, trade
from render.mmn.chart import Chart, chart
from render.mmn.inks import PALETTE, RED
from render.mmn.layout import Layout
from render.mmn.letters import letters
from render.mmn.news import News
from render.shape import Shape
from tests.render.comparing import rank
from tests.render.mmn_positions import at_turn, crowded, finished, trading
from tests.render.recording import NAMES, Drawing, caption, drawn, parts, recording

SEATS = 4
LETTERS = "ABCDEF"


@pytest.fixture(scope="module", autouse=True)
def _noted() -> Iterator[None]:
    with recording():
        yield


def position(viewer: int | None = None) -> MmnView:
    """A game under way in which no two players have the same of anything."""
    view = at_turn(SEATS, 30).view(viewer)
    for seat, player in enumerate(view.players):
        player.points, player.hand_size, player.hand_limit = 3 + 2 * seat, 4 + seat, 7 + seat
        player.road_length, player.storage_points, player.autarky_points = 5 + seat, 1 + 2 * seat, 9 - seat
        player.serfs, player.famine = seat, seat == 1
        player.levels = {track: (seat + number) % 6 for number, track in enumerate(board.TRACKS)}
        player.card_decks = list(board.TRACKS[seat : seat + 1 + seat % 2])
    view.metropolises = {track: (None, 0, 3, 1, None, 2)[number] for number, track in enumerate(board.TRACKS)}
    view.longest_road, view.storage_card, view.autarky_card = 2, 0, 3
    view.bank = {kind: 2 + number for number, kind in enumerate(board.KINDS)}
    view.decks = {track: 11 + number for number, track in enumerate(board.TRACKS)}
    rank(view, (player.points for player in view.players))
    view.offer, view.owed, view.rights = None, {"2": 3}, []
    return view


def show(view: MmnView, *events: Event) -> Drawing:
    return drawn(render.board(view, caption(events)))


def own(view: MmnView, seat: int, *events: Event) -> Drawing:
    view.viewer = seat
    return drawn(hand.draw(view, caption(events)))


def arranged(view: MmnView) -> Layout:
    return layout.of(Shape.TALL, view.seats, trade.rows(trade.lines(view, caption(), layout.INNER)))


def mat(view: MmnView, seat: int) -> Box:
    return arranged(view).mats[seat].box


def cell(view: MmnView, seat: int, box: Box) -> Box:
    """A cell of a mat in the picture."""
    left, top, _, _ = mat(view, seat)
    return left + box[0], top + box[1], box[2], box[3]


def place_of(view: MmnView) -> Chart:
    part = arranged(view).map
    return chart(view.seats, part.width, part.height)


def mapped(view: MmnView, place: Chart, news: News) -> Drawing:
    canvas = Canvas(Image.new("RGB", (int(place.width), int(place.height))))
    field.draw(canvas, place, view, news)
    return drawn(canvas.image)


def head(part: Part | None) -> Box:
    assert part
    return part.box


@pytest.mark.parametrize("seat", range(SEATS))
def test_every_mat_says_what_its_player_has(seat: int) -> None:
    view = position()
    shown, player, cells = show(view).within(mat(view, seat), 4), view.players[seat], arranged(view).mat
    at = show(view).within(mat(view, seat), 12)
    assert [mark for mark in at if mark.kind == "frame" and PALETTE.edges[seat] in mark.inks]
    assert [mark.text for mark in shown.called("badge")] == [LETTERS[seat]]
    assert NAMES[seat] in shown.texts()
    assert shown.beside(shown.sprites(icons.points(50))[0]) == str(player.points)
    assert f"/{view.target}" in shown.texts()
    cards = shown.sprites(icons.hand(50))[0]
    assert shown.beside(cards) == str(player.hand_size)
    assert f"/{player.hand_limit}" in shown.texts()
    assert bool(shown.sprites(icons.hunger(50))) == player.famine
    assert bool([m for m in shown if m.text == "\u22123" and m.inks == (WHITE,)]) == (seat == 2)
    backs = sorted((m for m in shown if m.name == "back"), key=lambda mark: mark.at[0])
    assert [m.parts for m in backs] == [parts(tracks.back(track, 56)) for track in player.card_decks]
    row = shown.within(cell(view, seat, cells.levels), 4)
    discs = sorted((m for m in row if m.name == "disc"), key=lambda mark: mark.at[0])
    assert [m.parts for m in discs] == [parts(tracks.disc(t, 46, not level)) for t, level in player.levels.items()]
    levels = sorted((m.box[0], m.text) for m in row if m.kind == "text")
    wanted = [(disc, level) for disc, level in zip(discs, player.levels.values(), strict=True) if level]
    assert [text for _, text in levels] == [str(level) for _, level in wanted]
    assert all(0 < x - disc.at[0] < 40 for (x, _), (disc, _) in zip(levels, wanted, strict=True))
    crowns = [min(discs, key=lambda disc: abs(disc.at[0] + 70 - m.at[0])) for m in row.sprites(signs.crown(28))]
    assert [board.TRACKS[discs.index(disc)] for disc in crowns] == [
        t for t, o in view.metropolises.items() if o == seat
    ]
    foot = shown.within(cell(view, seat, cells.counts))
    active = sum(knight.strength for knight in player.knights if knight.active)
    every = sum(knight.strength for knight in player.knights)
    for sign, told in (
        (icons.road(38), player.road_length),
        (icons.crates(40), player.storage_points),
        (icons.autarky(40), player.autarky_points),
        (icons.worker(38), f"\u00d7{player.serfs}"),
        (icons.sword(40), f"{active}/{every}"),
    ):
        assert foot.beside(foot.sprites(sign)[0]) == str(told)
    held = {0: icons.crates(40), 2: icons.road(38), 3: icons.autarky(40)}
    gold = foot.frames(signs.CROWN, signs.CROWN_DARK)
    assert len(gold) == (seat in held)
    if seat in held:
        (award,) = foot.sprites(held[seat])
        assert award.inside(gold[0].box)


@pytest.mark.parametrize("points", [(9, 5, 9, 7), (7, 7, 7, 7), (3, 12, 4, 5)])
def test_the_points_of_those_who_lead_stand_on_gold(points: tuple[int, ...]) -> None:
    view = position()
    rank(view, points)
    shown = show(view)
    gold = [
        seat
        for seat in range(SEATS)
        if shown.within(cell(view, seat, (0, 0, 775, 80))).frames(signs.CROWN, signs.CROWN_DARK)
    ]
    most = max(points)
    assert gold == [seat for seat in range(SEATS) if points[seat] == most and min(points) < most]


@pytest.mark.parametrize("seat", range(SEATS))
@pytest.mark.parametrize("many", [3, 8])
def test_every_source_of_points_stands_beside_its_sign(seat: int, many: int) -> None:
    view = position()
    names = ("settlements", "cities", "metropolises", "longest_road", "storage", "defender", "merchant", "cards")[:many]
    told = {name: 1 + seat + number for number, name in enumerate(names)}
    view.scores = [msgspec.structs.replace(s, sources=told if s.seat == seat else {}) for s in view.scores]
    cells = arranged(view).mat
    shown = show(view)
    line = shown.within(cell(view, seat, cells.sources), 2)
    laid = [m.parts for m in sorted((m for m in line if m.kind == "sprite"), key=lambda mark: mark.at[0])]
    signs_of = [parts(sign) for _, _, sign in mats.sources(view, view.players[seat])]
    star = parts(icons.points(mats.STAR))  # points, not pieces
    crowded = [parts(icons.points(40)), *signs_of]
    assert laid == (crowded if many == 8 else [each for sign in signs_of for each in (sign, star)])
    assert [m.text for m in sorted(line, key=lambda m: m.at[0]) if m.kind == "text"] == [str(n) for n in told.values()]
    assert not shown.texts(cell(view, (seat + 1) % SEATS, cells.sources))


def test_only_mats_of_those_to_act_are_lit_and_the_head_names_them() -> None:
    view = position()
    for acting in ((1,), (2, 3)):
        view.to_act = acting
        shown = show(view)
        lit = [
            s for s in range(SEATS) if [m for m in shown.frames(PALETTE.washes[s], PALETTE.edges[s]) if m.box[3] > 300]
        ]
        assert tuple(lit) == acting
        banner = shown.within(arranged(view).turn.box)
        assert tuple(mark.text for mark in banner.called("badge"))[: len(acting)] == tuple(LETTERS[s] for s in acting)
        assert (NAMES[1] in banner.texts()) == (acting == (1,))
        assert [mark.text for mark in banner.called("badge")][-1] == LETTERS[view.active]
        assert {f"turn {view.turn}", f"phase_{view.phase}"} <= set(banner.texts())


def test_at_the_end_all_stand_in_the_order_of_the_ranking() -> None:
    view = finished(4).view(None)
    view.ranking = [2, 3, 0, 1]
    banner = show(view).within(arranged(view).turn.box)
    assert [mark.text for mark in banner.called("badge")] == list("CDAB")
    assert banner.texts()[:2] == [NAMES[2], "over"]
    assert banner.sprites(signs.crown(52))


def test_the_head_shows_the_dice_and_both_strengths() -> None:
    view = position()
    assert view.dice is not None
    view.dice.red, view.dice.white, view.dice.event, view.dice.track = 2, 5, "ship", "magic"
    view.storage_left, view.barbarians, view.attack_strength, view.defence = 8, 2, 6, 4
    at = arranged(view)
    dice = show(view).within(head(at.dice))
    laid = sorted((m for m in dice if m.at[1] < head(at.dice)[1] + 110 and m.kind == "sprite"), key=lambda m: m.at[0])
    faces = (icons.die(2, 88, True), icons.die(5, 88, False), icons.event_die("ship", 88), icons.track_die("magic", 88))
    assert [mark.parts for mark in laid] == [parts(face) for face in faces]
    assert set(dice.texts()) == {"= 7", "\u00d78"}
    for attack, defence, sign in ((6, 4, ">"), (4, 6, "<"), (5, 5, "=")):
        view.attack_strength, view.defence = attack, defence
        track = show(view).within(head(at.track))
        line = [
            m for m in sorted(track, key=lambda m: m.at[0]) if m.kind == "text" and m.at[1] > head(at.track)[1] + 120
        ]
        assert [m.text for m in line] == [str(attack), sign, str(defence)]
        assert (line[0].inks == (RED,)) == (attack > defence)
        assert track.beside(track.sprites(icons.gate(52))[0]) == str(attack)
        assert track.beside(track.sprites(icons.sword(50))[0]) == str(defence)
    (ship,) = track.sprites(figures.barbarians(74))
    (crates,) = track.sprites(icons.crates(34))
    assert abs(ship.at[0] - (track.text("1").at[0] + crates.at[0]) / 2) <= 1
    assert "2" not in track.texts()


def test_the_bank_counts_every_kind_deck_and_metropolis_in_its_column() -> None:
    view = position()
    view.storage_used = ["wool"]
    columns = arranged(view).bank
    shown = show(view).within((0, columns[0].top, 1600, columns[0].height))
    heads = [shown.text(track.capitalize()) for track in board.TRACKS]
    assert [m.at[0] for m in heads] == sorted(m.at[0] for m in heads)
    for number, track in enumerate(board.TRACKS):
        column = shown.within(columns[number].box)
        commodity = board.TRACK_COMMODITY[number]
        for kind in (board.KINDS[commodity - board.PAIR], board.KINDS[commodity]):
            letters = caption().text(f"mmn.picture.letters_{kind}")
            (card,) = (m for m in column if m.name == "card" and m.text == letters)
            assert column.beside(card) == str(view.bank[kind])
        (back,) = (m for m in column if m.name == "back")
        assert column.beside(back) == str(view.decks[track])
        owner = view.metropolises[track]
        assert [m.text for m in column.called("badge")] == ([] if owner is None else [LETTERS[owner]])
        assert bool(column.sprites(icons.tick(24))) == (board.KINDS[commodity - board.PAIR] == "wool")


@pytest.mark.parametrize("seats", [3, 6])
def test_every_piece_lies_at_its_place_in_its_owner_s_colour(seats: int) -> None:
    view = crowded(seats).view(None)
    place, news = place_of(view), News()
    news.nodes = {view.players[0].buildings[0].node}
    land = mapped(view, place, news)
    unit, seen = place.unit, 0

    def lies(sprite: Sprite, at: tuple[float, float]) -> bool:
        return any(abs(m.at[0] - at[0]) <= 1.1 and abs(m.at[1] - at[1]) <= 1.1 and m.shows(sprite) for m in land)

    for player in view.players:
        for path in player.roads:
            at, turn = place.path(path)
            assert lies(pieces.road(player.seat, round(place.side - 28 * unit), round(26 * unit), turn), at)
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
        assert lies(figures.pirate(round(70 * unit)), place.pirate(view.pirate))


def test_a_new_store_or_figure_has_a_ring_that_can_be_seen_without_opening_the_picture() -> None:
    view = position()
    owner, building, kind = next(
        (player.seat, each, each.chip) for player in view.players for each in player.buildings if each.chip_hex
    )
    plain = [mark for mark in show(view) if mark.name == "ring"]
    for event in (
        Event("store", owner, {"node": building.node, "hex": building.chip_hex or ""}),
        Event("large_store", owner, {"node": building.node}),
    ):
        shown = show(view, event)
        (ring,) = (mark for mark in shown if mark.name == "ring" and mark not in plain)
        (chip,) = (
            mark for mark in shown if mark.name == "chip" and math.dist(mark.at, ring.at) < 2 and NEW in mark.colours()
        )
        assert kind
        assert ring.box[2] >= chip.box[2] * 1.5
        assert shown.index(chip) > shown.index(ring)


def test_every_curse_stands_on_its_hex_in_the_colour_of_who_spoke_it() -> None:
    view = crowded(4).view(None)
    place = place_of(view)
    first, second = view.hexes[3], view.hexes[8]
    for tile in view.hexes:
        tile.curses = []
    first.curses, second.curses = [2, 0], [1]
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
    for told, seat in (("+2", 1), ("\u22121", 3)):
        (mark,) = (m for m in shown if m.kind == "text" and m.text == told and m.inks == (WHITE,))
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
        told = [m.text or m.name for m in line if m.name not in ("badge",) and m.text not in ("gives", "wants", "?")]
        wanted: list[str] = []
        for cards in (offer.give, offer.want):
            for kind in board.KINDS:
                if cards.get(kind):
                    wanted += [f"{cards[kind]}\u00d7"] * (cards[kind] > 1) + [
                        caption().text(f"mmn.picture.letters_{kind}")
                    ]
            wanted += ["arrow"] if cards is offer.give else []
        assert [text.replace("\u00d7", "") for text in told] == [text.replace("\u00d7", "") for text in wanted]
        badges = [m.text for m in line if m.name == "badge"]
        assert badges == [LETTERS[offer.seat], *(LETTERS[s] for s in view.offer.waiting if not number)]


@pytest.mark.parametrize("seat", range(SEATS))
def test_a_hand_says_what_its_player_has(seat: int) -> None:
    view = position(seat)
    player = view.players[seat]
    player.hand = {kind: 1 + seat + number for number, kind in enumerate(board.KINDS) if number % 5 != seat}
    player.cards, view.shown = ["spy", "alchemist", "merchant"][: seat + 1], []
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
        (deck,) = (m for m in shown if m.name == "symbol" and m.box[2] == 62 and abs(m.at[1] - title.at[1] - 22) < 30)
        assert deck.parts == parts(tracks.symbol(CARDS[card].deck, 62))
        assert f"{card} text" in shown.texts()
    lefts = [f"{price.left} left" for item in prices.ITEMS if (price := prices.price(player, item)).left is not None]
    assert sorted(text for text in shown.texts() if text.endswith(" left")) == sorted(lefts)
    ticks = [m for m in shown if m.name == "tick" and m.box[2] == 38]
    payable = [item for item in prices.ITEMS if prices.price(player, item).payable]
    levels = [track for track in board.TRACKS if prices.level(player, track)[2]]
    assert len(ticks) == len(payable) + len(levels)


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
        told = f"{active}/{sum(knight.strength for knight in knights)}"
        assert [shown.text(told, plate.box).text for plate in plates] == ([told] if seat == 1 else [])
