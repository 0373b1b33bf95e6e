"""Catan with Cities & Knights as "Power, Magic and Food" changes it, for 3 to 6 players."""
