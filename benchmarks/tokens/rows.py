"""Made-up answers of APIs, in any language."""

import random
from collections.abc import Callable, Sequence
from random import Random
from string import ascii_uppercase, digits
from typing import Any

Make = Callable[[Random, Sequence[str]], Any]

HOSTS = "api.example.com", "netbox.example.org", "shop.test"
PATHS = "dcim/devices", "shop/orders", "v1/users"
STATES = "active", "planned", "offline", "open", "closed", "pending"
CODES = ascii_uppercase + digits


def words(dice: Random, known: Sequence[str], most: int = 3) -> str:
    """Some words."""
    return " ".join(dice.choice(known) for _ in range(dice.randint(1, most)))


def number(dice: Random, known: Sequence[str]) -> int:
    """A whole number of any size."""
    return dice.randrange(10 ** dice.randint(1, 7))


def uuid(dice: Random, known: Sequence[str]) -> str:
    """A UUID."""
    bits = f"{dice.getrandbits(128):032x}"
    return f"{bits[:8]}-{bits[8:12]}-4{bits[13:16]}-a{bits[17:20]}-{bits[20:]}"


def url(dice: Random, known: Sequence[str]) -> str:
    """A link to an object."""
    return f"https://{dice.choice(HOSTS)}/api/{dice.choice(PATHS)}/{dice.randrange(99_999)}/"


def moment(dice: Random, known: Sequence[str]) -> str | None:
    """A time stamp, or none."""
    zone = dice.choice(["Z", f".{dice.randrange(10**6):06}Z", "+02:00"])
    day = f"20{dice.randrange(10, 30)}-{dice.randrange(1, 13):02}-{dice.randrange(1, 29):02}"
    clock = f"{dice.randrange(24):02}:{dice.randrange(60):02}:{dice.randrange(60):02}"
    return dice.choice([None, *[f"{day}T{clock}{zone}"] * 5, day])


def amount(dice: Random, known: Sequence[str]) -> Any:
    """A measure or a price, as a number or as a text."""
    value = dice.random() * 1_000
    return dice.choice([round(value, 2), f"{value:.2f}", round(value, 6)])


def code(dice: Random, known: Sequence[str]) -> str:
    """What people print on things: serial numbers, article numbers, host names."""
    return dice.choice(
        [
            f"{dice.choice(CODES[:26])}{dice.choice(CODES[:26])}-{dice.randrange(10**6):06}",
            "".join(dice.choices(CODES, k=dice.randint(6, 12))),
            str(dice.randrange(10**12, 10**13)),
            f"edge-router-{dice.randrange(99):02}",
        ]
    )


def address(dice: Random, known: Sequence[str]) -> str:
    """An address on the net, or in the mail, or a telephone number."""
    octets = [dice.randrange(256) for _ in range(6)]
    return dice.choice(
        [
            ".".join(map(str, octets[:4])) + "/24",
            ":".join(f"{octet:02X}" for octet in octets),
            f"{dice.choice(['ann', 'j.smith', 'support'])}{octets[0]}@example.com",
            f"+49 {dice.randrange(100, 999)} {dice.randrange(10**6, 10**7)}",
        ]
    )


def related(dice: Random, known: Sequence[str]) -> Any:
    """Another object, in short, or none."""
    brief = {"id": number(dice, known), "name": words(dice, known, 1), "url": url(dice, known)}
    named = {"id": dice.randrange(999), "display": words(dice, known, 2), "slug": code(dice, known)}
    return dice.choice([None, brief, brief, named, named])


def tags(dice: Random, known: Sequence[str]) -> list[str]:
    """A few words in a list."""
    return [dice.choice(known) for _ in range(dice.randrange(4))]


def prose(dice: Random, known: Sequence[str]) -> str:
    """A remark, or none."""
    return dice.choice(["", words(dice, known, 8), words(dice, known, 25)])


def truth(dice: Random, known: Sequence[str]) -> bool:
    """Yes or no."""
    return dice.random() < 0.5


def state(dice: Random, known: Sequence[str]) -> Any:
    """One of few choices, or a choice with its label."""
    chosen = dice.choice(STATES)
    return dice.choice([chosen, chosen, {"value": chosen, "label": chosen.title()}])


FIELDS: dict[Make, str] = {
    number: "id pk count total quantity views likes score position vlan mtu depth stock_level customerId",
    uuid: "uuid nodeId",
    url: "url htmlUrl avatarUrl",
    moment: "created last_updated closed_at shipped_at delivered_at createdAt updatedAt birthday",
    amount: "price amount unit_price discount tax weight width height rating latitude longitude",
    code: "slug sku serial asset_tag tracking_number order_number invoiceNumber ean",
    address: "email phone ip_address mac_address",
    related: "site location role tenant platform device_type owner parent assignee",
    tags: "tags labels",
    prose: "description comments body",
    truth: "is_active enabled isPublished",
    state: "status state",
    words: "name display title author currency city country category brand warehouse first_name firstName locale",
}
MAKES = {field: make for make, fields in FIELDS.items() for field in fields.split()}


def answer(seed: str, known: Sequence[str]) -> Any:
    """One answer: an object, a list or a page, of fields and with words that the seed chooses."""
    dice = random.Random(seed)
    fields = dice.sample(list(MAKES), dice.randint(3, 22))
    rows = [{field: MAKES[field](dice, known) for field in fields} for _ in range(dice.choice([1, 3, 10, 30]))]
    if len(rows) == 1:
        return rows[0]
    return dice.choice([rows, {"count": len(rows), "next": None, "previous": None, "results": rows}])
