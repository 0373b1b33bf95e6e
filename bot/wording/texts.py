"""Turn ids and arguments into sentences of one language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Literal

from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal

import render
from bot.wording.catalogue import catalogue
from bot.wording.escaping import MAX_TYPED, named, plain, unformatted, within
from bot.wording.languages import FALLBACK
from bot.wording.together import HANDED_ON, beside, counted, paid_in_all, together
from engines import Action, Event, Game, Message, Place
from engines.messages import PAID
from engines.spoken import FOR
from render.caption import UNNAMED
from render.kit.initials import told_apart
from render.names import numbered, shown

Argument = int | str | Sequence[str]
LARGEST_GROUPED = 10**15
"""Larger numbers are written as their digits."""
BETWEEN = " · "
"""The sign between the parts of a label: the letters of a picture, the action, its cost or yield."""
SEAT = "seat"
"""The beginning of the word for a player in actions: ``seat1`` is the first."""
PEOPLE = ("player", "owner")
"""Arguments that are names of people who do not sit at the table, or did not at the time."""
IN_ORDER = "_in_order"
"""The end of a list's name in texts where equal things are not counted together, because their order matters."""
COMMAND_IDS: dict[str, int] = {}
"""Discord's ids of the commands, by the first word of their name; the client fills it."""


