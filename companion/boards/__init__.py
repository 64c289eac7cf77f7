"""Board files: found, drawn, packed for others, printed."""
