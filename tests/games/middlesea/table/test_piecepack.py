"""Portable Piecepack Notation: files that a parser of the grammar reads, with the pieces where the engine has them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kingdoms
from kingdoms import Record, State
from kingdoms.core.piecepack import Piece
from kingdoms.export.ppn import moves_between, write_ppn
from kingdoms.games.middlesea.table import piecepack
from tests.games.middlesea.support.tables import holdings
from tests.support.games.golden_games import FOLDER
from tests.support.games.ppn import Frame, Place, parse
from tests.support.suite.rings import inner_first

GOLDEN = sorted((FOLDER / "middlesea/golden").glob("*.jsonl"))

SUIT = {"S": "S", "N": "M", "E": "C", "W": "A"}
CAPITAL = {"S": (10, 2), "N": (10, 18), "E": (18, 10), "W": (2, 10)}
SITES = {
    "S": {"FL": (8, 4), "FM": (10, 4), "FR": (12, 4), "BL": (8, 2), "BR": (12, 2)},
    "N": {"FL": (12, 16), "FM": (10, 16), "FR": (8, 16), "BL": (12, 18), "BR": (8, 18)},
    "E": {"FL": (16, 8), "FM": (16, 10), "FR": (16, 12), "BL": (18, 8), "BR": (18, 12)},
    "W": {"FL": (4, 12), "FM": (4, 10), "FR": (4, 8), "BL": (2, 12), "BR": (2, 8)},
}
STACK = {"suns": (9, 11), "moons": (11, 11), "crowns": (9, 9), "arms": (11, 9)}
MATCH_OF_ROAD, MATCH_OF_PIER = 2, 1


def place(site: str) -> Place:
    """Return where a site lies on the table, from the rulebook's map."""
    seat, _, name = site.partition(".")
    return CAPITAL[seat] if name == "C" else SITES[seat][name]


def check_table(frame: Frame, state: State) -> None:
    """Compare the pieces of a frame with the position of the engine, piece by piece."""
    position = state.position()
    stacks = frame.table.stacks
    lies = {(piece.kind, piece.suit, piece.rank): (at, piece) for at, stack in stacks.items() for piece in stack}
    for suit, tiles in position["stacks"].items():
        lying = [f"{piece.suit}{piece.rank}" for piece in stacks.get(STACK[suit], ())]
        assert lying == tiles[::-1]
    for site, tile in position["sites"].items():
        at, piece = lies["t", tile[0], int(tile[1])]
        assert (at, piece.side, stacks[at][0]) == (place(site), "f", piece)
    roads = 0
    for seat, fields in position["seats"].items():
        assert lies["t", SUIT[seat], 0][0] == CAPITAL[seat]
        assert frame.table.stacks[CAPITAL[seat]][-1].rank == fields["king"]
        assert lies["d", SUIT[seat], fields["unrest"]]
        for value in range(6):
            at, piece = lies["c", SUIT[seat], value]
            leader_place = fields["leaders"].get(str(value))
            if leader_place == "reserve":
                assert at not in {*CAPITAL.values(), *(spot for sites in SITES.values() for spot in sites.values())}
            else:
                assert at == (CAPITAL[seat] if leader_place is None else place(leader_place.rstrip("-")))
            assert piece.side == ("b" if leader_place is not None and leader_place.endswith("-") else "f")
        roads += len(fields["roads"])
    matches = [piece.rank for stack in stacks.values() for piece in stack if piece.kind == "m"]
    assert matches.count(MATCH_OF_ROAD) == roads
    piers = {site: n for fields in position["seats"].values() for site, n in fields["ports"].items()}
    assert matches.count(MATCH_OF_PIER) == sum(piers.values())
    pawns = sorted((at, stack[0].suit) for at, stack in stacks.items() if stack[0].kind == "p")
    assert [suit for _, suit in pawns] == [SUIT[seat] for seat in position["order"]]
    assert sum(map(len, stacks.values())) == 20 + 9 * len(position["seats"]) + len(matches)


@pytest.mark.parametrize("path", inner_first(GOLDEN, 3), ids=lambda path: path.stem)
def test_each_frame_of_a_golden_game_has_the_pieces_of_the_engine(path: Path) -> None:
    record = Record.load(path)
    metadata, frames = parse(write_ppn(record))
    assert metadata["GameType"] == "Kingdoms of the Middle Sea"
    assert metadata["SetUp"] == "None"
    outcome = record.state.outcome()
    assert outcome is not None
    assert metadata["Result"] == " ".join(outcome.winners)
    assert metadata["Seats"].split() == list(record.game.seats)
    setup = [frame for frame in frames if frame.name.startswith("Setup.")]
    check_table(setup[-1], record.opening())
    actions = [(entry, after) for entry, after in record.replay() if entry.action is not None]
    assert len(frames) == len(setup) + len(actions), "one frame an action"
    calls, before = 0, record.opening()
    for frame, (entry, after) in zip(frames[len(setup) :], actions, strict=True):
        comment = frame.comments[0]
        assert comment.startswith(f"{entry.action};")
        assert frame.name.split(".")[1][:1] == (entry.by if entry.by != "chance" else "f")
        check_table(frame, after)
        for seat, fields in after.position()["seats"].items():
            then = before.position()["seats"][seat]
            amount = f"{record.game.seat_name(seat)}: goods {fields['goods']}, gold {fields['gold']}."
            assert (amount in comment) == ((then["goods"], then["gold"]) != (fields["goods"], fields["gold"]))
        before = after
        calls += len(frame.comments) - 1
    assert calls == len(record.entries) - len(actions)


