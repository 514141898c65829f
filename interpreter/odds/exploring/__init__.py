"""A sliced program in, the chain of all its states out: by machine code, or by running the machine."""
