"""What a device has in place of a server's services: one person, one store, one thinker."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import math
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeVar

from kingdoms.bots import BOTS, BotError
from kingdoms.device.keeping import GameStore, Store, guard
from kingdoms.device.thinking import LONGEST_MOVE, STRENGTHS, DevicePool, Thinker
from kingdoms.table.advice.advice import Advice, Copies
from kingdoms.table.advice.searching import SearchStrength
from kingdoms.table.advice.thinking import BotFailed, GameMoment
from kingdoms.table.answers.path import PlayedGame
from kingdoms.table.answers.puzzles import Puzzles
from kingdoms.table.base.background import Background
from kingdoms.table.base.packing import pack
from kingdoms.table.game import messages
from kingdoms.table.game.entries import Account
from kingdoms.table.game.live import LiveGame
from kingdoms.table.game.messages import Wording
from kingdoms.table.game.results import results_of
from kingdoms.table.service.broadcast import Broadcast
from kingdoms.table.service.catalogue import catalogue
from kingdoms.table.service.creating import GameCreator, Guards
from kingdoms.table.service.driver import BotDriver
from kingdoms.table.service.ending import Ending
from kingdoms.table.service.games import Games
from kingdoms.table.service.history import HistoryPages
from kingdoms.table.service.offers import BotOffers
from kingdoms.table.service.playing import ActionService
from kingdoms.table.service.timekeeping import Timekeeper

log = logging.getLogger("kingdoms.games")
Step = TypeVar("Step")

PATIENCE: Final = 3.0
"""Seconds that the first catalogue waits for the measurement of levels."""
RESUME_EVERY: Final = 5.0
"""Seconds until a bot whose action could not be kept is asked again."""
GRACE: Final = 60.0
"""Seconds after which a bot may play for an absent person, as on most servers; here, nobody is absent."""
PERSON: Final = Account("device")
"""The person at the device, who hosts all its games."""
ME, SPEEDS, RESULTS, STUDY = "me", "speeds", "results", "study"
"""Documents: the person's name; the seconds that a move of each level takes here; results of games; what the person studies."""


class Home:
    """All that a device has."""

    def __init__(self, store: Store, thinker: Thinker) -> None:
        self.store = guard(store)
        self.game_store = GameStore(self.store)
        self.results_lock = asyncio.Lock()
        self.is_measured = asyncio.Event()
        self.pool = DevicePool(thinker)
        self.offers = DeviceOffers()
        self.games = Games(self.game_store, Unsliced(), Broadcast(HistoryPages(Unsliced()), GRACE), Background())
        self.timekeeper = Timekeeper(self.games)
        self.playing = ActionService(self.games, self.timekeeper.call_time)
        self.ending = Ending(self.games, self.timekeeper.call_time)
        self.driver = DeviceDriver(self.games, self.pool)
        self.advice = DeviceAdvice(self.pool, self.offers)
        self.puzzles = Puzzles(self.advice)
        self.games.listeners.game_over.append(self._note_end)
        self.creating = GameCreator(self.games, self.offers, DeviceGuards(self), self.advice.copies)

    async def start(self) -> None:
        """Read the games, go on with those in which a bot is to move, and measure the levels."""
        await self.game_store.read()
        self.games.background.spawn(self._resume())
        self.games.background.run_every(RESUME_EVERY, self._resume_known)
        self.timekeeper.start()
        self.games.background.spawn(self._measure())

    async def _resume(self) -> None:
        """Go on where a bot is to move, the newest game first, and keep results that the end of the page has prevented."""
        headers = sorted((header for header, _ in self.game_store.heads.values()), key=lambda header: -header.created)
        ends = await self.ends()
        for header in headers:
            with self.games.isolate_errors(header.id):
                if header.status == "playing":
                    self.driver.drive(await self.games.get(header.id))
                elif header.id not in ends:
                    await self._keep_results(await self.games.get(header.id))
            await asyncio.sleep(0)

    async def refresh(self, game_id: str) -> None:
        """Read what another tab has written to a game, and tell those who follow it."""
        await self.game_store.read()
        live = self.games.by_id.get(game_id)
        if live is not None:
            async with self.games.change(live) as change:
                await change.refresh()

    async def _resume_known(self) -> None:
        """Ask again the bots whose actions could not be kept, as on a full disk."""
        for live in [*self.games.by_id.values()]:
            self.driver.drive(live)

    async def _measure(self) -> None:
        self.offers.speeds = await self.document(SPEEDS) or {}
        self.offers.speeds = await self.pool.measure(self.offers.speeds)
        self.is_measured.set()
        await self.store.put(SPEEDS, json.dumps(self.offers.speeds))

    def _note_end(self, live: LiveGame) -> None:
        self.games.background.spawn(self._keep_results(live))

    async def _keep_results(self, live: LiveGame) -> None:
        """Keep the results of a finished game, and the information about it, so that lists need not load it."""
        async with self.results_lock:
            ends = await self.ends()
            is_usual = bool(live.entries) and not live.game.changed_rulings()  # games by other rules are no measure
            moved = live.entries[-1].at if live.entries else live.header.created
            end = {"rows": results_of(live, moved) if is_usual else [], "moved": moved}
            with messages.wording(Wording.TEXTS):
                end["info"] = self.games.broadcast.info(live, PERSON.client)
            await self.store.put(RESULTS, pack(ends | {live.header.id: end}).decode())

    async def ends(self) -> dict[str, Any]:
        """Return what is kept of finished games, by their ids; games that were deleted are among them."""
        return await self.document(RESULTS) or {}

    async def results(self) -> list[PlayedGame]:
        """Return the person's finished games against bots by the usual rules, the oldest first."""
        games = []
        for game_id, end in (await self.ends()).items():
            rows = end["rows"]
            seat = next((row for row in rows if row["visitor_id"] == PERSON.client), None)
            if seat is None or len(rows) != seat["seats"] or seat["seats"] < 2:
                continue
            opponents = tuple((row["bot"], row["share"]) for row in rows if row is not seat)
            score, figures = tuple(seat["score"]), (seat["share"], seat["moves"])
            games.append(PlayedGame(game_id, seat["game"], seat["seats"], *figures, score, seat["at"], opponents))
        return sorted(games, key=lambda game: (game.at, game.id))

    async def catalogue(self) -> dict[str, Any]:
        """Return the catalogue; on the first visit, levels are measured before, if that takes no longer than `PATIENCE`."""
        if not self.offers.speeds:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.is_measured.wait(), PATIENCE)
        return catalogue(self.offers)

    async def document(self, name: str) -> Any:
        """Return a document of the store, as JSON data; None if there is none."""
        text = await self.store.document(name)
        return None if text is None else json.loads(text)


