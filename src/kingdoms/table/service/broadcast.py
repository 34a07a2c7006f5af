"""Messages to the followers of games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

from kingdoms.table.base.packing import Packed, pack
from kingdoms.table.game import messages
from kingdoms.table.game.entries import KnownEntry, StoredEntry
from kingdoms.table.game.live import LiveGame
from kingdoms.table.game.presence import is_present
from kingdoms.table.service.followers import Follower, Hub
from kingdoms.table.service.history import HistoryPages, PackedEntry
from kingdoms.texts import speaking


class Update(NamedTuple):
    """The newest entry and the facts after it, as JSON by viewer; the question, clocks and proposal."""

    entry: PackedEntry
    facts: Mapping[str | None, Packed]
    question: str
    around: Mapping[str, Any]


class Broadcast:
    """Sends messages to the followers at this home.

    Args:
        grace: seconds after which a bot may stand in for an absent player.
    """

    def __init__(self, history: HistoryPages, grace: float) -> None:
        self.history = history
        self.grace = grace
        self.hub = Hub()

    @property
    def current_notice(self) -> Mapping[str, str | None] | None:
        """What the operator has to say to everybody, if there is one."""
        return None

    # -- broadcasts --------------------------------------------------------------------------------------------------------

    def send_entry(self, live: LiveGame, entry: StoredEntry, by_viewer: dict[str | None, KnownEntry]) -> None:
        """Send an entry to all followers of a game."""
        followers = self.hub.followers_of(live.header.id)
        around, alike = messages.game_status(live), defaultdict[tuple[str, str], list[Follower]](list)
        for follower in followers:
            alike[follower.wording, follower.language].append(follower)
        for group in alike.values():
            seats = dict.fromkeys(follower.seat for follower in group)
            with group[0].phrased():
                facts = messages.facts_of(live.state, seats, is_over=live.is_over, is_whole=live.is_whole)
                now = Update(self.history.note(live, by_viewer), facts, messages.question(live.state), around)
                self._send_update(live, now, group)

    def _send_update(self, live: LiveGame, now: Update, followers: list[Follower]) -> None:
        """Send the newest entry to followers who want the same wording and language."""
        sent, to_move, is_over = dict[tuple[str | None, bool, bool, bool], str](), live.to_move, live.header.status == "over"
        for follower in followers:
            seats = self._seats_deciding(live, follower)
            key = follower.seat, to_move in seats, follower.position, follower.token_hash is not None
            if is_over:
                info = self.info(live, follower.visitor_id, follower)
                follower.send(self._entry_text(live, now, follower, seats, info))
                continue
            if key not in sent:
                sent[key] = self._entry_text(live, now, follower, seats, None)
            follower.send(sent[key])

    def _seats_deciding(self, live: LiveGame, follower: Follower) -> list[str]:
        """Return the seats whose questions a follower receives.

        These are all seats of the visitor; in a game with secrets, only the seat that is shown.
        """
        if follower.token_hash is not None or live.game.has_secrets:
            return [] if follower.seat is None else [follower.seat]
        return live.seats_of(follower.visitor_id)

    def _entry_text(
        self, live: LiveGame, now: Update, follower: Follower, seats: list[str], info: dict[str, Any] | None
    ) -> str:
        """Return the message about the newest entry for the view of a follower and the questions of `seats`."""
        seat = follower.seat
        message: dict[str, Any] = {
            "type": "entry",
            "number": live.number,
            "entry": Packed(now.entry.get(seat, now.entry[None])),
            "view": now.facts[seat],
            "ask": messages.ask(live, seats),
            "question": now.question,
            "around": now.around,
            **self._position(live, follower),
        }
        if info is not None:
            message["info"] = info
        return pack(message).decode()

    def _position(self, live: LiveGame, follower: Follower) -> dict[str, Any]:
        if not follower.position:
            return {}
        return {"position": messages.position(live, live.state, follower.seat, is_program=follower.token_hash is not None)}

    def info(self, live: LiveGame, visitor_id: str | None, follower: Follower | None = None) -> dict[str, Any]:
        """Return the public information about a game; the number of onlookers doesn't include the visitor."""
        players = {seat.visitor_id for seat in live.seats.values()} | {visitor_id}
        watchers = [
            watcher for watcher in self.hub.followers_of(live.header.id) if watcher.seat is None and watcher is not follower
        ]
        strangers = sum(watcher.visitor_id is None for watcher in watchers)
        onlookers = strangers + len({watcher.visitor_id for watcher in watchers if watcher.visitor_id is not None} - players)
        return messages.info(live, visitor_id, onlookers, self.grace)

    async def send_seats(self, live: LiveGame, *, begun: bool) -> None:
        """Broadcast a change of seats, or the beginning of a game."""
        for follower in self.hub.followers_of(live.header.id):
            moved = self._reseat(live, follower)
            if begun or (moved and live.header.status != "lobby"):
                follower.send(await self.hello(live, follower, live.number))
        self.send_info(live)

    def _reseat(self, live: LiveGame, follower: Follower) -> bool:
        """Update the view of a follower after a change of seats, or end it if its token is void; return whether it changed."""
        if follower.token_hash is not None:
            if live.seats[str(follower.seat)].token_hash != follower.token_hash:
                follower.end()
            return False
        seats = live.seats_of(follower.visitor_id)
        before, follower.seat = follower.seat, follower.seat if follower.seat in seats else seats[0] if seats else None
        return follower.seat != before

    def send_info(self, live: LiveGame) -> None:
        """Broadcast the public information about a game."""
        live.presence = [is_present(live, seat) for seat in live.seats.values()]
        for follower in self.hub.followers_of(live.header.id):
            with speaking(follower.language):
                message = {"type": "info", "info": self.info(live, follower.visitor_id, follower)}
            follower.send(pack(message).decode())

    async def hello(self, live: LiveGame, follower: Follower, after: int) -> str:
        """Return the first message to a follower: the state of the game, and the newest missed entries."""
        begun = live.header.status != "lobby"
        with follower.phrased():
            missed = await self.history.newest_entries(live, after, follower.seat) if begun else []
            message = {
                "type": "hello",
                "number": live.number,
                "info": self.info(live, follower.visitor_id, follower),
                "view": messages.seat_view(live, live.state, follower.seat) if begun else None,
                "ask": messages.ask(live, self._seats_deciding(live, follower)),
                "question": messages.question(live.state) if begun else None,
                "missed": [Packed(entry) for entry in missed],
                "more": begun and after + len(missed) < live.number,
                **(self._position(live, follower) if begun else {}),
                **({} if self.current_notice is None else {"notice": self.current_notice}),
            }
        return pack(message).decode()

    def send_gone(self, live: LiveGame) -> None:
        """Disconnect the followers of a deleted game."""
        for follower in self.hub.followers_of(live.header.id):
            follower.send('{"type":"gone"}')
            follower.end()
