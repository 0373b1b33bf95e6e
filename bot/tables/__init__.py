"""Tables without Discord: what people, timers and operators do at them, and what may be read of them."""

from bot.tables.service import Tables
from bot.tables.table import Refused, Table, TableBroken

__all__ = ["Refused", "Table", "TableBroken", "Tables"]
