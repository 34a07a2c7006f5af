"""Knowledge of good play in Two Rivers: priors, pruning, evaluation, keys, and resampling of hidden information."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import kingdoms
from kingdoms import Record
from kingdoms.bots.sightings import Sightings
from kingdoms.core.bot import Seen
from kingdoms.core.playouts import policy_playout
from kingdoms.core.view import View
from kingdoms.games.rivers.engine.geometry import SEATS, TILES
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.players import choices
from kingdoms.games.rivers.players.knowledge import RiversKnowledge
from tests.games.rivers.support.random_games import a_state
from tests.games.rivers.support.tables import FULL, draw_all, hand, lay, new, play, table

ROOT = Path(__file__).parents[3]
GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.jsonl"))
FULL_HAND = {"hand": FULL}
KINGDOM = {"A": {"red": "I6", "black": "J7", "green": "H7", "blue": "I8"}}
"""All leaders of Archer around one temple."""


def knowledge(state: State, observer: int | None = None) -> RiversKnowledge:
    """Return the knowledge of a state, by default for the seat to move."""
    found = state.game.knowledge(state)
    assert isinstance(found, RiversKnowledge)
    found.begin(state, max(0, state.current_player()) if observer is None else observer)
    return found


def some_states(count: int, length: int = 60) -> Iterator[State]:
    """Yield states in the midst of odd games, in which a seat decides."""
    for seed in range(count):
        state, rng = a_state(seed, rng_length(seed, length))
        while not state.is_terminal() and state.current_player() < 0:
            state.apply_trusted(state.draw_chance_action(kingdoms.Random(rng.randrange(2**32))))
        if not state.is_terminal():
            yield state


def rng_length(seed: int, length: int) -> int:
    """Return how far a game is played."""
    return 1 + seed * 7 % length


def texts(found: RiversKnowledge, state: State) -> set[str]:
    """Return the choices worth a thought, as texts."""
    return {state.game.action_to_string(action) for action in found.choices()}


# -- priors and pruning ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_choices_are_legal_and_there_are_always_some(path: Path) -> None:
    """Also: their weights sum to one, with about half of it on the quick player's choice."""
    record, rng = Record.load(path), kingdoms.Random(1)
    start = record.opening()
    assert isinstance(start, State)
    found = knowledge(start)
    for number, (_, state) in enumerate(record.replay()):
        if state.current_player() < 0 or number % 3:
            continue
        legal = state.legal_actions()
        found.begin(state, state.current_player())
        listed = found.choices()
        assert listed == sorted(listed)
        assert listed
        assert set(listed) <= set(legal)
        policy = found.policy()
        assert list(policy) == listed
        assert sum(policy.values()) == pytest.approx(1.0)
        assert min(policy.values()) > 0
        decided = found.decide(rng)
        assert decided in listed
        assert policy[decided] == max(policy.values()) >= 0.5
        assert found.state == state


def test_in_odd_positions_too() -> None:
    for state in some_states(60):
        found = knowledge(state)
        assert set(found.choices()) <= set(state.legal_actions())
        assert found.decide(kingdoms.Random(1)) in found.choices()


def test_passing_is_considered_only_when_the_bag_is_short() -> None:
    state = table(leaders=KINGDOM, seats="AB", A=hand(red=3), B=FULL_HAND)
    assert "pass" not in texts(knowledge(state), state)
    short = table(leaders=KINGDOM, seats="AB", A=hand(red=3), B=FULL_HAND, bag={"red": 4})
    assert "pass" not in texts(knowledge(short), short)
    last = table(leaders=KINGDOM, seats="AB", A=hand(red=3), B=FULL_HAND, bag={"red": 4}, actions_left=1)
    assert "pass" in texts(knowledge(last), last)
    nothing = table(seats="AB", A={"catastrophes": 0}, leaders=KINGDOM, B=FULL_HAND)
    assert any(text == "pass" or text.startswith("leader ") for text in texts(knowledge(nothing), nothing))


def test_remote_cells_are_not_considered() -> None:
    state = table(leaders=KINGDOM, seats="AB", A=hand(black=1), B=FULL_HAND)
    assert {"place black I9", "place black I10"} & texts(knowledge(state), state)
    assert "place black A5" not in texts(knowledge(state), state)


def test_catastrophes_are_considered_only_where_they_have_an_effect() -> None:
    state = table(leaders={"B": {"black": "G4"}}, board=lay(red="G5"), seats="AB", A=hand(black=1), B=FULL_HAND)
    assert {text for text in texts(knowledge(state), state) if text.startswith("catastrophe ")} == {"catastrophe G5"}


