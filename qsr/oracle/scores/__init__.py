"""Scores of a run: accuracy, intervals, consistency, hops, effort, and baselines beside them."""
