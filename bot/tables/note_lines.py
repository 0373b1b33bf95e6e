"""Lines that people write in their private notes at a table (`/note`), and the limits on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.tables.table import Refused, Table
from bot.tables.table_notes import NoteLine, read_notes
from storage import plans
from storage.database import Database

LONGEST_LINE = 300
"""The largest number of characters of a line."""
MOST_LINES = 30
"""The largest number of lines of a person at a table."""


class NoteLines:
    """The written lines of all people."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def add_line(self, table: Table, user_id: int, text: str) -> Sequence[NoteLine]:
        """Add a line to a person's notes, and return all of them. Raises Refused if there are too many."""
        turn = table.game.state.turn

        def add(lines: Sequence[NoteLine]) -> Sequence[NoteLine]:
            if len(lines) >= MOST_LINES:
                raise Refused("error.notes_full", n=MOST_LINES)
            return [*lines, NoteLine(text=text, turn=turn)]

        return await self._change_lines(table.row.id, user_id, add)

    async def remove_line(self, game_id: int, user_id: int, number: int) -> Sequence[NoteLine]:
        """Remove the line of this number, from 1, and return the others. Raises Refused if there is none."""

        def remove(lines: Sequence[NoteLine]) -> Sequence[NoteLine]:
            if not 1 <= number <= len(lines):
                raise Refused("error.no_such_note", number=number)
            return [line for place, line in enumerate(lines, 1) if place != number]

        return await self._change_lines(game_id, user_id, remove)

    async def _change_lines(
        self, game_id: int, user_id: int, change: Callable[[Sequence[NoteLine]], Sequence[NoteLine]]
    ) -> Sequence[NoteLine]:
        # It is repeated since a plan of the same person may be carried out meanwhile.
        while True:
            async with self.database.transaction() as session:
                row = await plans.of_person(session, game_id, user_id)
                notes = read_notes(row)
                notes = notes.with_lines(change(notes.lines))
                seat = row.seat if row else None
                revision = row.revision if row else 0
                if await plans.write(session, game_id, user_id, revision, notes.data(), seat=seat):
                    return notes.lines
