"""What can wait in a game; one module per family of decisions. ``stack`` names them all."""
