"""SpaCE 2024: items with options, answers in letters, baselines."""
