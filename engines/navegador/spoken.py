"""Words with which people name the actions of Navegador."""

from __future__ import annotations

from engines.navegador import board
from engines.spoken import Need, Remark, Spoken, Units, Verb, count, remarks, thing

PRIVILEGES = ("colony", "factory", "explorer", "shipyard", "church")
REGIONS = ("portugal", *board.REGIONS)

SPOKEN = Spoken(
    verbs={
        "rondel": Verb((thing("market", *board.RONDEL),)),
        "ships": Verb((count("ship"),), remarks("portugal")),
        "workers": Verb((count("worker"),), remarks("church")),
        "sell": Verb((thing(*board.GOODS), count(of_thing=True)), remarks("market")),
        "process": Verb((thing(*board.GOODS), count(of_thing=True)), remarks("factory"), instead="factory_*"),
        "sail": Verb((thing(*REGIONS, end="from"), thing(*REGIONS, end="to"), count("ship"))),
        "discover": Verb(
            (thing(*REGIONS, end="to"), thing(*REGIONS, end="from", need=Need.TELLING_APART, repeated=True)),
            (Remark(counts_words=True, units=frozenset(("ship",))),),
        ),
        "colony": Verb((thing(*REGIONS),), (Remark(number=1, units=frozenset(("colony",))),)),
        "giveup": Verb((thing(*REGIONS, end="from"),), (Remark(number=1, units=frozenset(("ship",))),)),
        "build": Verb((thing(*board.BUILDINGS),), (Remark(number=1), *remarks("portugal"))),
        "privilege": Verb((thing(*PRIVILEGES),)),
        "royal": Verb((thing(*PRIVILEGES),)),
        "navegador": Verb(),
        "pass": Verb(),
        "done": Verb(),
    },
    families={
        "market": frozenset(("market1", "market2")),
        "factory": frozenset(f"factory_{good}" for good in board.GOODS),
        **{good: frozenset((f"factory_{good}",)) for good in board.GOODS},
    },
    landmarks={region.id: region.good for region in board.REGIONS.values() if region.good},
    losses=frozenset(("giveup",)),
    warning_hints=frozenset(("navegador.hint.idle", "navegador.hint.ships")),
    costs=frozenset(("cost",)),
    distances=frozenset(("n",)),  # the ships that a long way takes
    rewards=frozenset(("income",)),
    amounts={"cost": frozenset(("cost", "coin")), "workers": frozenset(("worker",))},
    units=Units(
        exact=frozenset(("ship", "worker")),
        tolls=frozenset(("ship", "cost")),
        prices=frozenset(("cost", "coin", "worker")),
        distances=frozenset(("step", "field")),
    ),
    things_too=frozenset(("workers", "ships", "colony", "privilege")),
    buying=frozenset(("ships", "workers", "build", "colony")),
)
