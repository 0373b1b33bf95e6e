"""Turning ids and arguments into sentences of one language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from babel.lists import format_list
from babel.numbers import format_decimal

from bot.wording.catalogue import FALLBACK, catalogue
from engines import Action, Event, Message

Argument = int | str | Sequence[str]
MAX_TYPED = 80
SEAT = "seat"
"""How actions begin the word for a player: ``seat1`` is the first."""
PEOPLE = ("player", "owner")
"""Arguments that are names of people who do not sit at the table, or did not then."""
PAYING = "paid"
"""The kind of event that tells the price of the next one."""


class Texts:
    """All texts in one language."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._own = catalogue(name)
        self._fallback = catalogue(FALLBACK)

    def has(self, id: str) -> bool:
        return id in self._own.texts

    def say(self, id: str, /, **args: Argument) -> str:
        """The text of an id, filled. A text that counts looks at ``n`` or ``count``. A missing id is shown as it is."""
        count = args.get("n", args.get("count"))
        number = count if isinstance(count, int) else None
        text = self._own.text(id, number) or self._fallback.text(id, number)
        if text is None:
            return id
        return text.format(**{name: self._filled(value) for name, value in args.items()})

    def _filled(self, value: Argument) -> str:
        if isinstance(value, int):
            if -1000 < value < 1000:  # nothing to group: Babel would take half of all time for wording
                return str(value)
            return format_decimal(value, locale=self._own.locale)
        if isinstance(value, str):
            return value
        return format_list(list(value), locale=self._own.locale) if value else "-"

    def either(self, parts: Sequence[str]) -> str:
        """One of some things: "a, b or c"."""
        return format_list(list(parts), style="or", locale=self._own.locale)

    def conjunction(self) -> str:
        """What stands between two things: "and"."""
        return format_list(["", ""], locale=self._own.locale).strip()

    # -- games -----------------------------------------------------------------------------------------------------

    def title(self, key: str) -> str:
        """The name of a game."""
        return self.say(f"{key}.title")

    def when(self, key: str, turn: int) -> str:
        """How far a game is: its turn or round; 0 is before the first."""
        return self.say(f"{key}.when", n=turn) if turn else self.say("say.setup")

    def word(self, key: str, word: str) -> str:
        """A word of a game's actions (a region, a good); what the catalogue lacks is shown as it was typed."""
        for id in (f"{key}.word.{word}", f"{key}.card.{word}.name", f"{key}.card.{word}"):
            if self.has(id):
                return self.say(id)
        return plain(word)

    def setting(self, of: str, name: str, value: str) -> str:
        """What is chosen of what, in short. ``of``: what the catalogue's ids of names and values begin with."""
        id = f"{of}.{name}"
        return self.say("lobby.option_short", option=self.say(id), value=self.say(f"{id}.{value}"))

    def message(self, key: str, message: Message, names: Sequence[str]) -> str:
        """What an engine wants said: seats become names, words of the game become this language's."""
        return self.say(message.id, **self._arguments(key, message.args, names))

    def event(self, key: str, event: Event, names: Sequence[str], who: str | None = None) -> str:
        """One line for something that happened, or was said of it; ``who``: did it, if not its seat alone."""
        if event.is_remark:
            return self.message(key, Message(event.kind, event.data), names)
        if event.seat is not None and who is None:
            who = bold(names[event.seat])
        predicate = self._predicate(key, event, names)
        if who is not None and predicate is not None:
            return self.say("log.does", seat=who, predicate=predicate)
        args = self._arguments(key, event.data, names)
        if who is not None:
            args["seat"] = who
        return self.say(f"{key}.event.{event.kind}", **args)

    def _predicate(self, key: str, event: Event, names: Sequence[str]) -> str | None:
        """What the player of an event does, without the subject; None of an event that is a sentence of its own."""
        id = f"{key}.does.{event.kind}"
        return self.say(id, **self._arguments(key, event.data, names)) if self.has(id) else None

    def events(self, key: str, events: Iterable[Event], names: Sequence[str]) -> list[str]:
        """A line for everything that happened; what was paid stands in the line of what it was paid for, and what
        everybody did, or everybody but one, is said once."""
        lines: list[str] = []
        rest = list(events)
        while rest:
            event, next_one = rest[0], rest[1] if len(rest) > 1 else None
            together = _together(rest, len(names))
            bought = next_one and next_one.seat == event.seat and self._predicate(key, next_one, names)
            if event.kind == PAYING and event.seat is not None and bought:
                paid = {name: _in_a_row(value) for name, value in self._arguments(key, event.data, names).items()}
                predicate = self.say("log.also", line=self.say(f"{key}.does.{event.kind}", **paid), also=bought)
                lines.append(self.say("log.does", seat=bold(names[event.seat]), predicate=predicate))
                del rest[:2]
            elif together:
                lines.append(self.event(key, event, names, self._everybody(rest[:together], names)))
                lines[-1] = lines[-1][:1].upper() + lines[-1][1:]
                del rest[:together]
            else:
                lines.append(self.event(key, event, names))
                del rest[0]
        return lines

    def _everybody(self, events: Sequence[Event], names: Sequence[str]) -> str:
        """Who did the same, which is everybody or all but one."""
        others = [name for seat, name in enumerate(names) if seat not in {event.seat for event in events}]
        return self.say("log.everybody_but", name=bold(others[0])) if others else self.say("log.everybody")

    def action(self, key: str, action: Action, names: Sequence[str] = ()) -> str:
        """An action as a phrase: ``navegador.action.sell`` filled with its words.

        Actions of one first word may be worded apart: ``burgundy.action.take_5`` those of five words,
        ``burgundy.action.goods.none`` one alone.
        Seats in it become ``names``. {w1}, {w2} are the words after the first; {tail} all of them, {rest} all but {w1},
        as lists.
        """
        id = f"{key}.action.{action[0]}" if action else ""
        for variant in (f"{id}.{'.'.join(action[1:])}", f"{id}_{len(action)}"):
            if self.has(variant):
                id = variant
                break
        if not self.has(id):
            return self.words(key, action, names)
        words = {f"w{place}": self._word_or_number(key, word, names) for place, word in enumerate(action)}
        numbers = [int(word) for word in action if word.isdecimal()]
        tails = (("tail", action[1:]), ("rest", action[2:]))
        lists = {name: self._listed(key, part, names) or "" for name, part in tails}
        return self.say(id, n=numbers[-1] if numbers else 0, **lists, **words).strip()

    def words(self, key: str, words: Action, names: Sequence[str] = ()) -> str:
        """Words of an action one after the other."""
        return " ".join(self._word_or_number(key, word, names) for word in words)

    def _listed(self, key: str, words: Sequence[str], names: Sequence[str] = ()) -> list[str]:
        """Words of the game, equal ones counted; amounts ("2 wool") as they are written."""
        if any(word.isdecimal() for word in words) and not all(word.isdecimal() for word in words):
            return [self.words(key, tuple(words), names)]
        return [
            self._word_or_number(key, word, names) + (f" ×{count}" if count > 1 else "")
            for word, count in Counter(words).items()
        ]

    def _word_or_number(self, key: str, word: str, names: Sequence[str] = ()) -> str:
        """A word of an action; ``seat1`` is the first of the players."""
        if word.startswith(SEAT) and word[len(SEAT) :].isdecimal() and 0 < int(word[len(SEAT) :]) <= len(names):
            return plain(names[int(word[len(SEAT) :]) - 1])
        return word if word.isdecimal() else self.word(key, word)

    def _arguments(
        self, key: str, args: Mapping[str, int | str | list[str]], names: Sequence[str]
    ) -> dict[str, Argument]:
        filled: dict[str, Argument] = {}
        for name, value in args.items():
            if isinstance(value, int):
                filled[name] = bold(names[value]) if name == "seat" or name.endswith("_seat") else value
            elif name == "seats" and isinstance(value, list):
                filled[name] = [bold(names[int(seat)]) for seat in value]
            elif name == "game" and isinstance(value, str):
                filled[name] = self.title(value)
            elif name in PEOPLE and isinstance(value, str):
                filled[name] = bold(value)
            elif name == "typed" and isinstance(value, str):
                filled[name] = plain(value)
            elif isinstance(value, list):
                filled[name] = self._listed(key, value)
            else:
                own = f"{key}.as.{name}.{value}"
                filled[name] = self.say(own) if self.has(own) else self.word(key, value)
        return filled


