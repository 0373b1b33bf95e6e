"""A table: its stored row, its seats, and the game itself."""

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
"""Line of a player who resigns."""
NAME_ARGUMENTS = ("player", "owner")
"""Message arguments that hold names of people."""
STAND_IN = "normal"
"""Kind of computer player (a key of `engines.players.PLAYERS`) that takes over a seat."""
QUESTION_DIGEST_BYTES = 6
"""Bytes of the digest of a question; in a custom id it has twice as many hexadecimal digits."""


class Refused(Exception):
    """A request that is not allowed; the message says why, and nothing has changed."""

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
    """Return the user who decides for a seat, or None if a computer does."""
    return None if seat.resigned or seat.stand_in else seat.user_id


def user_at(seats: Sequence[SeatRow], number: int) -> int | None:
    """Return the user who decides for one of these seats, or None if nobody does."""
    return next((person_at(seat) for seat in seats if seat.number == number), None)


class UnknownGame(TableBroken):
    """A stored table of a game that this program does not have, perhaps of a newer version."""

    def __init__(self, game_id: int, key: str) -> None:
        super().__init__(game_id, f"there is no game {key!r}")
        self.key = key


def present_name(seat: SeatRow, recorded: str) -> str:
    """Return what Discord shows now for the person who is recorded under a name at a seat.

    A seat knows two people: the substitute, if there is one, and its first player.
    """
    if recorded == seat.substitute:
        user = seat.user_id
    elif recorded == seat.name and (seat.owner_id is not None or seat.substitute is None):
        user = seat.owner_id or seat.user_id
    else:  # somebody who has passed the seat on
        return recorded
    name = (seat.present_names or {}).get(str(user))  # keys of JSON are texts
    return name if isinstance(name, str) and name else recorded


def computer_name(seat: int) -> str:
    """Return the name of the computer that plays on for somebody who has resigned, the same in every language."""
    return f"Computer {seat + 1}"


