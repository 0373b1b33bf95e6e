"""Draw the pictures of a game in the frames in which people see them: ``python -m tools.frames``."""
