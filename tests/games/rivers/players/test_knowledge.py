"""Knowledge of good play in Two Rivers: priors, pruning, evaluation, keys, and resampling of hidden information."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kingdoms
from kingdoms import Record
from kingdoms.core.bot import Seen
from kingdoms.games.rivers.engine.geometry import SEATS, TILES
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.players import choices
from kingdoms.games.rivers.players.knowledge import RiversKnowledge
from tests.games.rivers.support.random_games import a_state
from tests.games.rivers.support.tables import COLOURS, FULL, draw_all, hand, lay, new, play, table

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.jsonl"))
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
        state, rng = a_state(seed, 1 + seed * 7 % length)
        while not state.is_terminal() and state.current_player() < 0:
            state.apply_trusted(state.draw_chance_action(kingdoms.Random(rng.randrange(2**32))))
        if not state.is_terminal():
            yield state


def texts(state: State, start: str = "") -> set[str]:
    """Return the choices worth a thought that begin with a text."""
    choices = {state.game.action_to_string(action) for action in knowledge_of(state).choices()}
    return {text for text in choices if text.startswith(start)}


def two(**fields: Any) -> State:
    """Return a table of Archer, with all leaders around one temple, and Bull, with a full hand."""
    return table(**({"leaders": KINGDOM, "seats": "AB", "B": FULL} | fields))


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
        knowledge.begin(state, state.current_player())
        listed = knowledge.choices()
        assert listed
        assert listed == sorted(set(listed) & set(state.legal_actions()))
        policy = knowledge.policy()
        assert list(policy) == listed
        assert sum(policy.values()) == pytest.approx(1.0)
        assert min(policy.values()) > 0
        decided = knowledge.decide(rng)
        assert decided in listed
        assert policy[decided] == max(policy.values()) >= 0.5
        assert knowledge.state == state


def test_passing_is_considered_only_when_the_bag_is_short() -> None:
    assert not texts(two(A=hand(red=3)), "pass")
    assert not texts(two(A=hand(red=3), bag={"red": 4}), "pass")
    assert texts(two(A=hand(red=3), bag={"red": 4}, actions_left=1), "pass")
    empty = two(A={"catastrophes": 0})
    assert texts(empty, "pass") | texts(empty, "leader ")


def test_remote_cells_are_not_considered_and_catastrophes_only_where_they_have_an_effect() -> None:
    remote = texts(two(A=hand(black=1)))
    assert {"place black I9", "place black I10"} & remote
    assert "place black A5" not in remote
    state = two(leaders={"B": {"black": "G4"}}, board=lay(red="G5"), A=hand(black=1))
    assert texts(state, "catastrophe ") == {"catastrophe G5"}


WAR = {
    "board": lay(green="F5 G5 H5 J5", red="E6 K6"),
    "leaders": {"A": {"green": "E5", "red": "D6"}, "B": {"green": "K5"}},
}


def test_no_more_tiles_are_committed_than_can_be_needed() -> None:
    state = two(**WAR, A=hand(black=1, green=5), B=hand(green=1))
    assert texts(play(state, "place black I5")) == {"commit 0"}
    state = two(**WAR, A=hand(black=1, green=1), B=hand(green=5))
    assert texts(play(state, "place black I5", "commit 1")) == {"commit 0", "commit 1", "commit 2", "commit 3"}


def test_a_leader_is_withdrawn_only_from_a_threatening_war() -> None:
    assert not texts(two(A=hand(red=1)), "withdraw ")
    assert texts(two(**WAR, A=hand(red=1)), "withdraw ") == {"withdraw green"}


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
    few, many = ({"points": dict.fromkeys(COLOURS, count)} for count in (2, 6))
    archer, bull = knowledge_of(table(seats="AB", A=few, B=many)).evaluation()
    assert archer < 0.4
    assert bull > 0.6
    even = {"points": dict.fromkeys(COLOURS, 4)}
    uneven = {"points": {"red": 5, "blue": 5, "green": 4, "black": 2}}
    archer, bull = knowledge_of(table(seats="AB", A=even, B=uneven)).evaluation()
    assert archer > bull, "the weakest colour counts"
    ending = table({"K1": "red*", "B2": "red*"}, seats="AB", A=even, B=uneven, phase="refill", bag={"red": 40, "blue": 30})
    assert knowledge_of(ending).evaluation() == [1.0, 0.0]
    pot = knowledge_of(table(leaders={"P": {"red": "I6"}}, seats="PL", P=hand(red=2), L=FULL, turn="P"))
    assert SEATS.index("P") == pot.unseen.seat
    assert pot.evaluation()[0] > 0.5
    with pytest.raises(ValueError, match="cannot think about a table of"):
        pot.begin(new(3))


def test_states_are_comparable_when_all_have_had_as_many_turns() -> None:
    state = two(A=FULL, actions_left=1, bag={"red": 20, "black": 20})
    knowledge, rng, questions = knowledge_of(state), kingdoms.Random(1), list[tuple[str | None, str | None]]()
    while not knowledge.is_settled() and len(questions) < 200:
        current = knowledge.state
        questions.append((current.to_move, current.decision()))
        current.apply_trusted(current.draw_chance_action(rng) if current.is_chance_node() else knowledge.decide(rng))
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
        two(A=archer, B=secret, bag={"red": 10, "black": 20}),
        two(A=archer, B=other_secret, bag={"green": 9, "blue": 3}),
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
    assert [counts[colour] / 12000 for colour in range(4)] == pytest.approx([n / sum(unseen) for n in unseen], abs=0.02)


def test_public_gains_are_known_exactly() -> None:
    state, rng, checked = new(3), kingdoms.Random(5), 0
    observers = {seat: knowledge_of(state) for seat in state.game.seats}
    sightings: dict[str, list[Seen]] = {seat: [] for seat in observers}
    while (mover := state.to_move) is not None:
        if mover == "chance":
            action = state.draw_chance_action(rng)
        else:
            observers[mover].observe(sightings[mover])
            sightings[mover] = []
            observers[mover].look(state.view(mover), rng)
            action = observers[mover].decide(rng)
            known_state = observers[mover].state
            assert isinstance(known_state, State)
            if checked % 7 == 0:
                assert list(known_state.points) == list(state.points)
                assert list(known_state.treasures_taken) == list(state.treasures_taken)
                assert sum(known_state.bag) == sum(state.bag)
            checked += 1
        before, text = state.clone(), state.game.action_to_string(action)
        state.apply_action(action)
        for seat, sighting in sightings.items():
            sighting.append(Seen.from_seat(seat, before, text, state))
    assert checked > 40


def test_knowledge_created_late_includes_the_observed_events() -> None:
    late, events = two(leaders={"B": {"red": "I6"}}, A=hand(red=3)), []
    knowledge = late.game.knowledge(draw_all(play(new(2), "first A")))
    assert isinstance(knowledge, RiversKnowledge)
    for action in ("place red H7", "place red I8"):
        before = late.clone()
        events.append(Seen.from_seat("B", before, action, play(late, action)))
    knowledge.observe(events)
    knowledge.look(draw_all(late).view("B"), kingdoms.Random(1))
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
    state = two(A=hand(red=3, blue=3))
    knowledge, rng = knowledge_of(state, 0), kingdoms.Random(1)
    before = knowledge.identity()
    knowledge.start_over(rng)
    assert knowledge.identity() == before
    knowledge.state.apply_trusted(state.game.string_to_action("swap 1 0 0 0"))
    identity = knowledge.identity()
    knowledge.start_over()
    knowledge.state.apply_trusted(state.game.string_to_action("swap 0 1 0 0"))
    assert knowledge.identity() not in (identity, before)
