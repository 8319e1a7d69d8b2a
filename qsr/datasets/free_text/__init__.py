"""Reading a model's free-form answer, for several benchmarks."""
