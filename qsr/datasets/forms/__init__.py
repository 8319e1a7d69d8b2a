"""Forms of files that several benchmarks share."""
