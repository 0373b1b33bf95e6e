"""Options of a game, and its map, bank and decks before the first settlement (rules 1, 2 and 24).

Records are replayed from their seeds. So games of the same rules have to use the dice in the same order.
"""

from __future__ import annotations

from typing import Any

from engines.contract import Option
from engines.mmn import board, cards
from engines.mmn.state import Player
from engines.randomness import Dice

# The first value of an option is its default.
_ON = ("on", "off")
_OFF = ("off", "on")

OPTIONS = (
    Option("gold_mode", ("nugget", "choice")),
    Option("progress_threshold", ("calendar", "literal")),
    Option("robber_lock", _ON),
    Option("journeyman_keeps_servant_bonus", _OFF),
    Option("shortage_single_claimant_gets_rest", _OFF, new_default=(9, "on")),
    Option("gold_replaces", ("random", *board.SMALL.gold_replaces)),
    Option("opening_shared_hex_counts_twice", _ON),
    Option("reconstructed_cards", _ON),
    Option("first_acceptance_trades", _ON, since=2),
    Option("robber_moves", ("always", "if_wanted"), since=7),
    Option("top_level_rights", ("level", "metropolis"), since=7),
    Option("number_chips", ("shuffled", "laid"), since=8),
    Option("building_phase", ("none", "between_turns"), since=8),
)


def laid_out(seats: int, options: dict[str, str], dice: Dice) -> tuple[dict[str, Any], list[int]]:
    """Return the shuffled map, bank and decks as fields of the state, and the chips that the players are to lay."""
    size = board.size(seats)
    terrain = lay_terrain(size, options["gold_replaces"], dice)
    pool = chip_pool(size, dice)
    # Records of games that are older than this option do not name it.
    players_lay = options.get("number_chips") == "laid"
    chips = [0] * len(terrain) if players_lay else lay_chips(size, terrain, pool, dice)
    harbours = list(size.harbours)
    dice.shuffle(harbours)
    excluded = cards.RECONSTRUCTED if options["reconstructed_cards"] == "off" else ()
    decks = {track: [] if track in excluded else cards.deck(track) for track in board.TRACKS}
    for deck in decks.values():
        dice.shuffle(deck)
    storage = list(board.STORAGE_CARDS)
    dice.shuffle(storage)
    return {
        "players": [Player() for _ in range(seats)],
        "terrain": terrain,
        "chips": chips,
        "harbours": harbours,
        "bank": list(size.bank),
        "decks": decks,
        "storage": storage,
    }, sorted(pool) if players_lay else []


def lay_terrain(size: board.Size, replaced: str, dice: Dice) -> list[str]:
    """Return shuffled terrains, with gold rivers for deserts and one hex of ``replaced`` (rules 2.1 to 2.3)."""
    if replaced == "random":
        replaced = size.gold_replaces[dice.below(len(size.gold_replaces))]
    counts = dict(size.terrain)
    gold = counts.pop("desert") + 1
    counts[replaced] -= 1
    terrain = [name for name, number in counts.items() for _ in range(number)] + [board.GOLD_RIVER] * gold
    dice.shuffle(terrain)
    return terrain


def chip_pool(size: board.Size, dice: Dice) -> list[int]:
    """Return the number chips of a game, the extra ones drawn at random (rules 2.1, 2.2)."""
    return [*size.chips, *(size.extra_pool[dice.below(len(size.extra_pool))] for _ in range(size.extra_chips))]


def lay_chips(size: board.Size, terrain: list[str], pool: list[int], dice: Dice) -> list[int]:
    """Return the chip of each hex: 6 and 8 for gold rivers, the rest shuffled so that 6 and 8 lie apart (rules 2.3).

    If all tries fail, the chips lie as in the last one. The pool is shuffled, and loses the chips of the gold rivers.
    """
    dice.shuffle(pool)
    gold = [place for place, name in enumerate(terrain) if name == board.GOLD_RIVER]
    chips = [0] * len(terrain)
    for place in gold:
        # The first chip in the pool that is a 6 or 8; without any, a 5 or 9; without these, any.
        chips[place] = next(
            chip for preferred in (board.HIGH_CHIPS, board.SECOND_CHIPS, pool) for chip in pool if chip in preferred
        )
        pool.remove(chips[place])
    other_places = [place for place, name in enumerate(terrain) if name != board.GOLD_RIVER]
    lay(chips, other_places, pool)
    for _ in range(board.SHUFFLES):
        if not crowded(size, chips, gold):
            break
        dice.shuffle(pool)
        lay(chips, other_places, pool)
    return chips


def lay(chips: list[int], places: list[int], pool: list[int]) -> None:
    """Lay the chips of the pool on places, in order."""
    for place, chip in zip(places, pool, strict=True):
        chips[place] = chip


def crowded(size: board.Size, chips: list[int], gold: list[int]) -> bool:
    """Return whether chips of 6 or 8 lie on neighbouring hexes.

    Two neighbouring ``gold`` rivers do not count: they get such chips in any case.
    """
    high = {place for place, chip in enumerate(chips) if chip in board.HIGH_CHIPS}
    return any(
        place not in gold or neighbour not in gold
        for place in high
        for neighbour in high.intersection(size.geometry.hex_hexes[place])
    )
