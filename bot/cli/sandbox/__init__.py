"""The bot against a simulated Discord."""
