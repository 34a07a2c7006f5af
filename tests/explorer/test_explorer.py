"""The explorer of openings: its counts are those of a naive count, files keep and merge them, and damage is noticed."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kingdoms
from kingdoms import Random, Record, State
from kingdoms.arena import playing
from kingdoms.core.entry import play_entry
from kingdoms.explorer import Explorer, explore
from kingdoms.explorer.counts import MOST_DECISIONS, TRIAL, UNIT, Counts, ExplorerError, PlayedGame
from kingdoms.explorer.file import NAME, ExplorerFile, pack, write_counts
from kingdoms.explorer.sources import arena_games, record_games
from tests.support.bots.arenas import plan_of
from tests.support.games.sample_game import limited
from tests.support.games.tested_games import SAMPLE, TESTED, game_module

Decision = tuple[State, str, str, float]
"""A state, the action chosen in it, the kind of player, and the share of the victory."""


def narrow_game(name: str, seats: int, seed: int, last: bool = False) -> Record:
    """Return a finished game in which everybody takes one of the first two actions, so that positions are met again."""
    game = kingdoms.load_game(name, seats).limited(2)
    record, rng = Record(game, players=dict(zip(game.seats, ("level:6", "level:7", "level:6"), strict=False))), Random(seed)
    while not record.state.is_terminal():
        legal = record.state.legal_actions()
        record.apply(legal[-1] if last else legal[rng.roll(min(2 + len(record.entries) // 20, len(legal)))])
    return record


def decisions_of(record: Record, kinds: Mapping[str, str]) -> list[Decision]:
    """Return the decisions in the opening of a game, replayed from its entries."""
    state, decisions = record.opening(), list[Decision]()
    shares = dict(zip(record.game.seats, record.state.returns(), strict=True))
    for entry in record.entries:
        if entry.by in shares:
            if record.game.opening(state) is None or len(decisions) == MOST_DECISIONS * len(shares):
                break
            if len(state.legal_actions()) > 1:
                decisions.append((state.clone(), str(entry.action), kinds[str(entry.by)], shares[str(entry.by)]))
        play_entry(state, entry)
    return decisions


@pytest.mark.parametrize(("name", "seats"), [(name, seats) for name in TESTED for seats in (2, 3)])
def test_counts_are_those_of_a_naive_count(name: str, seats: int, tmp_path: Path) -> None:
    """Equal positions are recognized by their texts; each row of each position is counted again from the raw records."""
    records = [narrow_game(name, seats, seed) for seed in range(12)]
    paths = [tmp_path / f"{number}.jsonl" for number in range(len(records))]
    for record, path in zip(records, paths, strict=True):
        record.save(path)
    counts = Counts()
    assert all(game is not None and counts.add(game) for game in record_games(paths))
    write_counts(counts, tmp_path / NAME)

    equal: Callable[[State], tuple[str, Callable[[str], str]]] = game_module(name, "openings").equal
    games: defaultdict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    won: defaultdict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    decisions = [decision for record in records for decision in decisions_of(record, record.players)]
    for state, action, kind, share in decisions:
        key, rename = equal(state)
        games[key][rename(action), kind] += 1
        won[key][rename(action), kind] += round(share * UNIT)
    assert len(games) < len(decisions) * 0.9  # positions were met again

    explorer = Explorer(tmp_path / NAME)
    for state, _, _, _ in decisions:
        key, rename = equal(state)
        position = explorer.position(state)
        rows = {(rename(row.action), kind): tally for row in position.rows for kind, tally in row.by.items()}
        assert {row: tally.games for row, tally in rows.items()} == games[key]
        assert {row: round(tally.won * UNIT) for row, tally in rows.items()} == {row: won[key][row] for row in games[key]}
        assert position.total == sum(games[key].values())
        for row in position.rows:
            low, high = row.tally.interval
            assert low <= row.tally.share <= high
            assert all(rename(action) == rename(row.action) for action in row.equal)
    assert position.sources == {"": 12, "level:6": 12, "level:7": 12}
    assert explore(state, tmp_path).to_json() == position.to_json()


def test_what_an_arena_takes_at_random_is_apart(tmp_path: Path) -> None:
    """The players of this arena always take the last action; any other one was taken at random, and is no player's."""
    bots = {"a": "level:6", "b": "level:8"}
    plan = replace(plan_of(games=8, seed=1, rulings=limited(2), decisions=4, percent=50), bots=bots)
    (tmp_path / "plan.json").write_text(json.dumps(plan.to_json()))

    class Last:
        def choose(self, view: kingdoms.View, legal: Sequence[int]) -> int:
            return legal[-1]

    for number in range(8):
        pairing, actions = plan.pairing(number), list[int]()
        players, coins = dict.fromkeys(plan.seats, Last()), plan.seed_of(pairing.opening, "coins")
        playing.run(plan.rules, players, pairing.seed, coins, plan.decisions, plan.percent, actions)
        record = Record(plan.rules, players=dict(zip(plan.seats, pairing.bots, strict=True)))
        for action in actions:
            record.apply(action)
        path = playing.path_of(tmp_path / "records", number)
        path.parent.mkdir(parents=True, exist_ok=True)
        record.save(path)
    counts = Counts()
    kept = [game for game in arena_games(tmp_path) if game is not None and counts.add(game)]
    assert set(counts.kinds) == {TRIAL, "level:6", "level:8"}
    taken = Counter(kind for _, _, kind in counts.played)
    assert taken[counts.kinds.index(TRIAL)] > 4
    write_counts(counts, tmp_path / NAME)
    explorer = Explorer(tmp_path / NAME)
    for state, _, _, _ in (decision for game in kept for decision in decisions_of(game.record, game.kinds)):
        last = state.game.action_to_string(state.legal_actions()[-1])
        for row in explorer.position(state).rows:
            assert row.played == 0 or last in (row.action, *row.equal)
    assert list(arena_games(tmp_path, counts.digests)) == [None] * 8


