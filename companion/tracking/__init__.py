"""Readings of the table become the events that most probably happened."""
