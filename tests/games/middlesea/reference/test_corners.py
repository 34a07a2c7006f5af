"""What the worked examples leave out, on the reference model; and random games on it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.games.middlesea.reference.kingdom import RULING_VALUES, SUITS, VARIANT_VALUES, all_tiles
from tests.games.middlesea.reference.model import Model
from tests.games.middlesea.reference.tables import HOME, Seats, leader, make, play, seat, unrest

# --------------------------------------------------------------------------------------
# Corners that the examples leave out


def besieged_capital(kind: str, **rulings: object) -> Model:
    """N stands on S's continent with leader 5 at a 5-city; S has nothing but its king."""
    rita = {
        "goods": 9,
        "gold": 9,
        "leaders": {"5": "S.FM"},
        "roads": ["N.C-N.FM"],
        "ports": {"N.FM": 1},
    }
    sites = {"N.FM": "S1", "S.FM": "A5" if kind == "military" else "M5"}
    seats: Seats = {"N": rita, "S": {"king": 3, "goods": 1, "gold": 5}}
    return make("leader", seats, sites, order="NS", rulings=rulings)


def test_capital_falls() -> None:
    model = besieged_capital("military")
    play(model, "attack 5 S.C", "hire 5")  # 15 against 10 + 3 + 1
    assert model.legal() == [
        "defend 0",
        "defend 0 leader",
        "defend 1",
        "defend 1 leader",
    ]
    model.play("defend 1 leader")
    assert model.outcome is not None
    assert (model.outcome["reason"], model.outcome["loser"]) == ("capital", "S")
    assert model.outcome["winners"] == ["N"]
    assert model.outcome["scores"] == {"N": (2 - 0) * (1 + 5 + 1), "S": 0}
    assert leader(model, "N", 5) == "S.FM-"
    assert "turn" not in model.position()


def test_capital_stands_and_the_king_never_tires() -> None:
    model = besieged_capital("military", defender_tires=True)
    play(model, "attack 5 S.C", "hire 3", "defend 0 leader")  # 13 against 13
    assert model.outcome is None
    assert seat(model, "S")["king"] == 3
    assert leader(model, "N", 5) == "S.FM-"
    model = besieged_capital("military", king_defends=False)
    play(model, "attack 5 S.C", "hire 1")
    assert model.legal() == ["defend 0", "defend 1"]


@pytest.mark.parametrize(
    ("ruling", "hired", "falls"),
    [
        ("capital_and_king", 3, False),
        ("capital_and_king", 4, True),
        ("king", 0, True),
    ],
)
def test_king_falls(ruling: str, hired: int, falls: bool) -> None:
    rulings = {"king_missionary_defence": ruling, "king_defends": False}
    model = besieged_capital("missionary", **rulings)
    play(model, "attack 5 S.C", f"hire {hired}", "defend 0 leader")
    assert (model.outcome is not None) is falls
    if model.outcome is not None:
        assert (model.outcome["reason"], model.outcome["loser"]) == ("king", "S")


def test_missionary_reach() -> None:
    seats: Seats = {
        "N": {"leaders": {"5": "N.BL"}, "roads": ["N.C-N.BL"], "ports": {"N.FR": 1}},
        "S": {"leaders": {"0": "S.BL"}, "king": 5},
    }
    sites = {"N.BL": "M1", "N.FR": "S1", "N.FM": "S2", "S.BL": "S3", "S.FL": "S4"}

    def attacks(**rulings: object) -> list[str]:
        model = make("leader", seats, sites, order="NES", rulings=rulings)
        return [a for a in model.legal() if a.startswith("attack")]

    assert attacks() == [
        "attack 5 E.C",
        "attack 5 N.FM",
        "attack 5 S.BL",
        "attack 5 S.FL",
    ]
    assert attacks(missionary_reach="adjacent") == ["attack 5 N.FM"]
    seats["N"]["roads"].append("N.C-N.FR")
    assert attacks(missionary_reach="adjacent") == ["attack 5 N.FM", "attack 5 S.FL"]


def test_capital_adjacency() -> None:
    rita = {"leaders": {"5": "N.BL"}, "roads": ["N.C-N.BL"]}
    sites = {"N.BL": "A1", "N.FM": "S1", "N.FR": "S2", "N.BR": "S3"}
    for ruling, expected in ((False, 1), (True, 3)):
        rulings = {"capital_adjacency": ruling}
        model = make("leader", {"N": rita}, sites, order="NS", rulings=rulings)
        found = [a for a in model.legal() if a.startswith("attack")]
        assert len(found) == expected


