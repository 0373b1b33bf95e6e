"""The Discord client: connects, registers commands, knows servers."""
