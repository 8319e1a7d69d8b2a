"""Everything that is to be said about a story and its questions, as plain data.

The command line prints it, the adapters send it; what is in it is decided here and nowhere else.
"""
