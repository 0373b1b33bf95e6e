"""Read what people type as moves of a game, in seven stages, a package each.

A text is tokenised once (``tokens``), its words are looked up (``words``) and put into context (``sentences``); the
actions that it may mean are collected (``possible_actions``) and ranked (``ranking``). ``decisions`` says what a
sentence means; ``conversation`` is the front door, for texts with several decisions. The results are in ``readings``.
"""
