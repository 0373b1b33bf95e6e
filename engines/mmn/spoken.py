"""How people name the actions of MMN."""

from __future__ import annotations

from engines.mmn import board
from engines.spoken import (
    Need,
    Remark,
    Slot,
    Spoken,
    Trading,
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
ON_A_PLACE = Verb((place(),))

SPOKEN = Spoken(
    verbs={
        "settlement": ON_A_PLACE,
        "city": Verb((place(),), remarks("settlement")),
        "road": Verb((place(sort="path"),)),
        "wall": Verb((place(),), remarks("city")),
        "knight": Verb((place(),), remarks("basic")),
        "activate": Verb((place(),), KNIGHT),
        "promote": Verb((place(),), KNIGHT),
        "captain": Verb((place(),), KNIGHT),
        "retreat": Verb((place(),), KNIGHT),
        "repair": Verb((place(),), remarks("city")),
        "lose": Verb((place(),), remarks("city")),
        "metropolis": Verb((place(),), remarks("city")),
        "hall": Verb((place(),), remarks("store", "large_store", "city")),
        "large_store": Verb((place(),), remarks("store", "city", "hall")),
        "strike": ON_A_PLACE,
        "desert": ON_A_PLACE,
        "stay": ON_A_PLACE,
        "robber": ON_A_PLACE,
        "pirate": ON_A_PLACE,
        "move": Verb((place(end="from"), place(end="to")), RANKS),
        "chase": Verb((thing("robber", "pirate"), place()), RANKS),
        "store": Verb((place(), place()), remarks("city", "settlement")),
        "servant": Verb((place(), place()), remarks("serf", "city", "settlement")),
        "journeyman": Verb((place(), place()), remarks("servant", "city")),
        "lay": Verb((number("chip", "hex", "field"), place())),
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
    alike=(
        frozenset(("knight", "activate", "promote", "move", "chase", "retreat", "captain", "repair")),
        frozenset(
            (
                "take",
                "give",
                "discard",
                "pay",
                "name",
                "choose",
                "refund",
                "pick",
                "return",
                "under",
                "play",
                "bank",
                "swap",
            )
        ),
    ),
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
    ),
)
