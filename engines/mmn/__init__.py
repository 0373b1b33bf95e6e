"""MMN (Power, Magic and Food): Catan with Cities & Knights and Jan Brockmann's expansion, for 3 to 6 players.

The name abbreviates the German one, "Macht, Magie und Nahrungsmittel".
"""
