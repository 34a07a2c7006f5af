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
from kingdoms.core.view import View
from kingdoms.games.rivers.engine.geometry import SEATS, TILES
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.players import choices
from kingdoms.games.rivers.players.knowledge import RiversKnowledge
from tests.games.rivers.support.random_games import a_state
from tests.games.rivers.support.tables import FULL, draw_all, hand, lay, new, play, table

ROOT = Path(__file__).parents[4]
GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.jsonl"))
FULL_HAND = {"hand": FULL}
KINGDOM = {"A": {"red": "I6", "black": "J7", "green": "H7", "blue": "I8"}}
"""All leaders of Archer around one temple."""


def knowledge_of(state: State, observer: int | None = None) -> RiversKnowledge:
    """Return the knowledge of a state, by default for the seat to move."""
    knowledge = state.game.knowledge(state)
    assert isinstance(knowledge, RiversKnowledge)
    knowledge.begin(state, max(0, state.current_player()) if observer is None else observer)
    return knowledge


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


def texts(knowledge: RiversKnowledge, state: State) -> set[str]:
    """Return the choices worth a thought, as texts."""
    return {state.game.action_to_string(action) for action in knowledge.choices()}


# -- priors and pruning ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_choices_are_legal_and_there_are_always_some(path: Path) -> None:
    """Also: their weights sum to one, with about half of it on the quick player's choice."""
    record, rng = Record.load(path), kingdoms.Random(1)
    start = record.opening()
    assert isinstance(start, State)
    knowledge = knowledge_of(start)
    for number, (_, state) in enumerate(record.replay()):
        if state.current_player() < 0 or number % 3:
            continue
        legal = state.legal_actions()
        knowledge.begin(state, state.current_player())
        listed = knowledge.choices()
        assert listed == sorted(listed)
        assert listed
        assert set(listed) <= set(legal)
        policy = knowledge.policy()
        assert list(policy) == listed
        assert sum(policy.values()) == pytest.approx(1.0)
        assert min(policy.values()) > 0
        decided = knowledge.decide(rng)
        assert decided in listed
        assert policy[decided] == max(policy.values()) >= 0.5
        assert knowledge.state == state


def test_passing_is_considered_only_when_the_bag_is_short() -> None:
    state = table(leaders=KINGDOM, seats="AB", A=hand(red=3), B=FULL_HAND)
    assert "pass" not in texts(knowledge_of(state), state)
    short = table(leaders=KINGDOM, seats="AB", A=hand(red=3), B=FULL_HAND, bag={"red": 4})
    assert "pass" not in texts(knowledge_of(short), short)
    last = table(leaders=KINGDOM, seats="AB", A=hand(red=3), B=FULL_HAND, bag={"red": 4}, actions_left=1)
    assert "pass" in texts(knowledge_of(last), last)
    empty = table(seats="AB", A={"catastrophes": 0}, leaders=KINGDOM, B=FULL_HAND)
    assert any(text == "pass" or text.startswith("leader ") for text in texts(knowledge_of(empty), empty))


def test_remote_cells_are_not_considered_and_catastrophes_only_where_they_have_an_effect() -> None:
    remote = table(leaders=KINGDOM, seats="AB", A=hand(black=1), B=FULL_HAND)
    assert {"place black I9", "place black I10"} & texts(knowledge_of(remote), remote)
    assert "place black A5" not in texts(knowledge_of(remote), remote)
    state = table(leaders={"B": {"black": "G4"}}, board=lay(red="G5"), seats="AB", A=hand(black=1), B=FULL_HAND)
    assert {text for text in texts(knowledge_of(state), state) if text.startswith("catastrophe ")} == {"catastrophe G5"}


WAR = lay(green="F5 G5 H5 J5", red="E6 K6")
TRADERS = {"A": {"green": "E5", "red": "D6"}, "B": {"green": "K5"}}


