"""Practice copies of tables, on which players try moves, and plans of future moves."""
