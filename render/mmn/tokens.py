"""Gains and losses of a turn, as tokens on the free sea: pieces twice as large as on the map, awards, traded cards.

``tokens`` makes tokens of events; ``corners`` finds places for them on the sea; ``draw`` lays one on the other.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from engines import Event
from engines.mmn import board
from engines.mmn.cards import CARDS
from engines.mmn.view import MmnView
from render.caption import Caption
from render.kit import fonts, mat
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.ink import CARD, CROWN, NEW, TEXT, WHITE, mix
from render.kit.news import number, word, words
from render.kit.pen import Point, Sprite
from render.mmn import deeds, field, figures, icons, land, pieces
from render.mmn.chart import Chart
from render.mmn.icons import icon
from render.mmn.inks import PALETTE
from render.mmn.words import KINDS, NEW_THINGS, TITLES

_SIDE = 80
"""Side of a token, in its own units."""
_GAP = 4
"""Distance from a token to the next, in units of tokens."""
_MARGIN = 8
"""Space that a token with a title leaves free at its edge, in units of tokens."""
_PIXELS = (90, 72)
"""Pixels of the picture from a token to the next; the second where there are too many tokens for the first."""
_UNITS = 108
"""The same in units of the map: the least, which counts where the picture is large."""
_KIND = 40
"""Size of a sign beside its owner, in units of tokens."""
_LABELS = (30, 28, 26)
"""Sizes of a token's label; the first that fits is taken."""
_CORNER = 34
"""Size of what stands in a corner, in units of tokens."""
_LETTER = 26
"""Least size of a letter there."""
_DEED = 36
"""Size of the sign for what was done, in units of tokens."""
_HEADS = (36, 32, 28, 26)
"""Sizes of a heading; the first that fits is taken."""
_TITLES = (30, 28, 26)
"""Sizes of a title on one line; a title on two lines has the last one."""
_LAND = 0.92
"""Radius around the middle of a hex in which no token lies, in sides of the hex."""
_PIECE = 52
"""Radius around an intersection or the pirate in which no token lies, in units of pieces."""

_AWARDS = {"longest_road": "road", "storage": "crates", "autarky": "autarky"}
"""Signs of the awards."""
_STORAGE = frozenset(("clearing", "emergency"))
"""Kinds of events that turn up a storage card; nobody does so."""
# Kinds of events in which everybody sees the kinds of cards: exchanged, gained, lost.
_TRADES = frozenset(("traded_bank", "chose_partner", "counter_accepted", "accepted"))
_GAINS = frozenset(("received",))
_LOSSES = frozenset(("paid", "discarded"))


class Token(NamedTuple):
    """A token: a sign, alone, with a text beside or below it, or with a small sign in the corner."""

    sign: Sprite
    label: str = ""
    corner: Sprite | None = None
    """The sign in the lower right corner: what was done, or who has the thing."""
    gold: bool = False
    """True for an award."""
    many: int = 1
    """The number of such things."""
    ticked: bool = False
    """True if it is dealt with, such as a storage card."""
    owner: int | None = None
    """The seat whose badge it bears; None: the sign or the corner says whose it is."""
    title: str = ""
    """The id of the text that names it."""
    across: int = 2
    """The number of places that the title takes."""


def tokens(view: MmnView, events: Iterable[Event]) -> list[Token]:
    """Return the tokens of events: points first, then pieces, figures of the map, and cards last.

    Equal tokens are counted as one.
    """
    events = list(events)
    acts = [event for event in events if _is_drawable(view, event)]
    points = [token for event in acts for token in _points(event, event.seat or 0)]
    other_events = [
        *_ties(view, events),
        *(token for event in acts for token in _pieces(event, event.seat or 0)),
        *_knights(view, deeds.done(events)),
        *_levels(acts),
    ]
    moved_tokens = [token for event in acts for token in _moved(event, event.seat or 0)]
    counted = Counter([*points, *other_events, *moved_tokens, *_cards(events)])
    return [token._replace(many=count) for token, count in counted.items()]


