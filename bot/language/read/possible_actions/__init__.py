"""Stage 4: the actions that a text may mean, with what a speaker can name of them."""
