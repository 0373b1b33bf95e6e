"""Works out from a record of Portolan what the lobby and the start must have shown: ``python check_record.py``."""

import json
from hashlib import sha256
from pathlib import Path


def sha(text):
    return sha256(text.encode()).hexdigest()


record = json.loads(Path("record.json").read_text(encoding="utf-8"))
draw = record["draw"]
format, opening = record["portolan"], f"table {draw['table']}\ngame {record['game']}\nrules {record['rules']}"
clicks = sha(f"portolan 3\n{opening}\nsecret {draw['secret']}" if format > 2 else draw["secret"])
print(clicks)  # the lobby's SHA-256
for number, (id, what, seat, text) in enumerate(draw["clicks"], 1):
    clicks = sha(f"{clicks}\n{id} {what} {'-' if seat is None else seat} {text}")
    clicks = draw.get("forgotten", {}).get(str(number), clicks)  # the name was deleted
    print(clicks[:16], what)  # what the lobby's button showed after this click
lines = [f"portolan {format}", opening, f"seats {record['seats']}"]
lines += [f"option {name}={value}" for name, value in sorted(record["options"].items())]
lines.append(f"seating {draw['seating']}")
if format == 4:
    lines.append(f"places {' '.join(map(str, draw['places']))}")  # of a rematch, in the order of play
else:
    lines += [f"turned {name}" for name in draw.get("turned", [])]
agreed = "\n".join([*lines, f"clicks {clicks}"])
seed = sha(f"{agreed}\nsecret {draw['secret']}")[:32]
order = list(range(record["seats"]))
if draw["seating"] == "random":
    order.sort(key=lambda place: sha(f"place {place} {seed}"))
if draw["seating"] == "turned":
    order = draw["order"]  # puts draw["turned"] into the order in which the game of this seed is played
print(sha(f"{agreed}\norder {' '.join(map(str, order))}"))  # the commitment
print(seed, *order)  # seat n went to who sat at place order[n] of the lobby
