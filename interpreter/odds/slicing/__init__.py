"""A program and a question in, the smallest program that answers it out."""
