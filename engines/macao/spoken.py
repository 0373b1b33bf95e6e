"""The grammar of the actions of Macao, for reading what people type; ``engines.spoken`` describes the fields.

The words are those of actions; how people name them stands in the vocabulary of each language.
"""

from __future__ import annotations

import re

from engines.macao import board
from engines.macao.cards import CARDS
from engines.spoken import (
    INTRODUCING_UNITS,
    VAGUE_UNITS,
    Need,
    Remark,
    Slot,
    Spoken,
    Units,
    Verb,
    count,
    place,
    remarks,
    thing,
    things,
)

COLOURS = ("black", "blue", "gray", "green", "red", "violet")
WARES = ("lacquer", "rice", "tea", "jade", "silk", "paper", "porcelain", "spices", "joker")
PORTS = ("lisboa", "genova", "barcelona", "marseille", "london", "antwerpen", "amsterdam", "hamburg")
OFFICES = ("zoll", "bau", "justiz", "verwaltung", "militaerwesen", "finanzen")
# Office cards with the same name differ in the digit at their end, which is left out here.
CARD = thing(*sorted({re.sub(r"_\d$", "", card) for card in CARDS}))
"""A slot for the card that an action names."""
ONE_CUBE = Remark(number=1, units=frozenset(("cube",)))
"""Cubes are chosen one by one, so people may say "one cube"."""
FIRST_CUBES = Slot("position", among=frozenset(COLOURS), form="s{:02}")
"""A slot for the colour of the first cubes on a field of the wind rose.

The first word is for field 1, the second for field 2.
"""

SPOKEN = Spoken(
    verbs={
        "take": Verb((CARD,)),
        "decline": Verb(),
        "discard": Verb((CARD,), remarks("look")),
        "look": Verb(),
        "show": Verb(),
        "dice": Verb((thing(*COLOURS), thing(*COLOURS)), (Remark(number=2, units=frozenset(("die",))),)),
        "place": Verb((FIRST_CUBES, FIRST_CUBES)),
        "shift": Verb((thing(*COLOURS), thing("up", "down")), (Remark(number=1, units=frozenset(("step", "field"))),)),
        "wall": Verb((count("step", "cube"),), remarks("up")),
        "step": Verb(),
        "stay": Verb(),
        "ship": Verb((place(*PORTS, "start", end="to", form="s{:02}"),)),
        "quarter": Verb((place(form="q{:02}"),)),
        "activate": Verb((CARD,)),
        "use": Verb((CARD, thing(need=Need.TELLING_APART, repeated=True)), remarks("gold", "deliver", "tribute")),
        "tribute": Verb(),
        "deliver": Verb(
            (count("ware"),),
            remarks(*PORTS),
            typed=(
                Verb((thing(*WARES),), remarks(*PORTS)),
                Verb((count("ware", of_thing=True), thing(*WARES)), remarks(*PORTS)),
            ),
        ),
        # A joker brings 3 GM, or one cube (rules 5.7).
        "joker": Verb((thing(*COLOURS, "gold"),), (Remark(number=3),)),
        "gold": Verb(),
        "cubes": Verb(),
        "pay": Verb((things(*COLOURS),), is_whole=True),
        "spend": Verb((thing(*COLOURS),), (ONE_CUBE,)),
        "return": Verb((thing(*COLOURS),), (ONE_CUBE,)),
        "gain": Verb((thing(*COLOURS),), (ONE_CUBE,)),
        "waive": Verb((thing(*COLOURS),), (ONE_CUBE,)),
        "pass": Verb(),
        "done": Verb(),
    },
    things_too=frozenset(("joker", "gold")),
    landmarks={port.id: port.ware for port in board.PORTS.values()},
    numbered={office: f"{office}_{{}}" for office in OFFICES},
    endings=frozenset(("done", "pass", "decline")),
    costs=frozenset(("cubes", "gold")),
    distances=frozenset(("n",)),  # the cubes of any colour that a way takes, or a part of the city wall
    rewards=frozenset(("first", "second", "prestige")),
    amounts={"gold": frozenset(("gold", "coin", "cost")), "prestige": frozenset(("prestige", "point"))},
    shown=("first", "second"),
    units=Units(
        vague=VAGUE_UNITS | {"cube", "ware", "port", "die"},
        exact=frozenset(("die", "quarter")),
        printed=frozenset(("die",)),
        introducing=INTRODUCING_UNITS | {"die", "quarter"},
        prices=frozenset(("cost", "coin", "cube", "ware", "gold", "card")),
        distances=frozenset(("step", "field")),
        numbered_places=frozenset(("field", "step", "quarter", "sea")),
        copies=frozenset(("card",)),
        amounts=frozenset(("cube", "card")),
    ),
    buying=frozenset(("tribute", "quarter", "activate", "wall")),
    payments={"ship": frozenset(COLOURS), "wall": frozenset(COLOURS)},
    exchanges={
        "zoll": "red",
        "bau": "green",
        "justiz": "blue",
        "verwaltung": "violet",
        "militaerwesen": "black",
        "finanzen": "gray",
    },
)
