"""/me settings: a private panel for a person's time zone, quiet hours, holidays, notifications and pictures."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from datetime import date, datetime
from typing import Annotated, Any

import discord
import msgspec
from discord import app_commands

from bot.interactions.command_names import AnyCommand, below_me
from bot.interactions.components import Component, Sent, on_choice, on_press, one_of
from bot.interactions.error_codes import Scope, scope_of
from bot.interactions.forms import Filled, Form, Part, TypedForm, boxes, listed, part, radio
from bot.interactions.person import drop_cached_settings, person_of, texts_for
from bot.interactions.replies import Reply, answer
from bot.interactions.services import Interaction, services_of
from bot.tables import Refused
from bot.tables.notification_limits import DIRECT_CALLS
from bot.tables.observers.reminders import PERCENTAGES
from bot.tables.personal_calendar import is_waking, next_waking
from bot.tables.player_preferences import (
    DAY_MINUTES,
    LONGEST_HOLIDAY,
    MOST_HOLIDAYS,
    USUAL_QUIET,
    Call,
    Period,
    Preferences,
    Remind,
    is_zone,
    period_length,
    read_preferences,
)
from bot.wording import Texts
from bot.wording.dates import read_period, written
from bot.wording.escaping import plain
from bot.wording.zones import find_zones, is_fixed, zone_name
from render.shape import Shape
from storage import people
from storage.columns import utcnow
from storage.models import Json

NEVER = "none"
"""The value of the choice "no quiet hours"."""
# With NEVER these are 25 choices, as many as a list of Discord may have (`limits.CHOICES`).
HOURS = [str(hour) for hour in range(24)]
"""The values of the lists of quiet hours, which begin and end at full hours."""
NIGHT_MINUTES = (USUAL_QUIET[1] - USUAL_QUIET[0]) % DAY_MINUTES
"""Duration of quiet hours if the person has chosen only their beginning or their end."""
FORMER_BUTTONS = ("ask_end", "learn")
"""Settings that are on or off and that panels of earlier versions showed as a button each."""
OPENING = ("habits", "zone", "holidays")
"""Values of ``HabitButton.what`` that open a form."""
TICKED = (*FORMER_BUTTONS, "rivals")
"""Settings that are boxes to tick in the form."""


class HabitSelect(Component, id="pt:h:{what}"):
    """The select of time zones that a person may have meant.

    In panels of earlier versions there was one for each setting that the form has now.
    """

    what: Annotated[str, one_of(("call", "remind", "from", "to", "zone"))]


class HabitButton(Component, id="pt:f:{what}"):
    """The button that opens a form of settings or returns to their panel.

    In panels of earlier versions it chose the shape of pictures or turned a switch.
    """

    what: Annotated[str, one_of(("zone", "holidays", "habits", "back", *Shape, *FORMER_BUTTONS))]


@app_commands.command(**below_me("settings"))
async def settings(interaction: Interaction) -> None:
    await show_panel(interaction)


async def show_panel(interaction: Interaction) -> None:
    """Show all settings of the person, and buttons that open forms to change them."""
    texts, preferences = await person_of(interaction)
    await answer(interaction, panel_text(preferences, texts, utcnow()), view=panel_view(texts))


async def choose(interaction: Interaction, change: Callable[[Preferences], Json]) -> None:
    """Store changed settings and show the panel.

    ``change`` returns the settings to be stored, by name, given the present preferences; others stay as they are.
    """
    async with services_of(interaction).database.transaction() as session:
        await people.change_settings(session, interaction.user.id, lambda stored: change(read_preferences(stored)))
    drop_cached_settings(interaction)
    await show_panel(interaction)


def panel_text(preferences: Preferences, texts: Texts, now: datetime) -> str:
    """Return a sentence about each setting."""
    clock = clock_text(preferences.clock(now))
    device = stamp(now, "t")  # the time that the person's device shows, to compare
    lines = [texts.say("me.head")]
    if preferences.zone is None:
        lines.append(texts.say("me.zone_unknown", clock=clock, device=device))
    else:
        lines.append(texts.say("me.zone", zone=zone_name(preferences.zone), clock=clock, device=device))
        if is_fixed(preferences.zone):
            lines.append(texts.say("me.zone_fixed"))
    if preferences.quiet is None:
        lines.append(texts.say("me.quiet_none"))
    else:
        begin, end = map(minute_text, preferences.quiet)
        lines.append(texts.say("me.quiet", begin=begin, end=end))
    periods = [period_text(period, texts) for period in to_come(preferences, now)]
    lines.append(texts.say("me.holidays", periods=periods) if periods else texts.say("me.holidays_none"))
    lines += [texts.say(f"me.call.{preferences.call}"), remind_text("me.remind", preferences.remind, texts)]
    lines.append(texts.say(f"me.shape.{preferences.shape}"))
    lines += [texts.say(f"me.{switch}.{onoff(is_on=getattr(preferences, switch))}") for switch in TICKED]
    if not is_waking(now, preferences):
        lines.append(texts.say("me.resting", until=stamp(next_waking(now, preferences), "f")))
    return "\n".join(lines)


def remind_text(id: str, remind: Remind, texts: Texts) -> str:
    """Return a text about reminders, with the moments at which they come: `id`, or `<id>_none` if none comes."""
    percentages = PERCENTAGES[remind]
    if not percentages:
        return texts.say(f"{id}_none")
    return texts.say(id, moments=[texts.say("me.percent", percent=percentage) for percentage in percentages])


def panel_view(texts: Texts) -> discord.ui.View:
    """Return the buttons that open the forms: one for all settings to choose, and one for each that is typed."""
    view = discord.ui.View(timeout=None)
    for verb in ("habits", "zone", "holidays"):
        view.add_item(HabitButton(verb).button(texts.say(f"me.button.{verb}")))
    return view


def habits_form(preferences: Preferences, texts: Texts) -> list[Part]:
    """Return the fields of the form for all settings to choose, filled with the present ones."""
    calls = {str(value): texts.say(f"me.choose.call.{value}") for value in Call}
    reminds = {str(value): remind_text("me.choose.remind", value, texts) for value in Remind}
    begins = {NEVER: texts.say("me.choose.quiet_none")}
    begins |= {hour: texts.say("me.choose.from", clock=f"{hour}:00") for hour in HOURS}
    ends = {hour: texts.say("me.choose.to", clock=f"{hour}:00") for hour in HOURS}
    switches = {field_name: texts.say(f"me.button.{field_name}.on") for field_name in TICKED}
    switches[Shape.TALL] = texts.say("me.choose.tall")
    ticked = [field_name for field_name in TICKED if getattr(preferences, field_name)] + [preferences.shape]
    begin, end = preferences.quiet or (None, None)
    items: dict[str, discord.ui.Item[Any]] = {
        "call": radio("call", calls, preferences.call),
        "remind": radio("remind", reminds, preferences.remind),
        "from": listed("from", begins, NEVER if begin is None else hour_of(begin)),
        "to": listed("to", ends, hour_of(end)),
        "more": boxes("more", switches, ticked),
    }
    return [part(texts.say(f"me.form.habits.{field_name}"), item) for field_name, item in items.items()]


def onoff(*, is_on: bool) -> str:
    """Return the last part of the text id that says whether a setting is on or off."""
    return "on" if is_on else "off"


def proposals_view(zones: tuple[str, ...], texts: Texts, now: datetime) -> discord.ui.View:
    """Return a select of time zones that the person may have meant, each with its present time.

    Below it are buttons to type again or to go back.
    """
    view = discord.ui.View(timeout=None)
    clocks = {zone: clock_text(Preferences(zone=zone).clock(now)) for zone in zones}
    labels = {zone: texts.say("me.choose.zone", zone=zone_name(zone), clock=clock) for zone, clock in clocks.items()}
    view.add_item(habit_select("zone", labels, None, texts.say("me.choose.which_zone")))
    for verb in ("zone", "back"):
        view.add_item(HabitButton(verb).button(texts.say(f"me.button.{verb}")))
    return view


def clock_text(clock: datetime) -> str:
    return f"{clock.hour}:{clock.minute:02}"


def minute_text(minute: int) -> str:
    return f"{minute // 60}:{minute % 60:02}"


def hour_of(minute: int | None) -> str | None:
    """Return the value in the lists of hours for a minute of the day; None if it is not a full hour."""
    return str(minute // 60) if minute is not None and minute % 60 == 0 else None


def stamp(moment: datetime, style: str) -> str:
    """Return Discord's markup for a moment, which each reader sees in their own time zone and language.

    ``style`` is "t" for the time of day, "f" for date and time.
    """
    return f"<t:{int(moment.timestamp())}:{style}>"


def period_text(period: Period, texts: Texts) -> str:
    """Return a holiday in the form in which it can also be typed."""
    first, last = (written(day, texts.name) for day in period)
    return first if first == last else f"{first} – {last}"


def to_come(preferences: Preferences, now: datetime) -> list[Period]:
    """Return the holidays that are not over, in order."""
    today = preferences.clock(now).date()
    return sorted(period for period in preferences.holidays if period[1] >= today)


def habit_select(setting: str, labels: dict[str, str], selected: str | None, ask: str | None = None) -> Sent:
    """Return a select for a setting.

    Args:
        setting: The name of the setting.
        labels: The labels of the choices, by value.
        selected: The present value; None: no choice is preselected.
        ask: The placeholder.
    """
    options = [
        discord.SelectOption(label=label, value=value, default=value == selected) for value, label in labels.items()
    ]
    return HabitSelect(setting).select(options, ask)


@on_choice(HabitSelect)
async def change_habit(interaction: Interaction, select: HabitSelect, values: list[str]) -> None:
    value = values[0]
    if select.what == "call" and value in DIRECT_CALLS:
        await try_direct_message(interaction)
    await choose(interaction, lambda preferences: settings_for(select.what, value, preferences))


async def try_direct_message(interaction: Interaction) -> None:
    """Send a direct message at once to a person who has asked for direct messages.

    Raises:
        Refused: Discord does not deliver direct messages from the bot to the person.
    """
    texts = await texts_for(interaction)
    try:
        await interaction.user.send(texts.say("say.direct_begins"))
    except discord.HTTPException as fault:
        if scope_of(fault) is not Scope.PERSON:
            raise
        raise Refused("error.no_direct_messages") from fault
    services_of(interaction).direct_message_refusals.pop(interaction.user.id, None)


def settings_for(setting: str, value: str, preferences: Preferences) -> Json:
    """Return the stored settings for a chosen value.

    Raises:
        Refused: The value is unknown, or the quiet hours would last all day.
    """
    match setting:
        case "call" if value in list(Call):
            return {"call": value}
        case "remind" if value in list(Remind):
            return {"remind": value}
        case "from" if value == NEVER:
            return {"quiet": []}
        case "from" | "to" if value in HOURS:
            return {"quiet": quiet_with(setting, int(value) * 60, preferences)}
        case "zone" if is_zone(value):
            return {"zone": value}
    raise Refused("error.damaged")


def quiet_with(bound: str, minute: int, preferences: Preferences) -> list[int]:
    """Return the quiet hours with a new beginning or end, in minutes of the day.

    If there were no quiet hours, they last ``NIGHT_MINUTES``.

    Args:
        bound: "from" for the beginning, "to" for the end.
        minute: The new minute of the day.
        preferences: The present preferences.

    Raises:
        Refused: The quiet hours would last all day.
    """
    if bound == "from":
        begin = minute
        end = preferences.quiet[1] if preferences.quiet else (minute + NIGHT_MINUTES) % DAY_MINUTES
    else:
        begin = preferences.quiet[0] if preferences.quiet else (minute - NIGHT_MINUTES) % DAY_MINUTES
        end = minute
    if begin == end:
        raise Refused("error.quiet_all_day")
    return [begin, end]


@on_press(HabitButton, reply=lambda button: Reply.BY_HANDLER if button.what in OPENING else Reply.IN_PLACE)
async def press(interaction: Interaction, button: HabitButton) -> None:
    if button.what == "habits":
        texts, preferences = await person_of(interaction)
        await HABITS.open(interaction, texts.say("me.form.habits.title"), habits_form(preferences, texts))
        return
    if button.what == "back":
        await show_panel(interaction)
        return
    if button.what in list(Shape):
        await choose(interaction, lambda _: {"shape": button.what})
        return
    if button.what in FORMER_BUTTONS:
        await choose(interaction, lambda preferences: {button.what: not getattr(preferences, button.what)})
        return
    texts, preferences = await person_of(interaction)
    form: TypedForm = ZONE if button.what == "zone" else HOLIDAYS
    await form.show(
        interaction,
        title=texts.say(f"me.form.{button.what}.title"),
        label=texts.say(f"me.form.{button.what}.label"),
        hint=texts.say(f"me.form.{button.what}.hint"),
        typed=present_value(button.what, preferences, texts, utcnow()),
    )


def present_value(form_name: str, preferences: Preferences, texts: Texts, now: datetime) -> str:
    """Return the text that a form shows at first: the present setting as it can be typed."""
    if form_name == "zone":
        return zone_name(preferences.zone) if preferences.zone else ""
    return "\n".join(period_text(period, texts) for period in to_come(preferences, now))


class HabitsForm(Form):
    """The form for all settings that are chosen, not typed."""

    custom_id = "pt:form:habits"

    async def submit(self, interaction: Interaction, filled: Filled, /) -> None:
        changes = changed_settings(filled, (await person_of(interaction)).preferences)
        refused: Refused | None = None  # raised only after the other settings have been stored
        if changes.get("call") in DIRECT_CALLS:
            try:
                await try_direct_message(interaction)
            except Refused as fault:
                del changes["call"]
                refused = Refused("error.no_direct_messages_rest_saved") if changes else fault
        await choose(interaction, lambda _: changes)
        if refused:
            raise refused


def changed_settings(filled: Filled, preferences: Preferences) -> Json:
    """Return the settings that a submitted form changes.

    Settings equal to the present ones are left out: stored, they would no longer follow defaults that depend on other
    settings.

    Raises:
        Refused: A value is unknown, or the quiet hours would last all day.
    """
    changes: Json = {}
    for setting in ("call", "remind"):
        if value := filled.text(setting):
            changes |= settings_for(setting, value, preferences)
    begin = filled.text("from")
    end = filled.text("to")
    if begin and end and begin != NEVER:
        # The new end belongs to the new beginning, which the old end does not concern.
        cleared = msgspec.structs.replace(preferences, quiet=None)
        quiet_hours = tuple(settings_for("from", begin, cleared)["quiet"])
        changes |= settings_for("to", end, msgspec.structs.replace(preferences, quiet=quiet_hours))
    elif end and (not begin or preferences.quiet is None):
        # "No quiet hours" was preselected in the list of beginnings: the person has chosen the end only.
        changes |= settings_for("to", end, preferences)
    elif begin:
        changes |= settings_for("from", begin, preferences)
    ticked = filled.ticked("more")
    if ticked is not None:
        changes |= {setting: setting in ticked for setting in TICKED}
        changes["shape"] = Shape.TALL if Shape.TALL in ticked else Shape.WIDE
    old_values = {setting: getattr(preferences, setting) for setting in changes}
    old_values["quiet"] = list(preferences.quiet or ())
    return {setting: value for setting, value in changes.items() if value != old_values[setting]}


class ZoneForm(TypedForm):
    """The form for the person's time zone; an empty field removes it."""

    custom_id = "pt:form:zone"

    async def typed(self, interaction: Interaction, typed: str) -> None:
        texts = await texts_for(interaction)
        now = utcnow()
        if not typed.strip():
            await choose(interaction, lambda _: {"zone": None})
            return
        zones = await asyncio.to_thread(find_zones, typed, texts.name, now)
        if zones.zone is not None:
            await choose(interaction, lambda _: {"zone": zones.zone})
        elif zones.proposals:
            question = texts.say("me.which_zone", typed=plain(typed))
            await answer(interaction, question, view=proposals_view(zones.proposals, texts, now))
        else:
            raise Refused("error.no_zone", typed=typed)


