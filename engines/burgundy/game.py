"""The Castles of Burgundy: the table of contents of its rules.

Boards and start castles are chosen, then five times ``StartPhase`` and five rounds: ``StartRound``, a ``Turn`` for
everybody and ``EndRound``. The decisions are in ``steps``, the tiles and numbers in ``box``, the boards in ``estate``.
"""

from __future__ import annotations

from random import Random
from typing import Self

from engines.burgundy import audit, box, placement, scoring
from engines.burgundy import view as views
from engines.burgundy.describe import describe
from engines.burgundy.edition import EDITIONS, NAMES, Edition
from engines.burgundy.estate import BEGINNERS, CENTRE, ESTATES, boards
from engines.burgundy.state import Player, State
from engines.burgundy.steps import ChooseBoard, StartCastle, StartPhase, effects, ship
from engines.burgundy.steps.decision import Decision
from engines.burgundy.track import Track
from engines.contract import Game, Message, Option, Score
from engines.randomness import Dice

WORKERS_TAKEN = 2
MORE_WORKERS_TAKEN = 4
"""With knowledge 14."""


class Burgundy(Game):
    """The Castles of Burgundy for 2 to 4 players.

    Options: ``mode`` (how boards and start castles are dealt), ``boards`` (those of later editions too),
    ``beginners_board`` (mode "standard": board 1 may replace the one drawn), ``edition``, ``tie_break``.
    """

    key = "burgundy"
    seats = range(2, 5)
    options = (
        Option("mode", ("standard", "first", "random", "free")),
        Option("boards", ("2011", "extra")),
        Option("beginners_board", ("off", "on")),
        Option("edition", NAMES),
        Option("tie_break", ("most_empty", "fewest_empty")),
    )
    rules_version = 1
    longest = 2_000
    state_type = State
    cards = box.CARDS
    numbered = box.KNOWLEDGE
    state: State

    # -- setup (rules 3) -------------------------------------------------------------------------------------------

    @classmethod
    def setup(cls, seats: int, options: dict[str, str], dice: Dice) -> State:
        supplies = {back: list(tiles) for back, tiles in box.SUPPLIES.items()}
        for tiles in supplies.values():
            dice.shuffle(tiles)
        goods = [kind for kind in box.GOODS for _ in range(box.GOODS_PER_TYPE)]
        dice.shuffle(goods)
        stacks = [[goods.pop() for _ in range(box.GOODS_PER_PHASE)] for _ in box.PHASES]
        first = dice.below(seats)
        order = [(first + place) % seats for place in range(seats)]
        players = [Player(silverlings=box.START_SILVERLINGS) for _ in range(seats)]
        for place, seat in enumerate(order):
            players[seat].workers = box.start_workers(place)
            for _ in range(box.START_GOODS):
                kind = goods.pop()
                players[seat].goods[kind] = players[seat].goods.get(kind, 0) + 1
        state = State(
            game=cls.key,
            rules=cls.rules_version,
            seats=seats,
            options=options,
            dice=dice,
            players=players,
            track=Track(spaces=[list(order)]),
            order=order,
            depots={depot: [] for depot in (*box.DEPOTS, box.BLACK)},
            lying={depot: {} for depot in box.DEPOTS},
            stacks=stacks,
            leftover=goods,
            supplies=supplies,
            bonus={colour: list(box.SIZES) for colour in box.COLOURS},
        )
        state.stack = list(reversed([*cls._deal(state), StartPhase()]))
        return state

    @classmethod
    def _deal(cls, state: State) -> list[ChooseBoard | StartCastle]:
        """Boards and start castles by the table's mode (rules 3.1); returns what the players decide."""
        mode, dice = state.options["mode"], state.dice
        drawn = list(boards(state.options["boards"]))
        dice.shuffle(drawn)
        ask: list[ChooseBoard | StartCastle] = []
        for seat in state.order:
            player = state.players[seat]
            if mode != "free":
                player.board = BEGINNERS if mode == "first" else drawn.pop()
            if mode == "free" or (mode == "standard" and state.options["beginners_board"] == "on"):
                ask.append(ChooseBoard(seat=seat))
            if mode == "first":
                cls._start(state, seat, CENTRE)
            elif mode == "random":
                castles = ESTATES[player.board].by_colour["castle"]
                cls._start(state, seat, castles[dice.below(len(castles))].id)
            else:
                ask.append(StartCastle(seat=seat))
        return ask

    @staticmethod
    def _start(state: State, seat: int, hex: str) -> None:
        state.players[seat].covered[hex] = state.supplies["castle"].pop()

    def start_castle(self, seat: int, hex: str) -> None:
        """A castle of the supply covers the hex; this is no placement."""
        self._start(self.state, seat, hex)
        self.emit("castle", seat, hex=hex)

    # -- actions (rules 6) -----------------------------------------------------------------------------------------

    @property
    def edition(self) -> Edition:
        return EDITIONS[self.state.options["edition"]]

    def earn(self, seat: int, source: str, points: int) -> None:
        earned = self.state.players[seat].earned
        earned[source] = earned.get(source, 0) + points

    def place(self, seat: int, tile: str, hex: str) -> None:
        """Rules 7: the tile lies, region and colour are scored, then its effect."""
        player = self.state.players[seat]
        animals = placement.animal_vp(player, tile, hex)
        region = placement.region_vp(self, player, hex)
        size = placement.bonus(self, player, hex)
        player.storage.remove(tile)
        player.covered[hex] = tile
        self.emit("placed", seat, tile=tile, hex=hex)
        if region:
            self._region_completed(seat, hex, region)
        if size:
            self._colour_completed(seat, box.COLOUR[tile], size)
        match box.COLOUR[tile]:
            case "animal":
                self.earn(seat, "animals", animals)
                self.emit("animals", seat, tile=tile, points=animals)
            case "knowledge":
                player.knowledge.append(tile)
            case "ship":
                ship.start(self, seat)
            case "castle" | "building":
                effects.start(self, seat, tile)

    def _region_completed(self, seat: int, hex: str, points: int) -> None:
        """Rules 10."""
        estate = ESTATES[self.state.players[seat].board]
        region = estate.regions[estate.hexes[hex].region]
        self.earn(seat, "regions", points)
        self.emit("region", seat, colour=region.colour, size=len(region.hexes), points=points)

    def _colour_completed(self, seat: int, colour: str, size: str) -> None:
        """Rules 10: the first player wins the large bonus tile, the second the small one."""
        self.state.bonus[colour].remove(size)
        self.state.players[seat].bonus.append(f"{colour}.{size}")
        points = box.bonus_vp(size, self.state.seats)
        self.earn(seat, "bonus", points)
        self.emit("bonus", seat, colour=colour, size=size, points=points)

    def sell(self, seat: int, goods: str) -> None:
        """Rules 6.4, with knowledge 3 and 4."""
        player = self.state.players[seat]
        count = player.goods.pop(goods)
        player.sold[goods] = player.sold.get(goods, 0) + count
        silverlings = box.SILVER_PER_SALE + ("k3" in player.knowledge)
        player.silverlings += silverlings
        points = count * box.sale_vp(self.state.seats)
        self.earn(seat, "sales", points)
        self.emit("sold", seat, goods=goods, count=count, points=points, silverlings=silverlings)
        if "k4" in player.knowledge:
            player.workers += 1
            self.emit("tile_workers", seat, tile="k4", count=1)

    def workers_taken(self, seat: int) -> int:
        """Workers of the action (rules 6.5), with knowledge 14."""
        return MORE_WORKERS_TAKEN if "k14" in self.state.players[seat].knowledge else WORKERS_TAKEN

    def take_workers(self, seat: int) -> None:
        """Rules 6.5, with knowledge 13 and 14."""
        player = self.state.players[seat]
        count = self.workers_taken(seat)
        player.workers += count
        self.emit("workers", seat, count=count)
        if "k13" in player.knowledge:
            player.silverlings += 1
            self.emit("tile_silverlings", seat, tile="k13", count=1)

    # -- end of a phase, end of the game (rules 11 and 12) ---------------------------------------------------------

    def mine_income(self, seat: int) -> None:
        """A silverling for each mine, with knowledge 2 a worker too."""
        player = self.state.players[seat]
        mines = sum(tile == "mine" for tile in player.covered.values())
        if not mines:
            return
        player.silverlings += mines
        self.emit("income", seat, count=mines)
        if "k2" in player.knowledge:
            player.workers += mines
            self.emit("tile_workers", seat, tile="k2", count=mines)

    def finish(self) -> None:
        """Rules 12."""
        for seat in self.state.order:
            for tile in self.state.players[seat].knowledge:
                if points := scoring.knowledge_vp(self, seat, tile):
                    self.emit("knowledge", seat, tile=tile, points=points)
        super().finish()

    # -- knowing ---------------------------------------------------------------------------------------------------

    def order(self) -> list[int]:
        """Who is still to play in this round, then the others, as the next round's order has them."""
        left = list(dict.fromkeys(step.seat for step in reversed(self.state.stack) if isinstance(step, Decision)))
        return [*left, *(seat for seat in self.state.track.order() if seat not in left)]

    def view(self, seat: int | None) -> views.BurgundyView:
        return views.view(self, seat)

    def describe(self, seat: int | None) -> list[Message]:
        return describe(self)

    def scores(self) -> list[Score]:
        return scoring.scores(self)

    def ranking(self) -> list[int]:
        return scoring.ranking(self)

    def audit(self) -> list[str]:
        return audit.conservation(self)

    def validate(self) -> list[str]:
        return audit.validate(self.state)

    def determinize(self, seat: int | None, rng: Random) -> Self:
        """Shuffles what lies face down: tiles, goods of later phases, goods that never come."""
        game = self.copy()
        state = game.state
        state.dice = Dice.drawn(rng)
        for tiles in state.supplies.values():
            rng.shuffle(tiles)
        hidden = [kind for stack in state.stacks for kind in stack] + state.leftover
        rng.shuffle(hidden)
        state.stacks = [[hidden.pop() for _ in stack] for stack in state.stacks]
        state.leftover = hidden
        return game
