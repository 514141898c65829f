"""The face of the interpreter: the names that commands and other programs use."""
