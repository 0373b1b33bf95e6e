"""Games as earlier versions have stored them, one folder per game; ``tests/engines/test_stored_states.py`` loads them.

``python -m tests.stored_states.make`` adds what is missing. A file that is written stays as it is for ever.
"""
