"""A game as plain data: every moment of it, for pages that play it back."""