def _ties(view: MmnView, events: Iterable[Event]) -> list[Token]:
    """Return a token for each player who was as strong as others against the barbarians, so that nobody won a point."""
    return [
        Token(icon("shield", _KIND), "=", owner=int(seat))
        for event in events
        if event.kind == "defender_tie"
        for seat in words(event, "seats")
        if seat in map(str, range(view.seats))
    ]


def _levels(events: Iterable[Event]) -> Iterator[Token]:
    """Return the tracks on which players rose, with the last level of each."""
    levels: dict[tuple[int, str], int] = {}
    for event in events:
        if event.kind == "improved" and word(event, "track") in board.TRACKS:
            levels[event.seat or 0, word(event, "track")] = number(event, "level")
    for (seat, track), level in levels.items():
        yield Token(icons.disc(track, _KIND), str(level), owner=seat)


def _cards(events: Iterable[Event]) -> list[Token]:
    """Return the cards that came to hands or were paid, added up by seat, if everybody has seen their kinds.

    For a seat gains stand before payments. Of a trade only one side is shown, that of the player who made the offer:
    the other side is the same cards.
    """
    changes: dict[int, Counter[str]] = {}
    for event in events:
        if event.seat is None or event.kind not in _TRADES | _GAINS | _LOSSES:
            continue
        seat = number(event, "offer_seat") if event.kind == "accepted" else event.seat
        change = changes.setdefault(seat, Counter())
        change.update(words(event, "cards" if event.kind in _GAINS else "got"))
        change.subtract(words(event, "cards" if event.kind in _LOSSES else "gave"))
    return [
        Token(icon(kind, _KIND), mat.difference(count), owner=seat)
        for seat, change in changes.items()
        for kind, count in sorted(change.items(), key=lambda item: -item[1])
        if count and kind in KINDS
    ]


def _is_drawable(view: MmnView, event: Event) -> bool:
    """Return whether a player did something, or storage was turned up, at places that the board has."""
    geometry = board.size(view.seats).geometry
    known_places = {
        "node": geometry.node_number,
        "path": geometry.path_number,
        "hex": geometry.hex_number,
        "harbour": geometry.harbour_number,
    }
    if event.seat is None and event.kind not in _STORAGE:
        return False
    return all(event.data[sort] in known_places[sort] for sort in known_places & event.data.keys())


def _points(event: Event, seat: int) -> Iterator[Token]:
    """Yield what changes a player's points."""
    match event.kind:
        case "award" | "award_moved" if word(event, "award") in _AWARDS:
            yield Token(icon(_AWARDS[word(event, "award")], 42), corner=_badge(seat), gold=True)
        case "award_aside" if word(event, "award") in _AWARDS:
            yield Token(icon(_AWARDS[word(event, "award")], 42), corner=_deed(deeds.GONE), gold=True)
        case "metropolis" if word(event, "track") in board.TRACKS:
            yield Token(pieces.marker(word(event, "track"), 50), corner=_badge(seat), gold=True)
        case "defender":
            yield Token(icon("shield", 44), corner=_badge(seat), gold=True)
        case "vp_card":
            yield Token(icon("scroll", 46), corner=_badge(seat), gold=True)
        case "city":
            yield Token(pieces.city(seat, 72))
        case "settlement":
            yield Token(pieces.settlement(seat, 50))
        case "pillaged":
            yield Token(pieces.city(seat, 56), corner=_deed(deeds.GONE))


