"""Stage 2: look up what the words of a text may mean."""
