"""Read what people type as moves of a game.

A text is tokenised once (``utterance``), its words are looked up (``lexicon``), the actions that it may mean are
collected (``candidates``) and ranked (``rank``); ``reader`` is the front door.
"""
