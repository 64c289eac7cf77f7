"""The outside world: cameras, each with its real back end and its double. No game logic."""
