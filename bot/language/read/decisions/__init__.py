"""Stage 6: decide what a sentence means at a position: an action, a question, or a refusal."""
