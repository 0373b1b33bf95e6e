"""Macao by Stefan Feld: cubes that come later, cards that want them, a city, a wall and ships to Europe."""
