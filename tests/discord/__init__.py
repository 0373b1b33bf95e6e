"""Discord's own description of its interface as the yardstick of every request that the bot makes in tests."""
