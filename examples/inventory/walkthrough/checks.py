"""What the demo proves: that whatever an agent is not shown, it can have, and nobody else."""

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from typing import Any

from walkthrough.agent import Agent
from walkthrough.calls import BULK, KNOWN_PRODUCT, create_many
from walkthrough.client import AGENT, Answer, Client

Count = Callable[[str], int]

SLOT = "continuation_token"


class CheckError(Exception):
    """What was claimed is not so."""


def check(claim: str, *, holds: bool) -> None:
    """Say that a claim holds, or stop."""
    if not holds:
        raise CheckError(f"This does not hold: {claim}.")
    print(f"  ok  {claim}")


def check_token(agent: Agent, client: Client, bulk: Answer) -> None:
    """Redeem the token of a bulk create, and compare what it buys with what plain REST reads."""
    envelope = bulk.json()
    check("it is at most 100 bytes", holds=len(bulk.content) <= 100)
    check("it has a continuation token", holds=SLOT in envelope)
    whole = agent.done("devices_create", {SLOT: envelope[SLOT]}).content
    print(f"The tool, called with the token, gave {len(whole):,} bytes, sha256 {sha256(whole).hexdigest()[:16]}...")
    rows = Answer(200, whole).json()
    single = [client.done("GET", row["url"]).content for row in rows]
    check(f"they are all {BULK} devices", holds=envelope["accepted"] == len(rows) == BULK)
    check("data_size says how many bytes they are", holds=envelope["data_size"] == len(whole))
    check("they are what REST reads one by one, byte for byte", holds=whole == b"[" + b",".join(single) + b"]")
    check("read as a resource they are the same bytes", holds=agent.read(uri_of(envelope)) == whole)


def uri_of(envelope: dict[str, Any]) -> str:
    """Write the token of a bulk create as the URI of a resource."""
    return f"continuation://devices_create/{envelope[SLOT]}"


def check_stranger(stranger: Agent, bulk: Answer) -> None:
    """Try the token as somebody else."""
    envelope = bulk.json()
    tried = stranger.call("devices_create", {SLOT: envelope[SLOT]})
    print("With another caller's key:")
    check("the token buys nothing", holds=tried.status == 404)
    check("its URI has nothing", holds=stranger.read(uri_of(envelope)) == b"")


def check_mistake(agent: Agent) -> None:
    """Make a mistake, and look whether the answer helps."""
    answer = agent.call("devices_list", {"serach": "acc-0000"})
    print(f"A misspelt argument is answered:\n{answer.content.decode()}")
    check("it names the right one", holds=answer.status == 400 and b"did you mean 'search'?" in answer.content)


def check_reading(agent: Agent, client: Client, count: Count) -> None:
    """Read a list that is over its budget, answer by answer, and compare what they are together."""
    asked = {"limit": 50, "view": "full", "budget": 1_500}
    first = agent.done("devices_list", asked).content
    page, costs = Answer(200, first).json(), [count(first.decode())]
    print(f"A page of 50 devices in full, in 1,500 tokens, says:\n{page['_notes'][0]}")
    rows, cursor = [], "0"
    while cursor is not None:
        on = {SLOT: page[SLOT], "cursor": cursor, "view": "full", "budget": 1_500}
        content = agent.done("devices_list", on).content
        answer = Answer(200, content).json()
        costs.append(count(content.decode()))
        rows, cursor = rows + answer["results"], answer["cursor"]
    check("none of the answers costs more", holds=max(costs) <= 1_500)
    whole = client.done("GET", "/api/devices/?limit=50").json()["results"]
    check("together they are what REST sends", holds=rows == whole)
    check("page 2 is a call away", holds=page["next"] == {"limit": 50, "offset": 50})


def check_older(older: Agent, agent: Agent) -> None:
    """Compare what clients of both eras of the protocol see."""
    print(f"The agent spoke {agent.protocol}; another client speaks {older.protocol}:")
    check("it sees the same tools", holds=older.protocol < agent.protocol and older.tools() == agent.tools())


def check_rest(agent: Agent, plain: Client) -> None:
    """Ask for the agent's answers over REST."""
    client = replace(plain, accept=AGENT)
    page, product = agent.done("devices_list", {}).json(), agent.done("products_retrieve", {"fido_id": KNOWN_PRODUCT})
    print(f"The same over REST, for clients that ask for {AGENT}:")
    same = client.done("GET", f"/api/products/{KNOWN_PRODUCT}/").content == product.content
    check("a product is the same bytes", holds=same)
    linked = client.done("GET", "/api/devices/").json()
    check("a page is the same, but for its links", holds={**linked, "next": page["next"]} == page)
    call = create_many("renderer")
    envelope = client.done(call.method, call.url, call.body).json()
    whole = plain.done("GET", f"/agent/continuations/{envelope[SLOT]}/").content
    check(f"a token buys {BULK} devices there too", holds=len(whole) == envelope["data_size"])
