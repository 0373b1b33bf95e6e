"""What is asked beside a table, which it does not change: imagined tables, hints, review."""
