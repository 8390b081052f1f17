"""How fast and how small: each bar is a ratio within one run; ``python -m benchmarks`` prints them as a table."""
