"""The fields of an observation of Kingdoms of the Middle Sea."""

from __future__ import annotations

from kingdoms.core.observation import Field


def fields(seats: int) -> list[Field]:
    """Return the fields of an observation, in the order in which `observing` writes them."""
    sites, by = (4, 6), f"{seats} seats, from the own one in the order of play"
    board = "continents, clockwise from the own one, x places C, BL, FL, FM, FR, BR"
    return [
        Field("suits", (4, *sites), 1, f"cities, by suit (suns, moons, crowns, arms) x {board}"),
        Field("values", sites, 5, f"the value of the city at each site, 0 without one: {board}"),
        Field("piers", sites, 5, "the piers at each site"),
        Field("revolted", sites, 1, "the cities of the current rebellion"),
        Field("rebelling", sites, 1, "those of them that have not been suppressed yet"),
        Field("target", sites, 1, "the site under attack"),
        Field("producing", sites, 1, "the city whose production is to be decided"),
        Field("held", (seats, *sites), 1, f"the cities under control, by {by}"),
        Field("leaders", (seats, *sites), 6, "the value of the leader at each site plus 1, 0 without one"),
        Field("active", (seats, *sites), 1, "whether that leader is active"),
        Field("ports", (seats, *sites), 1, "the ports"),
        Field("stacks", (4, 5), 5, "the values of the cities in each suit's stack, from the top; 0 below the last"),
        Field("decision", (10,), 1, "first, pay, rebel, suppress, rank, produce, build, leader, hire or defend"),
        Field("phase", (7,), 1, "start, control, dominance, production, build, leader or over"),
        Field("round", (1,), 255, "the round, from 1"),
        Field("rounds_left", (1,), 255, "the rounds until the limit; 255 without one"),
        Field("time_up", (1,), 1, "whether this round is the last, because time is up"),
        Field("to_choose", (1,), 24, "the number of cities that are yet to be named for a rebellion"),
        Field("acted", (1,), 6, "the value of the leader that acted last in this leader phase plus 1, 0 if none has"),
        Field("king_changed", (1,), 1, "whether the king has been replaced in this leader phase"),
        Field("attack", (1,), 255, "the strength of the current attack"),
        Field("defence", (1,), 255, "the strength of the current defence, once it is declared"),
        Field("leader_defends", (1,), 1, "whether a leader joins the defence"),
        Field("roads", (seats, 4, 11), 1, f"roads, by {by} x continents x the 11 pairs of adjacent places in order"),
        Field("goods", (seats,), 255, "goods"),
        Field("gold", (seats,), 255, "gold"),
        Field("unrest", (seats,), 5, "unrest"),
        Field("king", (seats,), 5, "the value of the king"),
        Field("reserve", (seats, 6), 1, "the leaders in the reserve, by value from 0"),
        Field("order", (seats,), 4, "the place in the order of dominance, from 1"),
        Field("new_order", (seats,), 4, "the place in the new order, 0 until it is decided"),
        Field("on_turn", (seats,), 1, "the seat on turn"),
        Field("to_move", (seats,), 1, "the seat that decides"),
        Field("rebels", (seats,), 1, "the seat whose cities rebel"),
        Field("defends", (seats,), 1, "the seat under attack"),
        Field("won", (seats,), 1, "the winners of a finished game"),
        Field("continent", (seats, 4), 1, "the continent of each seat, clockwise from the own one"),
        Field("attacks", (seats, 2, seats), 1, "attacks in this leader phase: attacker x (military, missionary) x defender"),
    ]
