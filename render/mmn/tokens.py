"""Gains and losses of a turn, as tokens on the free sea: pieces twice as large as on the map, awards, traded cards."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from engines import Event
from engines.mmn import board
from engines.mmn.cards import CARDS
from engines.mmn.view import MmnView
from render.caption import Caption
from render.kit import fonts, mat
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.event_data import number, word, words
from render.kit.ink import CARD, CROWN, NEW, TEXT, WHITE, mix
from render.kit.pen import Point, Sprite
from render.mmn import deeds, field, figures, land, pieces, tracks
from render.mmn.chart import Chart
from render.mmn.inks import PALETTE
from render.mmn.sprites import icon
from render.mmn.words import KINDS, NEW_THINGS, TITLES

# Of a token, and between two, in its units.
_SIDE = 80
_GAP = 4
_MARGIN = 8
"""Space that a token with a title leaves free at its edge, in units."""
# A token with its gap takes so many pixels of the picture, the fewer where there are many tokens, and no fewer
# units of the map.
_PIXELS = (90, 72)
_UNITS = 108
# The size of a sign beside its owner, and of what is written below both.
_KIND = 40
_LABELS = (30, 28, 26)
# The size of what stands in a corner, the least of a letter there, and the size of what was done.
_CORNER = 34
_LETTER = 26
_DEED = 36
_HEADS = (36, 32, 28, 26)
"""Sizes of a heading; the first that fits is taken."""
_TITLES = (30, 28, 26)
"""Sizes of a title on one line; a title on two lines has the last one."""
_AWARDS = {"longest_road": "road", "storage": "crates", "autarky": "autarky"}
_TURNED = frozenset(("clearing", "emergency"))
_TRADES = frozenset(("traded_bank", "chose_partner", "counter_accepted", "accepted"))
_GOT = frozenset(("received",))
_GAVE = frozenset(("paid", "discarded"))


class Token(NamedTuple):
    """A token: a sign, alone, with a text beside or below it, or with a small sign in the corner.

    Attributes:
        owner: The seat that it belongs to, unless the sign itself says so.
        gold: True for an award.
        many: The number of such things.
        ticked: True if it is dealt with, such as a storage card.
        title: The id of the text that names it.
        across: The number of places that the title takes.
    """

    sign: Sprite
    label: str = ""
    corner: Sprite | None = None
    gold: bool = False
    many: int = 1
    ticked: bool = False
    owner: int | None = None
    title: str = ""
    across: int = 2


def tokens(view: MmnView, events: Iterable[Event]) -> list[Token]:
    """Return the tokens of events: points first, figures of the map and cards last."""
    points: list[Token] = []
    others: list[Token] = []
    moved: list[Token] = []
    levels: dict[tuple[int, str], int] = {}
    events = list(events)
    others += (
        Token(icon("shield", _KIND), "=", owner=int(seat))
        for event in events
        if event.kind == "defender_tie"
        for seat in words(event, "seats")
        if seat in map(str, range(view.seats))
    )
    for event in filter(partial(_real, view), events):
        seat = event.seat or 0
        points += _points(event, seat)
        others += _pieces(event, seat)
        moved += _moved(event, seat)
        if event.kind == "improved" and word(event, "track") in board.TRACKS:
            levels[seat, word(event, "track")] = number(event, "level")
    others += _knights(view, deeds.done(events))
    others += (Token(tracks.disc(track, _KIND), str(level), owner=seat) for (seat, track), level in levels.items())
    cards = _cards(events)
    return [token._replace(many=many) for token, many in Counter([*points, *others, *moved, *cards]).items()]


def _cards(events: Iterable[Event]) -> list[Token]:
    """Return the cards that came to hands or were paid, added up by seat, if everybody has seen their kinds.

    For a seat gains stand before payments; of a trade the side of the offerer is shown.
    """
    changes: dict[int, Counter[str]] = {}
    for event in events:
        if event.seat is None or event.kind not in _TRADES | _GOT | _GAVE:
            continue
        seat = number(event, "offer_seat") if event.kind == "accepted" else event.seat
        change = changes.setdefault(seat, Counter())
        change.update(words(event, "cards" if event.kind in _GOT else "got"))
        change.subtract(words(event, "cards" if event.kind in _GAVE else "gave"))
    return [
        Token(icon(kind, _KIND), mat.difference(count), owner=seat)
        for seat, change in changes.items()
        for kind, count in sorted(change.items(), key=lambda item: -item[1])
        if count and kind in KINDS
    ]


def _real(view: MmnView, event: Event) -> bool:
    """Return whether a player did something at places that exist, or storage was turned up."""
    geometry = board.size(view.seats).geometry
    known = {
        "node": geometry.node_number,
        "path": geometry.path_number,
        "hex": geometry.hex_number,
        "harbour": geometry.harbour_number,
    }
    return (event.seat is not None or event.kind in _TURNED) and all(
        event.data[sort] in known[sort] for sort in known & event.data.keys()
    )


def _points(event: Event, seat: int) -> Iterator[Token]:
    match event.kind:
        case "award" | "award_moved" | "award_aside" if word(event, "award") in _AWARDS:
            sign = icon(_AWARDS[word(event, "award")], 42)
            aside = event.kind == "award_aside"
            yield Token(sign, gold=True, corner=_did(deeds.GONE)) if aside else Token(sign, corner=_of(seat), gold=True)
        case "metropolis" if word(event, "track") in board.TRACKS:
            yield Token(pieces.marker(word(event, "track"), 50), corner=_of(seat), gold=True)
        case "defender":
            yield Token(icon("shield", 44), corner=_of(seat), gold=True)
        case "vp_card":
            yield Token(icon("scroll", 46), corner=_of(seat), gold=True)
        case "city":
            yield Token(pieces.city(seat, 72))
        case "settlement":
            yield Token(pieces.settlement(seat, 50))
        case "pillaged":
            yield Token(pieces.city(seat, 56), corner=_did(deeds.GONE))


def _pieces(event: Event, seat: int) -> Iterator[Token]:
    owner = number(event, "victim_seat") if "victim_seat" in event.data else seat
    match event.kind:
        case "wall" | "wall_removed":
            yield (
                Token(icon("wall", 48), corner=_of(owner))
                if event.kind == "wall"
                else Token(icon("wall", 48), corner=_did(deeds.GONE), owner=owner)
            )
        case "knight_lost" | "captain_lost":
            rank = word(event, "rank") if word(event, "rank") in board.RANKS[1:] else board.RANKS[1]
            yield Token(
                pieces.knight(owner, rank, 60, is_captain=event.kind == "captain_lost"), corner=_did(deeds.GONE)
            )
        case "sabotaged":
            yield Token(pieces.city(owner, 68, sabotaged=True))
        case "repaired":
            yield Token(icon("hammer", 46), corner=_of(seat))
        case "road_removed":
            yield Token(pieces.road(owner, 52, 22, 1), corner=_did(deeds.GONE))
        case "store" | "hall" | "large_store" | "servant" | "journeyman":
            yield Token(pieces.chip(seat, event.kind, 50), corner=_of(seat))
        case "discarding" | "discarded":
            yield Token(icon("hand", 44), corner=_of(seat))
        case "laid":
            yield Token(figures.number(number(event, "number"), 56), corner=_of(seat))
        case "serf":
            yield Token(icon("worker", 44), corner=_of(seat))
        case "famine":
            yield Token(icon("hunger", 44), corner=_of(owner))
        case "clearing" | "emergency" if word(event, "resource") in KINDS:
            yield Token(icon("crates", 50), corner=icon(word(event, "resource"), _CORNER), ticked=True)
        case "monopoly" if word(event, "good") in KINDS:
            yield Token(icon(word(event, "good"), _KIND), corner=_of(seat))


def _moved(event: Event, seat: int) -> Iterator[Token]:
    match event.kind:
        case "robber":
            yield Token(figures.robber(60), corner=_did(deeds.MOVED), owner=seat)
        case "pirate":
            yield Token(icon("pirate", 52), corner=_did(deeds.MOVED), owner=seat)
        case "merchant":
            yield Token(figures.merchant(seat, 54), corner=_did(deeds.MOVED))
        case "cursed":
            yield Token(figures.curse(seat, 60))
        case "drew" if word(event, "deck") in board.TRACKS:
            yield Token(tracks.back(word(event, "deck"), 58), corner=_of(seat))
        case "card" if word(event, "card") in CARDS:
            card = word(event, "card")
            back = tracks.back(CARDS[card].deck, 58)
            yield Token(back, corner=_did(deeds.PLAYED), owner=seat, title=TITLES[card])
        case "returned" if word(event, "deck") in board.TRACKS:
            yield Token(tracks.back(word(event, "deck"), 58), corner=_did(deeds.GONE), owner=seat)
        case "spied" if word(event, "deck") in board.TRACKS:
            back = tracks.back(word(event, "deck"), 58)
            yield Token(back, corner=_of(seat))
            yield Token(back, corner=_did(deeds.GONE), owner=number(event, "victim_seat"))


def _knights(view: MmnView, did: Mapping[str, Collection[str]]) -> Iterator[Token]:
    """Return knights as they are now, each with all its deeds; a knight that has just come is shown alone."""
    for player in view.players:
        for knight in player.knights:
            done = did.get(knight.node, ())
            if deeds.CAME in done:
                yield Token(pieces.knight(player.seat, knight.rank, 70, knight.active, knight.captain))
                continue
            small = pieces.knight(player.seat, knight.rank, 50, knight.active, knight.captain)
            for deed in done:
                yield Token(small, corner=_did(deed))


def draw(canvas: Canvas, place: Chart, view: MmnView, caption: Caption) -> list[tuple[Point, float]]:
    """Draw all tokens for which there is room, and in the last place the number of those that are left.

    Returns:
        The rounds that the tokens take, each by its middle and radius.
    """
    wanted = tokens(view, caption.events)
    titled = [token._replace(across=lines(_title(token, caption))[0]) if token.title else token for token in wanted]
    if not titled:
        return []
    waiting = len(field.waiting(view))
    pitch, heads, free, shown = _room_for(titled, place, canvas.scale, waiting)
    if len(shown) < len(titled):
        shown = arranged(titled, free[:-1], pitch)
    unit = pitch / (_SIDE + _GAP)
    for token, at in shown:
        _token(canvas.moved(at, unit), token, caption)
    for head in heads:
        _head(canvas.moved(head, unit), caption.text(NEW_THINGS))
    if len(shown) < len(titled):
        rest = canvas.moved(free[-1], unit)
        rest.frame((0, 0, _SIDE, _SIDE), NEW, None, 0, 14)
        rest.text((_SIDE / 2, _SIDE / 2), f"+{len(titled) - len(shown)}", _SIDE, size=36, ink=CARD, side="m")
    lefts = [(at[0] + step * pitch, at[1]) for token, at in shown for step in range(token.across if token.title else 1)]
    corners_taken = [*lefts, *heads, *(free[-1:] if len(shown) < len(titled) else ())]
    return [((x + pitch / 2, y + pitch / 2), 0.6 * pitch) for x, y in corners_taken]


class _Room(NamedTuple):
    """The places of tokens on the sea: those of headings, and those that are free."""

    pitch: float
    heads: Sequence[Point]
    free: Sequence[Point]
    shown: list[tuple[Token, Point]]


def _room_for(wanted: Sequence[Token], place: Chart, scale: float, waiting: int) -> _Room:
    """Return the largest places that take all tokens with a heading in each corner, else those without headings."""
    pitches = [max(_UNITS, pixels / scale) for pixels in _PIXELS]
    for pitch in pitches:
        blocks = corners(place, pitch, waiting)
        free = [at for block in blocks for at in block[1:]]
        shown = arranged(wanted, free, pitch)
        if [token for token, _ in shown] == list(wanted):  # with their titles
            used = {at for _, at in shown}
            heads = [block[0] for block in blocks if not used.isdisjoint(block)]
            return _Room(pitch, heads, free, shown)
    for pitch in pitches:
        free = list(places(place, pitch, waiting))
        shown = arranged(wanted, free, pitch)
        if len(shown) == len(wanted):
            break
    return _Room(pitch, (), free, shown)


def _head(canvas: Canvas, text: str) -> None:
    """Draw the heading of the tokens beside it; without it they would look like harbours."""
    canvas.frame((0, 0, _SIDE, _SIDE), NEW, None, 0, 14)
    size = fonts.fitting(text, _HEADS, _SIDE - 8)
    canvas.text((_SIDE / 2, _SIDE / 2), text, _SIDE - 4, size=size, ink=WHITE, side="m", aside=True)


def arranged(wanted: Iterable[Token], free: Sequence[Point], pitch: float) -> list[tuple[Token, Point]]:
    """Return tokens with their places, in order.

    A token with a title takes the first places side by side; without enough of them it loses its title.
    """
    left = list(free)
    at: list[tuple[Token, Point]] = []
    for token in wanted:
        if not left:
            break
        row = _row(left, token.across, pitch) if token.title else []
        at.append((token, min(row)) if row else (token._replace(title=""), left[0]))
        for place in row or left[:1]:
            left.remove(place)
    return at


def _row(free: Sequence[Point], across: int, pitch: float) -> Sequence[Point]:
    """Return the first so many free places that are side by side."""
    rows = (free[start : start + across] for start in range(len(free) - across + 1))
    return next((row for row in rows if all(map(partial(_beside, pitch), row, row[1:]))), [])


def _beside(pitch: float, first: Point, second: Point) -> bool:
    return first[1] == second[1] and math.isclose(abs(first[0] - second[0]), pitch)


def _across(places: int) -> int:
    """Return the width of so many tokens that are one."""
    return places * (_SIDE + _GAP) - _GAP


def lines(title: str) -> tuple[int, int, tuple[str, ...]]:
    """Return how a title fits into two or three places: their number, the size of its letters, and its lines."""
    for places in (2, 3):
        room = _across(places) - 2 * _MARGIN
        size = fonts.fitting(title, _TITLES, room)
        rows = fonts.wrap(title, size, room, 2)
        if " ".join(rows) == title:
            break
    return places, size, rows


def _title(token: Token, caption: Caption) -> str:
    """Return the title of a token, with the number of such things."""
    return caption.text(token.title) + (f" {fonts.TIMES}{token.many}" if token.many > 1 else "")


def _titled(canvas: Canvas, token: Token, caption: Caption) -> None:
    """Draw a token in the field of several: its signs in a row above its title."""
    places, size, rows = lines(_title(token, caption))
    wide = _across(places)
    canvas.frame((0, 0, wide, _SIDE), CARD, NEW, 6, 14)
    high, first = (40, 60) if len(rows) == 1 else (32, 45)  # a letter on a sign is still large enough to be read
    for place, row in enumerate(rows):
        canvas.text((wide / 2, first + 20 * place), row, wide - _MARGIN, size=size, side="m", aside=True)
    signs = [token.sign, token.corner, _of(token.owner) if token.owner is not None else None]
    scaled = [sign.scaled(high / sign.size[1]) for sign in signs if sign]
    for place, sign in enumerate(scaled, 1):
        canvas.paste(sign, (place * wide / (len(scaled) + 1), (5 if len(rows) == 1 else 2) + high / 2))


def _token(canvas: Canvas, token: Token, caption: Caption) -> None:
    """Draw a token in a field of 80 by 80, or of several such with their gaps."""
    if token.title:
        _titled(canvas, token, caption)
        return
    canvas.frame((0, 0, _SIDE, _SIDE), mix(CARD, CROWN, 0.5) if token.gold else CARD, NEW, 6, 14)
    middle = _SIDE / 2
    wide, _ = token.sign.size
    if token.label and token.owner is not None:
        canvas.paste(token.sign, (4, 28), "l")
        size = fonts.fitting(token.label, _LABELS, _SIDE - 16)
        canvas.text((middle, 62), token.label, _SIDE - 12, size=size, ink=TEXT, side="m")
        canvas.paste(_of(token.owner), (_SIDE - 3, 26), "r")
        return
    if token.label or token.corner:
        canvas.paste(token.sign, (6, middle), "l")
    elif token.many > 1:
        canvas.paste(token.sign, (2, middle + 6), "l")
    else:
        canvas.paste(token.sign, (middle, middle))
    if token.label:
        canvas.text(
            ((wide + _SIDE) / 2, middle),
            token.label,
            _SIDE - wide,
            size=fonts.fitting(token.label, _LABELS, _SIDE - wide - 4),
            ink=TEXT,
            side="m",
        )
    if token.ticked:
        canvas.paste(icon("tick", 30), (_SIDE - 20, 22))
    if token.corner:
        canvas.paste(token.corner, (_SIDE - 5, _SIDE - 22), "r")
    if token.owner is not None:
        canvas.paste(_of(token.owner), (_SIDE - 5, 22), "r")
    if token.many > 1:
        left = _SIDE - 42 if token.owner is None else 3
        canvas.frame((left, 3, 39, 30), NEW, None, 0, 10)
        label = f"{fonts.TIMES}{token.many}"
        canvas.text((left + 19.5, 18), label, 39, size=_LETTER, ink=WHITE, side="m", aside=True)


def _of(seat: int) -> Sprite:
    return badge(seat, _CORNER, PALETTE, _LETTER)


def _did(deed: str) -> Sprite:
    return icon(f"deed_{deed}", _DEED)


@lru_cache(maxsize=64)
def corners(place: Chart, pitch: float, waiting: int = 0) -> tuple[tuple[Point, ...], ...]:
    """Return the upper left corners of free squares on the sea.

    They lie in rows from each corner of the map, the roomiest first; the upper left corner comes last, since figures
    wait there.
    """
    rest = field.berth(waiting)[0] - 40 if waiting else 0
    blocks = sorted(
        (_corner(place, pitch, right, low) for right, low in ((True, True), (False, True), (True, False))),
        key=len,
        reverse=True,
    )
    return tuple(tuple(block) for block in (*blocks, _corner(place, pitch, False, False, rest)) if block)


def places(place: Chart, pitch: float, waiting: int = 0) -> tuple[Point, ...]:
    """Return the same squares in one list."""
    return tuple(at for block in corners(place, pitch, waiting) for at in block)


def _corner(place: Chart, pitch: float, right: bool, low: bool, first: float = 0) -> list[Point]:
    """Return the places of one corner; its first row leaves out so many at the edge."""
    taken = list(_taken(place))
    edge = _GAP + 8
    corner_places: list[Point] = []
    for row in range(int(place.height / 2 / pitch)):
        before = len(corner_places)
        start = edge if row else max(edge, first)
        for column in range(int(place.width / 2 / pitch)):
            left = place.width - start - (column + 1) * pitch if right else start + column * pitch
            top = place.height - edge - (row + 1) * pitch if low else edge + row * pitch
            if any(_reaches(at, radius, left, top, pitch) for at, radius in taken):
                break
            corner_places.append((left, top))
        if len(corner_places) == before and row:
            break
    return corner_places


def _taken(place: Chart) -> Iterator[tuple[Point, float]]:
    """Yield everything that lies or may come to lie at the coast, as rounds."""
    geometry = place.geometry
    for at in geometry.hex_points:
        yield place.spot(at), 0.92 * place.side
    for at in geometry.node_points:
        yield place.spot(at), 52 * place.unit
    for harbour in geometry.harbours:
        yield place.harbour(harbour), land.sign_size(place) / 2 + 13
        yield place.pirate(harbour), 52 * place.unit


def _reaches(at: Point, radius: float, left: float, top: float, side: float) -> bool:
    """Return whether a round reaches into a square."""
    across = max(left - at[0], 0.0, at[0] - left - side)
    down = max(top - at[1], 0.0, at[1] - top - side)
    return math.hypot(across, down) < radius
