"""Figures of simulations → a picture of them."""
