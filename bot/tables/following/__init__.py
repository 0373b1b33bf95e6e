"""What looks at each change of a table, and what is due of that: clocks, reminders, calls, votes, plans, computers."""