def _pieces(event: Event, seat: int) -> Iterator[Token]:
    """Yield pieces that were built or lost, and what happened to a hand or to the bank."""
    owner = number(event, "victim_seat") if "victim_seat" in event.data else seat
    match event.kind:
        case "wall":
            yield Token(icon("wall", 48), corner=_badge(owner))
        case "wall_removed":
            yield Token(icon("wall", 48), corner=_deed(deeds.GONE), owner=owner)
        case "knight_lost" | "captain_lost":
            rank = word(event, "rank") if word(event, "rank") in board.RANKS[1:] else board.RANKS[1]
            yield Token(
                pieces.knight(owner, rank, 60, is_captain=event.kind == "captain_lost"), corner=_deed(deeds.GONE)
            )
        case "sabotaged":
            yield Token(pieces.city(owner, 68, sabotaged=True))
        case "repaired":
            yield Token(icon("hammer", 46), corner=_badge(seat))
        case "road_removed":
            yield Token(pieces.road(owner, 52, 22, 1), corner=_deed(deeds.GONE))
        case "store" | "hall" | "large_store" | "servant" | "journeyman":
            yield Token(pieces.chip(seat, event.kind, 50), corner=_badge(seat))
        case "discarding" | "discarded":
            yield Token(icon("hand", 44), corner=_badge(seat))
        case "laid":
            yield Token(figures.number(number(event, "number"), 56), corner=_badge(seat))
        case "serf":
            yield Token(icon("worker", 44), corner=_badge(seat))
        case "famine":
            yield Token(icon("hunger", 44), corner=_badge(owner))
        case "clearing" | "emergency" if word(event, "resource") in KINDS:
            yield Token(icon("crates", 50), corner=icon(word(event, "resource"), _CORNER), ticked=True)
        case "monopoly" if word(event, "good") in KINDS:
            yield Token(icon(word(event, "good"), _KIND), corner=_badge(seat))


def _moved(event: Event, seat: int) -> Iterator[Token]:
    """Yield figures that moved, and progress cards by their backs."""
    match event.kind:
        case "robber":
            yield Token(figures.robber(60), corner=_deed(deeds.MOVED), owner=seat)
        case "pirate":
            yield Token(icon("pirate", 52), corner=_deed(deeds.MOVED), owner=seat)
        case "merchant":
            yield Token(figures.merchant(seat, 54), corner=_deed(deeds.MOVED))
        case "cursed":
            yield Token(figures.curse(seat, 60))
        case "drew" if word(event, "deck") in board.TRACKS:
            yield Token(icons.back(word(event, "deck"), 58), corner=_badge(seat))
        case "card" if word(event, "card") in CARDS:
            card = word(event, "card")
            back = icons.back(CARDS[card].deck, 58)
            yield Token(back, corner=_deed(deeds.PLAYED), owner=seat, title=TITLES[card])
        case "returned" if word(event, "deck") in board.TRACKS:
            yield Token(icons.back(word(event, "deck"), 58), corner=_deed(deeds.GONE), owner=seat)
        case "spied" if word(event, "deck") in board.TRACKS:
            back = icons.back(word(event, "deck"), 58)
            yield Token(back, corner=_badge(seat))
            yield Token(back, corner=_deed(deeds.GONE), owner=number(event, "victim_seat"))


def _knights(view: MmnView, deeds_by_node: Mapping[str, Collection[str]]) -> Iterator[Token]:
    """Return knights as they are now, each with all its deeds; a knight that has just come is shown alone."""
    for player in view.players:
        for knight in player.knights:
            done = deeds_by_node.get(knight.node, ())
            if deeds.CAME in done:
                yield Token(pieces.knight(player.seat, knight.rank, 70, knight.active, knight.captain))
                continue
            small = pieces.knight(player.seat, knight.rank, 50, knight.active, knight.captain)
            for deed in done:
                yield Token(small, corner=_deed(deed))


