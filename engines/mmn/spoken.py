"""How people name the actions of MMN."""

from __future__ import annotations

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
ONE = (Remark(number=1),)
KNIGHT = remarks("knight", "basic", "strong", "mighty")
RANKS = remarks("basic", "strong", "mighty")
SERVED = remarks("serf", "servant", "city", "settlement")
NODE = place(sort="node")
HEX = place(sort="hex")

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
        "robber": Verb((HEX,)),
        "pirate": Verb((place(sort="harbour"),)),
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
        "play": Verb((thing(),), (*remarks("knight"), Remark(number=2, units=frozenset(("knight",))))),
        "return": Verb((thing(),), remarks("deck")),
        "pick": Verb((Slot("number", Need.NEVER, units=frozenset(("card",))), thing())),
        "under": Verb((Slot("number", Need.NEVER, units=frozenset(("card",))), thing()), remarks("deck")),
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
    endings=frozenset(("done", "pass", "decline")),
    costs=frozenset(("cards",)),
    units=Units(
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
    vague_units=VAGUE_UNITS | {"die"},
    exact_units=frozenset(("die",)),
    printed_units=frozenset(("die",)),
    introducing_units=INTRODUCING_UNITS | {"die"},
    things_too=frozenset(("robber", "pirate")),
    buying=frozenset(
        (
            *("road", "settlement", "city", "wall", "knight", "improve", "bank"),
            *("serf", "servant", "journeyman", "store", "large_store", "hall"),
        )
    ),
    building=frozenset(("road", "settlement", "city", "wall", "store", "large_store", "hall")),
    payments=dict.fromkeys(("store", "large_store", "serf"), frozenset(board.KINDS)),
    trading=Trading(
        cards=frozenset(board.KINDS),
        proposing=("offer", "counter"),
        bank="bank",
        rates=(1, 2, 3, 4),
        others=frozenset(("give", "swap", "accept", "pay")),
        accepting="accept",
    ),
)
