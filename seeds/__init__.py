"""Data taken from the leaflets, and the built-in boards; no code beyond loading."""
