"""Computer players and hints, which think in processes of their own or in a thread.

The words of this package, which all of its modules use in these senses:

- action: one decision of a seat, such as ``("sell", "sugar", "2")``; its first word is the verb.
- step: an action with those that complete it (payments, choices). Idle: said of a step that makes a turn no better.
- turn: the actions of a seat until nothing is left to be decided, played in one world; how good its end is: its worth.
- world: an imagined position in which what is hidden from the seat was redrawn. A hint plays turns in several.
- prospect: an action with the value that the strong player expects of it, in points at the end of the game.
- move: an action with its turn in each world. Its twins are other actions that come to the same.
- idea: a move with the reasons why it is worse than the best one: differences between the ends of their turns.
- offer: a trade that the seat could offer to other players before its turn.
- order: what a thinking process is asked to do.
"""
