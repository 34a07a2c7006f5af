"""How much is too much, to the last room, game and entry."""

from __future__ import annotations

import asyncio
import time
from typing import cast

import pytest

from kingdoms.server.base.addresses import SITE_FACTOR
from kingdoms.server.lobby.quotas import LEAST_IMPORT, NETWORK_FACTOR, PERIOD, Quotas
from kingdoms.server.lobby.store import LobbyStore
from kingdoms.table.base.errors import ApiError
from kingdoms.table.game.entries import Account
from tests.support.server.launch import MakeSettings

NOW = 1_000_000.0
IDA, STRANGER = Account("ida", "192.0.2.1", "192."), Account("stranger")
CLIENTS = (
    (IDA.client, 1, "You"),
    (str(IDA.place), NETWORK_FACTOR, "Your network"),
    (str(IDA.site), NETWORK_FACTOR * SITE_FACTOR, "Your network"),
)
"""What is counted, the multiple of a visitor's quota, and what messages call it."""
ROOM, GAME, BOTS = ("lobby", False), ("playing", False), ("playing", True)
LIMITS = {"lobbies": 3, "games": 2, "bot_games": 1, "imports": 100_000}


class Counted:
    """A store that has counted so much of a visitor and of an address."""

    def __init__(self) -> None:
        self.rows: dict[str, list[tuple[str, bool]]] = {}
        self.entries: dict[str, tuple[int, float]] = {}

    async def count_games(self, since: float, **by: str) -> list[tuple[str, bool]]:
        assert since == NOW - PERIOD
        return self.rows.get(by.popitem()[1], [])

    async def count_imports(self, since: float, least: int, **by: str) -> tuple[int, float]:
        assert (since, least) == (NOW - PERIOD, LEAST_IMPORT)
        return self.entries.get(by.popitem()[1], (0, since))


@pytest.fixture
def store() -> Counted:
    """What there is of everything."""
    return Counted()


@pytest.fixture
def quotas(make_settings: MakeSettings, store: Counted, monkeypatch: pytest.MonkeyPatch) -> Quotas:
    """Quotas of a server with small limits."""
    monkeypatch.setattr(time, "time", lambda: NOW)
    return Quotas(make_settings(**LIMITS), cast("LobbyStore", store))


async def refusal(quotas: Quotas, creator: Account, *kinds: str, imported: int | None = None) -> ApiError | None:
    """Return the reason for a refusal, None if the game is allowed."""
    try:
        async with quotas.reserve(creator, *kinds, imported=imported):
            return None
    except ApiError as error:
        return error


async def test_a_client_at_its_quota_gets_no_more(quotas: Quotas, store: Counted) -> None:
    for kind, rows, says in (
        ("lobbies", [ROOM] * 2 + [GAME] * 2 + [BOTS], ""),
        ("lobbies", [ROOM] * 3, "3 waiting rooms, the most allowed: cancel one, or start its game."),
        ("lobbies", [ROOM] * 4, "4 waiting rooms"),
        ("games", [ROOM] * 3 + [GAME], ""),
        ("games", [GAME, BOTS], "2 games in progress, the most allowed: finish one, or come back tomorrow."),
        ("bot_games", [ROOM] * 3 + [GAME] * 2, ""),
        ("bot_games", [BOTS], "1 game between bots only, the most allowed: wait until one is over."),
    ):
        for client, times, called in CLIENTS:
            subject = f"{called} already {'have' if times == 1 else 'has'} "
            store.rows = {client: rows * times}
            refused = await refusal(quotas, IDA, kind)
            assert (refused is not None) is bool(says), (kind, rows, client)
            if refused is not None:
                assert (refused.status, refused.code) == (409, "enough")
                assert str(refused).startswith(subject + (says if times == 1 else ""))


async def test_only_requested_quotas_are_queried(quotas: Quotas, store: Counted) -> None:
    store.rows = {IDA.client: [ROOM] * 9, STRANGER.client: [ROOM] * 2}
    assert await refusal(quotas, IDA, "games", "bot_games") is None
    assert await refusal(quotas, IDA, "games", "lobbies") is not None
    assert await refusal(quotas, STRANGER, "lobbies") is None
    store.rows = {STRANGER.client: [ROOM] * 3}
    assert await refusal(quotas, STRANGER, "lobbies") is not None, "though no address is known"


async def test_an_address_makes_one_after_the_other(quotas: Quotas) -> None:
    """Or all that come at once would find the same room."""
    order: list[tuple[str, str]] = []

    async def make(creator: Account) -> None:
        async with quotas.reserve(creator, "lobbies"):
            order.append((creator.client, "begins"))
            await asyncio.sleep(0)
            order.append((creator.client, "ends"))

    await asyncio.gather(*(make(Account(name, IDA.place)) for name in ("ida", "bob", "ida")))
    assert [step for _, step in order] == ["begins", "ends"] * 3
    order.clear()
    await asyncio.gather(make(IDA), make(STRANGER))
    assert [step for _, step in order] == ["begins", "begins", "ends", "ends"]


async def test_imports_are_allowed_up_to_the_last_entry(quotas: Quotas, store: Counted) -> None:
    for so_far, more, allowed in (
        (99_900, 0, True),
        (99_901, 0, False),
        (99_901, None, True),
        (0, 100_000, True),
        (50_000, 50_001, False),
    ):
        for client, times, _ in CLIENTS:
            store.entries = {client: (so_far + (times - 1) * 100_000, NOW - 60)}
            assert (await refusal(quotas, IDA, imported=more) is None) is allowed
        assert await refusal(quotas, STRANGER, imported=0) is None


async def test_imports_are_allowed_again_when_the_first_is_a_day_old(quotas: Quotas, store: Counted) -> None:
    for ago, wait, words in (
        (0.0, 86_400, "24 hours"),
        (PERIOD - 7200.5, 7201, "3 hours"),
        (PERIOD - 3600.5, 3601, "2 hours"),
        (PERIOD - 3600.0, 3600, "60 minutes"),
        (PERIOD - 61.0, 61, "2 minutes"),
        (PERIOD - 0.5, 1, "1 minute"),
        (PERIOD, 1, "1 minute"),
    ):
        for client, times, called in CLIENTS:
            subject, most = f"{called} {'have' if times == 1 else 'has'}", f"{times * 100_000:,}"
            store.entries = {client: (times * 100_000, NOW - ago)}
            with pytest.raises(ApiError) as refused:
                await quotas.check_imports(IDA)
            assert (refused.value.status, refused.value.code) == (429, "imported_enough")
            assert refused.value.headers == {"Retry-After": str(wait)}
            assert str(refused.value) == (
                f"{subject} imported games with {most} entries within a day; {most} are allowed. Try again in {words}."
            )
