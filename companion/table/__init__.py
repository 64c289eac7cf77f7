"""The journal of a session, safe from what a disk does."""