GAMES = [
    PlayedGame(record, record.players) for record in (narrow_game(SAMPLE, seats, seed) for seed in range(4) for seats in (2, 3))
]


def counted(games: Sequence[PlayedGame]) -> Counts:
    counts = Counts()
    for game in games:
        counts.add(game)
    return counts


def as_data(counts: Counts) -> tuple[Any, ...]:
    """Return counts without the numbers of kinds, which depend on the order of the games."""
    played = {(position, action, counts.kinds[kind]): row for (position, action, kind), row in counts.played.items()}
    return played, counts.games, counts.digests


@given(st.lists(st.sampled_from(range(len(GAMES))), max_size=12), st.integers(0, 8))
@settings(max_examples=20)
def test_counts_do_not_depend_on_order_repetition_or_parts(order: list[int], cut: int) -> None:
    games = [GAMES[number] for number in order]
    whole = counted([GAMES[number] for number in sorted(set(order))])
    first = games[:cut]
    second = [game for game in games[cut:] if game not in first]
    merged = counted(first)
    merged.merge(counted(second))
    assert as_data(merged) == as_data(whole) == as_data(counted(games))
    if order:
        with pytest.raises(ExplorerError, match="in common, which would count twice"):
            merged.merge(counted(games[-1:]))


def test_a_file_holds_what_was_counted_and_leaves_out_the_rarest_if_it_is_large(tmp_path: Path) -> None:
    counts, path = counted(GAMES), tmp_path / NAME
    write_counts(counts, path)
    assert as_data(ExplorerFile(path).counts()) == as_data(counts)
    assert pack(ExplorerFile(path).counts()) == path.read_bytes()
    largest = path.stat().st_size // 2
    write_counts(counts, path, largest)
    smaller = ExplorerFile(path).counts()
    assert path.stat().st_size <= largest
    assert smaller.least > 1
    met = Counter[int]()
    for (position, _, _), (games, _) in smaller.played.items():
        met[position] += games
    assert min(met.values()) >= smaller.least
    assert smaller.digests == counts.digests
    start = GAMES[0].record.opening().child(GAMES[0].record.entries[0].action or "")
    assert Explorer(path).position(start).least == smaller.least


@given(data=st.data())
@settings(max_examples=60)
def test_any_damage_is_noticed(data: st.DataObject, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A file that is cut off is refused at once; another byte anywhere is found when the counts are read."""
    whole = pack(counted(GAMES[:2]))
    at = data.draw(st.integers(0, len(whole) - 1))
    path = tmp_path_factory.getbasetemp() / "damaged.bin"
    path.write_bytes(whole[:at])
    with pytest.raises(ExplorerError, match=r"is damaged|not a file of openings"):
        ExplorerFile(path)
    path.write_bytes(whole[:at] + bytes([whole[at] ^ data.draw(st.integers(1, 255))]) + whole[at + 1 :])
    with pytest.raises(ExplorerError, match=r"is damaged|not a file of openings|is of version"):
        ExplorerFile(path).counts()


def test_a_game_of_other_players_or_from_elsewhere_does_not_count(tmp_path: Path) -> None:
    record = narrow_game(SAMPLE, 2, 1)
    path = tmp_path / "game.jsonl"
    for players in ({}, {"N": "level:6"}, dict.fromkeys(record.game.seats, "level:5"), {"N": "Ann", "S": "level:6"}):
        record.players = players
        record.save(path)
        assert list(record_games([path])) == [None]
    record.players = dict.fromkeys(record.game.seats, "level:6")
    record.take_back(len(record.entries) - 1)
    record.save(path)
    assert list(record_games([path])) == [None]
    path.write_text(path.read_text() + '{"by": "N", "action": "fly"}\n')
    with pytest.raises(ExplorerError, match=r"game\.jsonl, line \d+"):
        list(record_games([path]))
    with pytest.raises(ExplorerError, match="no plan"):
        list(arena_games(tmp_path))
