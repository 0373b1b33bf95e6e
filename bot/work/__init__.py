"""Background work of the bot: job worker, process pools, periodic tasks, health checks and metrics."""
