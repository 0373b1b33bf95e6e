"""Computer players and hints, which think in processes of their own or in a thread.

How a hint is made: ``hint()`` calls ``best_moves()``, which takes the actions that the strong player likes best. It
plays the turn of each one in ten worlds (``play_turn()``) and joins those that come to the same. Then the ends of the
turns are compared (``engines.players.comparison``); each of the largest differences becomes a ``Reason`` of the hint.

The modules:

- ``order``: what a thinking process is asked to do.
- ``pool``: the thinking processes, or the thread that takes their place.
- ``judging``: how much worse a played action was than the best one.
- ``turns``: turns in imagined worlds, without useless steps.
- ``moves``: the best moves of a hint.
- ``reasons``: why the best move is better than another one.
- ``ideas``: the moves with their reasons, for hints, reviews and lessons.

The words of this package, in the order in which a hint needs them:

- action: one decision of a seat, such as ``("sell", "sugar", "2")``; its first word is the verb.
- ending: an action that does nothing but end a turn, such as ``("pass",)``.
- step: an action with those that complete it (payments, choices).
- turn: the actions of a seat until nothing is left to be decided.
- world: an imagined position in which what is hidden from the seat was redrawn.
- value: how good the strong player finds a position, or expects an action to be, in points at the end of the game.
- beam: a search through a turn in one world that follows only the few lines of the highest value at a time.
- prospect: an action with its value (``value``), whether its turn wins at once (``wins``), the share of worlds in which
  the seat wins later, less those in which another one does (``won``), and the actions of its turn.
- move: an action with its turn in each of several worlds.
- idle: said of a step that makes its turn no better, and of a move that begins with such a step.
- twin: another action that comes to the same as a move; it is named with this move instead of becoming one itself.
- difference: one subject (money, ships, ...) in which a position differs from another one, its baseline.
- weight: by how many points of value a difference speaks for the position, or below zero for its baseline.
- rival: a move of a hint other than the best one.
- reason: a difference between the ends of the best move's turn and of a rival's, as far as the worlds agree on it.
- gain: such a difference between the end of the best move's turn and the position before it.
- measure: by what one action is better than another: a win, chances of winning or points; gap: by how many points.
- idea: a move in a hint, with its reasons or gains.
- offer: a trade that the seat could offer to other players before its turn.

The strong player of a game is ``SKILLS[key].strong``. It has three beams as attributes: ``plan`` for the turn of the
seat, ``rest`` for how a turn goes on after its beginning, and ``quick``, the narrowest, for the turns of the others.
"""