def _together(events: Sequence[Event], seats: int) -> int:
    """How many of the first events are the same of everybody, or of all but one; 0: the first stands for itself."""
    first, done = events[0], set[int]()
    for event in events:
        if event.seat is None or event.seat in done or (event.kind, event.data) != (first.kind, first.data):
            break
        done.add(event.seat)
    return len(done) if seats > 2 and len(done) >= seats - 1 else 0


def _in_a_row(value: Argument) -> Argument:
    """A list in the middle of a sentence, which has its "and" behind it."""
    return ", ".join(value) if isinstance(value, list) else value


_UNSEEN = re.compile("[\x00-\x20\x7f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")
"""Blanks, breaks of lines, and what turns the direction of the text after it."""
_FORMATTING = re.compile(r"[\\*_~|`\[\]#>]|^-")
_LINKING = re.compile(r"[<@:/]")
NOTHING_SEEN = "\u200b"
"""A blank of no width: it keeps apart what Discord would otherwise read together."""


def plain(text: str) -> str:
    """Something typed or named by people, shown as it is: no formatting, link, mention, emoji or time; not endless."""
    line = _UNSEEN.sub(" ", text).strip()
    short = line if len(line) <= MAX_TYPED else line[: MAX_TYPED - 1] + "…"
    # A backslash stops formatting; links, <t:…>, <#…>, </…> and :emoji: are only stopped by taking them apart.
    return _LINKING.sub(rf"\g<0>{NOTHING_SEEN}", _FORMATTING.sub(r"\\\g<0>", short))


def unformatted(text: str) -> str:
    """A text with ``plain`` parts for where Discord formats nothing: labels and alt texts."""
    return text.replace("**", "").replace("\\", "").replace(NOTHING_SEEN, "")


def bold(name: str) -> str:
    """A player's name in a text."""
    return f"**{plain(name)}**"


@cache
def texts(name: str) -> Texts:
    """The texts of one of LANGUAGES."""
    return Texts(name)
