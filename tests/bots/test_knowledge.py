"""Search bots evaluate by hand-made knowledge or by a net, as the parameter `knowledge` says."""

from __future__ import annotations

from pathlib import Path

import pytest

import kingdoms
from kingdoms.bots import BOTS, BotError
from kingdoms.bots.levels import SearchBot
from kingdoms.nets import Saved, own_net, save
from tests.support.bots.random_nets import random_net
from tests.support.games.tested_games import SAMPLE

GAME = kingdoms.load_game(SAMPLE, 2)
FEATURES = tuple(GAME.knowledge(GAME.new_initial_state()).features())


@pytest.fixture
def nets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a net by the name of wild-1."""
    save(Saved(random_net(len(FEATURES), 4, 1), SAMPLE, 2, FEATURES, {}), tmp_path / "wild-1.net")
    monkeypatch.setenv("KINGDOMS_NETS", str(tmp_path))
    return tmp_path


def searching(spec: str, game: kingdoms.Game = GAME) -> SearchBot:
    """Return a bot that searches."""
    bot = BOTS.make(spec, game, 1)
    assert isinstance(bot, SearchBot)
    return bot


def test_a_net_that_fits_is_the_default(nets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "net_file", lambda _: nets / "wild-1.net")
    for spec, has in (("search", True), ("search:knowledge=auto", True), ("search:knowledge=hand", False), ("level:6", True)):
        player = searching(spec)
        assert (player.searcher.net is not None) is has, spec
    monkeypatch.setattr(type(GAME), "net_file", lambda _: None)
    for spec in ("search", "search:knowledge=auto", "level:6"):
        player = searching(spec)
        assert player.searcher.net is None, spec


def test_a_changed_net_is_loaded_again(nets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "net_file", lambda _: nets / "wild-1.net")
    first = own_net(GAME)
    assert own_net(kingdoms.load_game(SAMPLE, 2)) is first, "it is kept"
    save(Saved(random_net(len(FEATURES), 5, 2), SAMPLE, 2, FEATURES, {}), nets / "wild-1.net")
    second = own_net(GAME)
    assert second is not None
    assert second.hidden == 5


def test_a_net_is_found_by_name(nets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    player = searching("search:simulations=20:knowledge=wild-1")
    assert player.searcher.net is not None
    assert player.searcher.options["rollouts"] == 0
    assert kingdoms.play(GAME.limited(2), [player, "random"], seed=1).state.is_terminal()
    monkeypatch.setattr(type(GAME), "nets", classmethod(lambda _: {2: nets / "wild-1.net"}))
    assert searching("search:simulations=20:knowledge=net").searcher.net is not None, "the game's own"
    monkeypatch.delenv("KINGDOMS_NETS")
    with pytest.raises(BotError, match="with the environment variable KINGDOMS_NETS"):
        searching("search:knowledge=wild-1")


def test_a_missing_net_is_named(nets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "nets", classmethod(lambda _: {}))
    with pytest.raises(BotError, match=f"{SAMPLE} has no net for 2 seats: leave out knowledge, or give hand"):
        searching("search:knowledge=net")
    with pytest.raises(BotError, match=r"cannot read the net .*tame\.net"):
        searching("search:knowledge=tame")


@pytest.mark.parametrize("name", ["../wild-1", "/etc/passwd", "", "Wild"])
def test_only_known_names_are_accepted(nets: Path, name: str) -> None:
    with pytest.raises(BotError, match="in small letters, digits and hyphens, not"):
        searching(f"search:knowledge={name}")


def test_a_net_for_another_number_of_seats_is_refused(nets: Path) -> None:
    with pytest.raises(BotError, match=f"a net for '{SAMPLE}' with 2 seats, not for {SAMPLE} with 3"):
        searching("search:knowledge=wild-1", kingdoms.load_game(SAMPLE, 3))
