"""The services of a server, one for each room: how they are connected, started and stopped."""

from __future__ import annotations

import asyncio
import secrets
from functools import partial
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.datastructures import State

from kingdoms.server.advice.allowance import allowance
from kingdoms.server.base.settings import ServerSettings
from kingdoms.server.base.slices import Slices
from kingdoms.server.boards.service import BOARD, Boards
from kingdoms.server.bots.driver import Driver
from kingdoms.server.bots.offers import Offers
from kingdoms.server.bots.processes import Thinkers
from kingdoms.server.clocks import outages
from kingdoms.server.clocks.service import ClockService
from kingdoms.server.database import deeds, heartbeat
from kingdoms.server.database.engine import Database
from kingdoms.server.database.heartbeat import Heartbeat
from kingdoms.server.database.listen import NoticeListener, notify
from kingdoms.server.database.notices import BANS, OPERATOR, SESSIONS, NoticeBoard
from kingdoms.server.ending.results import Results
from kingdoms.server.entrance.routes import Passwords
from kingdoms.server.http.metrics import Metrics
from kingdoms.server.http.refusals import Refusals
from kingdoms.server.lobby.service import Lobby
from kingdoms.server.people import sessions
from kingdoms.server.people.sessions import Sessions
from kingdoms.server.pictures.films import Films
from kingdoms.server.pictures.previews import Previews
from kingdoms.server.presence.service import Presence
from kingdoms.server.push.service import Push
from kingdoms.server.puzzles.service import ServerPuzzles
from kingdoms.server.retention import purge, sweep
from kingdoms.server.retention.sweep import Job, Sweep
from kingdoms.server.retention.unseen import VisitorExpiry
from kingdoms.server.table.broadcast import HouseBroadcast
from kingdoms.server.table.commits import entry_of
from kingdoms.server.table.copies import RunningCopies
from kingdoms.server.table.live_games import EVICT_AFTER, LiveGames
from kingdoms.server.table.store import Store
from kingdoms.server.talk import cases
from kingdoms.server.talk.service import Talk
from kingdoms.server.talk.store import parse_notice
from kingdoms.server.visitors.admission import House
from kingdoms.server.visitors.identity import Identity
from kingdoms.table.advice.advice import Advice
from kingdoms.table.base.background import Background
from kingdoms.table.game.entries import StoredEntry
from kingdoms.table.game.live import LiveGame
from kingdoms.table.service.ending import Ending
from kingdoms.table.service.history import HistoryPages
from kingdoms.table.service.playing import ActionService

READ_NOTICES_EVERY = 1.0
"""Seconds between two reads of the notices of operator's commands on SQLite."""
MOST_PLACES = 5
"""How many addresses with refused requests a heartbeat lists."""


