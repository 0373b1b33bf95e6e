"""Analysis of tables without changing them: practice tables, hints, replays, reviews, lessons."""
