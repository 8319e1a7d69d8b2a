"""Pages about a run: what was answered, how much of it is right by the text and by the label, and what is wrong and why.

`gather` judges answers and counts, `counts` and `worst` hold the counts and the items that are shown, `content` turns them into
blocks, which `html` or `markdown` write out.
"""