@dataclass(frozen=True)
class Table:
    """A stored table, its seats by number, and (once started) the game. Changes of it are not stored by themselves."""

    row: GameRow
    seats: Sequence[SeatRow]
    other_game: Game | None = None
    """A game in place of the stored one, as on a practice table."""

    @cached_property
    def game(self) -> Game:
        """The game. Raises Refused before the start, TableBroken when the stored state is damaged."""
        if self.other_game is not None:
            return self.other_game
        kind = self.kind
        if self.row.state is None:
            if self.is_running:
                raise TableBroken(self.row.id, "it runs without a state")
            self.check_has_moves()
            raise Refused(self.not_running_reason)
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
    def not_running_reason(self) -> str:
        """The id of the sentence that says why nothing can be played here; meaningless while the table runs."""
        if self.row.status == Status.LOBBY:
            return "error.not_started"
        is_closed_lobby = self.row.status == Status.ABANDONED and self.row.started_at is None
        return "error.lobby_closed" if is_closed_lobby else "error.game_over"

    def check_game(self) -> Game:
        """Return the game. Raises as the property `game` does; a call says that this is what is wanted."""
        return self.game

    def check_has_moves(self) -> None:
        """Raise Refused if the moves have been deleted, since the game ended long ago."""
        if self.row.cleared_at is not None:
            raise Refused("error.moves_gone")

    def with_game(self, game: Game) -> Table:
        """Return the same table with another game on it."""
        return Table(self.row, self.seats, game)

    def at_position(self, game: Game, names: Sequence[str] | None = None) -> Table:
        """Return the table as it was when this was its game and these were its players, by seat.

        Without `names` the players are the present ones. The table ran then, unless the game is over.
        """
        status = Status.FINISHED if game.state.over else Status.RUNNING
        row = self.row.unkept(status=status, paused_at=None, pause=None, turn=game.state.turn, state=None)
        players = names or self.names
        seats = [seat.unkept(substitute=players[seat.number], present_names=None) for seat in self.seats]
        return Table(row, seats, game)

    @property
    def kind(self) -> type[Game]:
        """The game's class. Raises UnknownGame for a game that this program does not have."""
        try:
            return engines.GAMES[self.row.key]
        except KeyError as fault:
            raise UnknownGame(self.row.id, self.row.key) from fault

    @property
    def options(self) -> dict[str, str]:
        """The value of each option of the game, in its order: the choice, else the default of the table's rules."""
        options = self.row.options
        defaults = self.kind.defaults(self.row.rules_version)
        return {name: options.get(name, default) for name, default in defaults.items()}

    def initial_game(self) -> Game:
        """Return the game before its first move, by its initial rules. Raises ValueError for impossible values."""
        row = self.row
        options = dict(row.options)
        state_options = (row.state or {}).get("options")
        # A lobby of an earlier version did not store the options that were added later.
        if isinstance(state_options, dict):
            options |= {
                id: state_options[id] for id in self.kind.defaults() if id in state_options and id not in options
            }
        return self.kind.by_rules(row.rules_version, len(self.seats), int(row.seed, 16), **options)

    def question_digest(self, seat: int) -> str:
        """Return a digest of the question that the seat is asked, the same as long as the question is the same."""
        message = self.game.prompt(seat).message
        question = repr((self.game.state.turn, message.id, sorted(message.args.items())))
        return hashlib.blake2b(question.encode(), digest_size=QUESTION_DIGEST_BYTES).hexdigest()

    # -- names -----------------------------------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        """The present names, as Discord gives them, of the player or absent owner of each seat.

        A seat whose player has resigned has the name of the computer.
        """
        return tuple(
            computer_name(seat.number) if seat.resigned else name
            for seat, name in zip(self.seats, self.voter_names, strict=True)
        )

    @property
    def voter_names(self) -> tuple[str, ...]:
        """The present names of the voters of each seat, including those who have resigned since."""
        return tuple(present_name(seat, seat.substitute or seat.name) for seat in self.seats)

    @property
    def owner_names(self) -> tuple[str, ...]:
        """The present names of the owners of the seats, even if somebody else plays there."""
        return tuple(present_name(seat, seat.name) for seat in self.seats)

    @property
    def recorded_names(self) -> tuple[str, ...]:
        """The names under which log and results store the players of the seats.

        They do not change with a rename, so that a person's traces can be found and removed.
        """
        return tuple(seat.substitute or seat.name for seat in self.seats)

    def with_present_names(self, message: Message) -> Message:
        """Return a message of the log with the present names of people."""
        return Message(message.id, self._with_names(self._with_resigned_player(message.id, message.args)))

    def with_present_names_in(self, event: Event) -> Event:
        """Return an event of the log, with the present names of people if it is a remark."""
        if not event.is_remark:
            return event
        return replace(event, data=self._with_names(self._with_resigned_player(event.kind, event.data)))

    def _with_resigned_player(
        self, id: str, args: Mapping[str, int | str | list[str]]
    ) -> Mapping[str, int | str | list[str]]:
        """Return the arguments of a sentence, with the player's name where an earlier version stored only the seat."""
        seat = args.get("seat")
        if id != RESIGNED or "player" in args or not isinstance(seat, int):
            return args
        return {**args, "player": self.owner_names[seat]}

    def _with_names(self, args: Mapping[str, int | str | list[str]]) -> dict[str, int | str | list[str]]:
        """Return arguments with present names, and with the seats of people in case a name is invisible."""
        renamed = dict(args)
        for argument in NAME_ARGUMENTS:
            recorded = args.get(argument)
            if not isinstance(recorded, str):
                continue
            renamed[argument] = self.present_name_of(recorded)
            number = self.seat_number_of(recorded)
            if number is not None:
                renamed.setdefault("seat", number - 1)
        return renamed

    # -- state -----------------------------------------------------------------------------------------------------

    @property
    def colours(self) -> tuple[str, ...]:
        """The colour that each seat has chosen, a name of the game's palette, or "" for none."""
        return tuple(seat.colour or "" for seat in self.seats)

    @property
    def initial_names(self) -> tuple[str, ...]:
        """The names of the players at the beginning of the game, by which its dice are checked."""
        return tuple(seat.name for seat in self.seats)

    @property
    def is_running(self) -> bool:
        return self.row.status == Status.RUNNING

    @property
    def is_drawn(self) -> bool:
        """True if everybody agreed to end the game as a draw, before the end by its rules."""
        return self.row.status == Status.FINISHED and not self.game.state.over

    @property
    def is_over(self) -> bool:
        """True if the game is over with a result."""
        return self.game.state.over or self.is_drawn

    @property
    def is_paused(self) -> bool:
        """True if nobody moves until the game is resumed."""
        return self.row.paused_at is not None

    @property
    def pauser_name(self) -> str:
        """The present name of the person who paused the game."""
        return self.present_name_of(str((self.row.pause or {}).get("name", "")))

    def seat_number_of(self, name: str) -> int | None:
        """Return the number, from 1, of the seat of a person by present or recorded name; None for others."""
        for seat in self.seats:
            if name in (self.names[seat.number], self.owner_names[seat.number], seat.name, seat.substitute):
                return seat.number + 1
        return None

    def present_name_of(self, recorded: str) -> str:
        """Return the present name of a person at this table, given the name that the log has."""
        for seat in self.seats:
            if recorded in (seat.name, seat.substitute):
                return present_name(seat, recorded)
        return recorded

    @property
    def deciding_seats(self) -> list[int]:
        """Seats of people who must decide now, in the game's order; none while the table is paused or after a draw."""
        if self.is_paused or self.is_drawn:
            return []
        return [seat for seat in self.game.blocking_seats if self.user_at(seat) is not None]

    @property
    def free_seats(self) -> int:
        """The number of free seats in the lobby."""
        return max(0, self.row.seats - len(self.seats))

    # -- people and seats ------------------------------------------------------------------------------------------

    @property
    def players(self) -> list[int]:
        """User ids of the people who still play, in seat order."""
        return [user for user in map(person_at, self.seats) if user is not None]

    def users_of(self, seat: int) -> list[int]:
        """Return the users who play a seat or may come back to it."""
        row = self.seats[seat]
        return [] if row.resigned else [user for user in (row.user_id, row.owner_id) if user is not None]

    @property
    def members(self) -> list[int]:
        """User ids of the people who play or may come back to a seat, in seat order."""
        return list(dict.fromkeys(user for seat in self.seats for user in self.users_of(seat.number)))

    @property
    def absent_owners(self) -> dict[int, int]:
        """User ids, by seat, of people who may come back to a seat where a computer or a substitute decides."""
        owners = {seat.number: seat.owner_id or (seat.user_id if seat.stand_in else None) for seat in self.seats}
        return {seat: user for seat, user in owners.items() if user is not None and not self.seats[seat].resigned}

    def involves(self, user_id: int) -> bool:
        """Return whether a person has or had a seat here, also one that they have resigned.

        An administrator who has one has only the rights of a host at the table.
        """
        return any(user_id in (seat.user_id, seat.owner_id) for seat in self.seats)

    def is_alone(self, user_id: int) -> bool:
        """Return whether nobody but this person plays here or may come back to a seat."""
        return set(self.members) <= {user_id}

    def seat_of(self, user_id: int) -> int | None:
        """Return the seat that a user plays, or None for strangers, the resigned, and people who are replaced."""
        return next((seat.number for seat in self.seats if person_at(seat) == user_id), None)

    def kept_seat(self, user_id: int) -> int | None:
        """Return the seat that is a user's while a computer or a substitute decides there, or None."""
        for seat in self.seats:
            is_away = seat.user_id == user_id and seat.stand_in is not None and not seat.resigned
            if is_away or seat.owner_id == user_id:
                return seat.number
        return None

    def played_or_kept_seat(self, user_id: int) -> int | None:
        """Return the seat that a user plays, or is away from."""
        seat = self.seat_of(user_id)
        return self.kept_seat(user_id) if seat is None else seat

    def own_seat(self, user_id: int) -> int:
        """Return the seat that a user plays. Raises Refused if there is none."""
        seat = self.seat_of(user_id)
        if seat is None:
            raise self.no_seat_refusal(user_id)
        return seat

    def check_host(self, user_id: int, *, admin: bool = False) -> None:
        """Raise Refused for anybody but the host and administrators."""
        if user_id != self.row.host_id and not admin:
            raise Refused("error.not_host")

    def check_may_end(self, user_id: int, *, admin: bool) -> None:
        """Raise Refused unless this person may abandon the game without a vote.

        Where others play or may come back, the players decide together by a vote; only an administrator who has no part
        in the game may end it alone.
        """
        if admin and not self.involves(user_id):
            return
        self.check_host(user_id, admin=admin)
        if not self.is_alone(user_id):
            raise Refused("error.end_by_vote")

    def check_not_paused(self) -> None:
        """Raise Refused while the table is paused."""
        if self.is_paused:
            raise Refused("error.paused", **self._with_names({"player": self.pauser_name}))

    def no_seat_refusal(self, user_id: int) -> Refused:
        """Return the refusal for a person who plays no seat here."""
        seat = self.kept_seat(user_id)
        if seat is None:
            return Refused("error.not_seated")
        if self.seats[seat].owner_id == user_id:
            return Refused("error.substituted", player=self.names[seat], seat=seat)
        return Refused("error.away")

    def user_at(self, seat: int) -> int | None:
        """Return the user who decides for a seat, or None if a computer does."""
        return person_at(self.seats[seat])

    def computer_at(self, seat: int) -> str | None:
        """Return the kind of computer that decides for a seat, or None if a person does.

        A computer takes over from a person who has resigned or is away.
        """
        row = self.seats[seat]
        if row.resigned:
            return STAND_IN
        return row.stand_in or row.computer

    @property
    def has_computers(self) -> bool:
        """True if a computer decides for any seat."""
        return any(self.computer_at(seat.number) for seat in self.seats)

    @property
    def is_computers_turn(self) -> bool:
        """True if a computer is to decide, perhaps at the same time as people.

        Computers do not play among themselves: the table rests while everybody is away.
        """
        can_move = not self.is_paused and bool(self.players)
        return can_move and any(self.computer_at(seat) for seat in self.game.blocking_seats)
