"""The eye, second edition."""
