"""Steps of the state machine about playing and the end of games: right and wrong requests."""

from __future__ import annotations

import asyncio
from typing import Any

from hypothesis import strategies as st

from tests.support.games.sample_game import END
from tests.support.model.hosting import HostingSteps
from tests.support.model.local_server import Visitor
from tests.support.model.state_machine import PICK, step
from tests.support.model.tables import NOT_BEGUN, NOT_YOUR_TURN, OVER, STALE, Entry, No, Proposal, Table

BASE = st.sampled_from((0, 0, 0, -1, 1, -2, 7))
"""The difference between the number that a request is based on and the current one."""
IDS = (None, None, "one", "other")


class PlayingSteps(HostingSteps):
    """Steps about actions: playing, undoing, resigning, and proposals."""

    # -- playing ---------------------------------------------------------------------------------------------------------------

    @step(often=4, table=PICK, choices=st.lists(PICK, min_size=1, max_size=8), client_id=st.sampled_from(IDS))
    async def play_on(self, table: Table, choices: list[int], client_id: str | None) -> None:
        """Play legal actions in turn."""
        for choice in choices:
            visitor = self.whose_turn(table)
            if visitor is None or table.turn_refusal(table.seats_of(visitor.id)):
                return
            legal = table.legal()
            await self.act(visitor, table, table.number, legal[choice % len(legal)], client_id)
            await self.world.check()

    @step(often=2, mover=PICK, table=PICK, base=BASE, choice=PICK, client_id=st.sampled_from(IDS))
    async def act_somehow(self, mover: Visitor, table: Table, base: int, choice: int, client_id: str | None) -> None:
        """Play any action as any visitor, based on any number, possibly a repeated one."""
        actions = [*table.legal()[:6], END, "dance", "Card1007", "Card9999", "\ud800"]
        await self.act(mover, table, max(0, table.number + base), actions[choice % len(actions)], client_id)

    @step(often=2, table=PICK, late=st.integers(1, 9))
    async def act_late(self, table: Table, late: int) -> None:
        """Play on an old number: the answer contains the missed entries, as far as the visitor may see them."""
        visitor = self.whose_turn(table)
        if visitor is not None and table.number:
            await self.act(visitor, table, max(0, table.number - late), table.legal()[0], None)

    async def act(self, visitor: Visitor, table: Table, base: int, action: str, client_id: str | None) -> None:
        """Send an action, and check the answer."""
        seats = table.seats_of(visitor.id)
        body = {"base": base, "action": action} | ({} if client_id is None else {"client_id": client_id})
        if action == "\ud800":  # not valid Unicode
            await self.world.ask(visitor, No(422, "invalid"), "POST", f"/games/{table.id}/actions", body)
            return
        come_to = table.action_result(seats, base, action, client_id)
        if come_to == STALE and not visitor.banned:
            late = await visitor.send("POST", f"/games/{table.id}/actions", body)
            assert late.status_code == STALE.status, late.text
            missed = late.json()
            entries = table.visible_actions(seats[0] if len(seats) == 1 else None)[base:]
            assert [(entry["by"], entry["action"]) for entry in missed["missed"]] == entries
            assert missed["number"] == table.number
            return
        if answer := await self.world.ask(visitor, come_to, "POST", f"/games/{table.id}/actions", body):
            assert answer.json() == {"number": come_to}
            self.note_action(table, int(answer.json()["number"]), action, client_id)

    def note_action(self, table: Table, number: int, action: str, client_id: str | None) -> None:
        """Note an acknowledged action; it may be a repeated one."""
        if number > table.number:
            by = str(table.to_move)
            self.world.acknowledge(table, number, Entry(by, action))
            if client_id is not None:
                table.sent[by, client_id] = number

    @step(visitor=PICK, token=PICK, base=st.sampled_from((0, 0, 0, -1, 1)), choice=PICK)
    async def a_program_acts(self, visitor: Visitor, token: int, base: int, choice: int) -> None:
        """Play with a program's token, which may be invalid by now."""
        if not self.world.tokens:
            return
        program_token = self.world.tokens[token % len(self.world.tokens)]
        seats = (
            (table, seat) for table in self.world.tables for seat, chair in table.chairs.items() if chair.token == program_token
        )
        table, seat = next(seats, (None, ""))
        actions = [] if table is None else table.legal()
        action = actions[choice % len(actions)] if actions else END
        at = 0 if table is None else max(0, table.number + base)
        come_to = No(401, "unknown_token") if table is None else table.action_result([seat], at, action, None)
        body, headers = {"base": at, "action": action}, {"Authorization": f"Bearer {program_token}"}
        answer = await self.world.ask(visitor, come_to, "POST", "/program/actions", body, headers=headers)
        if answer is not None and table is not None:
            self.note_action(table, int(answer.json()["number"]), action, None)

    @step(table=PICK, first=PICK, second=PICK, is_repeated=st.booleans())
    async def act_twice_at_once(self, table: Table, first: int, second: int, is_repeated: bool) -> None:
        """Send two actions based on the same number at once, or the same one twice: only one is accepted, once."""
        visitor = self.whose_turn(table)
        if visitor is None or table.turn_refusal(table.seats_of(visitor.id)):
            return
        legal, client_id = table.legal(), f"{'once' if is_repeated else 'both'} {table.number}"
        chosen = [legal[first % len(legal)]] * 2 if is_repeated else [legal[first % len(legal)], legal[second % len(legal)]]
        bodies = [
            {"base": table.number, "action": action, "client_id": client_id + ("" if is_repeated else str(number))}
            for number, action in enumerate(chosen)
        ]
        answers = await asyncio.gather(*(visitor.send("POST", f"/games/{table.id}/actions", body) for body in bodies))
        accepted = [(answer, body) for answer, body in zip(answers, bodies, strict=True) if answer.status_code == 200]
        assert len(accepted) == 1 + is_repeated, [answer.text for answer in answers]
        for answer in answers:
            refused = answer.status_code == 409 and answer.json()["error"]["code"]
            assert refused in (False, STALE.code, NOT_YOUR_TURN.code, OVER.code)
        number = table.number + 1
        assert all(answer.json() == {"number": number} for answer, _ in accepted)
        self.note_action(table, number, str(accepted[0][1]["action"]), str(accepted[0][1]["client_id"]))

    @step(often=2, mover=PICK, table=PICK, base=st.sampled_from((0, 0, 0, -1, 3)), choice=PICK)
    async def undo(self, mover: Visitor, table: Table, base: int, choice: int) -> None:
        """Undo the last action, sometimes right after another one."""
        if choice % 2 and table.legal():
            await self.act(mover, table, table.number, table.legal()[choice % len(table.legal())], None)
            await self.world.check()
        at = max(0, table.number + base)
        back = table.undo_result(table.seats_of(mover.id), at)
        if answer := await self.world.ask(mover, back, "POST", f"/games/{table.id}/undo", {"base": at}):
            number = int(answer.json()["number"])
            assert number == table.number + 1
            assert isinstance(back, int)
            self.world.acknowledge(table, number, Entry(table.to_move, undo=back))

    # -- ending and leaving ----------------------------------------------------------------------------------------------------

    @step(holder=PICK, table=PICK, seat_name=PICK)
    async def resign(self, holder: Visitor, table: Table, seat_name: str) -> None:
        """Resign: all games here have two seats, and end."""
        no = table.ownership_refusal(holder.id, seat_name) or {"lobby": NOT_BEGUN, "over": OVER, "playing": None}[table.status]
        if answer := await self.world.ask(holder, no, "POST", f"/games/{table.id}/seats/{seat_name}/resign", {}):
            assert answer.json()["outcome"]["loser"] == seat_name
            self.world.acknowledge(table, table.number + 1, Entry(seat_name, undo=table.number))

    @step(often=2, mover=PICK, table=PICK, kind=st.sampled_from(("end", "take_back", "take_back")))
    async def propose(self, mover: Visitor, table: Table, kind: str) -> None:
        """Make a proposal."""
        come_to = table.proposal_result(mover.id, kind)
        answer = await self.world.ask(mover, come_to, "POST", f"/games/{table.id}/proposals", {"kind": kind})
        if answer is not None and isinstance(come_to, Proposal):
            self.proposal_is(table, come_to, answer.json()["proposal"])

    @step(often=2, visitor=PICK, table=PICK, reply=st.sampled_from(("agree", "agree", "decline", "withdraw")), right=PICK)
    async def answer_a_proposal(self, visitor: Visitor, table: Table, reply: str, right: int) -> None:
        """Answer a proposal, which may have lapsed or never existed."""
        proposal_id = table.proposed.id if table.proposed is not None and right % 5 else "madeup"
        come_to = table.answer_result(visitor.id, proposal_id, reply)
        path = f"/games/{table.id}/proposals/{proposal_id}"
        answer = await self.world.ask(visitor, come_to, "POST", path, {"answer": reply})
        if answer is not None and isinstance(come_to, Proposal):
            self.proposal_is(table, come_to, answer.json()["proposal"])

    def proposal_is(self, table: Table, proposed: Proposal, shown_proposal: Any) -> None:
        """Check the state of a proposal, or note its effect if all have agreed."""
        waits = [seat for seat in table.deciding if seat not in proposed.agreed]
        if proposed.status == "open" and not waits:
            by = None if proposed.to is None else proposed.seats[0]
            to = table.number if proposed.to is None else proposed.to
            self.world.acknowledge(table, table.number + 1, Entry(by, undo=to))
            return
        assert (shown_proposal["status"], shown_proposal["agreed"]) == (proposed.status, proposed.agreed)
        assert shown_proposal["waits"] == (waits if proposed.status == "open" else [])
        proposed.id = shown_proposal["id"]
        table.proposed = proposed
