"""The classic figure: four characters are a token."""


def quarter(text: str) -> int:
    """
    A quarter of the characters, rounded up, for those who compare with older figures.

    API answers really cost more (JSON a third more, other writings than Latin several times as much), and the denser
    the format, the more: never compare formats by it.
    """
    return -(-len(text) // 4)
