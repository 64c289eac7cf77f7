"""The club's page: all tables of a broker, the games that were played there, and their results."""
