"""Pixels to readings: finding the board, colours, hands and tiles. No rules live here."""
