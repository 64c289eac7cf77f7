"""The pages of the table session, by which the players see and answer."""