def test_no_more_tiles_are_committed_than_can_be_needed() -> None:
    state = play(table(WAR, TRADERS, seats="AB", A=hand(black=1, green=5), B=hand(green=1)), "place black I5")
    assert texts(knowledge_of(state), state) == {"commit 0"}
    state = play(table(WAR, TRADERS, seats="AB", A=hand(black=1, green=1), B=hand(green=5)), "place black I5", "commit 1")
    assert texts(knowledge_of(state), state) == {"commit 0", "commit 1", "commit 2", "commit 3"}


def test_a_leader_is_withdrawn_only_from_a_threatening_war() -> None:
    quiet = table(leaders=KINGDOM, seats="AB", A=hand(red=1), B=FULL_HAND)
    assert not {text for text in texts(knowledge_of(quiet), quiet) if text.startswith("withdraw ")}
    threatened = table(WAR, TRADERS, seats="AB", A=hand(red=1), B=FULL_HAND)
    options = texts(knowledge_of(threatened), threatened)
    assert "withdraw green" in options
    assert "withdraw red" not in options


def test_considered_choices_are_legal_for_the_sampled_hand() -> None:
    """For all hands of the others: search asks this for each choice that it considers in a state."""
    rng, refused = kingdoms.Random(2), 0
    for state in some_states(30):
        knowledge, listed = knowledge_of(state, (state.current_player() + 1) % state.game.num_players), set[int]()
        for _ in range(4):
            knowledge.start_over(rng)
            dealt = knowledge.state
            assert isinstance(dealt, State)
            now, legal = set(knowledge.choices()), set(dealt.legal_actions())
            assert all(choices.is_allowed(dealt, action) for action in now)
            for action in listed - now:
                assert not choices.is_allowed(dealt, action) or action in legal
                refused += not choices.is_allowed(dealt, action)
            listed |= now
    assert refused > 10


# -- what each seat can expect --------------------------------------------------------------------------------------------


def test_shares_make_up_one_and_the_better_seat_has_more() -> None:
    for state in some_states(40):
        shares = knowledge_of(state).evaluation()
        assert len(shares) == state.game.num_players
        assert sum(shares) == pytest.approx(1.0)
    few, many = {"points": {"red": 2, "blue": 2, "green": 2, "black": 2}}, {"points": dict.fromkeys(TILES_NAMED, 6)}
    archer, bull = knowledge_of(table(seats="AB", A=few, B=many)).evaluation()
    assert archer < 0.4
    assert bull > 0.6
    even = {"points": dict.fromkeys(TILES_NAMED, 4)}
    uneven = {"points": {"red": 5, "blue": 5, "green": 4, "black": 2}}
    archer, bull = knowledge_of(table(seats="AB", A=even, B=uneven)).evaluation()
    assert archer > bull, "the weakest colour counts"
    ending = table({"K1": "red*", "B2": "red*"}, seats="AB", A=even, B=uneven, phase="refill", bag={"red": 40, "blue": 30})
    assert knowledge_of(ending).evaluation() == [1.0, 0.0]
    pot = knowledge_of(table(leaders={"P": {"red": "I6"}}, seats="PL", P=hand(red=2), L=FULL_HAND, turn="P"))
    assert SEATS.index("P") == pot.unseen.seat
    assert pot.evaluation()[0] > 0.5
    with pytest.raises(ValueError, match="cannot think about a table of"):
        pot.begin(new(3))


TILES_NAMED = ("red", "blue", "green", "black")


def test_states_are_comparable_when_all_have_had_as_many_turns() -> None:
    state = table(leaders=KINGDOM, seats="AB", A=FULL_HAND, B=FULL_HAND, actions_left=1, bag={"red": 20, "black": 20})
    knowledge, rng, questions = knowledge_of(state), kingdoms.Random(1), []
    for _ in range(200):
        if knowledge.is_settled():
            break
        questions.append((knowledge.state.to_move, knowledge.state.decision()))
        if knowledge.state.is_chance_node():
            knowledge.state.apply_trusted(knowledge.state.draw_chance_action(rng))
        else:
            knowledge.state.apply_trusted(knowledge.decide(rng))
    assert isinstance(knowledge.state, State)
    assert knowledge.state.phase in (2, 3)
    assert {seat for seat, decision in questions if decision == "action"} == {"A", "B"}
    assert sum(decision == "action" for _, decision in questions) == 3