WAR = lay(green="F5 G5 H5 J5", red="E6 K6")
TRADERS = {"A": {"green": "E5", "red": "D6"}, "B": {"green": "K5"}}


def test_no_more_tiles_are_committed_than_can_be_needed() -> None:
    state = play(table(WAR, TRADERS, seats="AB", A=hand(black=1, green=5), B=hand(green=1)), "place black I5")
    assert texts(knowledge(state), state) == {"commit 0"}
    state = play(table(WAR, TRADERS, seats="AB", A=hand(black=1, green=1), B=hand(green=5)), "place black I5", "commit 1")
    assert texts(knowledge(state), state) == {"commit 0", "commit 1", "commit 2", "commit 3"}


def test_a_leader_is_withdrawn_only_from_a_threatening_war() -> None:
    quiet = table(leaders=KINGDOM, seats="AB", A=hand(red=1), B=FULL_HAND)
    assert not {text for text in texts(knowledge(quiet), quiet) if text.startswith("withdraw ")}
    threatened = table(WAR, TRADERS, seats="AB", A=hand(red=1), B=FULL_HAND)
    found = texts(knowledge(threatened), threatened)
    assert "withdraw green" in found
    assert "withdraw red" not in found


def test_considered_choices_are_legal_for_the_sampled_hand() -> None:
    """For all hands of the others: search asks this for each choice that it considers in a state."""
    rng, refused = kingdoms.Random(2), 0
    for state in some_states(50):
        found, listed = knowledge(state, (state.current_player() + 1) % state.game.num_players), set[int]()
        for _ in range(4):
            found.start_over(rng)
            dealt = found.state
            assert isinstance(dealt, State)
            now, legal = set(found.choices()), set(dealt.legal_actions())
            assert all(choices.is_allowed(dealt, action) for action in now)
            for action in listed - now:
                assert not choices.is_allowed(dealt, action) or action in legal
                refused += not choices.is_allowed(dealt, action)
            listed |= now
    assert refused > 20


def test_the_quick_player_considers_fewer_actions_than_the_greedy_one() -> None:
    """Its action is legal, and equals the greedy player's if there is no tile or leader to place."""
    rng, same = kingdoms.Random(1), 0
    for state in some_states(40):
        found = knowledge(state)
        policy_playout(found, rng, 1)
        quick = found.state.clone()
        found.start_over()
        found.state.apply_action(found.decide(rng))
        same += quick == found.state
    assert same > 20


# -- what each seat can expect --------------------------------------------------------------------------------------------


OVER = {
    "reason": "treasures",
    "winners": ["A", "P"],
    "loser": None,
    "scores": {"A": [3, 3, 3, 3], "B": [2, 9, 9, 9], "P": [3, 3, 3, 3]},
}


def test_returns_of_a_finished_game_are_its_result() -> None:
    shared = {"points": {"red": 3, "blue": 3, "green": 3, "black": 3}}
    behind = {"points": {"red": 9, "blue": 9, "green": 9, "black": 2}}
    third = {"points": {"red": 3, "blue": 3, "green": 3}, "treasures": 3}
    state = table({"K1": "red*"}, seats="ABP", A=shared, B=behind, P=third, phase="over", outcome=OVER)
    assert knowledge(state).evaluation() == state.returns() == [0.5, 0.0, 0.5]


def test_shares_make_up_one_and_the_better_seat_has_more() -> None:
    for state in some_states(40):
        shares = knowledge(state).evaluation()
        assert len(shares) == state.game.num_players
        assert sum(shares) == pytest.approx(1.0)
    few, many = {"points": {"red": 2, "blue": 2, "green": 2, "black": 2}}, {"points": dict.fromkeys(TILES_NAMED, 6)}
    one, other = knowledge(table(seats="AB", A=few, B=many)).evaluation()
    assert one < 0.4
    assert other > 0.6


TILES_NAMED = ("red", "blue", "green", "black")


def test_the_weakest_colour_counts_and_the_end_is_seen() -> None:
    even = {"points": dict.fromkeys(TILES_NAMED, 4)}
    uneven = {"points": {"red": 5, "blue": 5, "green": 4, "black": 2}}
    one, other = knowledge(table(seats="AB", A=even, B=uneven)).evaluation()
    assert one > other
    ending = table({"K1": "red*", "B2": "red*"}, seats="AB", A=even, B=uneven, phase="refill", bag={"red": 40, "blue": 30})
    assert knowledge(ending).evaluation() == [1.0, 0.0]


