"""
The inventory before and after: the same calls by a REST client and by an agent that calls tools.

Fills a database in a temporary folder, serves the project on this machine, and calls it over REST and, with the
official client, over MCP. Then it redeems the continuation token of the agent's bulk create and checks that it buys the
whole answer, byte for byte.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from subprocess import CalledProcessError
from tempfile import TemporaryDirectory

from walkthrough.agent import Agent, connect
from walkthrough.calls import Step, over_mcp, over_rest, walk
from walkthrough.checks import (
    CheckError,
    check_mistake,
    check_older,
    check_reading,
    check_rest,
    check_stranger,
    check_token,
)
from walkthrough.client import Answer, CallError, Client
from walkthrough.project import Project, ServerError
from walkthrough.table import sums, table, token_counter

Count = Callable[[str], int]


def prepare(project: Project, devices: int) -> tuple[str, str]:
    """Make the database and its data; returns the API keys of two callers."""
    project.manage("migrate", "--verbosity", "0")
    project.manage("load_inventory", "--devices", str(devices))
    return project.ask("issue_key", "demo"), project.ask("issue_key", "stranger")


def introduce(agent: Agent, count: Count) -> int:
    """Say what an agent reads before its first call; returns its tokens."""
    tools = agent.tools()
    listing = json.dumps(tools, ensure_ascii=False, separators=(",", ":"))
    tokens = count(listing) + count(agent.instructions)
    print(f"An agent connects and reads, once, the server's instructions and {len(tools)} tools: {tokens:,} tokens.\n")
    return tokens


def compare(agent: Agent, client: Client, count: Count) -> tuple[list[Step], list[Step]]:
    """Make all calls, over REST and over MCP, and show what each costs; returns both."""
    before, after = list(walk(over_rest(client), "rest")), list(walk(over_mcp(agent), "agent"))
    print(*table(before, after, count), sep="\n", end="\n\n")
    return before, after


def prove(agent: Agent, client: Client, bulk: Answer, count: Count) -> None:
    """Check what an agent and a REST client can rely on."""
    print(f"The bulk create answered the agent:\n{bulk.content.decode()}")
    check_token(agent, client, bulk)
    check_rest(agent, client)
    check_mistake(agent)
    check_reading(agent, client, count)


def show(address: str, key: str, other: str) -> str:
    """Show and check everything at a server; returns it in one sentence."""
    plain, (how, count) = Client(address, key=key), token_counter()
    print(f"\nTokens are {how}.")
    with connect(address, key) as agent:
        once = introduce(agent, count)
        before, after = compare(agent, plain, count)
        prove(agent, plain, after[1].answer, count)
        with connect(address, other) as stranger:
            check_stranger(stranger, after[1].answer)
        with connect(address, key, mode="legacy") as older:
            check_older(older, agent)
    rest, mcp = sums(before, count), sums(after, count)
    return f"{len(after)} calls cost an agent {mcp:,} tokens instead of {rest:,}, and {once:,} for the tools, once."


def run(devices: int) -> None:
    """Show it all in a folder that is gone afterwards."""
    with TemporaryDirectory() as folder:
        project = Project(Path(folder))
        key, other = prepare(project, devices)
        with project.serve() as address:
            summary = show(address, key, other)
    print(f"\nDone: {summary}")


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--devices", type=int, default=500, help="how many there are before (default: 500)")
    try:
        run(parser.parse_args().devices)
    except (CalledProcessError, CallError, CheckError, ServerError) as error:
        sys.exit(f"The demo failed. {error}")
