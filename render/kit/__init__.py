"""Drawing tools for the pictures of all games: text, shapes, icons, layers."""