class HolidaysForm(TypedForm):
    """The form for all holidays of the person, one period a line; an empty field removes them."""

    custom_id = "pt:form:holidays"
    longest = 600  # characters
    lines = True

    async def typed(self, interaction: Interaction, typed: str) -> None:
        texts = await texts_for(interaction)
        now = utcnow()
        is_american = interaction.locale is discord.Locale.american_english

        def change(preferences: Preferences) -> Json:
            today = preferences.clock(now).date()
            holidays = read_holidays(typed, texts.name, today, month_first=is_american)
            return {"holidays": msgspec.to_builtins(holidays)}

        await choose(interaction, change)


def read_holidays(typed: str, language: str, today: date, *, month_first: bool) -> list[Period]:
    """Return the typed periods in order.

    Args:
        typed: Periods, separated by line breaks or semicolons.
        language: The language in which dates are written.
        today: The present date in the person's time zone.
        month_first: True if 3/4 is the fourth of March.

    Raises:
        Refused: There are too many periods, or one is unclear, backwards, over or too long; it names the first such.
    """
    lines = [line.strip() for line in re.split(r"[\n;]", typed) if line.strip()]
    if len(lines) > MOST_HOLIDAYS:
        raise Refused("error.holidays_many", n=MOST_HOLIDAYS)
    periods = []
    for line in lines:
        period = read_period(line, language, today, month_first=month_first)
        if period is None:
            raise Refused("error.holidays_unclear", typed=line, example=written(today, language))
        if period_length(period) == 0:
            raise Refused("error.holidays_backwards", typed=line)
        if period[1] < today:
            raise Refused("error.holidays_over", typed=line)
        if period_length(period) > LONGEST_HOLIDAY:
            raise Refused("error.holidays_long", typed=line, n=LONGEST_HOLIDAY)
        periods.append(period)
    return sorted(periods)


HABITS = HabitsForm()
ZONE = ZoneForm()
HOLIDAYS = HolidaysForm()
FORMS: tuple[Form, ...] = (HABITS, ZONE, HOLIDAYS)
ME_COMMANDS: tuple[AnyCommand, ...] = (settings,)
