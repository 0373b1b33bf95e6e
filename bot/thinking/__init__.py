"""Computer players and hints, which think in processes of their own or in a thread.

The words of this package, which all of its modules use in these senses:

- action: one decision of a seat, such as ``("sell", "sugar", "2")``; its first word is the verb.
- step: an action with those that complete it (payments, choices).
- world: an imagined position in which what is hidden from the seat was redrawn.
- turn: the actions of a seat until nothing is left to be decided, played in one world.
- idle: said of a step that makes its turn no better.
- value: how good the strong player finds a position, or expects an action to be, in points at the end of the game.
- prospect: an action with its value (``value``), whether its turn wins at once (``wins``), the share of worlds in which
  the seat wins later, less those in which another one does (``won``), and the actions of its turn.
- move: an action with its turn in each of several worlds. An idle move begins with an idle step.
- twin: another action that comes to the same as a move; it is named with this move instead of becoming one itself.
- idea: a move in a hint. The first one is the best; the others are its rivals.
- measure: by what one action is better than another: a win, chances of winning or points; gap: by how many points.
- difference: one subject (money, ships, ...) in which a position differs from another one, its baseline.
- weight: by how many points of value a difference speaks for the position, or below zero for its baseline.
- reason: a difference between the ends of the best move's turn and of a rival's, as far as the worlds agree on it.
- gain: the same between the end of the best move's turn and the position before this turn.
- offer: a trade that the seat could offer to other players before its turn.
- order: what a thinking process is asked to do.

The strong player searches with three beams: ``plan`` for the turn of the seat, ``rest`` for how a turn goes on after
its beginning, and ``quick``, the narrowest, for the turns of the others.
"""
