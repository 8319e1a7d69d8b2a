"""Pages about a run: what was answered, how much of it is right by the text and by the label, and what is wrong and why.

`gather` judges answers and counts; `counts`, `items` and `worst` hold the counts, what each answer came to, and the items that
are explained; `headline` compares models on the same items; `content` turns all of it into blocks, which `html` or `markdown`
write out.
"""
