"""Boxes in boxes: the layout of a picture as a tree of rows, columns and stacks, whose leaves are its parts.

A box is never smaller than its least size: the one it is given, or what its contents need. Lengths are in the units of
the box around it.

- In a row the boxes share its width, and each is as high as the row; in a column it is the other way round.
- Room beyond the least sizes goes to the boxes by their shares. Unless it is told its share, a box that can be
  stretched has a share of 1, and any other box keeps its least size. A box of a given width cannot be stretched in its
  width. A row can be if one of its boxes can, a column if all of them can; with heights it is the other way round.
- Across a row or column sharing does not matter: every box is as wide as its column, or as high as its row, even if a
  size was given. ``inset(box, left=0)`` keeps a box of its least width at the left edge.
- No room disappears: ``arrange`` fails if boxes need more than there is, or if room is left over that no box takes. An
  empty box, ``space``, takes what shall stay free.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from render.kit.part import Part
from render.kit.pen import Point

Leaves = Iterator[tuple[str, Part]]
"""Names of leaves with the parts of the picture that they cover."""
_TOLERANCE = 1e-6
"""The largest error of a sum of lengths, in units."""


@dataclass(frozen=True, kw_only=True)
class Node(ABC):
    """A box of a layout."""

    width: float = 0
    """The least width; 0: what the contents need."""
    height: float = 0
    """The least height; 0: what the contents need."""
    share: float | None = None
    """Its share of the room that is left over in the row or column around it; None: as described above."""

    @property
    def least(self) -> Point:
        """Return the least width and height."""
        width, height = self._contents()
        return max(self.width, width), max(self.height, height)

    def share_along(self, axis: int) -> float:
        """Return the share of the room that is left over in a row (axis 0) or column (axis 1)."""
        if self.share is not None:
            return self.share
        return float(self.is_elastic(axis))

    def is_elastic(self, axis: int) -> bool:
        """Return whether the box can be stretched in its width (axis 0) or height (axis 1)."""
        return not (self.width, self.height)[axis] and self._has_elastic_contents(axis)

    @abstractmethod
    def place(self, room: Part) -> Leaves:
        """Yield the leaves, given the part of the picture that the box covers."""

    @abstractmethod
    def claims(self, axis: int) -> str:
        """Return what makes the least width (axis 0) or height (axis 1) so large: leaves with their lengths."""

    @abstractmethod
    def _contents(self) -> Point:
        """Return the width and height that the contents need."""

    @abstractmethod
    def _has_elastic_contents(self, axis: int) -> bool: ...


def arrange(node: Node, size: Point) -> dict[str, Part]:
    """Return the leaves of a layout by their names.

    Args:
        node: The box that covers the whole picture.
        size: The width and height of the picture.

    Raises:
        ValueError: The picture is too small, room is left over that no box takes, or two leaves have the same name.
    """
    for axis, (min_length, length) in enumerate(zip(node.least, size, strict=True)):
        if min_length > length + _TOLERANCE:
            side = ("width", "height")[axis]
            raise ValueError(f"a {side} of {min_length:g} does not fit into {length:g}: {node.claims(axis)}")
    leaves = [*node.place(Part(0, 0, *size))]
    parts = dict(leaves)
    if len(parts) < len(leaves):
        raise ValueError(f"two of {[name for name, _ in leaves]} have the same name")
    return parts


# -- leaves ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class _Leaf(Node):
    name: str

    def claims(self, axis: int) -> str:
        return f"{self.name} {self.least[axis]:g}"

    def place(self, room: Part) -> Leaves:
        yield self.name, room

    def _contents(self) -> Point:
        return 0, 0

    def _has_elastic_contents(self, axis: int) -> bool:
        return True


def leaf(name: str, width: float = 0, height: float = 0, *, share: float | None = None) -> Node:
    """Return a part of the picture."""
    return _Leaf(name=name, width=width, height=height, share=share)


@dataclass(frozen=True, kw_only=True)
class _Space(Node):
    def claims(self, axis: int) -> str:
        return f"space {self.least[axis]:g}"

    def place(self, room: Part) -> Leaves:
        yield from ()

    def _contents(self) -> Point:
        return 0, 0

    def _has_elastic_contents(self, axis: int) -> bool:
        return True


def space(width: float = 0, height: float = 0) -> Node:
    """Return an empty box; without a size it takes a share of what is left over."""
    return _Space(width=width, height=height)


# -- boxes of several boxes ------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class _Line(Node):
    boxes: tuple[Node, ...]
    gap: float
    axis: int
    """0: a row; 1: a column."""

    def claims(self, axis: int) -> str:
        if axis != self.axis:
            return _largest(self.boxes, axis).claims(axis)
        gaps = f", gaps {self.gap * (len(self.boxes) - 1):g}" if self.gap else ""
        return "; ".join(box.claims(axis) for box in self.boxes) + gaps

    def _contents(self) -> Point:
        length = sum(box.least[self.axis] for box in self.boxes) + self.gap * (len(self.boxes) - 1)
        across = max(box.least[1 - self.axis] for box in self.boxes)
        return (across, length) if self.axis else (length, across)

    def _has_elastic_contents(self, axis: int) -> bool:
        if axis == self.axis:
            return any(box.share_along(axis) for box in self.boxes)
        return all(box.is_elastic(axis) for box in self.boxes)

    def place(self, room: Part) -> Leaves:
        spare = room.measures[self.axis] - self._contents()[self.axis]
        shares = sum(box.share_along(self.axis) for box in self.boxes)
        if not shares and spare > _TOLERANCE:
            raise ValueError(f"nothing takes the {spare:g} units that are left over in {self}")
        start = 0.0
        for box in self.boxes:
            length = box.least[self.axis]
            if shares:
                length += spare * box.share_along(self.axis) / shares
            yield from box.place(_section(room, self.axis, start, length))
            start += length + self.gap


def row(*boxes: Node, gap: float = 0, width: float = 0, height: float = 0, share: float | None = None) -> Node:
    """Return boxes next to each other, from left to right, ``gap`` apart."""
    return _Line(boxes=boxes, gap=gap, axis=0, width=width, height=height, share=share)


def column(*boxes: Node, gap: float = 0, width: float = 0, height: float = 0, share: float | None = None) -> Node:
    """Return boxes below each other, from top to bottom, ``gap`` apart."""
    return _Line(boxes=boxes, gap=gap, axis=1, width=width, height=height, share=share)


@dataclass(frozen=True, kw_only=True)
class _Stack(Node):
    boxes: tuple[Node, ...]

    def claims(self, axis: int) -> str:
        return _largest(self.boxes, axis).claims(axis)

    def _contents(self) -> Point:
        widths, heights = zip(*(box.least for box in self.boxes), strict=True)
        return max(widths), max(heights)

    def _has_elastic_contents(self, axis: int) -> bool:
        return all(box.is_elastic(axis) for box in self.boxes)

    def place(self, room: Part) -> Leaves:
        for box in self.boxes:
            yield from box.place(room)


def stack(*boxes: Node) -> Node:
    """Return boxes that all cover the same room."""
    return _Stack(boxes=boxes)


# -- boxes around one box --------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class _Inset(Node):
    box: Node
    edges: tuple[tuple[float | None, float | None], tuple[float | None, float | None]]
    """Distances from left and right, and from top and bottom."""

    def claims(self, axis: int) -> str:
        edges = sum(edge or 0 for edge in self.edges[axis])
        return self.box.claims(axis) + (f", edges {edges:g}" if edges else "")

    def _contents(self) -> Point:
        width, height = (
            length + (start or 0) + (end or 0) for length, (start, end) in zip(self.box.least, self.edges, strict=True)
        )
        return width, height

    def share_along(self, axis: int) -> float:
        return self.box.share_along(axis)

    def _has_elastic_contents(self, axis: int) -> bool:
        return self.box.is_elastic(axis)

    def place(self, room: Part) -> Leaves:
        for axis, (start, end) in enumerate(self.edges):
            length = self.box.least[axis]
            free = room.measures[axis] - length
            if start is not None and end is not None:
                length = room.measures[axis] - start - end
            elif start is None:
                start = free / 2 if end is None else free - end
            room = _section(room, axis, start, length)
        yield from self.box.place(room)


def inset(
    box: Node,
    *,
    left: float | None = None,
    top: float | None = None,
    right: float | None = None,
    bottom: float | None = None,
) -> Node:
    """Return a box with room around it.

    A box whose distance from only one of two opposite edges is given has its least size; without any it lies in the
    middle.
    """
    return _Inset(box=box, edges=((left, right), (top, bottom)))


def margin(width: float, box: Node) -> Node:
    """Return a box with the same room on all sides."""
    return inset(box, left=width, top=width, right=width, bottom=width)


@dataclass(frozen=True, kw_only=True)
class _Scaled(Node):
    box: Node
    unit: float

    def claims(self, axis: int) -> str:
        return f"{self.unit:g} × ({self.box.claims(axis)})"

    def _contents(self) -> Point:
        width, height = self.box.least
        return width * self.unit, height * self.unit

    def share_along(self, axis: int) -> float:
        is_given = (self.width, self.height)[axis] > 0
        return 0 if is_given else self.box.share_along(axis)

    def _has_elastic_contents(self, axis: int) -> bool:
        return self.box.is_elastic(axis)

    def place(self, room: Part) -> Leaves:
        unit = self.unit
        yield from self.box.place(Part(room.left, room.top, room.width / unit, room.height / unit, room.unit * unit))


def scaled(unit: float, box: Node, *, width: float = 0, height: float = 0) -> Node:
    """Return a box with units of its own, each as long as ``unit`` units around it.

    The width and height are in units around it.
    """
    return _Scaled(box=box, unit=unit, width=width, height=height)


@dataclass(frozen=True, kw_only=True)
class _Fitted(Node):
    box: Node
    most: float

    def claims(self, axis: int) -> str:
        return f"fitted {self.least[axis]:g}"

    def _contents(self) -> Point:
        return 0, 0

    def _has_elastic_contents(self, axis: int) -> bool:
        return True

    def place(self, room: Part) -> Leaves:
        width, height = self.box.least
        unit = min(room.width / width, room.height / height, self.most)
        yield from inset(scaled(unit, self.box)).place(room)


def fitted(box: Node, limit: float) -> Node:
    """Return a box in its least size, scaled to the room there is, at most ``limit`` times, and in the middle of it."""
    return _Fitted(box=box, most=limit)


def _largest(boxes: Iterable[Node], axis: int) -> Node:
    """Return the box with the largest least width (axis 0) or height (axis 1)."""
    return max(boxes, key=lambda box: box.least[axis])


def _section(room: Part, axis: int, start: float, length: float) -> Part:
    """Return a stretch of a room that has its whole height (axis 0) or width (axis 1)."""
    if axis:
        return room._replace(top=room.top + start * room.unit, height=length)
    return room._replace(left=room.left + start * room.unit, width=length)