class Unsliced:
    """Does long work at once: nobody else waits."""

    async def collect(self, steps: Iterable[Step]) -> list[Step]:
        """Return what the steps yield."""
        return [*steps]


class Unlimited:
    """The allowance of searches, which has no end: it is the person's own device."""

    def lack(self, key: str) -> float:
        """Return 0: there is always enough."""
        return 0.0

    def charge(self, key: str, amount: float) -> None:
        """Charge nothing."""

    def tokens_left(self, key: str) -> float:
        """Return the seconds left."""
        return math.inf


class DeviceGuards(Guards):
    """The name of the person at the device."""

    def __init__(self, home: Home) -> None:
        self.home = home

    async def name_of(self, client: str) -> str | None:
        """Return the name that the person has chosen."""
        name: str | None = await self.home.document(ME)
        return name


class DeviceOffers(BotOffers):
    """The bots that are quick enough on this device.

    Attributes:
        speeds: the seconds of a move by `GAME LEVEL`, as far as they are known.
    """

    def __init__(self) -> None:
        super().__init__()
        self.speeds: Mapping[str, float] = {}

    def kinds(self, game: str) -> list[dict[str, Any]]:
        """Return the bots of a game, without those that take too long here, or may do so until they are measured."""
        usual = {kind.name: math.inf if kind.patient else 0.0 for kind in BOTS.kinds(game)}
        offers = super().kinds(game)
        return [kind for kind in offers if self.speeds.get(f"{game} {kind['name']}", usual[kind["name"]]) <= LONGEST_MOVE]


class DeviceAdvice(Advice):
    """Hints and reviews that take a time, not a number of simulations."""

    def __init__(self, pool: DevicePool, offers: DeviceOffers) -> None:
        super().__init__(pool, Unlimited(), Copies())
        self.offers = offers

    def levels(self, game: str) -> int | None:
        """Return the highest level that is offered."""
        return max((kind["level"] or 0 for kind in self.offers.kinds(game)), default=0)

    def limits(self, strength: str) -> SearchStrength:
        """Return the limits of a search by the name of its strength."""
        return STRENGTHS[strength]


class DeviceDriver(BotDriver):
    """Plays for bots and chance, with the device's thinker."""

    def __init__(self, games: Games, pool: DevicePool) -> None:
        super().__init__(games)
        self.pool = pool

    async def choose(self, live: LiveGame, thinker: str) -> str | None:
        """Return the action of a bot; a random one if it fails, None if the game has changed meanwhile."""
        number = live.number

        def is_stale() -> bool:
            return live.number != number or live.thinker != thinker or self.games.by_id.get(live.header.id) is not live

        try:
            return await self.pool.choose(GameMoment.from_game(live), thinker, is_stale)
        except (BotFailed, BotError) as error:
            log.exception("bot %s failed; a random action was played", thinker, exc_info=error)
            return await self.pool.choose(GameMoment.from_game(live), "random", is_stale)


async def finish(home: Home) -> None:
    """Stop all that runs."""
    home.games.background.stop()
    await asyncio.gather(home.driver.finish(), home.games.background.finish(), home.advice.stop())