def test_states_are_comparable_when_all_have_had_as_many_turns() -> None:
    state = table(leaders=KINGDOM, seats="AB", A=FULL_HAND, B=FULL_HAND, actions_left=1, bag={"red": 20, "black": 20})
    found, rng, asked = knowledge(state), kingdoms.Random(1), []
    for _ in range(200):
        if found.is_settled():
            break
        asked.append((found.state.to_move, found.state.decision()))
        if found.state.is_chance_node():
            found.state.apply_trusted(found.state.draw_chance_action(rng))
        else:
            found.state.apply_trusted(found.decide(rng))
    assert isinstance(found.state, State)
    assert found.state.phase in (2, 3)
    assert {seat for seat, decision in asked if decision == "action"} == {"A", "B"}
    assert sum(decision == "action" for _, decision in asked) == 3


# -- what is hidden -------------------------------------------------------------------------------------------------------


def test_a_deal_agrees_with_what_the_seat_sees() -> None:
    rng = kingdoms.Random(1)
    for state in some_states(40):
        seat = state.current_player()
        found = knowledge(state, seat)
        view = state.view(state.game.seats[seat])
        for _ in range(3):
            found.start_over(rng)
            dealt = found.state
            assert isinstance(dealt, State)
            assert dealt.view(view.seat).to_json() == view.to_json()
            for colour, count in enumerate(TILES):
                held = sum(dealt.hand[colour::4]) + dealt.bag[colour] + list(dealt.contents).count(1 + colour)
                assert held <= count


def hidden_twins() -> tuple[State, State]:
    """Return two states that look the same to Archer, who is to move."""
    own = {"hand": {"red": 3, "blue": 3}, "points": {"red": 2, "blue": 4, "green": 1, "black": 3}}
    secret = {"hand": {"red": 6}, "points": {"red": 7, "green": 2}}
    other = {"hand": {"green": 2, "black": 4}, "points": {"black": 3}}
    return (
        table(leaders=KINGDOM, seats="AB", A=own, B=secret, bag={"red": 10, "black": 20}),
        table(leaders=KINGDOM, seats="AB", A=own, B=other, bag={"green": 9, "blue": 3}),
    )


def test_indistinguishable_states_give_the_same_tables() -> None:
    seen = []
    for state in hidden_twins():
        found, rng = state.game.knowledge(state), kingdoms.Random(7)
        assert isinstance(found, RiversKnowledge)
        found.look(state.view("A"), rng)
        dealt = []
        for _ in range(5):
            found.start_over(rng)
            dealt.append(json.dumps(found.state.position()))
        seen.append((dealt, found.policy(), found.evaluation(), found.decide(rng), found.identity()))
    assert seen[0] == seen[1]
    assert len(set(seen[0][0])) == 5


def test_every_tile_not_seen_is_as_likely_in_a_hand() -> None:
    state, held = hidden_twins()[0], Counter[int]()
    found, rng = knowledge(state, 0), kingdoms.Random(3)
    for _ in range(2000):
        found.start_over(rng)
        assert isinstance(found.state, State)
        held.update({colour: found.state.hand[4 + colour] for colour in range(4)})
    unseen = [57 - 10 - 3, 36 - 3, 30, 30]
    for colour in range(4):
        assert held[colour] / 12000 == pytest.approx(unseen[colour] / sum(unseen), abs=0.02)


class Watcher:
    """A bot that lets its knowledge see the game."""

    def __init__(self, game: kingdoms.Game, seed: int) -> None:
        self.rng = kingdoms.Random(seed)
        start = game.new_initial_state()
        assert isinstance(start, State)
        self.knowledge = knowledge(start)

    def observe(self, seen: Sequence[Seen]) -> None:
        self.knowledge.observe(seen)

    def choose(self, view: View, legal: Sequence[int]) -> int:
        self.knowledge.look(view, self.rng)
        return self.knowledge.decide(self.rng)


