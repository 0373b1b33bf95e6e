"""What the pictures of Power, Magic and Food say is what the view says: numbers, owners, colours, places."""

from __future__ import annotations

import msgspec
import pytest

from engines.mmn import board
from render.kit.ink import CROWN, CROWN_DARK, WHITE
from render.mmn import icons, mats
from render.mmn.icons import icon
from render.mmn.inks import PALETTE, RED
from tests.render.comparing import rank
from tests.render.mmn_positions import finished
from tests.render.mmn_shown import LETTERS, SEATS, arranged, cell, head, mat, position, show
from tests.render.recording import NAMES, caption, parts

pytestmark = pytest.mark.usefixtures("noted")


@pytest.mark.parametrize("seat", range(SEATS))
def test_every_mat_says_what_its_player_has(seat: int) -> None:
    view = position()
    shown = show(view).within(mat(view, seat), 4)
    player = view.players[seat]
    cells = arranged(view).mat
    at = show(view).within(mat(view, seat), 12)
    assert [mark for mark in at if mark.kind == "frame" and PALETTE.edges[seat] in mark.inks]
    assert [mark.text for mark in shown.called("badge")] == [LETTERS[seat]]
    assert NAMES[seat] in shown.texts()
    assert shown.beside(shown.sprites(icon("points", 50))[0]) == str(player.points)
    assert f"/{view.target}" in shown.texts()
    cards = shown.sprites(icon("hand", 50))[0]
    assert shown.beside(cards) == str(player.hand_size)
    assert f"/{player.hand_limit}" in shown.texts()
    assert bool(shown.sprites(icon("hunger", 50))) == player.famine
    assert bool([m for m in shown if m.text == "\u22123" and m.inks == (WHITE,)]) == (seat == 2)
    backs = sorted((m for m in shown if m.name == "back"), key=lambda mark: mark.at[0])
    assert [m.parts for m in backs] == [parts(icons.back(track, 56)) for track in player.card_decks]
    row = shown.within(cell(view, seat, cells.levels), 4)
    discs = sorted((m for m in row if m.name == "disc"), key=lambda mark: mark.at[0])
    assert [m.parts for m in discs] == [parts(icons.disc(t, 46, not level)) for t, level in player.levels.items()]
    levels = sorted((m.box[0], m.text) for m in row if m.kind == "text")
    wanted = [(disc, level) for disc, level in zip(discs, player.levels.values(), strict=True) if level]
    assert [text for _, text in levels] == [str(level) for _, level in wanted]
    assert all(0 < x - disc.at[0] < 40 for (x, _), (disc, _) in zip(levels, wanted, strict=True))
    crowns = [min(discs, key=lambda disc: abs(disc.at[0] + 70 - m.at[0])) for m in row.sprites(icon("crown", 28))]
    assert [board.TRACKS[discs.index(disc)] for disc in crowns] == [
        t for t, o in view.metropolises.items() if o == seat
    ]
    foot = shown.within(cell(view, seat, cells.counts))
    active = sum(knight.strength for knight in player.knights if knight.active)
    every = sum(knight.strength for knight in player.knights)
    for sign, count in (
        (icon("road", 38), player.road_length),
        (icon("crates", 40), player.storage_points),
        (icon("autarky", 40), player.autarky_points),
        (icon("worker", 38), f"\u00d7{player.serfs}"),
        (icon("track_power", 40), f"{active}/{every}"),
    ):
        assert foot.beside(foot.sprites(sign)[0]) == str(count)
    held = {0: icon("crates", 40), 2: icon("road", 38), 3: icon("autarky", 40)}
    gold = foot.frames(CROWN, CROWN_DARK)
    assert len(gold) == (seat in held)
    if seat in held:
        (award,) = foot.sprites(held[seat])
        assert award.inside(gold[0].box)


@pytest.mark.parametrize("points", [(9, 5, 9, 7), (7, 7, 7, 7), (3, 12, 4, 5)])
def test_the_points_of_those_who_lead_stand_on_gold(points: tuple[int, ...]) -> None:
    view = position()
    rank(view, points)
    shown = show(view)
    gold = [seat for seat in range(SEATS) if shown.within(cell(view, seat, (0, 0, 775, 80))).frames(CROWN, CROWN_DARK)]
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
    star = parts(icon("points", mats.STAR))  # points, not pieces
    crowded = [parts(icon("points", 40)), *signs_of]
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
    assert banner.sprites(icon("crown", 52))


def test_the_head_shows_the_dice_and_both_strengths() -> None:
    view = position()
    assert view.dice is not None
    view.dice.red = 2
    view.dice.white = 5
    view.dice.event = "ship"
    view.dice.track = "magic"
    view.storage_left = 8
    view.barbarians = 2
    view.attack_strength = 6
    view.defence = 4
    at = arranged(view)
    dice = show(view).within(head(at.dice))
    laid = sorted((m for m in dice if m.at[1] < head(at.dice)[1] + 110 and m.kind == "sprite"), key=lambda m: m.at[0])
    faces = (icons.die(2, 88, True), icons.die(5, 88, False), icons.event_die("ship", 88), icons.track_die("magic", 88))
    assert [mark.parts for mark in laid] == [parts(face) for face in faces]
    assert set(dice.texts()) == {"= 7", "\u00d78"}
    for attack, defence, sign in ((6, 4, ">"), (4, 6, "<"), (5, 5, "=")):
        view.attack_strength = attack
        view.defence = defence
        track = show(view).within(head(at.track))
        line = [
            m for m in sorted(track, key=lambda m: m.at[0]) if m.kind == "text" and m.at[1] > head(at.track)[1] + 120
        ]
        assert [m.text for m in line] == [str(attack), sign, str(defence)]
        assert (line[0].inks == (RED,)) == (attack > defence)
        assert track.beside(track.sprites(icon("castle", 52))[0]) == str(attack)
        assert track.beside(track.sprites(icon("track_power", 50))[0]) == str(defence)
    (ship,) = track.sprites(icon("barbarians", 74))
    (crates,) = track.sprites(icon("crates", 34))
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
        assert bool(column.sprites(icon("tick", 24))) == (board.KINDS[commodity - board.PAIR] == "wool")
