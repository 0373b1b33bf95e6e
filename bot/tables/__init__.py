"""Tables without Discord: opening, playing, taking back, ending. Everything a click can do is a method here."""

from bot.tables.service import Tables
from bot.tables.table import Refused, Table, TableBroken

__all__ = ["Refused", "Table", "TableBroken", "Tables"]
