"""Tables without Discord: the actions of people, timers and operators at them, and queries about them."""

from bot.tables.service import Tables
from bot.tables.table import Refused, Table, TableBroken

__all__ = ["Refused", "Table", "TableBroken", "Tables"]
