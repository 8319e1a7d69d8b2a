"""Chinese problems about headings, walks, mirrors and places on the globe, read into stories of the theory ``headings``.

`reader` reads a text and its question; `words` has the table `grammars/headings.toml`, `scene` what has been said so far,
`clauses` and `questions` what each pattern of the table means.
"""
