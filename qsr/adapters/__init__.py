"""Ways into other programs, each thin: a web page, evaluation harnesses, protocols. Each imports its library when it is used."""
