"""Sentences of one language, made from message ids and arguments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Literal

from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal

import render
from bot.wording.escaping import MAX_TYPED, named, plain, unformatted, within
from bot.wording.joined_events import HANDED_ON, count_of_everybody, counted, paid_in_all, similar_events
from bot.wording.languages import FALLBACK, catalogue
from engines import Action, Event, Game, Message, Place
from engines.messages import PAID
from engines.spoken import FOR
from render.caption import UNNAMED
from render.kit.initials import told_apart
from render.names import displayed_name, numbered

Argument = int | str | Sequence[str]
"""A value for a blank of a text; a sequence is enumerated."""
LARGEST_GROUPED = 10**15
"""Largest number that is written with separators between groups of digits."""
SMALLEST_GROUPED = 1000
"""Smallest number that has separators. Babel would take half of all time for wording, so smaller ones skip it."""
CACHED_ENUMERATIONS = 1024
"""Number of enumerations that are remembered."""
BETWEEN = " · "
"""The sign between the parts of a label: the letters of a picture, the action, its cost or yield."""
SEAT = "seat"
"""The beginning of the word for a player in actions: ``seat1`` is the first."""
PEOPLE = ("player", "owner")
"""Names of arguments whose values are names of people who have, or had, no seat at the table."""
IN_ORDER = "_in_order"
"""Suffix of a list argument in texts that keep the order of its items; otherwise equal items are counted together."""
COMMAND_IDS: dict[str, int] = {}
"""Discord's ids of the commands, by the first word of their names; the client fills it after registration."""