@pytest.mark.parametrize(("ruling", "expected"), [("event", 2), ("each", 3)])
def test_chain_unrest_in_a_conquest(ruling: str, expected: int) -> None:
    seats: Seats = {
        "N": {"unrest": 1, "leaders": {"5": "N.BL"}},
        "S": {
            "unrest": 1,
            "goods": 0,
            "leaders": {"2": "N.FM-"},
            "roads": ["N.FL-N.FM", "N.FM-N.FR", "N.BR-N.FM"],
            "ports": {"N.FL": 1},
        },
    }
    seats["S"]["leaders"]["4"] = "N.FR"
    sites = {"N.BL": "A5", "N.FM": "S5", "N.FL": "S1", "N.FR": "S2", "N.BR": "S3"}
    model = make("leader", seats, sites, order="NS", rulings={"chain_unrest": ruling})
    play(model, "attack 5 N.FM", "hire 0")
    assert unrest(model) == {"N": 0, "S": expected}  # only N.BR hung on N.FM
    assert seat(model, "S")["roads"] == []
    assert leader(model, "S", 2) == "reserve"
    assert leader(model, "N", 5) == "N.FM-"
    assert "N.BL" not in str(seat(model, "N"))  # left without anything: lost silently


@pytest.mark.parametrize(("ruling", "expected"), [(1, 3), (0, 2)])
def test_port_only_unrest(ruling: int, expected: int) -> None:
    seats: Seats = {
        "N": {"unrest": 2, "leaders": {"5": "N.BL"}, "ports": {"N.FR": 1}},
        "S": {"unrest": 2, "goods": 0, "ports": {"N.FM": 4}},
    }
    sites = {"N.BL": "A1", "N.FM": "S5", "N.FR": "S1"}
    model = make("leader", seats, sites, order="NS", rulings={"port_only_unrest": ruling})
    assert "attack 5 S.C" not in model.legal()  # S controls a city
    play(model, "attack 5 N.FM", "hire 0")
    assert model.decision == "leader"  # 6 against 4, the port is gone
    assert seat(model, "S")["ports"] == {}
    assert unrest(model) == {"N": 2, "S": expected}


def test_civil_war_after_a_conquest() -> None:
    seats: Seats = {
        "N": {"unrest": 1, "leaders": {"5": "N.BL"}},
        "S": {"unrest": 4, "goods": 0, "leaders": {"2": "N.FM-"}},
    }
    sites = {"N.BL": "A5", "N.FM": "S5"}
    model = make("leader", seats, sites, order="NES")
    play(model, "attack 5 N.FM", "hire 0")
    assert model.outcome == {
        "reason": "unrest",
        "winners": ["N"],
        "loser": "S",
        "scores": {"N": 5, "E": 0, "S": 0},
    }
    assert unrest(model) == {"N": 0, "E": 0, "S": 5}
    assert model.position()["round"] == 1


@pytest.mark.parametrize("ruling", ["anywhere", "adjacent"])
def test_missionary_rebellion(ruling: str) -> None:
    seats: Seats = {
        "N": {"leaders": {"5": "N.BL"}, "ports": {"N.FM": 1}},
        "S": {
            "goods": 0,
            "leaders": {"1": "S.FL-", "2": "S.BL", "3": "S.BR"},
            "ports": {"S.FL": 1},
            "king": 5,
        },
    }
    sites = {
        "N.BL": "M5",
        "N.FM": "S1",
        "S.FL": "S4",
        "S.BL": "A3",
        "S.BR": "M4",
    }
    model = make("leader", seats, sites, order="NS", rulings={"suppress_reach": ruling})
    play(model, "attack 5 S.FL", "hire 0")
    assert (model.to_move, model.decision) == ("S", "suppress")
    assert leader(model, "N", 5) == "N.BL-"
    assert (model.position()["phase"], model.position()["turn"]) == ("leader", "N")
    expected = ["concede", "suppress S.FL 2", "suppress S.FL 3"]
    assert model.legal() == expected[: 2 if ruling == "adjacent" else 3]
    model.play("suppress S.FL 2")
    assert (model.to_move, model.decision) == ("N", "leader")
    assert seat(model, "S")["ports"] == {"S.FL": 1}
    assert (leader(model, "S", 1), leader(model, "S", 2)) == ("S.FL-", "S.BL-")
    assert unrest(model) == {"N": 0, "S": 0}


@pytest.mark.parametrize(("ruling", "most"), [("floor", 2), ("debt", 4)])
def test_negative_control(ruling: str, most: int) -> None:
    seats: Seats = {"N": {"king": 1, "unrest": 3, "roads": ["N.C-N.BL", "N.C-N.BR"]}}
    sites = {"N.BL": "S1", "N.BR": "S2"}
    rulings = {"negative_control": ruling}
    model = make("control", seats, sites, order="NS", rulings=rulings)
    assert model.legal() == [f"pay {k}" for k in range(most + 1)]
    model.play("pay 1")
    if ruling == "floor":
        assert model.legal() == ["rebel N.BL", "rebel N.BR"]
    else:  # three more are called for than there are: all go
        assert model.decision == "build"
        assert unrest(model)["N"] == 4


