"""A program in, the plan that machine code is made by out: specialised, trimmed, with tables for switches."""