# -- what is hidden -------------------------------------------------------------------------------------------------------


def test_a_deal_agrees_with_what_the_seat_sees() -> None:
    rng = kingdoms.Random(1)
    for state in some_states(40):
        seat = state.current_player()
        knowledge = knowledge_of(state, seat)
        view = state.view(state.game.seats[seat])
        for _ in range(3):
            knowledge.start_over(rng)
            dealt = knowledge.state
            assert isinstance(dealt, State)
            assert dealt.view(view.seat).to_json() == view.to_json()
            for colour, count in enumerate(TILES):
                total = sum(dealt.hand[colour::4]) + dealt.bag[colour] + list(dealt.contents).count(1 + colour)
                assert total <= count


def hidden_twins() -> tuple[State, State]:
    """Return two states that look the same to Archer, who is to move."""
    archer = {"hand": {"red": 3, "blue": 3}, "points": {"red": 2, "blue": 4, "green": 1, "black": 3}}
    secret = {"hand": {"red": 6}, "points": {"red": 7, "green": 2}}
    other_secret = {"hand": {"green": 2, "black": 4}, "points": {"black": 3}}
    return (
        table(leaders=KINGDOM, seats="AB", A=archer, B=secret, bag={"red": 10, "black": 20}),
        table(leaders=KINGDOM, seats="AB", A=archer, B=other_secret, bag={"green": 9, "blue": 3}),
    )


def test_indistinguishable_states_give_the_same_tables() -> None:
    first, second = hidden_twins()
    assert knowledge_of(first, -1).identity() != knowledge_of(second, -1).identity(), "an open view tells them apart"
    results = []
    for state in (first, second):
        knowledge, rng = state.game.knowledge(state), kingdoms.Random(7)
        assert isinstance(knowledge, RiversKnowledge)
        knowledge.look(state.view("A"), rng)
        dealt = []
        for _ in range(5):
            knowledge.start_over(rng)
            dealt.append(json.dumps(knowledge.state.position()))
        results.append((dealt, knowledge.policy(), knowledge.evaluation(), knowledge.decide(rng), knowledge.identity()))
    assert results[0] == results[1]
    assert len(set(results[0][0])) == 5


def test_every_tile_not_seen_is_as_likely_in_a_hand() -> None:
    state, counts = hidden_twins()[0], Counter[int]()
    knowledge, rng = knowledge_of(state, 0), kingdoms.Random(3)
    for _ in range(2000):
        knowledge.start_over(rng)
        assert isinstance(knowledge.state, State)
        counts.update({colour: knowledge.state.hand[4 + colour] for colour in range(4)})
    unseen = [57 - 10 - 3, 36 - 3, 30, 30]
    for colour in range(4):
        assert counts[colour] / 12000 == pytest.approx(unseen[colour] / sum(unseen), abs=0.02)


class Watcher:
    """A bot that lets its knowledge see the game."""

    def __init__(self, game: kingdoms.Game, seed: int) -> None:
        self.rng = kingdoms.Random(seed)
        start = game.new_initial_state()
        assert isinstance(start, State)
        self.knowledge = knowledge_of(start)

    def observe(self, observations: Sequence[Seen]) -> None:
        self.knowledge.observe(observations)

    def choose(self, view: View, legal: Sequence[int]) -> int:
        self.knowledge.look(view, self.rng)
        return self.knowledge.decide(self.rng)


