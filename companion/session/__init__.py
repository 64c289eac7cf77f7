"""The table session: readings and presses go in, events and screens come out."""
