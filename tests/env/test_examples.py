"""Decisions from records as arrays agree with the records."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kingdoms
from kingdoms import Record
from kingdoms.bots import play
from kingdoms.env.examples import examples


def games(name: str, number: int = 2) -> list[Record]:
    """Return short games of two random players."""
    game = kingdoms.load_game(name, 2).limited(3)
    return [play(game, ["random", "random"], seed=seed) for seed in range(number)]


@pytest.mark.parametrize("name", kingdoms.game_names())
def test_each_row_is_a_decision_of_a_record(name: str) -> None:
    records = games(name)
    columns = examples(records, forced=True)
    encoding, row = records[0].game.encoding(), 0
    for number, record in enumerate(records):
        state = record.opening()
        for entry, after in record.replay():
            player = state.current_player()
            if player >= 0:
                assert columns["games"][row] == number
                assert columns["players"][row] == player
                assert encoding.decode(int(columns["actions"][row]), player) == record.game.to_action(entry.action)
                assert columns["observations"][row].tobytes() == bytes(encoding.observe(state, player))
                assert np.flatnonzero(columns["masks"][row]).tolist() == sorted(encoding.legal_numbers(state))
                assert columns["shares"][row] == np.float32(record.state.returns()[player])
                row += 1
            state = after
    assert {len(column) for column in columns.values()} == {row}


def test_forced_decisions_and_masks_can_be_left_out(tmp_path: Path) -> None:
    records = games("rivers")
    every, chosen, bare = examples(records, forced=True), examples(records), examples(records, masks=False)
    free = every["masks"].sum(axis=1) > 1
    assert not free.all()
    assert np.array_equal(every["actions"][free], chosen["actions"])
    assert set(chosen) - set(bare) == {"masks"}
    columns: dict[str, Any] = {**bare}
    np.savez_compressed(tmp_path / "games.npz", **columns)
    with np.load(tmp_path / "games.npz") as read:
        assert all(np.array_equal(read[name], bare[name]) for name in bare)


def test_records_of_several_kinds_are_refused() -> None:
    for records, message in (([], "no records"), ([*games("rivers", 1), *games("middlesea", 1)], "one kind")):
        with pytest.raises(ValueError, match=message):
            examples(records)