def test_public_gains_are_known_exactly() -> None:
    game, chance = kingdoms.load_game("rivers", 3), kingdoms.Random(5)
    players = {seat: Watcher(game, number) for number, seat in enumerate(game.seats)}
    sightings, state = Sightings({**players}), game.new_initial_state()
    checked = 0
    while (mover := state.to_move) is not None:
        if mover == "chance":
            action = state.draw_chance_action(chance)
        else:
            sightings.show(mover)
            action = players[mover].choose(state.view(mover), state.legal_actions())
            known_state = players[mover].knowledge.state
            assert isinstance(known_state, State)
            assert isinstance(state, State)
            if checked % 7 == 0:
                assert list(known_state.points) == list(state.points)
                assert list(known_state.treasures_taken) == list(state.treasures_taken)
                assert sum(known_state.bag) == sum(state.bag)
            checked += 1
        before = sightings.snapshot(state)
        state.apply_action(action)
        sightings.note(before, game.action_to_string(action), state)
    assert checked > 40


def test_knowledge_created_late_includes_the_observed_events() -> None:
    state = draw_all(play(new(2), "first A"))
    knowledge = state.game.knowledge(state)
    assert isinstance(knowledge, RiversKnowledge)
    late: kingdoms.State = table(leaders={"B": {"red": "I6"}}, seats="AB", A=hand(red=3), B=FULL_HAND)
    events = []
    for action in ("place red H7", "place red I8"):
        after = late.child(action)
        text, happened = late.game.tell(late, action, after, "A")
        events.append(Seen("A", text, tuple(happened)))
        late = after
    assert isinstance(late, State)
    late = draw_all(late)
    knowledge.observe(events)
    knowledge.look(late.view("B"), kingdoms.Random(1))
    assert knowledge.memory.points[4:8] == [2, 0, 0, 0]
    assert knowledge.memory.from_start is False


# -- keys -----------------------------------------------------------------------------------------------------------------


def test_tables_that_differ_in_the_open_have_different_keys() -> None:
    count = 0
    for state in some_states(16, 30):
        knowledge = knowledge_of(state)
        keys: dict[int, str] = {}
        for action in state.legal_actions()[::5]:
            knowledge.start_over()
            knowledge.state.apply_trusted(action)
            assert isinstance(knowledge.state, State)
            content = json.dumps([knowledge.state.view(None).to_json(), list(knowledge.state.points), state.game.seats])
            key = knowledge.identity()
            assert keys.setdefault(key, content) == content or "swap" in state.game.action_to_string(action)
        count += len(keys)
    assert count > 200


def test_hands_do_not_count_but_discards_do() -> None:
    state = table(leaders=KINGDOM, seats="AB", A=hand(red=3, blue=3), B=FULL_HAND)
    knowledge, rng = knowledge_of(state, 0), kingdoms.Random(1)
    before = knowledge.identity()
    knowledge.start_over(rng)
    assert knowledge.identity() == before
    knowledge.state.apply_trusted(state.game.string_to_action("swap 1 0 0 0"))
    identity = knowledge.identity()
    knowledge.start_over()
    knowledge.state.apply_trusted(state.game.string_to_action("swap 0 1 0 0"))
    assert knowledge.identity() not in (identity, before)


# -- both builds ----------------------------------------------------------------------------------------------------------

JUDGED = """
import json, kingdoms
from tests.games.rivers.players.test_knowledge import some_states
rows = []
for state in some_states(12):
    knowledge, rng = state.game.knowledge(state), kingdoms.Random(3)
    knowledge.look(state.view(state.to_move), rng)
    key = knowledge.identity()
    knowledge.start_over(rng)
    rows.append([knowledge.policy(), knowledge.evaluation(), knowledge.decide(rng), key, knowledge.state.position()])
print(json.dumps(rows))
"""


def test_the_judgement_is_the_same_interpreted_and_compiled() -> None:
    answers = []
    for source in (ROOT / "src", Path(kingdoms.__file__).parents[1]):
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, [source, ROOT]))}
        program = [sys.executable, "-c", JUDGED]
        process = subprocess.run(program, env=environment, capture_output=True, text=True, check=True, cwd=ROOT / "tests")
        answers.append(json.loads(process.stdout))
    assert answers[0] == answers[1]
