"""Every figure that graphkit claims, measured beside its reference in one run: ``python -m benchmarks``."""