def draw(canvas: Canvas, chart: Chart, view: MmnView, caption: Caption) -> list[tuple[Point, float]]:
    """Draw all tokens for which there is room, and in the last place the number of those that are left.

    Returns:
        The rounds that the tokens take, each by its middle and radius, in units of the map.
    """
    all_tokens = tokens(view, caption.events)
    all_tokens = [
        token._replace(across=lines(_title(token, caption)).places) if token.title else token for token in all_tokens
    ]
    if not all_tokens:
        return []
    pitch, heads, free, placed_tokens = _room_for(all_tokens, chart, canvas.scale, len(field.waiting(view)))
    left_out_at: Sequence[Point] = ()
    if len(placed_tokens) < len(all_tokens):
        left_out_at = free[-1:]
        placed_tokens = arranged(all_tokens, free[:-1], pitch)
    scale = pitch / (_SIDE + _GAP)
    for token, at in placed_tokens:
        _token(canvas.moved(at, scale), token, caption)
    for head in heads:
        _head(canvas.moved(head, scale), caption.text(NEW_THINGS))
    for at in left_out_at:
        _left_out(canvas.moved(at, scale), len(all_tokens) - len(placed_tokens))
    points_taken = [(x + step * pitch, y) for token, (x, y) in placed_tokens for step in range(_places(token))]
    return [((x + pitch / 2, y + pitch / 2), 0.6 * pitch) for x, y in (*points_taken, *heads, *left_out_at)]


def _places(token: Token) -> int:
    """Return the number of places side by side that a token takes."""
    return token.across if token.title else 1


def _left_out(canvas: Canvas, count: int) -> None:
    """Draw the number of tokens for which there is no room."""
    canvas.frame((0, 0, _SIDE, _SIDE), NEW, None, 0, 14)
    canvas.text((_SIDE / 2, _SIDE / 2), f"+{count}", _SIDE, size=36, ink=CARD, side="m")


class _Room(NamedTuple):
    """The places of tokens on the sea, each by its upper left corner in units of the map."""

    pitch: float
    """Distance from a place to the next."""
    heads: Sequence[Point]
    """The places of headings; empty if tokens need all places."""
    free: Sequence[Point]
    """The places of tokens, taken or not."""
    shown: list[tuple[Token, Point]]
    """The tokens that have a place."""


def _room_for(all_tokens: Sequence[Token], chart: Chart, scale: float, waiting_count: int) -> _Room:
    """Return the largest places that take all tokens, with a heading in each corner of the map that has any.

    If even small places do not take all tokens with their titles, headings and titles give way.

    Args:
        all_tokens: The tokens.
        chart: The places of the map.
        scale: Pixels of a unit of the map.
        waiting_count: The number of figures that wait in the upper left corner.
    """
    pitches = [max(_UNITS, pixels / scale) for pixels in _PIXELS]
    for pitch in pitches:
        blocks = corners(chart, pitch, waiting_count)
        free = [at for block in blocks for at in block[1:]]
        placed_tokens = arranged(all_tokens, free, pitch)
        if [token for token, _ in placed_tokens] == list(all_tokens):  # with their titles
            points_used = {at for _, at in placed_tokens}
            heads = [block[0] for block in blocks if not points_used.isdisjoint(block)]
            return _Room(pitch, heads, free, placed_tokens)
    for pitch in pitches:
        free = list(places(chart, pitch, waiting_count))
        placed_tokens = arranged(all_tokens, free, pitch)
        if len(placed_tokens) == len(all_tokens):
            break
    return _Room(pitch, (), free, placed_tokens)


def _head(canvas: Canvas, text: str) -> None:
    """Draw the heading of the tokens beside it; without it they would look like harbours."""
    canvas.frame((0, 0, _SIDE, _SIDE), NEW, None, 0, 14)
    size = fonts.fitting(text, _HEADS, _SIDE - 8)
    canvas.text((_SIDE / 2, _SIDE / 2), text, _SIDE - 4, size=size, ink=WHITE, side="m", aside=True)


def arranged(all_tokens: Iterable[Token], free: Sequence[Point], pitch: float) -> list[tuple[Token, Point]]:
    """Return tokens with their places, in order, as far as there are any.

    A token with a title takes the first places side by side, and is drawn from the leftmost of them; without enough of
    them it loses its title.
    """
    rest = list(free)
    placed_tokens: list[tuple[Token, Point]] = []
    for token in all_tokens:
        if not rest:
            break
        row = _row(rest, token.across, pitch) if token.title else []
        placed_tokens.append((token, min(row)) if row else (token._replace(title=""), rest[0]))
        for point in row or rest[:1]:
            rest.remove(point)
    return placed_tokens


