"""The private move panel: a question, the words so far, and the next words to choose from."""
