"""The Discord client: connections, commands, servers."""