class Services:
    """All services of one server."""

    def __init__(
        self,
        settings: ServerSettings,
        database: Database,
        metrics: Metrics,
        house: House,
        refusals: Refusals,
        identity: Identity,
    ) -> None:
        self.settings = settings
        self.database = database
        self.house = house
        self.refusals = refusals
        self.process = secrets.token_hex(8)
        self.background = Background()
        slices = Slices()
        self.store = Store(database, self._notify, self.process)
        self.games = LiveGames(
            self.store, slices, HouseBroadcast(HistoryPages(slices), settings.grace, house), self.background, metrics
        )
        self.thinkers = Thinkers(settings.bot_workers, metrics.waiting)
        self.offers = Offers(settings.programs)
        self.clocks = ClockService(self.games)
        self.playing = ActionService(self.games, self.clocks.call_time)
        self.ending = Ending(self.games, self.clocks.call_time)
        self.driver = Driver(self.games, self.thinkers, self.offers)
        copies = RunningCopies(self.games)
        self.lobby = Lobby(self.games, self.offers, settings, copies)
        self.presence = Presence(self.games)
        self.push = Push(self.games, settings)
        self.talk = Talk(self.games)
        self.boards = Boards(self.games, self._notify)
        self.results = Results(self.games)
        self.sessions = Sessions(database, identity, self._notify, lambda: self.games.broadcast.disconnect_ended(identity))
        self.advice = Advice(self.thinkers.advisers, allowance(settings.advice), copies)
        self.puzzles = ServerPuzzles(self.advice, database)
        self.films = Films(self.thinkers.advisers)
        self.previews = Previews(self.thinkers.advisers)
        self.heartbeat = Heartbeat(database, self.process, self.figures)
        self.unseen = VisitorExpiry(database, settings.forget_after, self._notify, self._read_all)
        self.passwords = Passwords()
        self.sweep = Sweep(self.background, *self._jobs())
        self.notices: NoticeListener | None = None
        self.games.listeners.entry_kept.append(partial(_count, metrics))
        self.presence.look_listeners.append(self.push.note_look)
        self.talk.remark_kept.append(self.push.note_talk)
        house.listeners.append(partial(self.games.broadcast.follow_house, self._host_of))

    def install(self, state: State) -> None:
        """Put the services where routes look for them, by their names."""
        state.services = self
        for name, service in vars(self).items():
            setattr(state, name, service)

    # -- starting and stopping ----------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Start the periodic work, resume games in progress, and listen to other servers."""
        await outages.give_back(self.database)
        if self.database.is_shared:
            self.notices = NoticeListener(self.settings.database_url, self._on_notice, self._catch_up)
            await self.notices.start()
        else:
            board = NoticeBoard(self.database, self._on_notice)
            await board.skip_old()
            self.background.run_every(READ_NOTICES_EVERY, board.read_new)
        await self._read_all()
        self.database.outage.when_over = self._after_outage
        for service in (self.driver, self.presence, self.push, self.clocks):
            service.start()
        self.background.run_every(EVICT_AFTER / 10, self.games.evict_idle)
        self.background.run_every(sweep.EVERY, self.sweep.run)
        self.background.run_every(sessions.FLUSH_EVERY, self.sessions.flush)
        self.background.run_every(heartbeat.EVERY, self.heartbeat.write)

    def disconnect(self) -> None:
        """Disconnect all followers, and refuse new ones: the server would wait for their open streams."""
        self.games.broadcast.hub.close()
        self.boards.close()

    def stop_searching(self) -> None:
        """Cancel all searches; waiting clients get a 503 error and retry."""
        self.thinkers.advisers.stop()

    async def stop(self) -> None:
        """Stop all services. No read or write is interrupted."""
        self.background.stop()
        self.disconnect()
        await self.push.stop()
        await self.advice.stop()
        self.driver.stop()
        if self.notices is not None:
            await self.notices.stop()
        await self.driver.finish()
        await self.background.finish()
        await self.store.commits.batches.finish()
        await self.presence.store.batches.finish()
        await self.heartbeat.leave()

    # -- other servers, and the operator ------------------------------------------------------------------------------

    @property
    def receives_notices(self) -> bool:
        """Whether notifications of other servers arrive, if there can be other servers."""
        return self.notices is None or self.notices.is_connected

    async def _notify(self, connection: AsyncConnection, *game_ids: str) -> None:
        await notify(connection, *(f"{self.process} {game_id}" for game_id in game_ids))

    async def _on_notice(self, notice: str) -> None:
        """Follow a change by another server or by a command of the operator."""
        process, _, about = notice.partition(" ")
        if process == self.process or self.background.is_stopping:
            return
        if process == OPERATOR or about in (SESSIONS, BANS):
            await asyncio.shield(self.background.spawn(self._on_command(about)))
        elif about.startswith(BOARD):
            self.boards.wake(about.removeprefix(BOARD).strip())
        elif (talked := parse_notice(about)) is not None:
            await asyncio.shield(self.background.spawn(self.talk.receive(*talked)))
        elif (live := self.games.by_id.get(about.partition(" ")[0])) is not None:
            await asyncio.shield(self.background.spawn(self._follow(live, entry_of(about))))

    async def _on_command(self, about: str) -> None:
        """Follow a command of the operator about a game or the whole server, or a change of the latter by another server."""
        if about == BANS:
            await self.house.read(self.database)
        elif about.startswith(SESSIONS):
            await self.sessions.receive_end(about.removeprefix(SESSIONS).strip())
        elif (live := self.games.by_id.get(about)) is not None:
            await self.games.refresh(live)

    def _host_of(self, game_id: str) -> str | None:
        live = self.games.by_id.get(game_id)
        return None if live is None else live.header.host

    async def _read_all(self) -> None:
        """Read what the operator has set, and which sessions have ended."""
        await self.house.read(self.database)
        await self.sessions.read_ended()

    async def _follow(self, live: LiveGame, entry: StoredEntry | None) -> None:
        """Follow a change of a game by another server: an entry, or None for any other change."""
        if entry is None or not await self.games.follow_entry(live, entry):
            await self.games.follow(live)
            await self.presence.restore(live)

    async def _catch_up(self) -> None:
        """Catch up with everything after the connection to the database was lost."""
        await self._read_all()
        self.boards.wake()
        await self.games.refresh_all()
        for live in list(self.games.by_id.values()):
            await self.talk.catch_up(live)

    async def _after_outage(self) -> None:
        """Resume after an outage of the database; pending commits may have succeeded or not."""
        await self._catch_up()
        await self.driver.adopt(waiting=0.0)

    # -- periodic work ------------------------------------------------------------------------------------------------

    def _jobs(self) -> list[Job]:
        jobs = [
            Job("waiting rooms ended", self.lobby.delete_empty_rooms),
            Job("remains of games deleted", self.store.parts.remove_abandoned),
            Job("results of games kept", self.results.settle_some),
            Job("old sessions deleted", self.sessions.delete_old),
            Job("closed reports deleted", partial(cases.delete_old, self.database)),
            Job("old deeds of operators deleted", partial(deeds.delete_old, self.database)),
            Job("addresses in rated games deleted", self.results.forget_places),
            Job("visitors forgotten", self.unseen.forget_some),
        ]
        if self.settings.retention is not None:
            jobs.append(Job("finished games deleted", partial(self._delete_finished, self.settings.retention)))
        return jobs

    async def _delete_finished(self, days: float) -> int:
        """Delete games that have been over for a number of days; return the number of deleted games."""
        ids = await purge.delete_some(self.database, self._notify, purge.finished_condition(days))
        for game_id in ids:
            self.games.forget(game_id)
        return len(ids)

    def figures(self) -> dict[str, Any]:
        """Return the figures of this server for the operator."""
        followers = self.games.broadcast.hub.all_followers()
        return {
            "visitors": len({follower.visitor_id for follower in followers if follower.visitor_id is not None}),
            "strangers": sum(follower.visitor_id is None and follower.token_hash is None for follower in followers),
            "programs": sum(follower.token_hash is not None for follower in followers),
            "games": len(self.games.by_id),
            "thinking": len(self.driver.tasks),
            "refusals": self.refusals.count_by_code(),
            "places": self.refusals.count_by_address(MOST_PLACES),
        }


def _count(metrics: Metrics, live: LiveGame, entry: StoredEntry) -> None:
    metrics.count_action(live.author_of(entry))
