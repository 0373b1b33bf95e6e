"""What presses in public do: the lobby, seats, how the dice are kept fair."""
