"""A table as it stands: the stored row, who sits where, and the game itself."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from msgspec.structs import replace

import engines
from engines import Event, Game, Message
from storage.models import GameRow, SeatRow, Status

RESIGNED = "say.resigned"
"""Said when somebody resigns."""
PEOPLE = ("player", "owner")
"""Arguments of messages that are names of people."""
STAND_IN = "normal"
"""The computer player that takes over a seat."""


class Refused(Exception):
    """Something that may not be done; the message says why, nothing has changed."""

    def __init__(self, id: str, **args: int | str | list[str]) -> None:
        super().__init__(id)
        self.message = Message(id, args)


class TableBroken(Exception):
    """The stored state of a table cannot be read; other tables are not affected."""

    def __init__(self, game_id: int, reason: str) -> None:
        super().__init__(f"table {game_id}: {reason}")
        self.game_id = game_id
        self.reason = reason


def person_at(seat: SeatRow) -> int | None:
    """The user who decides for a seat; None: a computer does."""
    return None if seat.resigned or seat.stand_in else seat.user_id


def user_at(seated: Sequence[SeatRow], number: int) -> int | None:
    """The user who decides for one of these seats; None: nobody does."""
    return next((person_at(seat) for seat in seated if seat.number == number), None)


class UnknownGame(TableBroken):
    """A stored table of a game that this program does not have, perhaps of a newer version."""

    def __init__(self, game_id: int, key: str) -> None:
        super().__init__(game_id, f"there is no game {key!r}")
        self.key = key


def present_name(seat: SeatRow, recorded: str) -> str:
    """Return what Discord shows now for the person who is recorded under a name at a seat."""
    if recorded == seat.substitute:
        user = seat.user_id
    elif recorded == seat.name and (seat.owner_id is not None or seat.substitute is None):
        user = seat.owner_id or seat.user_id
    else:  # somebody who has passed the seat on
        return recorded
    name = (seat.present_names or {}).get(str(user))
    return name if isinstance(name, str) and name else recorded


def computer_name(seat: int) -> str:
    """Return the name of the computer that plays on for somebody who has resigned, the same in every language."""
    return f"Computer {seat + 1}"


@dataclass(frozen=True)
class Table:
    """A row, its seats by number, and (once started) the game. Nothing in it is written back by itself."""

    row: GameRow
    seats: Sequence[SeatRow]
    instead: Game | None = None
    """The game that stands on an imagined table."""

    @cached_property
    def game(self) -> Game:
        """Raises Refused before the start, TableBroken when the stored state is damaged."""
        if self.instead is not None:
            return self.instead
        kind = self.kind
        if self.row.state is None:
            if self.running:
                raise TableBroken(self.row.id, "it runs without a state")
            self.check_kept()
            raise Refused(self.why_not_running)
        try:
            game = engines.load(self.row.state)
        except engines.CorruptState as fault:
            raise TableBroken(self.row.id, str(fault)) from fault
        if not isinstance(game, kind):
            raise TableBroken(self.row.id, f"the stored game is none of {self.row.key!r}")
        if len(self.seats) != game.state.seats:
            raise TableBroken(self.row.id, f"{len(self.seats)} seats are kept of {game.state.seats}")
        return game

    @property
    def why_not_running(self) -> str:
        """Return the id of the sentence that says why nothing can be played here."""
        if self.row.status == Status.LOBBY:
            return "error.not_started"
        closed_lobby = self.row.status == Status.ABANDONED and self.row.started_at is None
        return "error.lobby_closed" if closed_lobby else "error.game_over"

    def checked_game(self) -> Game:
        """The game. Raises as ``game`` does, where there is none to show."""
        return self.game

    def check_kept(self) -> None:
        """Raises Refused where the moves have been deleted, since the game ended long ago."""
        if self.row.cleared_at is not None:
            raise Refused("error.moves_gone")

    def imagined(self, game: Game) -> Table:
        """The same table with another game on it."""
        return Table(self.row, self.seats, game)

    def then(self, game: Game, names: Sequence[str] | None = None) -> Table:
        """The same table as it stood when this was its game and these were its players: it ran, unless that is over."""
        status = Status.FINISHED if game.state.over else Status.RUNNING
        row = self.row.unkept(status=status, paused_at=None, pause=None, turn=game.state.turn, state=None)
        called = names or self.names
        seats = [seat.unkept(substitute=called[seat.number], present_names=None) for seat in self.seats]
        return Table(row, seats, game)

    @property
    def kind(self) -> type[Game]:
        """Return the game's class. Raises UnknownGame for a game that this program does not have."""
        try:
            return engines.GAMES[self.row.key]
        except KeyError as fault:
            raise UnknownGame(self.row.id, self.row.key) from fault

    @property
    def options(self) -> dict[str, str]:
        """Return the value of every option of the game, in its order: what was chosen, else the table's default."""
        chosen, defaults = self.row.options, self.kind.defaults(self.row.rules_version)
        return {name: chosen.get(name, default) for name, default in defaults.items()}

    def begun(self) -> Game:
        """The game before its first move, by the rules it was begun with. Raises ValueError for what no game has."""
        row, stated = self.row, (self.row.state or {}).get("options")
        options = dict(row.options)
        if isinstance(stated, dict):  # a lobby of an earlier version did not keep those that it was older than
            options |= {id: stated[id] for id in self.kind.defaults() if id in stated and id not in options}
        return self.kind.by_rules(row.rules_version, len(self.seats), int(row.seed, 16), **options)

    def question(self, seat: int) -> str:
        """A mark of what the seat is being asked: the same as long as the question is the same."""
        message = self.game.prompt(seat).message
        asked = repr((self.game.state.turn, message.id, sorted(message.args.items())))
        return hashlib.blake2b(asked.encode(), digest_size=6).hexdigest()

    @property
    def names(self) -> tuple[str, ...]:
        """Return the present names of those who play at each seat or are away from it, as Discord gives them.

        A seat whose player has resigned has that of the computer.
        """
        return tuple(
            computer_name(seat.number) if seat.resigned else name
            for seat, name in zip(self.seats, self.voter_names, strict=True)
        )

    @property
    def voter_names(self) -> tuple[str, ...]:
        """Return the present names of those who voted for each seat, also of those who have resigned since."""
        return tuple(present_name(seat, seat.substitute or seat.name) for seat in self.seats)

    @property
    def owner_names(self) -> tuple[str, ...]:
        """Return the present names of those whose seats these are, whoever plays there."""
        return tuple(present_name(seat, seat.name) for seat in self.seats)

    @property
    def recorded_names(self) -> tuple[str, ...]:
        """Return the names under which log and results keep those who play at each seat.

        They do not change with a rename, so that a person's traces can be found and taken out.
        """
        return tuple(seat.substitute or seat.name for seat in self.seats)

    def with_present_names(self, message: Message) -> Message:
        """Return a message of the log in which those who come and go have their present names."""
        return Message(message.id, self._named_now(self._with_who_resigned(message.id, message.args)))

    def remarked_now(self, event: Event) -> Event:
        """Return an event of the log, a remark about people with their present names."""
        if not event.is_remark:
            return event
        return replace(event, data=self._named_now(self._with_who_resigned(event.kind, event.data)))

    def _with_who_resigned(
        self, id: str, args: Mapping[str, int | str | list[str]]
    ) -> Mapping[str, int | str | list[str]]:
        """Return the arguments of a sentence; an earlier version stored only the seat of somebody who resigns."""
        seat = args.get("seat")
        if id != RESIGNED or "player" in args or not isinstance(seat, int):
            return args
        return {**args, "player": self.owner_names[seat]}

    def _named_now(self, args: Mapping[str, int | str | list[str]]) -> dict[str, int | str | list[str]]:
        """Return arguments with the present names of people, and whose seat it is, in case nobody can see the name."""
        found = dict(args)
        for name in PEOPLE:
            if isinstance(recorded := args.get(name), str):
                found[name] = self.named_now(recorded)
                if (number := self.number_of(recorded)) is not None:
                    found.setdefault("seat", number - 1)
        return found

    @property
    def colours(self) -> tuple[str, ...]:
        """The colour that each seat has chosen, a name of the game's palette; "" for none."""
        return tuple(seat.colour or "" for seat in self.seats)

    @property
    def names_at_first(self) -> tuple[str, ...]:
        """Who sat there when the game began: by these names its dice are checked."""
        return tuple(seat.name for seat in self.seats)

    @property
    def running(self) -> bool:
        return self.row.status == Status.RUNNING

    @property
    def drawn(self) -> bool:
        """Whether everybody agreed to end the game as a draw: its rules would go on."""
        return self.row.status == Status.FINISHED and not self.game.state.over

    @property
    def over(self) -> bool:
        """Whether the game is over with a result."""
        return self.game.state.over or self.drawn

    @property
    def paused(self) -> bool:
        """Whether nobody moves until somebody lets the game go on."""
        return self.row.paused_at is not None

    @property
    def paused_by(self) -> str:
        """Return the name of who paused the game."""
        return self.named_now(str((self.row.pause or {}).get("name", "")))

    def number_of(self, name: str) -> int | None:
        """Return the number, from 1, of the seat of somebody by the present or the recorded name; None for others."""
        for seat in self.seats:
            if name in (self.names[seat.number], self.owner_names[seat.number], seat.name, seat.substitute):
                return seat.number + 1
        return None

    def named_now(self, recorded: str) -> str:
        """Return the present name of somebody at this table whom the log calls ``recorded``."""
        for seat in self.seats:
            if recorded in (seat.name, seat.substitute):
                return present_name(seat, recorded)
        return recorded

    @property
    def waiting_for(self) -> list[int]:
        """Seats of people who must decide now, in the game's order; a paused or drawn table waits for nobody."""
        if self.paused or self.drawn:
            return []
        return [seat for seat in self.game.blocking_seats if self.user_at(seat) is not None]

    @property
    def free(self) -> int:
        """How many seats are free while people gather."""
        return max(0, self.row.seats - len(self.seats))

    @property
    def persons(self) -> list[int]:
        """User ids of those who still play, in seat order."""
        return [user for user in map(person_at, self.seats) if user is not None]

    def users_of(self, seat: int) -> list[int]:
        """Who plays a seat or may come back to it."""
        row = self.seats[seat]
        return [] if row.resigned else [user for user in (row.user_id, row.owner_id) if user is not None]

    @property
    def company(self) -> list[int]:
        """Everybody who plays here or may come back to a seat, in seat order."""
        return list(dict.fromkeys(user for seat in self.seats for user in self.users_of(seat.number)))

    @property
    def away(self) -> dict[int, int]:
        """By seat the users who may come back to it: a computer or a substitute decides there meanwhile."""
        owners = {seat.number: seat.owner_id or (seat.user_id if seat.stand_in else None) for seat in self.seats}
        return {seat: user for seat, user in owners.items() if user is not None and not self.seats[seat].resigned}

    def involves(self, user_id: int) -> bool:
        """Whether a person has or had a seat here: an administrator who does has a host's rights here, not more."""
        return any(user_id in (seat.user_id, seat.owner_id) for seat in self.seats)

    def alone(self, user_id: int) -> bool:
        """Whether nobody but this person plays here or may come back to a seat."""
        return set(self.company) <= {user_id}

    @property
    def expected(self) -> bool:
        """Whether somebody plays here or is away from a seat that is still theirs."""
        return bool(self.company)

    def seat_of(self, user_id: int) -> int | None:
        """The seat a user plays; None for strangers, for those who resigned, and for whom somebody else decides."""
        return next((seat.number for seat in self.seats if person_at(seat) == user_id), None)

    def seat_kept_for(self, user_id: int) -> int | None:
        """The seat that is a user's though a computer or a substitute decides there; None: there is none."""
        for seat in self.seats:
            away = seat.user_id == user_id and seat.stand_in is not None and not seat.resigned
            if away or seat.owner_id == user_id:
                return seat.number
        return None

    def seat_played_or_kept(self, user_id: int) -> int | None:
        """The seat a user plays, or is away from."""
        seat = self.seat_of(user_id)
        return self.seat_kept_for(user_id) if seat is None else seat

    def own_seat(self, user_id: int) -> int:
        """The seat a user plays. Raises Refused where there is none."""
        seat = self.seat_of(user_id)
        if seat is None:
            raise self.no_seat(user_id)
        return seat

    def check_host(self, user_id: int, *, admin: bool = False) -> None:
        """Raises Refused for who is neither the host nor an administrator."""
        if user_id != self.row.host_id and not admin:
            raise Refused("error.not_host")

    def check_not_paused(self) -> None:
        """Raises Refused while the table is paused."""
        if self.paused:
            raise Refused("error.paused", **self._named_now({"player": self.paused_by}))

    def no_seat(self, user_id: int) -> Refused:
        """Why somebody who plays no seat here cannot do what players do."""
        kept = self.seat_kept_for(user_id)
        if kept is None:
            return Refused("error.not_seated")
        if self.seats[kept].owner_id == user_id:
            return Refused("error.substituted", player=self.names[kept], seat=kept)
        return Refused("error.away")

    def user_at(self, seat: int) -> int | None:
        """The user who decides for a seat; None: a computer does."""
        return person_at(self.seats[seat])

    def computer_at(self, seat: int) -> str | None:
        """The kind of computer that decides for a seat; None: a person does. It takes over from who resigned or is
        away."""
        row = self.seats[seat]
        return STAND_IN if row.resigned else row.stand_in or row.computer

    @property
    def has_computers(self) -> bool:
        """Whether a computer decides for any seat."""
        return any(self.computer_at(seat.number) for seat in self.seats)

    @property
    def computers_turn(self) -> bool:
        """Whether a computer is to decide, be it beside people. Computers do not play among themselves: where everybody
        is away, the table rests."""
        moving = not self.paused and bool(self.persons)
        return moving and any(self.computer_at(seat) for seat in self.game.blocking_seats)
