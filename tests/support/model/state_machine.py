"""A state machine of visitors at a server. Its steps are in `hosting`, `playing` and `people`, each based on the one before."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from tests.support.model.local_server import LocalServer, Visitor
from tests.support.model.tables import Table
from tests.support.model.world import World

PICK = st.integers(0, 999)
"""An index into a list that depends on earlier steps; it is taken modulo the length."""
VISITORS = {"visitor", "owner", "subject", "reader"}
"""Parameters of steps that are visitors."""
StepMethod = Callable[..., Awaitable[None]]


def step(often: int = 1, **strategies: st.SearchStrategy[Any]) -> Callable[[StepMethod], StepMethod]:
    """Mark a step of the state machine with its strategies and its weight."""

    def mark(does: StepMethod) -> StepMethod:
        vars(does).update(often=often, strategies=strategies)
        return does

    return mark


class VisitorMachine(RuleBasedStateMachine):
    """Visitors and their games; the steps of subclasses are done in random order.

    There is only one rule, so that all steps occur in each run: with several, Hypothesis would disable some of them.
    """

    def __init__(self, runner: asyncio.Runner, server: LocalServer) -> None:
        super().__init__()
        self.runner = runner
        self.server = server
        self.world = World(server)
        self.restarts = 0
        self.trail: list[str] = []

    @initialize()
    def begin(self) -> None:
        """Set up the visitors and their first games."""
        self.runner.run(self.sit_down())

    @rule(data=st.data())
    def go_on(self, data: st.DataObject) -> None:
        """Do a random step, and check everything."""
        name = data.draw(st.sampled_from(self.steps()))
        drawn = {
            parameter: data.draw(strategy) for parameter, strategy in vars(getattr(type(self), name))["strategies"].items()
        }
        self.trail.append(f"{name} {drawn}"[:200])
        try:
            self.runner.run(self.do(name, drawn))
        except BaseException as error:
            self.server.failed(error, self.trail)
            raise

    @classmethod
    @functools.cache
    def steps(cls) -> list[str]:
        """Return the names of all steps, each as often as its weight."""
        marked = {
            name: vars(method) for name in dir(cls) if "strategies" in getattr(method := getattr(cls, name), "__dict__", {})
        }
        return [name for name, marks in marked.items() for _ in range(marks["often"])]

    async def do(self, name: str, drawn: dict[str, Any]) -> None:
        """Do a step, and check everything. A step about a table is skipped if there are no games.

        Picks become what their parameters are named after: visitors, a table, a seat, its holder, the host or the mover.
        """
        table = self.table(drawn["table"]) if "table" in drawn else None
        if table is not None:
            drawn["table"] = table
            if "seat_name" in drawn:
                drawn["seat_name"] = self.seat(table, drawn["seat_name"])
            if "holder" in drawn:
                drawn["holder"] = self.holder(drawn["holder"], table, drawn["seat_name"])
            people = {"host": self.host, "mover": self.mover}
            drawn |= {parameter: pick(drawn[parameter], table) for parameter, pick in people.items() if parameter in drawn}
        if "table" not in drawn or table is not None:
            visitors = {parameter: self.visitor(drawn[parameter]) for parameter in VISITORS & drawn.keys()}
            await getattr(self, name)(**drawn | visitors)
        await self.world.check()

    async def sit_down(self) -> None:
        await self.world.open()

    def teardown(self) -> None:
        """Let all visitors leave."""
        self.runner.run(self.world.close())

    def visitor(self, pick: int) -> Visitor:
        """Return a visitor."""
        return self.world.visitors[pick % len(self.world.visitors)]

    def table(self, pick: int) -> Table | None:
        """Return a game, or None if there is none."""
        return self.world.tables[pick % len(self.world.tables)] if self.world.tables else None

    def seat(self, table: Table, pick: int) -> str:
        return [*table.chairs, *table.chairs, "X"][pick % (2 * len(table.chairs) + 1)]

    def whose_turn(self, table: Table) -> Visitor | None:
        """Return the visitor to move, or None if there is none who isn't banned."""
        chair = table.chairs.get(table.to_move or "")
        holders = (visitor for visitor in self.world.visitors if chair is not None and visitor.id == chair.holder)
        return next((visitor for visitor in holders if not visitor.banned), None)

    def holder(self, pick: int, table: Table, seat: str) -> Visitor:
        """Return the holder of a seat, or any visitor."""
        visitors = [visitor for visitor in self.world.visitors if seat in table.seats_of(visitor.id)]
        return visitors[0] if visitors and pick % 2 else self.visitor(pick)

    def host(self, pick: int, table: Table) -> Visitor:
        """Return the host of a game, or any visitor."""
        return next(visitor for visitor in self.world.visitors if visitor.id == table.host) if pick % 2 else self.visitor(pick)

    def mover(self, pick: int, table: Table) -> Visitor:
        """Return the visitor to move, or any visitor."""
        return (self.whose_turn(table) if pick % 2 else None) or self.visitor(pick)

    async def send_invalid(self, visitor: Visitor, path: str, body: Any) -> None:
        """Send a request that has to be rejected as invalid."""
        answer = await visitor.send("POST", path, body)
        assert answer.status_code in ((403,) if visitor.banned else (400, 422)), answer.text
