"""Work in pieces that fit into memory."""

SIZE = 200


def batches(count):
    """Cut the numbers below ``count`` into ranges of at most ``SIZE``."""
    for start in range(0, count, SIZE):
        yield range(start, min(start + SIZE, count))
