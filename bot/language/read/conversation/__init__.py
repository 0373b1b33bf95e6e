"""Stage 7: read a whole text, its decisions one after the other, and answers to questions."""
