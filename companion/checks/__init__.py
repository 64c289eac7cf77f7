"""What `dubsar doctor` looks at: each check gives verdicts, and the remedy with them."""
