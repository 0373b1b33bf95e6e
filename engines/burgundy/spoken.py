"""Words with which people name the actions of The Castles of Burgundy."""

from __future__ import annotations

from engines.burgundy import box
from engines.spoken import (
    INTRODUCING_UNITS,
    VAGUE_UNITS,
    Need,
    Remark,
    Slot,
    Spoken,
    Units,
    Verb,
    literal,
    number,
    place,
    price,
    remarks,
    thing,
)

GOODS = ("turquoise", "purple", "pink", "red", "brown", "orange")
DEPOT = number("depot", among="123456", end="from")
WITH_A_DIE = (literal("die"), number("die"), literal("workers"), price("worker"))
TWO_SILVERLINGS = Remark(number=2, units=frozenset(("silverling",)))
BLACK_OR_NUMBERED = Slot("number", Need.NEVER, units=frozenset(("depot",)), among=frozenset(("black",)), end="from")
"""The depot at which a tile is bought: the black one, or with a knowledge tile a numbered one."""

SPOKEN = Spoken(
    verbs={
        "take": Verb((DEPOT, thing(), *WITH_A_DIE)),
        "place": Verb((thing(), place(end="to"), *WITH_A_DIE)),
        "sell": Verb((thing(*GOODS), *WITH_A_DIE), (Remark(any_number=True, units=frozenset((*GOODS, "ware"))),)),
        "workers": Verb(
            (literal("die"), number("die"), literal("workers"), price("worker")),
            (Remark(number=2, units=frozenset(("worker",))),),
        ),
        "buy": Verb((BLACK_OR_NUMBERED, thing(), literal("workers"), price("worker")), (TWO_SILVERLINGS,)),
        "hire": Verb((BLACK_OR_NUMBERED, thing()), (Remark(number=2, units=frozenset(("worker", "cost"))),)),
        "board": Verb((number("board"),)),
        "start": Verb((place(end="to"),), (Remark(number=1, units=frozenset(("start", "castle"))), *remarks("castle"))),
        "goods": Verb((number("depot", "field", need=Need.ALWAYS, end="from", repeated=True),)),
        "discard": Verb((thing(),)),
        "keep": Verb((thing(*GOODS),)),
        "end": Verb(),
        "pass": Verb(),
    },
    losses=frozenset(("discard",)),
    nothing=frozenset(("none",)),
    endings=frozenset(("end", "pass")),
    units=Units(
        vague=VAGUE_UNITS | {"ware", "depot", "die"},
        exact=frozenset(("depot", "die", "worker")),
        printed=frozenset(("depot", "die")),
        introducing=INTRODUCING_UNITS | {"depot", "die", "board"},
        tools=frozenset(("die",)),
        prices=frozenset(("cost", "coin", "silverling", "worker", "ware")),
        copies=frozenset(("card",)),
        printed_in_row=frozenset(("field", "die")),
        rows=frozenset(("line",)),
        places_in_row=frozenset(("field", "step")),
    ),
    families={"animal": frozenset(box.ANIMALS), "building": frozenset(box.BUILDINGS)},
    said_for={"buy": frozenset(("take",))},
    numbered={"knowledge": "k{}", "cow": "cow{}", "pig": "pig{}", "sheep": "sheep{}", "chicken": "chicken{}"},
    introducing=frozenset(("die",)),
    # No distances, but silverlings or workers gained: a text that only names goods is asked about and sells nothing.
    distances=frozenset(("n",)),
    rewards=frozenset(("victory_points",)),
    amounts={"victory_points": frozenset(("point",))},
    buying=frozenset(("buy",)),
    building=frozenset(("place",)),
)
