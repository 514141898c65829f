"""Results that no state holds in, their expectations out: followed beside the chain of the outcomes."""
