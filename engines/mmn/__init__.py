"""MMN (Macht, Magie und Nahrungsmittel, "Power, Magic and Food"): Catan with Cities & Knights as Jan Brockmann's
expansion changes it, for 3 to 6 players."""
