"""A chain in, figures with a proven bound of their error out."""