def test_the_file_begins_as_the_mapping_says() -> None:
    record = Record(kingdoms.load_game("middlesea", 2), started="2003-03-15T12:00:00Z", players={"N": 'A "B": \u2028{c}'})
    for action in ("first S", "explore crowns S.FM", "road S.C S.FM", "explore suns under", "end", "end", "move 0 S.FM"):
        record.apply(action)
    written = write_ppn(record)
    lines = written.split("\n")
    for line in (
        'Date: "2003-03-15"',
        'Result: "*"',
        "GameType: Kingdoms of the Middle Sea",
        "SetUp: None",
        "MovetextParser: Default",
        "Macros:",
        '  road: "m2"',
        "Setup.Capitals. tfSn@(10,2) tfMnv@(10,18)",
        "Setup.Kings. cfSa@(10,2) cfMav@(10,18)",
        "Setup.Stacks. tfS{5..1}@(9,11) tfM{5..1}@(11,11) tfC{5..1}@(9,9) tfA{5..1}@(11,9) {aces end on top}",
    ):
        assert line in lines
    for part in (
        "Setup.Rest. cfSn@(10,0) ",
        " dSn@(13,0) ",
        "R1.S.b1. ?tCa-(10,4) {explore crowns S.FM; ",
        "R1.S.b2. `road'@(10,3) {road S.C S.FM; ",
        "R1.S.b3. ?tSa_(9,11) ",
        "R1.S.l0. ?cSn-(10,4) ",
    ):
        assert part in written
    metadata, _ = parse(written)
    assert metadata["Players"] == {"N": 'A "B": \u2028{c}'}
    assert len(metadata["Lost"]) >= 4


def test_a_leader_turns_and_a_city_goes_under_its_stack() -> None:
    written = "".join(write_ppn(Record.load(path)) for path in GOLDEN if path.stem in ("civil-war", "time"))
    for form in ("?cSn~b", "?cSn~f", "?dS~a", "*(10,3)", "?tCa_(9,9)"):
        assert f" {form} " in written, "these golden games have all moves of the mapping"


def test_a_game_from_a_position_lays_what_is_on_the_board() -> None:
    stacks = {"suns": "1534", "moons": "12345", "crowns": "2345", "arms": "51234"}
    position: dict[str, object] = {"game": "middlesea", "phase": "build", "turn": "S", "sites": {"S.FL": "S2", "S.FM": "C1"}}
    position["stacks"] = {suit: [suit[0].upper() + value for value in values] for suit, values in stacks.items()}
    position["seats"] = {"S": holdings("S.C-S.FL S.C-S.FM S.FM:3 3@S.FL-"), "N": {}}
    state = kingdoms.read_position(position)
    record = Record(state.game, position=position)
    written = write_ppn(record)
    _, frames = parse(written)
    check_table(frames[-1], record.state)
    assert "tfS{4,3,5,1}@(9,11)" in written


def test_no_two_matchsticks_can_lie_in_the_same_place() -> None:
    places = [at for roads in piecepack.ROADS for at, _ in roads]
    places += [piecepack.pier_piece(site, i)[0] for site in range(24) if site % 6 in (2, 3, 4) for i in range(5)]
    places += list(piecepack.PLACE_OF) + list(piecepack.STACKS.values()) + [(8.5 + rank, 13) for rank in range(4)]
    places += [piecepack.reserve(seat, leader) for seat in SUIT for leader in range(6)]
    places += [piecepack.rotate(seat, 3, piecepack.RESERVE) for seat in SUIT]
    assert len(places) == 4 * 11 + 4 * 3 * 5 + 24 + 4 + 4 + 24 + 4
    assert len(set(places)) == len(places)


def test_moves_between_invented_tables() -> None:
    a, b, c = (Piece("t", "S", rank, "f") for rank in "a23")
    before, after = {(0.0, 0.0): [a, b, c]}, {(0.0, 0.0): [c, b, a]}
    assert moves_between(before, before) == []
    assert moves_between(before, after) in (["?tS2-(0,0)", "?tSa-(0,0)"], ["?tSa-(0,0)", "?tS2_(0,0)"])
    turned = moves_between({(0.0, 0.0): [Piece("d", "S", "n", angle="v")]}, {(1.0, 0.0): [Piece("d", "S", "2")]})
    assert turned == ["?dS-(1,0)", "?dS~2^"]


def test_a_game_without_piecepack_refuses() -> None:
    record = Record(kingdoms.load_game("rivers", 2))
    with pytest.raises(kingdoms.KingdomsError, match="Two Rivers is not played with a piecepack"):
        write_ppn(record)
    assert json.loads(record.lines()[0])["game"] == "rivers"
