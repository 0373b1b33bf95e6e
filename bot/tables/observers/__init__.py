"""Observers of table transactions: clocks, reminders, calls, votes, plans, computers and results."""