def test_replacement() -> None:
    home = {f"N.{place}": f"S{i + 1}" for i, place in enumerate(["BL", "FL", "FM"])}
    full = {**home, "N.FR": "S4", "N.BR": "S5"}
    seats: Seats = {
        "N": {"leaders": {"2": "N.BL-"}, "roads": ["N.C-N.FL"]},
        "S": {"roads": ["N.FM-N.FR"]},
    }

    def sites_of(model: Model) -> list[str]:
        words = [action.split() for action in model.legal()]
        return [w[2] for w in words if w[:2] == ["explore", "arms"]]

    model = make("build", seats, full, order="NS")
    assert sites_of(model) == ["N.BR", "N.FL", "N.FM", "N.FR", "under"]
    assert "explore suns under" not in model.legal()
    model.play("explore arms N.FM")
    assert seat(model, "S")["roads"] == []
    assert unrest(model) == {"N": 0, "S": 0}
    assert model.position()["stacks"]["suns"] == ["S3"]
    model = make("build", seats, full, order="NS", rulings={"replace_opponent": False})
    assert sites_of(model) == ["N.BR", "N.FL", "under"]
    seats["S"] = {}
    model = make("build", seats, home, order="NS")
    assert sites_of(model) == ["N.BR", "N.FR", "under"]
    model = make("build", seats, home, order="NS", rulings={"replace_early": True})
    assert sites_of(model) == ["N.BR", "N.FL", "N.FM", "N.FR", "under"]


@pytest.mark.parametrize("ruling", ["board", "reserve"])
def test_trade(ruling: str) -> None:
    rita: dict[str, Any] = {"roads": [f"N.C-{site}" for site in HOME]}
    rulings = {"trade_reserve": ruling}
    model = make("leader", {"N": rita}, HOME, order="NS", turn="S", rulings=rulings)
    model.play("end")
    assert (model.outcome is not None) is (ruling == "reserve")
    leaders = {str(v): site for v, site in zip((0, 2, 3, 4, 5), HOME, strict=True)}
    rita["leaders"] = leaders
    model = make("leader", {"N": rita}, HOME, order="NS", turn="S", rulings=rulings)
    model.play("end")
    assert model.outcome is not None
    assert model.outcome["reason"] == "trade"
    leaders["3"] += "-"
    model = make("leader", {"N": rita}, HOME, order="NS", turn="S", rulings=rulings)
    model.play("end")
    assert model.outcome is None


@pytest.mark.parametrize(("ruling", "winners"), [("shared", ["N", "E", "S"]), ("dominance", ["S"])])
def test_score_tie(ruling: str, winners: list[str]) -> None:
    rulings = {"score_tie": ruling, "round_limit": 1}
    model = make("leader", {}, {}, order="SNE", rulings=rulings)
    play(model, "end", "end", "end")
    assert model.outcome is not None
    assert model.outcome["winners"] == winners


# --------------------------------------------------------------------------------------
# Random games: nothing breaks, and the invariants hold


def check_invariants(model: Model) -> None:
    position = model.position()
    tiles = list(position["sites"].values())
    for stack in position["stacks"].values():
        tiles += stack
    assert sorted(tiles) == sorted(tile for suit in SUITS for tile in all_tiles(suit))
    held: list[str] = []
    for own in position["seats"].values():
        assert min(own["goods"], own["gold"]) >= 0
        assert 0 <= own["unrest"] <= 5
        places = [text.removesuffix("-") for text in own["leaders"].values()]
        governed = [place for place in places if place != "reserve"]
        assert len(governed) == len(set(governed))
        assert all(1 <= piers <= 5 for piers in own["ports"].values())
        ends = {site for road in own["roads"] for site in road.split("-")}
        cities = {*governed, *own["ports"], *ends}
        held += [site for site in cities if not site.endswith(".C")]
    assert len(held) == len(set(held))
    assert set(held) <= set(position["sites"])


@pytest.mark.parametrize("seed", range(25))
def test_random_game(seed: int) -> None:
    rng = random.Random(seed)
    rulings = {name: rng.choice(values) for name, values in (RULING_VALUES | VARIANT_VALUES).items()}
    rulings["round_limit"] = 30
    model = Model(rng.choice(["NS", "EW", "NES", "ESW", "NESW"]), rulings)
    while model.decision is not None:
        options = model.legal()
        if model.decision in ("build", "leader") and len(options) > 1:
            options = [a for a in options if a != "end" or rng.random() < 0.2]
        model.play(rng.choice(options))
        check_invariants(model)
    assert model.outcome is not None
    assert model.outcome["loser"] not in model.outcome["winners"]
