"""The program: commands, the table session, tracking, the journal's records and the screen."""
