"""What `dubsar doctor` looks at: a check a module, each of which gives verdicts with remedies."""