def _row(free: Sequence[Point], across: int, pitch: float) -> Sequence[Point]:
    """Return the first ``across`` free places that are side by side; none if there are no such places."""
    rows = (free[start : start + across] for start in range(len(free) - across + 1))
    return next((row for row in rows if all(_are_neighbours(*pair, pitch) for pair in pairwise(row))), [])


def _are_neighbours(first: Point, second: Point, pitch: float) -> bool:
    return first[1] == second[1] and math.isclose(abs(first[0] - second[0]), pitch)


def _width(places: int) -> int:
    """Return the width of a token that takes several places, in its units."""
    return places * (_SIDE + _GAP) - _GAP


class _TitleLines(NamedTuple):
    """A title as it is written on a token."""

    places: int
    """The number of places that the token takes."""
    size: int
    """The size of the letters."""
    rows: tuple[str, ...]


def lines(title: str) -> _TitleLines:
    """Return how a title is written in two places, or in three if it does not fit into two lines there."""
    for places in (2, 3):
        room = _width(places) - 2 * _MARGIN
        size = fonts.fitting(title, _TITLES, room)
        rows = fonts.wrap(title, size, room, 2)
        if " ".join(rows) == title:
            break
    return _TitleLines(places, size, rows)


def _title(token: Token, caption: Caption) -> str:
    """Return the title of a token, with the number of such things."""
    return caption.text(token.title) + (f" {fonts.TIMES}{token.many}" if token.many > 1 else "")


def _titled(canvas: Canvas, token: Token, caption: Caption) -> None:
    """Draw a token in the field of several: its signs in a row above its title."""
    places, size, rows = lines(_title(token, caption))
    wide = _width(places)
    canvas.frame((0, 0, wide, _SIDE), CARD, NEW, 6, 14)
    # Top and height of the signs, on which a letter is still large enough to be read, and the middle of the first line.
    top, high, first = (5, 40, 60) if len(rows) == 1 else (2, 32, 45)
    for line, row in enumerate(rows):
        canvas.text((wide / 2, first + 20 * line), row, wide - _MARGIN, size=size, side="m", aside=True)
    signs = [token.sign, token.corner, _badge(token.owner) if token.owner is not None else None]
    scaled = [sign.scaled(high / sign.size[1]) for sign in signs if sign]
    for column, sign in enumerate(scaled, 1):
        canvas.paste(sign, (column * wide / (len(scaled) + 1), top + high / 2))


def _token(canvas: Canvas, token: Token, caption: Caption) -> None:
    """Draw a token in a field of 80 by 80, or of several such with their gaps."""
    if token.title:
        _titled(canvas, token, caption)
        return
    canvas.frame((0, 0, _SIDE, _SIDE), mix(CARD, CROWN, 0.5) if token.gold else CARD, NEW, 6, 14)
    if token.label and token.owner is not None:
        _labelled(canvas, token, token.owner)
        return
    middle = _SIDE / 2
    if token.label or token.corner:
        canvas.paste(token.sign, (6, middle), "l")
    elif token.many > 1:
        canvas.paste(token.sign, (2, middle + 6), "l")
    else:
        canvas.paste(token.sign, (middle, middle))
    if token.label:
        wide, _ = token.sign.size
        size = fonts.fitting(token.label, _LABELS, _SIDE - wide - 4)
        canvas.text(((wide + _SIDE) / 2, middle), token.label, _SIDE - wide, size=size, ink=TEXT, side="m")
    if token.ticked:
        canvas.paste(icon("tick", 30), (_SIDE - 20, 22))
    if token.corner:
        canvas.paste(token.corner, (_SIDE - 5, _SIDE - 22), "r")
    if token.owner is not None:
        canvas.paste(_badge(token.owner), (_SIDE - 5, 22), "r")
    if token.many > 1:
        left_x = _SIDE - 42 if token.owner is None else 3  # the badge has the upper right corner
        canvas.frame((left_x, 3, 39, 30), NEW, None, 0, 10)
        label = f"{fonts.TIMES}{token.many}"
        canvas.text((left_x + 19.5, 18), label, 39, size=_LETTER, ink=WHITE, side="m", aside=True)


