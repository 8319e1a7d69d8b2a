"""SpartQA's English: blocks, the shapes in them, and the questions asked of them."""
