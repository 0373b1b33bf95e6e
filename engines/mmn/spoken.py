"""The grammar of the actions of MMN, for reading what people type; ``engines.spoken`` describes the fields.

The words are those of actions; how people name them stands in the vocabulary of each language.
"""

from __future__ import annotations

from engines.messages import PAID
from engines.mmn import board
from engines.spoken import (
    INTRODUCING_UNITS,
    VAGUE_UNITS,
    Need,
    PlaceSorts,
    Remark,
    Slot,
    Spoken,
    Trading,
    Units,
    Verb,
    count,
    number,
    place,
    player,
    remarks,
    thing,
    things,
    trade,
)

CARD = thing(*board.KINDS)
"""A slot for a resource or commodity."""
ONE = (Remark(number=1),)
"""Where cards are chosen one by one, people may say "one"."""
RANKS = remarks("basic", "strong", "mighty")
"""The rank of the knight on a place, which need not be said."""
KNIGHT = (*remarks("knight"), *RANKS)
NODE = place(sort="node")
"""A slot for an intersection."""
HEX = place(sort="hex")
CARD_OF_ROW = Slot("number", Need.NEVER, units=frozenset(("card",)))
"""A slot for the place of a card among those that are looked at, which the card's name makes superfluous."""

BUILDING = frozenset(("road", "settlement", "city", "wall", "store", "large_store", "hall", "servant", "journeyman"))
"""Verbs that put a piece on the board."""

SPOKEN = Spoken(
    verbs={
        "settlement": Verb((NODE,)),
        "city": Verb((NODE,), remarks("settlement")),
        "road": Verb((place(sort="path"),)),
        "wall": Verb((NODE,), remarks("city")),
        "knight": Verb((NODE,), remarks("basic")),
        "activate": Verb((NODE,), KNIGHT),
        "promote": Verb((NODE,), KNIGHT),
        "captain": Verb((NODE,), KNIGHT),
        "retreat": Verb((NODE,), KNIGHT),
        "repair": Verb((NODE,), remarks("city")),
        "lose": Verb((NODE,), remarks("city")),
        "metropolis": Verb((NODE,), remarks("city")),
        "hall": Verb((NODE,), remarks("store", "large_store", "city")),
        "large_store": Verb((NODE,), remarks("store", "city", "hall")),
        "strike": Verb((NODE,)),
        "desert": Verb((NODE,)),
        "stay": Verb((HEX,)),
        "robber": Verb((HEX,), remarks("settlement", "city")),
        "pirate": Verb((place(sort="harbour"),), remarks("settlement", "city")),
        "move": Verb((place(end="from", sort="node"), place(end="to", sort="node")), RANKS),
        "chase": Verb((thing("robber", "pirate"), NODE), RANKS),
        "store": Verb((NODE, HEX), remarks("city", "settlement")),
        "servant": Verb((NODE, HEX), remarks("serf", "city", "settlement")),
        "journeyman": Verb((NODE, HEX), remarks("servant", "city")),
        "lay": Verb((number("chip", "hex", "field"), HEX)),
        "take": Verb((CARD,), ONE),
        "pay": Verb((CARD,), ONE),
        "refund": Verb((CARD,), ONE),
        "bank": Verb((count(of_thing=True), CARD)),
        "offer": Verb((trade(),)),
        "counter": Verb((trade(),)),
        "discard": Verb((things(*board.KINDS),)),
        "give": Verb((things(*board.KINDS),)),
        "name": Verb((things(*board.KINDS),)),
        "swap": Verb((player(), CARD)),
        "rob": Verb((player(),)),
        "improve": Verb((thing(*board.TRACKS),)),
        "deck": Verb((thing(*board.TRACKS),)),
        # Some cards are for one or two knights.
        "play": Verb((thing(),), (*remarks("knight"), Remark(number=2, units=frozenset(("knight",))))),
        "return": Verb((thing(),), remarks("deck")),
        "pick": Verb((CARD_OF_ROW, thing())),
        "under": Verb((CARD_OF_ROW, thing()), remarks("deck")),
        "choose": Verb((Slot("any"),)),
        "dice": Verb((number("red", "die", "same"), number("white", "die", "same"))),
        "roll": Verb(),
        "serf": Verb(),
        "end_famine": Verb(),
        "accept": Verb(),
        "decline": Verb(),
        "withdraw": Verb(),
        "pass": Verb(),
        "done": Verb(),
    },
    losses=frozenset(("discard", "lose")),
    automatic={PAID: "pay", "stolen": "rob"},
    endings=frozenset(("done", "pass", "decline")),
    costs=frozenset(("cards",)),
    distances=frozenset(("n",)),  # the rolls that show a chip (``mmn.hint.ways``), as no action has a distance
    shown=("level",),
    units=Units(
        vague=VAGUE_UNITS | {"die"},
        exact=frozenset(("die",)),
        printed=frozenset(("die",)),
        introducing=INTRODUCING_UNITS | {"die"},
        prices=frozenset(("cost", "card")),
        copies=frozenset(("card",)),
        amounts=frozenset(("card",)),
    ),
    places=PlaceSorts(
        two_ended="path",
        numbered="hex",
        shore="coast",
        harbour="harbour",
        units=frozenset(("hex", "field", "corner", "path")),
    ),
    introducing=frozenset(("for", "to")),
    things_too=frozenset(("robber", "pirate")),
    buying=BUILDING | {"knight", "improve", "bank", "serf"},
    building=BUILDING,
    payments=dict.fromkeys(("store", "large_store", "hall", "serf"), frozenset(board.KINDS)),
    trading=Trading(
        cards=frozenset(board.KINDS),
        proposing=("offer", "counter"),
        bank="bank",
        rates=(1, 2, 3, 4),
        others=frozenset(("give", "swap", "accept", "pay")),
        accepting="accept",
    ),
)
