"""One module per command, each with a click command named `command`; `cli.py` imports one when it is called."""
