"""Parlour: games of the parlour as data, played, simulated and solved by one interpreter."""
