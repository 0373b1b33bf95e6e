"""The database of the bot: tables, queries, migrations.

A :class:`storage.database.Database` opens sessions. The other modules hold the queries, which take a session:
``games``, ``seats``, ``clicks``, ``moves``, ``jobs``, ``people``, ``results``. All changes inside one ``transaction``
are stored together or not at all:

    async with database.transaction() as session:
        if not await games.advance(session, game_id, version, state=state, turn=turn):
            ...  # another player's move was stored first; nothing has changed
        await moves.record(session, MoveRow(game_id=game_id, version=version + 1, ...))
        await jobs.enqueue(session, game_id, channel_id, "board", payload, replaces=("board",))

States, options, moves and messages are stored as JSON and text, which this package does not interpret.
"""
