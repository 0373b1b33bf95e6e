"""Computer players and hints: what is thought about in processes of their own, or in a thread."""