def _labelled(canvas: Canvas, token: Token, owner: int) -> None:
    """Draw a sign and its owner side by side, with the label below both."""
    canvas.paste(token.sign, (4, 28), "l")
    size = fonts.fitting(token.label, _LABELS, _SIDE - 16)
    canvas.text((_SIDE / 2, 62), token.label, _SIDE - 12, size=size, ink=TEXT, side="m")
    canvas.paste(_badge(owner), (_SIDE - 3, 26), "r")


def _badge(seat: int) -> Sprite:
    return badge(seat, _CORNER, PALETTE, _LETTER)


def _deed(deed: str) -> Sprite:
    """Return the sign of a deed (see ``deeds``)."""
    return icon(f"deed_{deed}", _DEED)


@lru_cache(maxsize=64)
def corners(chart: Chart, pitch: float, waiting_count: int = 0) -> tuple[tuple[Point, ...], ...]:
    """Return the upper left corners of free squares on the sea, in a group for each corner of the map.

    The roomiest corner of the map comes first; the upper left one comes last, since figures wait there.

    Args:
        chart: The places of the map.
        pitch: The side of a square, in units of the map.
        waiting_count: The number of figures that wait.
    """
    figures_end = field.berth(waiting_count)[0] - 40 if waiting_count else 0
    groups = [
        _corner(chart, pitch, right=True, low=True),
        _corner(chart, pitch, right=False, low=True),
        _corner(chart, pitch, right=True, low=False),
    ]
    groups.sort(key=len, reverse=True)
    groups.append(_corner(chart, pitch, right=False, low=False, first_row_from=figures_end))
    return tuple(tuple(group) for group in groups if group)


def places(chart: Chart, pitch: float, waiting_count: int = 0) -> tuple[Point, ...]:
    """Return the same squares in one list."""
    return tuple(at for group in corners(chart, pitch, waiting_count) for at in group)


def _corner(chart: Chart, pitch: float, *, right: bool, low: bool, first_row_from: float = 0) -> list[Point]:
    """Return the squares in one corner of the map, row by row, from the edges inwards as far as the coast.

    Args:
        chart: The places of the map.
        pitch: The side of a square, in units of the map.
        right: True for a corner at the right edge.
        low: True for a corner at the lower edge.
        first_row_from: Units that the first row leaves free at the left or right edge.
    """
    coast = list(_coast(chart))
    edge = _GAP + 8
    squares: list[Point] = []
    for row in range(int(chart.height / 2 / pitch)):
        before = len(squares)
        start = edge if row else max(edge, first_row_from)
        for column in range(int(chart.width / 2 / pitch)):
            left_x = chart.width - start - (column + 1) * pitch if right else start + column * pitch
            top = chart.height - edge - (row + 1) * pitch if low else edge + row * pitch
            if any(_reaches(at, radius, left_x, top, pitch) for at, radius in coast):
                break
            squares.append((left_x, top))
        # Waiting figures may leave no room in the first row; below any other row without room there is none either.
        if len(squares) == before and row:
            break
    return squares


def _coast(chart: Chart) -> Iterator[tuple[Point, float]]:
    """Yield everything that lies or may come to lie at the coast, as rounds: middle and radius in units of the map."""
    geometry = chart.geometry
    for at in geometry.hex_points:
        yield chart.spot(at), _LAND * chart.side
    for at in geometry.node_points:
        yield chart.spot(at), _PIECE * chart.unit
    for harbour in geometry.harbours:
        yield chart.harbour(harbour), land.sign_size(chart) / 2 + 13
        yield chart.pirate(harbour), _PIECE * chart.unit


def _reaches(at: Point, radius: float, left_x: float, top: float, side: float) -> bool:
    """Return whether a round reaches into a square."""
    across = max(left_x - at[0], 0.0, at[0] - left_x - side)
    down = max(top - at[1], 0.0, at[1] - top - side)
    return math.hypot(across, down) < radius
