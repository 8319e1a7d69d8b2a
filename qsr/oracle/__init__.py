"""Judging answers: scores of a run, audits of labels against their texts, checks of somebody's answers."""
