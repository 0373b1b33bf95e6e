"""What runs without a press: queues of work, processes beside the bot, health and figures."""
