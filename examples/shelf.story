# Books in a row under conditions: some places follow, others stay open.
There are five books in a row: an atlas, a novel, a cookbook, a diary and a grammar.
The atlas is directly left of the diary. The novel is not next to the grammar.
If the cookbook is the leftmost, then the grammar is the rightmost. Exactly one of the books is left of the novel.

? Which book could be the leftmost?
? Must the diary be right of the atlas?
? If the cookbook is the leftmost, which book is the rightmost?
? How many books are left of the diary?
