"""Best play in, a table that can be saved and played, or a policy that a ruleset can say, out."""
