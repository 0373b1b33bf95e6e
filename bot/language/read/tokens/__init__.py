"""Stage 1: tokenise a text, and leave out what is taken back in it."""
