"""
The inventory before and after: the same calls by a client that asks for JSON and by an agent.

Fills a database in a temporary folder, serves the project on this machine, and calls it. Then it redeems the
continuation token of the agent's bulk create and checks that it buys the whole answer, byte for byte.
"""

import sys
from argparse import ArgumentParser
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from subprocess import CalledProcessError
from tempfile import TemporaryDirectory

from walkthrough.calls import BULK, walk
from walkthrough.client import AGENT, Answer, CallError, Client
from walkthrough.project import Project, ServerError
from walkthrough.table import table, token_counter


class CheckError(Exception):
    """What was redeemed is not what it has to be."""


def check(claim: str, *, holds: bool) -> None:
    """Say that a claim holds, or stop."""
    if not holds:
        raise CheckError(f"This does not hold: {claim}.")
    print(f"  ok  {claim}")


def prepare(project: Project, devices: int) -> str:
    """Make the database and its data; returns an API key."""
    project.manage("migrate", "--verbosity", "0")
    project.manage("load_inventory", "--devices", str(devices))
    return project.ask("issue_key", "demo")


def redeem(client: Client, bulk: Answer) -> None:
    """Redeem the token of a bulk create, and compare what it buys with what plain REST reads."""
    envelope = bulk.json()
    check("it is at most 100 bytes", holds=len(bulk.content) <= 100)
    check("it has a continuation token", holds="continuation_token" in envelope)
    path = f"/agent/continuations/{envelope['continuation_token']}/"
    whole = client.done("GET", path)
    rows = whole.json()
    single = [client.done("GET", row["url"]).content for row in rows]
    print(f"Redeemed {len(whole.content):,} bytes, sha256 {sha256(whole.content).hexdigest()[:16]}...")
    check(f"they are all {BULK} devices", holds=envelope["accepted"] == len(rows) == BULK)
    check("data_size says how many bytes they are", holds=envelope["data_size"] == len(whole.content))
    check("they are what REST reads one by one, byte for byte", holds=whole.content == b"[" + b",".join(single) + b"]")
    check("a second redemption gives the same bytes", holds=client.done("GET", path) == whole)
    check("another caller gets nothing for the token", holds=replace(client, key="").call("GET", path).status == 404)


def compare(address: str, key: str) -> str:
    """Make all calls as both kinds of client and show what each costs; returns that in one sentence."""
    plain = Client(address, key=key)
    before = list(walk(plain, "rest"))
    after = list(walk(replace(plain, accept=AGENT), "agent"))
    how, count = token_counter()
    print(f"\nTokens are {how}.\n")
    print(*table(before, after, count), sep="\n", end="\n\n")
    print(f"The bulk create answered the agent:\n{after[1].answer.content.decode()}")
    redeem(plain, after[1].answer)
    rest, agent = (sum(len(step.answer.content) for step in steps) for steps in (before, after))
    return f"{len(after)} calls cost an agent {agent:,} bytes instead of {rest:,}, and the token buys the rest."


def run(devices: int) -> None:
    """Show it all in a folder that is gone afterwards."""
    with TemporaryDirectory() as folder:
        project = Project(Path(folder))
        key = prepare(project, devices)
        with project.serve() as address:
            summary = compare(address, key)
    print(f"\nDone: {summary}")


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--devices", type=int, default=500, help="how many there are before (default: 500)")
    try:
        run(parser.parse_args().devices)
    except (CalledProcessError, CallError, CheckError, ServerError) as error:
        sys.exit(f"The demo failed. {error}")