class Texts:
    """All texts in one language; those made with ``at`` also name the places on the board of a game."""

    def __init__(self, name: str, game: Game | None = None, players: Sequence[str] = ()) -> None:
        self.name = name
        self._own = catalogue(name)
        self._fallback = catalogue(FALLBACK)
        self._game = game
        self._players = tuple(players)
        # Filled when they are needed first: drawing the codes takes long, and most texts name no places.
        self._codes_of_places: Mapping[str, str] | None = None
        self._places_of_game: Mapping[str, Place] | None = None
        self._short_names_of_places: dict[str, str] = {}
        self._ids = _word_ids(name)

    def at(self, game: Game, players: Sequence[str] = ()) -> Texts:
        """Return texts that name the places on a game's board, for games whose places have no names.

        A place is named by its code in pictures with its surroundings in brackets: "L8 (lumber 4 / ore 6)".

        Args:
            game: the game.
            players: the names at the table, on which the codes depend; empty: codes are left out.
        """
        if game is self._game and tuple(players) == self._players:
            return self
        return Texts(self.name, game, players)

    @property
    def _places(self) -> Mapping[str, Place]:
        """The places on the game's board, by the words for them; empty if there is no game."""
        if self._places_of_game is None:
            self._places_of_game = self._game.places() if self._game else {}
        return self._places_of_game

    def without_codes(self) -> Texts:
        """Return texts that name places only by their surroundings, without codes."""
        return self if self._game is None else self.at(self._game)

    @property
    def _codes(self) -> Mapping[str, str]:
        """The codes of places in pictures, by the words for the places; empty without players."""
        if self._codes_of_places is None:
            self._codes_of_places = {}
            if self._game is not None and self._players and self._places:
                words = [(word,) for word in self._places]
                self._codes_of_places = render.marks(self._game.view(None), words, self._players)
        return self._codes_of_places

    def has(self, id: str) -> bool:
        """Return whether this language or the fallback has a text with this id."""
        return id in self._own.texts or id in self._fallback.texts

    def owns(self, id: str) -> bool:
        """Return whether this language itself has a text with this id."""
        return id in self._own.texts

    def outranks(self, special: str, general: str) -> bool:
        """Return whether a more special text is said in place of a general one.

        A special text that exists in the fallback only does not replace a general one of this language.
        """
        return self.owns(special) or (self.has(special) and not self.owns(general))

    def say(self, id: str, /, **args: Argument) -> str:
        """Return the text of an id with its blanks filled in; if there is no such text, the id.

        The argument ``n`` or else ``count`` chooses the plural form.
        """
        count = args.get("n", args.get("count"))
        text = self._text(id, count if isinstance(count, int) else None)
        if text is None:
            return id
        if not args and "{" not in text and "}" not in text:
            return text
        return text.format_map(_Blanks(self, {name: self._filled(value) for name, value in args.items()}))

    def _text(self, id: str, n: int | None) -> str | None:
        """Return the text of an id in the plural form for ``n``, with its blanks not filled in."""
        return self._own.text(id, n) or self._fallback.text(id, n)

    def command(self, path: str) -> str:
        """Return a command ("game new") as a mention, which Discord translates and people can press.

        Until its id is known, it is written as people type it in this language.
        """
        first, *further = path.split()
        if first in COMMAND_IDS:
            return f"</{path}:{COMMAND_IDS[first]}>"
        ids = [".".join([first, *further[:depth]]) for depth in range(len(further) + 1)]
        return "/" + " ".join(self.say(f"command.{id}.name") for id in ids)

    def _filled(self, value: Argument) -> str:
        """Return a value as it stands in a text; an empty sequence is "nothing"."""
        if isinstance(value, int):
            if abs(value) < SMALLEST_GROUPED:
                return str(value)
            if abs(value) > LARGEST_GROUPED:  # from a record, in which people may write anything
                return within(str(value), MAX_TYPED)
            return format_decimal(value, locale=self._own.locale)
        if isinstance(value, str):
            return value
        return _enumerated(tuple(value), self._own.locale) if value else self.say("say.nothing")

    def decimal(self, number: float) -> str:
        """Return a number with one decimal place."""
        return format_decimal(number, format="#,##0.0", locale=self._own.locale)

    def language_name(self, code: str) -> str:
        """Return the name of a language in this one: "German"."""
        name: str = self._own.locale.languages.get(code, code)
        return name

    def alternatives(self, parts: Sequence[str]) -> str:
        """Return an enumeration of alternatives: "a, b or c"."""
        return _enumerated(tuple(parts), self._own.locale, "or")

    # -- people ----------------------------------------------------------------------------------------------------

    def player(self, names: Sequence[str], seat: int) -> str:
        """Return the name of the player at a seat in bold; "Player 2" if the name has no visible character."""
        return f"**{self.name_of(names, seat)}**"

    def name_of(self, names: Sequence[str], seat: int) -> str:
        """Return the name of the player at a seat, escaped but not bold; for labels, apply ``unformatted``."""
        stored = names[seat] if seat < len(names) else ""
        return named(stored) or self.unnamed(seat + 1)

    def person(self, stored: str, number: int | None = None) -> str:
        """Return the name of a person, who may have no seat, in bold; ``number`` as for ``person_name``."""
        return f"**{self.person_name(stored, number)}**"

    def person_name(self, stored: str, number: int | None = None) -> str:
        """Return the name of a person, who may have no seat, escaped but not bold.

        A name without visible characters is replaced by "Player" and ``number``, or by "somebody" if that is None.
        """
        fallback = self.say("name.somebody") if number is None else self.unnamed(number)
        return named(stored) or fallback

    def unnamed(self, number: int) -> str:
        """Return the replacement for a name without visible characters: "Player 2"."""
        return numbered(self.say(UNNAMED), number)

    def visible(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the names of all seats as players read and type them, without escaping."""
        return tuple(displayed_name(stored) or self.unnamed(number) for number, stored in enumerate(names, 1))

    # -- games -----------------------------------------------------------------------------------------------------

    def title(self, key: str) -> str:
        """Return the name of a game; if this version does not have the game, its key."""
        title = self.say(f"{key}.title")
        return key if title == f"{key}.title" else title

    def turn_name(self, key: str, turn: int) -> str:
        """Return a phrase for a turn or round of a game; 0 is the time before the first."""
        return self.say(f"{key}.when", n=turn) if turn else self.say("say.setup")

    def turns(self, key: str, turns: int) -> str:
        """Return the length of a game: "12 rounds"."""
        return self.say(f"{key}.turns", n=turns)

    def word(self, key: str, word: str, n: int | None = None) -> str:
        """Return the text for a word of a game's actions, such as a region or a good.

        A place is worded as in ``in_short``; a word that the catalogue does not contain is returned escaped.

        Args:
            key: the game.
            word: the word.
            n: the number before the word, which chooses the plural form; None: there is none.
        """
        if place := self._places.get(word):
            if word not in self._short_names_of_places:
                self._short_names_of_places[word] = self.in_short(key, place, self._codes.get(word))
            return self._short_names_of_places[word]
        id = self._word_id(key, word)
        if n is not None and self.outranks(counted := f"{key}.counted.{word}", id):
            return self.say(counted, n=n)
        return self.say(id) if id else plain(word)

    def _word_id(self, key: str, word: str) -> str:
        """Return the id of the text for a word of a game; "" if there is none."""
        if cached_id := self._ids.get((key, word)):
            return cached_id
        for id in (f"{key}.word.{word}", f"{key}.card.{word}.name", f"{key}.card.{word}"):
            if self.has(id):
                self._ids[key, word] = id
                return id
        return ""

    def _neighbour_names(self, key: str, place: Place) -> list[str]:
        """Return the texts for what surrounds a place, such as the fields around an intersection."""
        return [self.message(key, part, ()) for part in place.neighbours]

    def _named(self, key: str, place: Place, surroundings: str, code: str | None) -> str:
        """Return the name of a place: its code, if it has one, and its surroundings."""
        side = self.say(f"{key}.as.side.{place.side}") if place.side else ""
        if code is None:
            return f"{surroundings} ({side})" if side else surroundings
        return f"{code} ({surroundings}, {side})" if side else f"{code} ({surroundings})"

    def in_short(self, key: str, place: Place, code: str | None = None) -> str:
        """Return the short name of a place: its code, if any, and its surroundings."""
        return self._named(key, place, " / ".join(self._neighbour_names(key, place)), code)

    def in_sentence(self, key: str, place: Place, code: str | None = None) -> str:
        """Return the name of a place for use in a sentence: its code, if any, and its surroundings in words."""
        parts = self._neighbour_names(key, place)
        surroundings = self.say(f"{key}.place.{place.kind}", around=" / ".join(parts), both=parts)
        return self._named(key, place, surroundings, code)

    def setting(self, prefix: str, name: str, value: str) -> str:
        """Return a setting and its value, as the sentence that the catalogue has for it or else as "name: value".

        ``prefix`` is the beginning of the ids of names and values.
        """
        id = f"{prefix}.{name}"
        if self.outranks(sentence_id := f"{id}.{value}.said", id):
            return self.say(sentence_id)
        return self.say("lobby.option_short", option=self.say(id), value=self.say(f"{id}.{value}"))

    def message(self, key: str, message: Message, names: Sequence[str]) -> str:
        """Return the text of an engine's message, with names for seats and with the game's words in this language."""
        return self.say(message.id, **self.arguments(key, message.args, names))

    def source(self, key: str, name: str) -> str:
        """Return the name of a source of points for a sentence; it may be longer than the one in tables."""
        id = f"{key}.source.{name}"
        return self.say(f"{id}.named" if self.outranks(f"{id}.named", id) else id)

    def event(self, key: str, event: Event, names: Sequence[str], subject: str | None = None) -> str:
        """Return a line for an event or a remark; ``subject``: its subject, None: the player of the event's seat."""
        if event.is_remark:
            return self.message(key, Message(event.kind, event.data), names)
        if event.seat is not None and subject is None:
            subject = self.player(names, event.seat)
        predicate = self._predicate(key, event, names)
        if subject is not None and predicate is not None:
            return self.say("log.does", seat=subject, predicate=predicate)
        args = self.arguments(key, event.data, names)
        if subject is not None:
            args["seat"] = subject
        return self.say(f"{key}.event.{event.kind}", **args)

    def _predicate(self, key: str, event: Event, names: Sequence[str]) -> str | None:
        """Return the predicate of an event's sentence; None if the catalogue has only a whole sentence for the event.

        A text such as ``burgundy.does.passed.church`` is for one thing only, where the grammar depends on the thing.
        """
        id = f"{key}.does.{event.kind}"
        object_word = next((value for value in event.data.values() if isinstance(value, str)), "")
        if object_word and self.outranks(alone := f"{id}.{object_word}", id):
            id = alone
        return self.say(id, **self.arguments(key, event.data, names)) if self.has(id) else None

    def brief(self, key: str, event: Event, names: Sequence[str]) -> str | None:
        """Return a short text for an event, for headlines on boards; None if the catalogue has none."""
        id = f"{key}.brief.{event.kind}"
        if self.outranks(id, f"{key}.does.{event.kind}"):
            return self.message(key, Message(id, event.data), names)
        return self._predicate(key, event, names)

    def events(self, key: str, events: Iterable[Event], names: Sequence[str]) -> list[str]:
        """Return lines for events.

        Some events share a line: a payment and its purpose; equal events of all players, or of all but one; the gains
        of several players. The end of a turn is left out if the next one begins. Equal lines in a row are counted.
        """
        lines: list[str] = []
        remaining = list(events)
        while remaining:
            event = remaining[0]
            next_event = remaining[1] if len(remaining) > 1 else None
            # The order matters: what two events share is looked for before what several have in common.
            if next_event and (event.kind, next_event.kind) == HANDED_ON:
                del remaining[0]
            elif next_event and (whole_payment := paid_in_all(event, next_event)):
                remaining[:2] = [whole_payment]
            elif next_event and (line := self._payment_with_purpose(key, event, next_event, names)):
                lines.append(line)
                del remaining[:2]
            elif equal_count := count_of_everybody(remaining, len(names)):
                line = self.event(key, event, names, self._sentence_on_everybody(remaining[:equal_count], names))
                lines.append(line[:1].upper() + line[1:])
                del remaining[:equal_count]
            elif self.has(f"{key}.each.{event.kind}") and len(alike := similar_events(remaining)) > 1:
                lines.append(self._sentence_on_each(key, alike, names))
                del remaining[: len(alike)]
            else:
                lines.append(self.event(key, event, names))
                del remaining[0]
        return counted(lines)

    def _payment_with_purpose(self, key: str, payment: Event, purpose: Event, names: Sequence[str]) -> str:
        """Return one line for a payment and what the same player got for it; "" if these are other events."""
        if payment.kind != PAID or payment.seat is None or purpose.seat != payment.seat:
            return ""
        predicate_of_purpose = self._predicate(key, purpose, names)
        if not predicate_of_purpose:
            return ""
        predicate_of_payment = self._predicate(key, payment, names) or ""
        predicate = self.say("log.also", line=predicate_of_payment, also=predicate_of_purpose)
        return self.say("log.does", seat=self.player(names, payment.seat), predicate=predicate)

    def _sentence_on_each(self, key: str, events: Sequence[Event], names: Sequence[str]) -> str:
        """Return one line for similar events of several players, which lists the players and their gains or deeds."""
        kind = events[0].kind
        arguments = self.arguments(key, events[0].data, names)
        parts = [
            self.message(key, Message(f"{key}.each.{kind}", {"seat": event.seat or 0, **event.data}), names)
            for event in events
        ]
        return self.say(f"{key}.all.{kind}", **arguments | {"each": "; ".join(parts)})

    def _sentence_on_everybody(self, events: Sequence[Event], names: Sequence[str]) -> str:
        """Return the subject of equal events of all players, or of all but one: "everybody (but …)"."""
        acting = {event.seat for event in events}
        other_seats = [seat for seat in range(len(names)) if seat not in acting]
        if not other_seats:
            return self.say("log.everybody")
        return self.say("log.everybody_but", name=self.player(names, other_seats[0]))

    def action(self, key: str, action: Action, names: Sequence[str] = ()) -> str:
        """Return an action as a phrase: the text ``navegador.action.sell``, filled with the words of the action.

        More specific texts take precedence: ``burgundy.action.goods.none`` is for exactly these words,
        ``mmn.action.bank.for`` for actions with the word "for", ``burgundy.action.take_5`` for actions of five words,
        ``burgundy.action.buy.black`` for actions with this second word.

        In the texts, {w1} and {w2} are the words after the first one; {tail} is a list of all of them and {rest} a list
        without {w1}. Items of lists are worded as ``navegador.action.discover.each`` if there is such a text. Words for
        seats are replaced by ``names``. Words alone are returned if there is no text, or if it needs more words than
        the action has, as one that was planned with an earlier version may.
        """
        id = self.action_id(key, action)
        # With three words there are {w1} and {w2}: a text with {w3} needs more.
        if not self.has(id) or f"{{w{len(action)}" in (self._text(id, 0) or ""):
            return self.words(key, action, names)
        return self._phrase(id, key, action, names)

    def step(self, key: str, action: Action, names: Sequence[str] = ()) -> str:
        """Return an action as a phrase that is clear without the question that it answers; empty if there is none.

        The text ``navegador.step.workers`` is filled as in ``action``; ``macao.step.use.with`` is for actions of more
        than two words.
        """
        id = f"{key}.step.{action[0]}"
        if len(action) > 2 and self.outranks(f"{id}.with", id):
            id = f"{id}.with"
        return self._phrase(id, key, action, names) if self.has(id) else ""

    def _phrase(self, id: str, key: str, action: Action, names: Sequence[str]) -> str:
        """Return the text of an id, filled with the words of an action; its last number chooses the plural form."""
        n = next((int(word) for word in reversed(action) if word.isdecimal()), 0)
        text = self._text(id, n) or ""
        # Only what the text has blanks for is worded.
        words = dict[str, str]()
        if "{w" in text:
            words = {f"w{place}": word for place, word in enumerate(self._worded(key, action, names))}
        item_id = f"{id}.each"
        lists = dict[str, Argument]()
        for name, part in (("tail", action[1:]), ("rest", action[2:])):
            if f"{{{name}" in text:
                lists[name] = self._listed(key, part, names, item_id) or ""
        return self.say(id, n=n, **lists, **words).strip()

    def answer(self, key: str, game: Game, seat: int, action: Action, names: Sequence[str] = ()) -> str:
        """Return an action as an answer to the question that a seat is asked.

        An action of one word may mean something special there: "pass" usually ends a turn, but only declines the
        question ``mmn.prompt.rob``, for which there is the text ``mmn.action.pass.rob``.
        """
        if len(action) == 1 and seat in game.to_act:
            general = f"{key}.action.{action[0]}"
            special = f"{general}.{game.prompt(seat).message.id.rpartition('.')[2]}"
            if self.outranks(special, general):
                return self.say(special)
        return self.action(key, action, names)

    def action_id(self, key: str, action: Action) -> str:
        """Return the id of the most specific text for an action; there may be no text with this id."""
        id = f"{key}.action.{action[0]}" if action else ""
        variants = [f"{id}.{'.'.join(action[1:])}"]
        if FOR in action[1:]:
            variants.append(f"{id}.for")
        variants.append(f"{id}_{len(action)}")
        if len(action) > 1:
            variants.append(f"{id}.{action[1]}")
        return next((variant for variant in variants if self.outranks(variant, id)), id)

    def words(self, key: str, words: Action, names: Sequence[str] = ()) -> str:
        """Return the texts for words of an action, separated by blanks."""
        return " ".join(self._worded(key, words, names))

    def _worded(self, key: str, words: Sequence[str], names: Sequence[str]) -> list[str]:
        """Return the texts for words one by one; the plural form follows the number before a word, else after it."""
        numbers = [int(word) if word.isdecimal() else None for word in words]
        numbers_before = [None, *numbers[:-1]]
        numbers_after = [*numbers[1:], None]
        return [
            self._word_or_number(key, word, names, after if before is None else before)
            for word, before, after in zip(words, numbers_before, numbers_after, strict=False)
        ]

    def _listed(self, key: str, words: Sequence[str], names: Sequence[str] = (), item: str = "") -> list[str]:
        """Return the texts for words; equal words are counted, the most frequent first.

        In any other order a count would seem to belong to the word before it, too. Amounts ("2 wool") stay as they are;
        numbers keep their order.

        Args:
            key: the game.
            words: the words.
            names: the names of the players, which replace words for seats.
            item: the id of a text for each word with its count; it is used if there is such a text.
        """
        if self.has(item):
            counts = Counter(words).most_common()
            return [self.say(item, n=count, word=self._word_or_number(key, word, names)) for word, count in counts]
        are_numbers = [word.isdecimal() for word in words]
        if any(are_numbers) and not all(are_numbers):
            return [self._amounts(key, words, names)]
        word_counts = Counter(words)
        in_order = word_counts.items() if any(are_numbers) else word_counts.most_common()
        return [
            self._word_or_number(key, word, names) + (f" ×{count}" if count > 1 else "") for word, count in in_order
        ]

    def _amounts(self, key: str, words: Sequence[str], names: Sequence[str]) -> str:
        """Return the text for words with amounts; several in a row are enumerated: "2 wool and 1 ore for 1 brick"."""
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
        """Return the text for a word of an action; numbers stay, and ``seat1`` becomes the name of the first player.

        If two names look alike, the letter of the seat is added.
        """
        number = word.removeprefix(SEAT)
        if number != word and number.isdecimal() and 0 < int(number) <= len(names):
            seat = int(number) - 1
            return told_apart(self.name_of(names, seat), seat, names)
        return word if word.isdecimal() else self.word(key, word, n)

    def arguments(
        self, key: str, args: Mapping[str, int | str | list[str]], names: Sequence[str]
    ) -> dict[str, Argument]:
        """Return the values that fill the blanks of a game's text, with names for seats and words in this language.

        If there is no argument ``n`` or ``count``, and exactly one list, ``count`` is the length of the list.
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
        """Return the value for a number: a player's name for a seat, the game's own text for the number, or itself."""
        if name == SEAT or name.endswith("_seat"):
            return self.player(names, value)
        counted = f"{key}.as.{name}"
        return self.say(counted, n=value) if self.has(counted) else value

    def _list_argument(self, key: str, name: str, value: list[str]) -> dict[str, Argument]:
        """Return the values for a list of words: with equal words counted, and (``IN_ORDER``) in the original order."""
        if name == "card":  # cards of the same name are not counted together, as each may have a text of its own
            return {name: [self._text_argument(key, name, word, {}) for word in value]}
        nothing_id = f"{key}.as.{name}.none"
        listed: Argument = self._listed(key, value)
        if not value and self.has(nothing_id):
            listed = self.say(nothing_id)
        has_equal = len({*value}) < len(value)
        in_order = [self._word_or_number(key, word) for word in value] if has_equal else listed
        return {name: listed, name + IN_ORDER: in_order}

    def _text_argument(self, key: str, name: str, value: str, args: Mapping[str, int | str | list[str]]) -> str:
        """Return the value for a text argument: a game's title, a name, typed text, a place or a word of the game."""
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
        if self.outranks(special, self._word_id(key, value)):
            return self.say(special)
        count = args.get("n", args.get("count"))
        return self.word(key, value, count if isinstance(count, int) else None)


@lru_cache(CACHED_ENUMERATIONS)
def _enumerated(parts: tuple[str, ...], locale: Locale, style: Literal["standard", "or"] = "standard") -> str:
    """Return an enumeration. Results are cached, as Babel looks up the pattern each time and the same parts recur."""
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