@pytest.mark.parametrize("seats", [2, 4])
def test_public_gains_are_known_exactly(seats: int) -> None:
    game, chance = kingdoms.load_game("rivers", seats), kingdoms.Random(5)
    players = {seat: Watcher(game, number) for number, seat in enumerate(game.seats)}
    sightings, state = Sightings({**players}), game.new_initial_state()
    checked = 0
    while (mover := state.to_move) is not None:
        if mover == "chance":
            action = state.draw_chance_action(chance)
        else:
            sightings.show(mover)
            action = players[mover].choose(state.view(mover), state.legal_actions())
            seen = players[mover].knowledge.state
            assert isinstance(seen, State)
            assert isinstance(state, State)
            if checked % 7 == 0:
                assert (list(seen.points), list(seen.treasures_taken)) == (list(state.points), list(state.treasures_taken))
                assert sum(seen.bag) == sum(state.bag)
            checked += 1
        before = sightings.snapshot(state)
        state.apply_action(action)
        sightings.note(before, game.action_to_string(action), state)
    assert checked > 40


def test_knowledge_created_late_includes_the_observed_events() -> None:
    state = draw_all(play(new(2), "first A"))
    found = state.game.knowledge(state)
    assert isinstance(found, RiversKnowledge)
    late: kingdoms.State = table(leaders={"B": {"red": "I6"}}, seats="AB", A=hand(red=3), B=FULL_HAND)
    events = []
    for action in ("place red H7", "place red I8"):
        after = late.child(action)
        told, happened = late.game.tell(late, action, after, "A")
        events.append(Seen("A", told, tuple(happened)))
        late = after
    assert isinstance(late, State)
    late = draw_all(late)
    found.observe(events)
    found.look(late.view("B"), kingdoms.Random(1))
    assert found.memory.points[4:8] == [2, 0, 0, 0]
    assert found.memory.from_start is False


# -- keys -----------------------------------------------------------------------------------------------------------------


def test_tables_that_differ_in_the_open_have_different_keys() -> None:
    count = 0
    for state in some_states(30, 30):
        found = knowledge(state)
        keys: dict[int, str] = {}
        for action in state.legal_actions()[::5]:
            found.start_over()
            found.state.apply_trusted(action)
            assert isinstance(found.state, State)
            shown = json.dumps([found.state.view(None).to_json(), list(found.state.points), state.game.seats])
            key = found.identity()
            assert keys.setdefault(key, shown) == shown or "swap" in state.game.action_to_string(action)
        count += len(keys)
    assert count > 500


def test_hands_do_not_count_but_discards_do() -> None:
    state = table(leaders=KINGDOM, seats="AB", A=hand(red=3, blue=3), B=FULL_HAND)
    found, rng = knowledge(state, 0), kingdoms.Random(1)
    before = found.identity()
    found.start_over(rng)
    assert found.identity() == before
    found.state.apply_trusted(state.game.string_to_action("swap 1 0 0 0"))
    one = found.identity()
    found.start_over()
    found.state.apply_trusted(state.game.string_to_action("swap 0 1 0 0"))
    assert found.identity() not in (one, before)


def test_an_open_view_distinguishes_all_states() -> None:
    one, other = hidden_twins()
    assert knowledge(one, -1).identity() != knowledge(other, -1).identity()
    assert knowledge(one, 0).identity() == knowledge(other, 0).identity()


# -- both builds ----------------------------------------------------------------------------------------------------------

JUDGED = """
import json, kingdoms
from tests.games.rivers.test_knowledge import some_states
said = []
for state in some_states(25):
    found, rng = state.game.knowledge(state), kingdoms.Random(3)
    found.look(state.view(state.to_move), rng)
    key = found.identity()
    found.start_over(rng)
    said.append([found.policy(), found.evaluation(), found.decide(rng), key, found.state.position()])
print(json.dumps(said))
"""


def test_the_judgement_is_the_same_interpreted_and_compiled() -> None:
    answers = []
    for source in (ROOT / "src", Path(kingdoms.__file__).parents[1]):
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, [source, ROOT / "tests/support", ROOT]))}
        program = [sys.executable, "-c", JUDGED]
        said = subprocess.run(program, env=environment, capture_output=True, text=True, check=True, cwd=ROOT / "tests")
        answers.append(json.loads(said.stdout))
    assert answers[0] == answers[1]


def test_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot think about a table of"):
        knowledge(new(2)).begin(new(3))


def test_seats_are_those_of_the_game() -> None:
    state = table(leaders={"P": {"red": "I6"}}, seats="PL", P=hand(red=2), L=FULL_HAND, turn="P")
    found = knowledge(state)
    assert SEATS.index("P") == found.unseen.seat
    assert found.evaluation()[0] > 0.5
