"""The worked examples of the rules, section D, played on the reference model."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.middlesea.reference.model import Model
from tests.games.middlesea.reference.tables import HOME, Seats, leader, make, money, play, seat, unrest
from tests.games.middlesea.support.worked_example import lead_example

# --------------------------------------------------------------------------------------
# Start


def test_new_game() -> None:
    model = Model(["N", "E", "S", "W"])
    assert (model.to_move, model.decision) == ("chance", "first")
    assert model.legal() == ["first E", "first N", "first S", "first W"]
    assert "turn" not in model.position()
    model.play("first S")
    # nobody has a city or a temple: straight on to the build phase
    assert model.position()["order"] == ["S", "W", "N", "E"]
    assert (model.to_move, model.decision) == ("S", "build")
    assert money(model, "E") == (5, 5)
    assert model.position()["stacks"]["moons"] == ["M1", "M2", "M3", "M4", "M5"]


def test_start_skips_the_empty_seat() -> None:
    model = Model(["E", "N", "W"])
    model.play("first E")
    assert model.position()["order"] == ["E", "W", "N"]


# --------------------------------------------------------------------------------------
# D-CTRL


def control_example(**rulings: object) -> Model:
    phillip = {
        "king": 4,
        "unrest": 2,
        "goods": 2,
        "gold": 1,
        "leaders": {"1": "S.BL", "2": "S.FL", "5": "S.FR"},
        "roads": ["S.C-S.BL", "S.C-S.FL", "S.C-S.FM", "S.C-S.FR"],
    }
    sites = {"S.BL": "S2", "S.FL": "A5", "S.FR": "M2", "S.FM": "C1"}
    return make("control", {"S": phillip}, sites, rulings=rulings)


def test_d_ctrl_pay_and_choose() -> None:
    model = control_example()
    assert (model.to_move, model.decision) == ("S", "pay")
    assert model.position()["turn"] == "S"
    assert model.legal() == ["pay 0", "pay 1"]
    model.play("pay 1")
    assert money(model, "S") == (1, 0)
    assert model.decision == "rebel"
    assert model.legal() == ["rebel S.BL", "rebel S.FL", "rebel S.FM", "rebel S.FR"]
    model.play("rebel S.BL")
    assert leader(model, "S", 1) == "S.BL-"
    assert (model.to_move, model.decision) == ("S", "suppress")
    assert model.legal() == ["concede", "suppress S.BL 2", "suppress S.BL 5"]


@pytest.mark.parametrize("used", [5, 2])
def test_d_ctrl_suppress(used: int) -> None:
    model = control_example()
    play(model, "pay 1", "rebel S.BL", f"suppress S.BL {used}")
    assert leader(model, "S", used).endswith("-")
    assert leader(model, "S", 7 - used) == {5: "S.FR", 2: "S.FL"}[7 - used]
    assert leader(model, "S", 1) == "S.BL-"
    assert "S.C-S.BL" in seat(model, "S")["roads"]
    assert unrest(model)["S"] == 2
    # the others tie with score 1 behind the only temple
    assert (model.to_move, model.decision) == ("S", "rank")


def test_d_ctrl_concede() -> None:
    model = control_example()
    play(model, "pay 1", "rebel S.BL", "concede")
    assert seat(model, "S")["roads"] == ["S.C-S.FL", "S.C-S.FM", "S.C-S.FR"]
    assert leader(model, "S", 1) == "reserve"
    assert unrest(model)["S"] == 3
    assert model.position()["sites"]["S.BL"] == "S2"


def test_d_ctrl_paying_nothing_means_two_rebels() -> None:
    model = control_example()
    play(model, "pay 0", "rebel S.BL")
    assert model.legal() == ["rebel S.FL", "rebel S.FM", "rebel S.FR"]
    model.play("rebel S.FR")  # its temple and leader are out of use now
    assert model.legal() == ["concede", "suppress S.BL 2", "suppress S.FR 2"]
    model.play("suppress S.FR 2")
    assert leader(model, "S", 5) == "S.FR-"
    assert unrest(model)["S"] == 3  # S.BL went: nobody was left to put it down


def test_d_ctrl_with_hired_help() -> None:
    model = control_example(suppress_hire=True)
    play(model, "pay 0", "rebel S.FM", "rebel S.FL")
    assert model.legal() == [
        "concede",
        "suppress S.FL 5 0",
        "suppress S.FL 5 1",
        "suppress S.FM 5 0",
        "suppress S.FM 5 1",
    ]
    model.play("suppress S.FL 5 1")
    assert money(model, "S") == (1, 0)
    assert leader(model, "S", 5) == "S.FR-"


# --------------------------------------------------------------------------------------
# D-DOM


def test_d_dom() -> None:
    seats: Seats = {
        "N": {"king": 4, "unrest": 2, "roads": ["N.C-N.FM"]},
        "E": {"king": 4, "roads": ["E.C-E.FM"]},
        "S": {"king": 4, "unrest": 2, "roads": ["S.C-S.FM"]},
        "W": {"king": 4, "unrest": 1, "roads": ["W.C-W.FM"]},
    }
    sites = {"N.FM": "M5", "E.FM": "M3", "S.FM": "M2", "W.FM": "M1"}
    for chosen, expected in (("S", "NESW"), ("W", "NEWS")):
        model = make("dominance", seats, sites, order="EWSN")
        assert (model.to_move, model.decision) == ("N", "rank")
        assert model.legal() == ["rank S", "rank W"]
        assert "turn" not in model.position()
        model.play(f"rank {chosen}")
        assert model.position()["order"] == list(expected)
        assert (model.to_move, model.decision) == ("N", "build")


def test_d_dom_2() -> None:
    model = make("dominance", {"E": {"king": 5}}, {}, order="WSEN")
    assert model.decision == "build"
    assert model.position()["order"] == ["W", "S", "E", "N"]


def test_d_dom_tie_for_first_without_temple() -> None:
    sites = {"N.FM": "M1"}
    seats: Seats = {
        "N": {"roads": ["N.C-N.FM"]},
        "E": {"king": 5},
        "S": {"king": 5},
        "W": {"king": 5},
    }
    model = make("dominance", seats, sites, order="WSEN")
    assert (model.to_move, model.legal()) == ("W", ["rank E", "rank S"])
    model = make("dominance", seats, sites, order="WSEN", rulings={"first_tie": "roll"})
    assert (model.to_move, model.decision) == ("chance", "first")
    assert model.legal() == ["first E", "first S", "first W"]
    play(model, "first S", "rank E")
    assert model.position()["order"] == ["S", "E", "W", "N"]


# --------------------------------------------------------------------------------------
# D-PROD


PROD_1: Seats = {
    "N": {
        "king": 4,
        "goods": 0,
        "gold": 0,
        "leaders": {"3": "N.BL", "5": "S.FM"},
        "roads": ["N.C-N.FL", "N.C-N.BL"],
        "ports": {"N.FL": 1, "S.FM": 1},
    }
}
PROD_1_SITES = {"N.FL": "S3", "N.BL": "C3", "S.FM": "S2"}


def test_d_prod_1() -> None:
    model = make("production", PROD_1, PROD_1_SITES)
    assert money(model, "N") == (11, 10)
    assert leader(model, "N", 5) == "S.FM-"
    assert leader(model, "N", 3) == "N.BL-"
    assert seat(model, "N")["king"] == 4
    assert unrest(model)["N"] == 0


def test_d_prod_1_by_choice() -> None:
    rulings = {"production": "choice"}
    model = make("production", PROD_1, PROD_1_SITES, rulings=rulings)
    assert (model.to_move, model.decision) == ("N", "produce")
    assert money(model, "N") == (4, 4)
    assert model.legal() == ["hold N.BL", "produce N.BL"]
    model.play("hold N.BL")
    assert model.legal() == ["hold S.FM", "produce S.FM"]
    model.play("produce S.FM")
    assert money(model, "N") == (11, 4)
    assert leader(model, "N", 3) == "N.BL"
    assert leader(model, "N", 5) == "S.FM-"


@pytest.mark.parametrize("mark", ["", "-"])
def test_d_prod_2(mark: str) -> None:
    phillip = {
        "king": 3,
        "goods": 0,
        "gold": 0,
        "leaders": {"0": "S.FM", "4": "N.FL" + mark},
        "roads": ["S.C-S.FM"],
    }
    model = make("production", {"S": phillip}, {"S.FM": "S5", "N.FL": "C4"})
    assert money(model, "S") == (8, 3)
    assert leader(model, "S", 0) == "S.FM-"
    assert leader(model, "S", 4) == "N.FL" + mark


def test_d_prod_2_with_ports() -> None:
    phillip = {
        "king": 3,
        "goods": 0,
        "gold": 0,
        "leaders": {"0": "S.FM", "4": "N.FL"},
        "roads": ["S.C-S.FM"],
        "ports": {"N.FL": 1, "S.FM": 1},
    }
    model = make("production", {"S": phillip}, {"S.FM": "S5", "N.FL": "C4"})
    assert money(model, "S") == (8, 11)
    assert leader(model, "S", 4) == "N.FL-"


# --------------------------------------------------------------------------------------
# D-BUILD


def test_d_build_1() -> None:
    seats: Seats = {"S": {"goods": 10, "gold": 6, "unrest": 1}}
    model = make("build", seats, {}, turn="S")
    steps = [
        ("explore crowns S.FM", (9, 5)),
        ("road S.C S.FM", (8, 4)),
        ("exchange goods", (6, 5)),
        ("explore arms S.FL", (5, 4)),
        ("port S.FM 2", (3, 2)),
    ]
    for action, expected in steps:
        model.play(action)
        assert money(model, "S") == expected
        assert unrest(model)["S"] == (1 if action.startswith("explore crowns") else 0)
    assert model.position()["stacks"]["crowns"][0] == "C2"
    assert seat(model, "S")["ports"] == {"S.FM": 2}
    assert not any(action.startswith("port S.FL") for action in model.legal())
    assert "road S.FL S.BL" not in model.legal()
    assert model.position()["sites"] == {"S.FL": "A1", "S.FM": "C1"}


def test_d_build_2() -> None:
    sites = {"S.FL": "A4", "S.FR": "M2"}
    seats: Seats = {"S": {"goods": 10, "gold": 10, "unrest": 2}}
    model = make("build", seats, sites, turn="S")
    model.play("road S.C S.FL")
    assert (money(model, "S"), unrest(model)["S"]) == ((6, 6), 1)
    model.play("road S.C S.FR")
    assert (money(model, "S"), unrest(model)["S"]) == ((4, 4), 0)
    poor = make("build", {"S": {"goods": 3, "gold": 10}}, sites, turn="S")
    assert "road S.C S.FL" not in poor.legal()
    assert "road S.C S.FR" in poor.legal()


def test_d_build_3() -> None:
    rita = {"unrest": 1, "roads": ["N.C-N.FM"]}
    model = make("build", {"N": rita}, {"N.FM": "S3"})
    model.play("port N.FM 4")
    assert money(model, "N") == (0, 0)
    assert seat(model, "N")["ports"] == {"N.FM": 4}
    assert unrest(model)["N"] == 1
    later = make("build", {"N": {**rita, "ports": {"N.FM": 4}}}, {"N.FM": "S3"})
    ports = [action for action in later.legal() if action.startswith("port")]
    assert ports == ["port N.FM 1"]


# --------------------------------------------------------------------------------------
# D-KING


@pytest.mark.parametrize(
    ("king", "new", "purse", "left"),
    [(1, 4, (3, 3), (0, 0)), (4, 3, (1, 1), (0, 0)), (4, 5, (3, 3), (2, 2))],
)
def test_d_king(king: int, new: int, purse: tuple[int, int], left: tuple[int, int]) -> None:
    rita = {"king": king, "goods": purse[0], "gold": purse[1]}
    model = make("leader", {"N": rita}, {})
    model.play(f"king {new}")
    assert seat(model, "N")["king"] == new
    assert leader(model, "N", king) == "reserve"
    assert money(model, "N") == left
    assert model.legal() == ["end"]  # once only, and nowhere to go
    assert model.position()["leader_phase"]["king_changed"] is True


def test_d_king_too_dear() -> None:
    model = make("leader", {"N": {"goods": 2, "gold": 3}}, {})
    assert model.legal() == ["end", "king 0", "king 2", "king 3"]


# --------------------------------------------------------------------------------------
# D-CONQ


@pytest.mark.parametrize(
    ("order", "provincial", "wins"),
    [
        ("NESW", ["E.FL", "S.FL", "W.FL"], True),
        ("NESW", ["S.FL", "S.FM", "S.FR"], False),
        ("NESW", ["E.FL", "E.FM", "S.FL"], False),
        ("NES", ["E.FL", "E.FM", "S.FL"], True),
        ("NES", ["E.FL", "S.FL", "S.FM"], True),
        ("NES", ["S.FL", "S.FM", "S.FR"], False),
        ("NES", ["E.FL", "S.FL"], False),
        ("NS", ["S.FL", "S.FM", "S.FR"], True),
        ("NS", ["S.FL", "S.FM"], False),
    ],
)
@pytest.mark.parametrize("held_by", ["leader", "port"])
@pytest.mark.parametrize("home_cities", [5, 4])
def test_d_conq(order: str, provincial: list[str], wins: bool, held_by: str, home_cities: int) -> None:
    home = dict(list(HOME.items())[:home_cities])
    sites = {**home, **{site: f"C{i + 1}" for i, site in enumerate(provincial)}}
    rita: dict[str, Any] = {"roads": [f"N.C-{site}" for site in home]}
    if held_by == "leader":
        rita["leaders"] = {str(i + 2): f"{s}-" for i, s in enumerate(provincial)}
    else:
        rita["ports"] = dict.fromkeys(provincial, 1)
    model = make("leader", {"N": rita}, sites, order=order, turn=order[-1])
    model.play("end")
    if wins and home_cities == 5:
        assert model.outcome is not None
        assert model.outcome["reason"] == "conquest"
        assert model.outcome["winners"] == ["N"]
        assert model.outcome["loser"] is None
        assert (model.to_move, model.decision, model.legal()) == (None, None, [])
        assert model.position()["phase"] == "over"
    else:
        assert model.outcome is None
        assert model.position()["round"] == 2


# --------------------------------------------------------------------------------------
# D-LEAD


def before_rita(variant: str, **more: Any) -> Model:
    seats, sites = lead_example(variant)
    return make("leader", seats, sites, **more)


def play_ritas_part(model: Model) -> None:
    play(model, "move 0 N.BR", "attack 3 S.FL", "hire 1", "defend 0", "end")


def test_d_lead_a_rita() -> None:
    model = before_rita("A")
    assert model.position()["stacks"]["moons"] == []
    model.play("move 0 N.BR")
    assert leader(model, "N", 0) == "N.BR"
    model.play("attack 3 S.FL")
    assert model.position()["leader_phase"] == {
        "acted": 3,
        "king_changed": False,
        "attacks": [{"by": "N", "on": "S", "kind": "military"}],
    }
    assert (model.to_move, model.decision) == ("N", "hire")
    assert model.legal() == ["hire 0", "hire 1"]
    model.play("hire 1")
    assert money(model, "N") == (0, 0)
    assert leader(model, "N", 3) == "N.BL"  # turned with the result only
    assert (model.to_move, model.decision) == ("S", "defend")
    assert model.position()["turn"] == "N"
    assert model.legal() == [
        "defend 0",
        "defend 0 leader",
        "defend 1",
        "defend 1 leader",
    ]
    model.play("defend 0")
    assert seat(model, "S")["ports"] == {}
    assert leader(model, "S", 2) == "S.FL"
    assert leader(model, "N", 3) == "N.BL-"
    assert unrest(model) == {"N": 0, "E": 1, "S": 1, "W": 1}
    assert (model.to_move, model.decision) == ("N", "leader")
    assert not any(action.startswith("attack") for action in model.legal())


def test_d_lead_a_rita_meets_the_full_defence() -> None:
    model = before_rita("A")
    play(model, "attack 3 S.FL", "hire 0", "defend 1 leader")  # 6 against 6
    assert seat(model, "S")["ports"] == {"S.FL": 3}
    assert leader(model, "S", 2) == "S.FL"
    assert leader(model, "N", 3) == "N.BL-"
    assert (money(model, "N"), money(model, "S")) == ((1, 1), (0, 0))
    model = before_rita("A")
    play(model, "attack 3 S.FL", "hire 1", "defend 1 leader")  # 7 against 6
    assert leader(model, "S", 2) == "S.FL-"


def test_d_lead_a_steve() -> None:
    model = before_rita("A")
    play_ritas_part(model)
    assert (model.to_move, model.decision) == ("E", "leader")
    assert model.position()["leader_phase"]["acted"] is None
    model.play("attack 3 S.FL")
    assert (model.to_move, model.decision) == ("S", "defend")  # Steve has no money
    model.play("defend 0")
    assert leader(model, "S", 2) == "reserve"
    assert seat(model, "S")["roads"] == ["S.C-S.BL", "S.C-S.BR"]
    assert leader(model, "E", 3) == "S.FL-"
    assert unrest(model) == {"N": 0, "E": 0, "S": 2, "W": 1}
    assert "S.FM-S.FR" in seat(model, "E")["roads"]


def test_d_lead_a_phillip() -> None:
    model = before_rita("A")
    play_ritas_part(model)
    play(model, "attack 3 S.FL", "defend 0", "end")
    assert model.to_move == "S"
    model.play("attack 4 S.FM")
    assert (model.to_move, model.decision) == ("S", "hire")
    model.play("hire 0")
    # Steve could do nothing at all: the next decision is Phillip's again
    assert (model.to_move, model.decision) == ("S", "leader")
    assert seat(model, "E")["roads"] == ["E.C-E.FM"]
    assert seat(model, "E")["ports"] == {"E.FM": 1, "S.FR": 1}
    assert unrest(model)["E"] == 1
    assert leader(model, "S", 4) == "S.BL-"
    play(model, "attack 5 S.FL", "hire 0")
    assert leader(model, "E", 3) == "reserve"
    assert leader(model, "S", 5) == "S.FL-"
    assert unrest(model) == {"N": 0, "E": 2, "S": 1, "W": 1}
    assert "S.C-S.BR" in seat(model, "S")["roads"]
    assert money(model, "S") == (1, 1)


def play_to_andrew(model: Model) -> None:
    play_ritas_part(model)
    play(model, "attack 3 S.FL", "defend 0", "end")
    play(model, "attack 4 S.FM", "hire 0", "attack 5 S.FL", "hire 0", "end")


def test_d_lead_a_andrew_and_the_end() -> None:
    model = before_rita("A")
    play_to_andrew(model)
    assert model.to_move == "W"
    model.play("king 5")
    assert money(model, "W") == (2, 2)
    assert leader(model, "W", 4) == "reserve"
    play(model, "attack 2 N.FM", "hire 0")
    assert (model.to_move, model.decision) == ("W", "leader")
    assert "N.C-N.FM" not in seat(model, "N")["roads"]
    assert unrest(model)["N"] == 1
    assert leader(model, "W", 2) == "W.FM-"
    attacks = model.position()["leader_phase"]["attacks"]
    model.play("attack 3 N.FM")
    assert model.position()["leader_phase"]["attacks"] == attacks
    assert model.legal() == ["hire 0", "hire 1", "hire 2"]
    model.play("hire 2")
    position = model.position()
    assert "N.FM" not in position["sites"]
    assert position["stacks"]["moons"] == ["M5"]
    assert leader(model, "W", 3) == "W.BL-"
    assert money(model, "W") == (0, 0)
    assert unrest(model) == {"N": 1, "E": 2, "S": 1, "W": 1}
    assert [money(model, name) for name in "NES"] == [(0, 0), (0, 0), (1, 1)]
    assert "move 4 W.BL" not in model.legal()  # its garrison leader still stands there
    model.play("end")
    # control: Rita 4 against 5-1, Steve 2 against 5-2, Phillip 3 against 3-1
    assert model.outcome is None
    assert model.position()["round"] == 2
    assert (model.to_move, model.decision) == ("S", "pay")
    model.play("pay 1")
    assert (model.to_move, model.decision) == ("W", "rank")
    assert model.legal() == ["rank E", "rank S"]
    play(model, "rank S")
    assert model.position()["order"] == ["W", "S", "E", "N"]


def test_d_lead_a_scores() -> None:
    model = before_rita("A", rulings={"round_limit": 1})
    play_to_andrew(model)
    play(model, "king 5", "attack 2 N.FM", "hire 0", "attack 3 N.FM", "hire 2", "end")
    assert model.outcome == {
        "reason": "rounds",
        "winners": ["N"],
        "loser": None,
        "scores": {"N": 42, "E": 0, "S": 16, "W": 6},
    }


def test_d_lead_time_goes_before_the_round_limit() -> None:
    model = before_rita("A", rulings={"round_limit": 1})
    model.call_time()
    assert model.position()["time_up"] is True
    play(model, "end", "end", "end", "end")
    assert model.outcome is not None
    assert model.outcome["reason"] == "time"


@pytest.mark.parametrize("ruling", ["home", "any", "mixed"])
def test_d_lead_b(ruling: str) -> None:
    model = before_rita("B", rulings={"attack_port": ruling})
    play_ritas_part(model)
    play(model, "attack 3 S.FL", "defend 0", "end")
    assert leader(model, "E", 3) == "S.FL-"
    assert unrest(model)["E"] == 0
    assert "attack 4 E.BL" not in model.legal()
    assert "attack 4 S.FL" in model.legal()
    play(model, "attack 5 S.FL", "hire 0")
    assert leader(model, "S", 5) == "S.FL-"
    assert unrest(model)["E"] == 1