class Texts:
    """All texts in one language; with a game, its places are named as they are there."""

    def __init__(self, name: str, game: Game | None = None, players: Sequence[str] = ()) -> None:
        self.name = name
        self._own = catalogue(name)
        self._fallback = catalogue(FALLBACK)
        self._game = game
        self._players = tuple(players)
        self._codes_of_places: Mapping[str, str] | None = None
        self._places_of_game: Mapping[str, Place] | None = None
        self._short: dict[str, str] = {}
        self._ids = _word_ids(name)

    def at(self, game: Game, players: Sequence[str] = ()) -> Texts:
        """Return the same texts for what is said of a game, where places bear no name.

        They are called by their code in pictures with what lies around them in brackets: "L8 (lumber 4 / ore 6)".
        ``players``: the names at the table, on which the codes depend; without them only what lies around is told, as
        texts are read.
        """
        if game is self._game and tuple(players) == self._players:
            return self
        return Texts(self.name, game, players)

    @property
    def _places(self) -> Mapping[str, Place]:
        if self._places_of_game is None:
            self._places_of_game = self._game.places() if self._game else {}
        return self._places_of_game

    def without_codes(self) -> Texts:
        """Return the same texts, in which places are called by what lies around them alone."""
        return self if self._game is None else self.at(self._game)

    @property
    def _codes(self) -> Mapping[str, str]:
        """Return the codes of places by their words, the same as on pictures."""
        if self._codes_of_places is None:
            self._codes_of_places = {}
            if self._game is not None and self._players and self._places:
                words = [(word,) for word in self._places]
                self._codes_of_places = render.marks(self._game.view(None), words, self._players)
        return self._codes_of_places

    def has(self, id: str) -> bool:
        """Return whether there is such a text in this language or the fallback."""
        return id in self._own.texts or id in self._fallback.texts

    def owns(self, id: str) -> bool:
        """Return whether this language itself has the text."""
        return id in self._own.texts

    def say(self, id: str, /, **args: Argument) -> str:
        """Return the text of an id, filled; a missing id itself. A text that counts looks at ``n`` or ``count``."""
        count = args.get("n", args.get("count"))
        text = self._text(id, count if isinstance(count, int) else None)
        if text is None:
            return id
        if not args and "{" not in text and "}" not in text:
            return text
        return text.format_map(_Blanks(self, {name: self._filled(value) for name, value in args.items()}))

    def _text(self, id: str, n: int | None) -> str | None:
        """Return the text of an id with its blanks, in the form for ``n`` things."""
        return self._own.text(id, n) or self._fallback.text(id, n)

    def command(self, path: str) -> str:
        """Return a command ("game new") as a mention, which Discord translates and lets people press.

        As long as its id is not known, it is written as it is typed in this language.
        """
        first, *further = path.split()
        if first in COMMAND_IDS:
            return f"</{path}:{COMMAND_IDS[first]}>"
        ids = [".".join([first, *further[:depth]]) for depth in range(len(further) + 1)]
        return "/" + " ".join(self.say(f"command.{id}.name") for id in ids)

    def _filled(self, value: Argument) -> str:
        if isinstance(value, int):
            if -1000 < value < 1000:  # nothing to group: Babel would take half of all time for wording
                return str(value)
            if abs(value) > LARGEST_GROUPED:  # out of a file that may hold anything
                return within(str(value), MAX_TYPED)
            return format_decimal(value, locale=self._own.locale)
        if isinstance(value, str):
            return value
        return _enumerated(tuple(value), self._own.locale) if value else self.say("say.nothing")

    def decimal(self, number: float) -> str:
        """Return a number with one decimal place."""
        return format_decimal(number, format="#,##0.0", locale=self._own.locale)

    def either(self, parts: Sequence[str]) -> str:
        """Return an enumeration of alternatives: "a, b or c"."""
        return _enumerated(tuple(parts), self._own.locale, "or")

    # -- people ----------------------------------------------------------------------------------------------------

    def player(self, names: Sequence[str], seat: int) -> str:
        """Return the name of the player at a seat in bold, "Player 2" where nobody can see the name."""
        return f"**{self.name_of(names, seat)}**"

    def name_of(self, names: Sequence[str], seat: int) -> str:
        """Return the same without emphasis; ``unformatted`` makes it fit for labels."""
        stored = names[seat] if seat < len(names) else ""
        return named(stored) or self.unnamed(seat + 1)

    def person(self, stored: str, number: int | None = None) -> str:
        """Return the name of somebody who may have no seat in bold; ``number``: what stands for one nobody can see."""
        return f"**{self.person_name(stored, number)}**"

    def person_name(self, stored: str, number: int | None = None) -> str:
        """Return the same without emphasis."""
        fallback = self.say("name.somebody") if number is None else self.unnamed(number)
        return named(stored) or fallback

    def unnamed(self, number: int) -> str:
        """Return what somebody is called whose name nobody can see: "Player 2"."""
        return numbered(self.say(UNNAMED), number)

    def visible(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the names of all seats as players read and type them, without any escaping."""
        return tuple(shown(stored) or self.unnamed(number) for number, stored in enumerate(names, 1))

    # -- games -----------------------------------------------------------------------------------------------------

    def title(self, key: str) -> str:
        """Return the name of a game; of one that this program does not have, the word under which it is stored."""
        title = self.say(f"{key}.title")
        return key if title == f"{key}.title" else title

    def when(self, key: str, turn: int) -> str:
        """Return the turn or round of a game; 0 is before the first."""
        return self.say(f"{key}.when", n=turn) if turn else self.say("say.setup")

    def turns(self, key: str, turns: int) -> str:
        """Return the length of a game: "12 rounds"."""
        return self.say(f"{key}.turns", n=turns)

    def word(self, key: str, word: str, n: int | None = None) -> str:
        """Return a word of a game's actions (a region, a good), in the form for ``n`` of them after a number.

        A place is worded in short; a word that the catalogue lacks is shown as it was typed.
        """
        if place := self._places.get(word):
            if word not in self._short:
                self._short[word] = self.in_short(key, place, self._codes.get(word))
            return self._short[word]
        if n is not None and self.has(counted := f"{key}.counted.{word}"):
            return self.say(counted, n=n)
        if id := self._ids.get((key, word)):
            return self.say(id)
        for id in (f"{key}.word.{word}", f"{key}.card.{word}.name", f"{key}.card.{word}"):
            if self.has(id):
                self._ids[key, word] = id
                return self.say(id)
        return plain(word)

    def _around(self, key: str, place: Place) -> list[str]:
        return [self.message(key, part, ()) for part in place.around]

    def _named(self, key: str, place: Place, surroundings: str, code: str | None) -> str:
        """Return the name of a place: its code, if it has one, and its surroundings."""
        side = self.say(f"{key}.as.side.{place.side}") if place.side else ""
        if code is None:
            return f"{surroundings} ({side})" if side else surroundings
        return f"{code} ({surroundings}, {side})" if side else f"{code} ({surroundings})"

    def in_short(self, key: str, place: Place, code: str | None = None) -> str:
        """Return a place by its code and what lies around it."""
        return self._named(key, place, " / ".join(self._around(key, place)), code)

    def in_sentence(self, key: str, place: Place, code: str | None = None) -> str:
        """Return the same within a sentence."""
        parts = self._around(key, place)
        surroundings = self.say(f"{key}.place.{place.kind}", around=" / ".join(parts), both=parts)
        return self._named(key, place, surroundings, code)

    def setting(self, prefix: str, name: str, value: str) -> str:
        """Return a setting and its value, in short or in the sentence that the catalogue has for it.

        ``prefix``: the beginning of the ids of names and values.
        """
        id = f"{prefix}.{name}"
        if self.has(whole := f"{id}.{value}.said"):
            return self.say(whole)
        return self.say("lobby.option_short", option=self.say(id), value=self.say(f"{id}.{value}"))

    def message(self, key: str, message: Message, names: Sequence[str]) -> str:
        """Return the text of an engine's message: seats become names, words of the game those of this language."""
        return self.say(message.id, **self.arguments(key, message.args, names))

    def source(self, key: str, name: str) -> str:
        """Return the source of points for a line of text; a column has less room."""
        id = f"{key}.source.{name}"
        return self.say(f"{id}.named" if self.has(f"{id}.named") else id)

    def event(self, key: str, event: Event, names: Sequence[str], who: str | None = None) -> str:
        """Return a line for an event or a remark about it; ``who`` did it, if not its seat alone."""
        if event.is_remark:
            return self.message(key, Message(event.kind, event.data), names)
        if event.seat is not None and who is None:
            who = self.player(names, event.seat)
        predicate = self._predicate(key, event, names)
        if who is not None and predicate is not None:
            return self.say("log.does", seat=who, predicate=predicate)
        args = self.arguments(key, event.data, names)
        if who is not None:
            args["seat"] = who
        return self.say(f"{key}.event.{event.kind}", **args)

    def _predicate(self, key: str, event: Event, names: Sequence[str]) -> str | None:
        """Return what the player of an event does, without the subject; None of an event that is a sentence of its own.

        ``burgundy.does.passed.church`` says it of one thing alone, where its article matters.
        """
        id = f"{key}.does.{event.kind}"
        thing = next((value for value in event.data.values() if isinstance(value, str)), "")
        if thing and self.has(alone := f"{id}.{thing}"):
            id = alone
        return self.say(id, **self.arguments(key, event.data, names)) if self.has(id) else None

    def brief(self, key: str, event: Event, names: Sequence[str]) -> str | None:
        """Return an event in short, without places, which a board shows; None if the catalogue has no words for it."""
        id = f"{key}.brief.{event.kind}"
        return self.message(key, Message(id, event.data), names) if self.has(id) else self._predicate(key, event, names)

    def events(self, key: str, events: Iterable[Event], names: Sequence[str]) -> list[str]:
        """Return lines for events.

        Some share a line: a payment and what it is for; what everybody did, or everybody but one; what several players
        each got. The end of a turn is left out where the next one begins; repetitions are counted.
        """
        lines: list[str] = []
        rest = list(events)
        while rest:
            event = rest[0]
            next_one = rest[1] if len(rest) > 1 else None
            alike = together(rest, len(names))
            bought = next_one and next_one.seat == event.seat and self._predicate(key, next_one, names)
            if next_one and (event.kind, next_one.kind) == HANDED_ON:
                del rest[0]
            elif next_one and (whole := paid_in_all(event, next_one)):
                rest[:2] = [whole]
            elif event.kind == PAID and event.seat is not None and bought:
                predicate = self.say("log.also", line=self._predicate(key, event, names) or "", also=bought)
                lines.append(self.say("log.does", seat=self.player(names, event.seat), predicate=predicate))
                del rest[:2]
            elif alike:
                lines.append(self.event(key, event, names, self._everybody(rest[:alike], names)))
                lines[-1] = lines[-1][:1].upper() + lines[-1][1:]
                del rest[:alike]
            elif self.has(f"{key}.each.{event.kind}") and len(alike_but_for_lists := beside(rest)) > 1:
                lines.append(self._each(key, alike_but_for_lists, names))
                del rest[: len(alike_but_for_lists)]
            else:
                lines.append(self.event(key, event, names))
                del rest[0]
        return counted(lines)

    def _each(self, key: str, events: Sequence[Event], names: Sequence[str]) -> str:
        """Return a line with what several players got or did, one after the other."""
        kind = events[0].kind
        arguments = self.arguments(key, events[0].data, names)
        parts = [
            self.message(key, Message(f"{key}.each.{kind}", {"seat": event.seat or 0, **event.data}), names)
            for event in events
        ]
        return self.say(f"{key}.all.{kind}", **arguments | {"each": "; ".join(parts)})

    def _everybody(self, events: Sequence[Event], names: Sequence[str]) -> str:
        """Return the subject of events that are the same for everybody, or everybody but one."""
        acting = {event.seat for event in events}
        others = [seat for seat in range(len(names)) if seat not in acting]
        if not others:
            return self.say("log.everybody")
        return self.say("log.everybody_but", name=self.player(names, others[0]))

    def action(self, key: str, action: Action, names: Sequence[str] = ()) -> str:
        """Return an action as a phrase: ``navegador.action.sell`` filled with its words.

        Actions of one first word may be worded apart: ``burgundy.action.take_5`` those of five words,
        ``burgundy.action.goods.none`` one alone, ``mmn.action.bank.for`` those that say what for,
        ``burgundy.action.buy.black`` those of that second word.
        Seats in it become ``names``. {w1}, {w2} are the words after the first; {tail} all of them, {rest} all but {w1},
        as lists, each item as ``navegador.action.discover.each`` if there is such a text.
        """
        id = self.action_id(key, action)
        return self._phrase(id, key, action, names) if self.has(id) else self.words(key, action, names)

    def step(self, key: str, action: Action, names: Sequence[str] = ()) -> str:
        """Return an action as it is worded without the question that it answers, or an empty text.

        ``navegador.step.workers`` is filled like ``action``; ``macao.step.use.with`` is for longer ones.
        """
        id = f"{key}.step.{action[0]}"
        if len(action) > 2 and self.has(f"{id}.with"):
            id = f"{id}.with"
        return self._phrase(id, key, action, names) if self.has(id) else ""

    def _phrase(self, id: str, key: str, action: Action, names: Sequence[str]) -> str:
        """Return a text filled with the words of an action."""
        n = next((int(word) for word in reversed(action) if word.isdecimal()), 0)
        text = self._text(id, n) or ""
        words = {
            f"w{place}": word for place, word in enumerate(self._worded(key, action, names) if "{w" in text else ())
        }
        tails = (("tail", action[1:]), ("rest", action[2:]))
        item = f"{id}.each"
        lists = {name: self._listed(key, part, names, item) or "" for name, part in tails if f"{{{name}" in text}
        return self.say(id, n=n, **lists, **words).strip()

    def answer(self, key: str, game: Game, seat: int, action: Action, names: Sequence[str] = ()) -> str:
        """Return an action as an answer to the question to a seat.

        An action that ends a turn elsewhere may only decline this question: ``mmn.action.pass.rob`` does so for
        ``mmn.prompt.rob``.
        """
        if len(action) == 1 and seat in game.to_act:
            id = f"{key}.action.{action[0]}.{game.prompt(seat).message.id.rpartition('.')[2]}"
            if self.has(id):
                return self.say(id)
        return self.action(key, action, names)

    def action_id(self, key: str, action: Action) -> str:
        """Return the id of the text of an action, whether there is one or not."""
        id = f"{key}.action.{action[0]}" if action else ""
        variants = (
            f"{id}.{'.'.join(action[1:])}",
            *([f"{id}.for"] if FOR in action[1:] else []),
            f"{id}_{len(action)}",
            *([f"{id}.{action[1]}"] if len(action) > 1 else []),
        )
        return next(filter(self.has, variants), id)

    def words(self, key: str, words: Action, names: Sequence[str] = ()) -> str:
        """Return words of an action one after the other."""
        return " ".join(self._worded(key, words, names))

    def _worded(self, key: str, words: Sequence[str], names: Sequence[str]) -> list[str]:
        """Return the words one by one; a number before a word counts it, else the one after it."""
        numbers = [None, *(int(word) if word.isdecimal() else None for word in words), None]
        around = zip(words, numbers, numbers[2:], strict=False)
        return [
            self._word_or_number(key, word, names, after if before is None else before)
            for word, before, after in around
        ]

    def _listed(self, key: str, words: Sequence[str], names: Sequence[str] = (), item: str = "") -> list[str]:
        """Return words of the game, equal ones counted, the most frequent first.

        In another order a count would seem to belong to the word before, too. Amounts ("2 wool") stay as they are
        written, numbers in their order. ``item``: the id of a text for each word.
        """
        if self.has(item):
            counts = Counter(words).most_common()
            return [self.say(item, n=count, word=self._word_or_number(key, word, names)) for word, count in counts]
        if any(word.isdecimal() for word in words) and not all(word.isdecimal() for word in words):
            return [self._amounts(key, words, names)]
        counted = Counter(words)
        return [
            self._word_or_number(key, word, names) + (f" ×{count}" if count > 1 else "")
            for word, count in (counted.items() if words and words[0].isdecimal() else counted.most_common())
        ]

    def _amounts(self, key: str, words: Sequence[str], names: Sequence[str]) -> str:
        """Return amounts and what stands between them, several in a row enumerated: "2 wool and 1 ore for 1 brick"."""
        worded = self._worded(key, words, names)
        parts: list[list[str]] = []
        place = 0
        while place < len(words):
            is_amount = words[place].isdecimal() and words[place + 1 : place + 2] not in ([], [FOR])
            if not is_amount:
                parts.append([worded[place]])
                place += 1
                continue
            amount = f"{worded[place]} {worded[place + 1]}"
            follows_amount = place > 1 and words[place - 2].isdecimal() and not words[place - 1].isdecimal()
            if follows_amount:
                parts[-1].append(amount)
            else:
                parts.append([amount])
            place += 2
        return " ".join(_enumerated(tuple(part), self._own.locale) for part in parts)

    def _word_or_number(self, key: str, word: str, names: Sequence[str] = (), n: int | None = None) -> str:
        """Return a word of an action; ``seat1`` is the first of the players, with the letter if another looks alike."""
        if word.startswith(SEAT) and word[len(SEAT) :].isdecimal() and 0 < int(word[len(SEAT) :]) <= len(names):
            seat = int(word[len(SEAT) :]) - 1
            return told_apart(self.name_of(names, seat), seat, names)
        return word if word.isdecimal() else self.word(key, word, n)

    def arguments(
        self, key: str, args: Mapping[str, int | str | list[str]], names: Sequence[str]
    ) -> dict[str, Argument]:
        """Return what fills a text of a game: seats become names, words of the game become this language's.

        Where nothing else is counted a text may count the things of its only list.
        """
        filled: dict[str, Argument] = {}
        for name, value in args.items():
            if isinstance(value, int):
                filled[name] = self._number_argument(key, name, value, names)
            elif name == "seats" and isinstance(value, list):
                filled[name] = [self.player(names, int(seat)) for seat in value]
            elif isinstance(value, list):
                filled |= self._list_argument(key, name, value)
            else:
                filled[name] = self._text_argument(key, name, value, args)
        lists = [value for value in args.values() if isinstance(value, list)]
        if len(lists) == 1 and not {"n", "count"} & filled.keys():
            filled["count"] = len(lists[0])
        return filled

    def _number_argument(self, key: str, name: str, value: int, names: Sequence[str]) -> Argument:
        if name == SEAT or name.endswith("_seat"):
            return self.player(names, value)
        counted = f"{key}.as.{name}"
        return self.say(counted, n=value) if self.has(counted) else value

    def _list_argument(self, key: str, name: str, value: list[str]) -> dict[str, Argument]:
        """Return a list of words, and the same in its order for texts in which equal things are not counted."""
        if name == "card":  # of those that are called alike each is told apart, as a single one is
            return {name: [self._text_argument(key, name, word, {}) for word in value]}
        nothing = f"{key}.as.{name}.none"
        listed: Argument = self.say(nothing) if not value and self.has(nothing) else self._listed(key, value)
        has_equal = len({*value}) < len(value)
        in_order = [self._word_or_number(key, word) for word in value] if has_equal else listed
        return {name: listed, name + IN_ORDER: in_order}

    def _text_argument(self, key: str, name: str, value: str, args: Mapping[str, int | str | list[str]]) -> str:
        """Return a title, a name of somebody, something typed, a place or a word of the game."""
        if name == "game":
            return self.title(value)
        if name in PEOPLE:
            seat = args.get(SEAT)
            return self.person(value, seat + 1 if isinstance(seat, int) else None)
        if name == "typed":
            return plain(value)
        if place := self._places.get(value):
            return self.in_sentence(key, place, self._codes.get(value))
        special = f"{key}.as.{name}.{value}"
        if self.has(special):
            return self.say(special)
        count = args.get("n", args.get("count"))
        return self.word(key, value, count if isinstance(count, int) else None)


@lru_cache(1024)
def _enumerated(parts: tuple[str, ...], locale: Locale, style: Literal["standard", "or"] = "standard") -> str:
    """Return an enumeration; kept, because Babel looks up the pattern each time and the same parts recur."""
    return format_list(parts, style=style, locale=locale)


class _Blanks(dict[str, str]):
    """The values of a text's blanks: arguments by name, commands by ``{/game new}``."""

    def __init__(self, texts: Texts, args: Mapping[str, str]) -> None:
        super().__init__(args)
        self.texts = texts

    def __missing__(self, name: str) -> str:
        if not name.startswith("/"):
            raise KeyError(name)
        return self.texts.command(name[1:])


def refusal(key: str, reason: Message, names: Sequence[str]) -> str:
    """Return the reason why a game refuses a decision, unformatted and in English, for the operator of the bot."""
    return unformatted(texts_in(FALLBACK).message(key, reason, names))


@cache
def _word_ids(_name: str) -> dict[tuple[str, str], str]:
    """Return the ids of texts by game and word, for all texts of a language; filled as words are looked up."""
    return {}


@cache
def texts_in(name: str) -> Texts:
    """Return the texts of one of LANGUAGES."""
    return Texts(name)
