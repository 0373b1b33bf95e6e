"""What the bot remembers: tables, queries, migrations.

A :class:`storage.database.Database` hands out sessions; the modules beside it hold the queries, each taking a session:
``games``, ``seats``, ``clicks``, ``moves``, ``jobs``, ``people``, ``results``. Everything done inside one
``transaction`` is kept together or not at all:

    async with database.transaction() as session:
        if not await games.advance(session, game_id, version, state=state, turn=turn):
            ...  # somebody else was faster; nothing has changed
        await moves.record(session, MoveRow(game_id=game_id, version=version + 1, ...))
        await jobs.enqueue(session, game_id, channel_id, "board", payload, replaces=("board",))

States, options, moves and messages are JSON and text here; what they mean is their owner's affair.
"""
