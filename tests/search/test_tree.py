"""A search tree grows as its rules say: a second, naive implementation of them grows the same."""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from types import SimpleNamespace
from typing import Any, Self

import pytest

import kingdoms
from kingdoms import CHANCE, TERMINAL, Random
from kingdoms.core.knowledge import PlainKnowledge
from kingdoms.search.running import run
from kingdoms.search.tree import Tree
from kingdoms.testing import random_states
from tests.support.games.tested_games import SAMPLE, TESTED

LENGTH = 6
SEATS = 3


@cache
def drawn(maze: int, place: int, ply: int) -> tuple[int, list[float]]:
    """Return the seat to move at a node of a maze, and the value for each seat."""
    rng = random.Random(10_000 * maze + 100 * place + ply)
    parts = rng.choices(range(5), k=SEATS) if rng.random() < 0.8 else rng.sample([1, 0, 0], SEATS)
    shares = [part / sum(parts) for part in parts] if sum(parts) else [1 / SEATS] * SEATS
    if ply == LENGTH or (ply > 1 and rng.random() < 0.2):
        return TERMINAL, rng.choice([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.25, 0.5, 0.25]])
    return CHANCE if maze % 2 and ply and rng.random() < 0.3 else rng.randrange(SEATS), shares


class Maze(kingdoms.PythonState):
    """Places with passages, several of which lead to the same place; in every other maze chance takes some of them."""

    def __init__(self, game: kingdoms.Game, number: int) -> None:
        super().__init__(game)
        self.number, self.place, self.ply = number, number, 0

    def clone(self) -> Self:
        copy = type(self)(self.game, self.number)
        copy.place, copy.ply = self.place, self.ply
        return copy

    def current_player(self) -> int:
        return drawn(self.number, self.place, self.ply)[0]

    def legal_actions(self) -> list[int]:
        return list(range(2 + self.place % 7))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(action, 1 / len(self.legal_actions())) for action in self.legal_actions()]

    def apply_trusted(self, action: int) -> None:
        self.place, self.ply = (5 * self.place + 3 * action) % 19, self.ply + 1

    def columns(self) -> tuple[tuple[int, ...], ...]:
        return ((self.place, self.ply),)

    def returns_by_score(self) -> list[float]:
        return drawn(self.number, self.place, self.ply)[1]


class SecretMaze(Maze):
    """A maze in which something hidden closes passages, says where others lead, and ends the game early."""

    hidden = 0

    def clone(self) -> Self:
        copy = super().clone()
        copy.hidden = self.hidden
        return copy

    def current_player(self) -> int:
        return TERMINAL if self.ply > 2 and self.place % 3 == self.hidden else super().current_player()

    def legal_actions(self) -> list[int]:
        return [action for action in super().legal_actions() if (action + self.place) % 3 != self.hidden] or [0]

    def apply_trusted(self, action: int) -> None:
        super().apply_trusted(action + self.hidden if action % 3 == 2 else action)

    def view(self, seat: str | None) -> SecretMaze:  # type: ignore[override]
        return self

    def to_json(self) -> tuple[int, ...]:
        """Return the public information."""
        return self.place, self.ply, self.current_player()

    def sample(self, rng: Random) -> Self:
        """Return the same state with its hidden information resampled."""
        copy = self.clone()
        copy.hidden = rng.roll(6)
        return copy


class WideMaze(Maze):
    """A maze with 65 to 145 passages at a place."""

    def legal_actions(self) -> list[int]:
        return list(range(65 + 40 * (self.place % 3)))


class WideSecretMaze(SecretMaze, WideMaze):
    """A wide maze in which something hidden leaves every sixth passage open."""

    def legal_actions(self) -> list[int]:
        return list(range(self.hidden, len(WideMaze.legal_actions(self)), 6))


class Knowing(PlainKnowledge):
    """Says of single choices whether they are some; compiled code cannot ask it, and the tree has to be the same."""

    def allows(self, action: int) -> int:
        return int(action in self.state.legal_actions())


def rounded(number: float) -> float:
    """Return a number as trees keep it."""
    return array("f", [number])[0]


@dataclass
class Node:
    """A state of the naive tree."""

    key: object
    mover: int
    mean: list[float] = field(default_factory=lambda: [0.0] * SEATS)
    visits: int = 0
    edges: list[Edge] = field(default_factory=list)
    often: int = 0
    proven: bool = False
    complete: bool = False


@dataclass
class Edge:
    """A choice at a state."""

    action: int
    prior: float
    visits: int = 0
    child: Node | None = None


class Naive:
    """Max^n PUCT as the docstrings of `Tree` tell it, without rollouts, for a game of which nothing is known."""

    def __init__(self, root: Maze, seed: int, **options: float) -> None:
        self.table, self.rng, self.secrets = root, Random(seed), isinstance(root, SecretMaze)
        usual = {"exploration": 0.2, "widening": 0.25, "others": 1.0, "width": 4, "root_width": 0, "rollouts": 0}
        self.option = usual | options
        self.known: dict[object, Node] = {}
        self.nodes: list[Node] = []
        self.plies = self.deepest = 0
        self.root = self.add(root)

    def key(self, state: Maze) -> object:
        """Return the key of a state: its public information."""
        return None if state.current_player() == CHANCE else (state.place, state.ply, state.current_player())

    def add(self, state: Maze) -> Node:
        """Add a state."""
        node = Node(self.key(state), state.current_player())
        self.nodes.append(node)
        self.known.setdefault(node.key, node)
        if node.mover == TERMINAL and not self.secrets:
            node.proven, node.mean = True, [rounded(share) for share in state.returns_by_score()]
        return node

    def reached(self, state: Maze) -> Node | None:
        """Return the node of a state, a new one if needed, None if the tree is full."""
        node = self.known.get(self.key(state)) if self.option.get("transpositions", 1) else None
        if node is None or node.mover == CHANCE:
            node = self.add(state) if len(self.nodes) < self.option.get("most_nodes", 10**6) else None
        return node

    def simulate(self) -> None:
        """Run one simulation."""
        state, path = self.table.clone(), [self.root]
        if isinstance(state, SecretMaze):
            state = state.sample(self.rng)
        after: Node | None = self.root
        while path[-1].visits and not path[-1].proven and path[-1].mover != TERMINAL:
            node = path[-1]
            if node.mover == CHANCE:
                while state.current_player() == CHANCE:
                    state.apply_trusted(state.draw_chance_action(self.rng))
                after = self.reached(state)
            else:
                edge = max(self.choices(node, state), key=lambda edge: self.promise(node, edge))
                state.apply_trusted(edge.action)
                self.plies += 1
                after = edge.child
                if after is None or (after.mover != CHANCE and after.key != self.key(state)):
                    after = edge.child = self.reached(state)
                edge.visits += 1
            if after is None:
                break
            path.append(after)
        self.deepest = max(self.deepest, len(path) - 1)
        result = self.reach_out(state) if after is None or not after.proven else after.mean
        for place in range(len(path) - 1, -1, -1):
            node = path[place]
            node.visits += 1
            if place < len(path) - 1 and path[place + 1].proven and not node.proven and self.prove(node):
                result = node.mean
            if not node.proven:
                node.mean = [rounded(mean + (new - mean) / node.visits) for mean, new in zip(node.mean, result, strict=True)]

    def reach_out(self, state: Maze) -> list[float]:
        """Play chance to the end if requested, and return the result of each seat."""
        while self.option.get("rollouts") and state.current_player() != TERMINAL:
            if state.current_player() == CHANCE:
                state.apply_trusted(state.draw_chance_action(self.rng))
            else:
                legal = state.legal_actions()
                state.apply_trusted(legal[self.rng.roll(len(legal))])
                self.plies += 1
        return state.returns_by_score()

    def choices(self, node: Node, state: Maze) -> list[Edge]:
        """Return the choices of a node that are some now, more of them than before if it should have more by now."""
        begins = int(self.option["root_width" if node is self.root else "width"])
        doubled = sum(node.visits >= begins * 4**times for times in range(1, 20))
        legal, all_of = state.legal_actions(), {edge.action: edge for edge in node.edges}
        width = begins * 2**doubled if begins else 10_000
        standing = [edge for edge in node.edges if edge.action in legal]
        is_own = node is self.root and not begins and node.mover == 0
        if len(standing) < width and not (self.secrets and standing and (is_own or len(all_of) >= 4 * width)):
            unexplored = [action for action in legal if action not in all_of]
            new = [Edge(action, rounded(1 / len(legal))) for action in unexplored[: max(0, width - len(standing))]]
            node.edges += new
            standing += new
        node.complete = len(standing) == len(legal)
        node.often = 1 + sum(edge.visits for edge in standing) if self.secrets else node.visits
        return standing

    def promise(self, node: Node, edge: Edge) -> float:
        """Return how much a choice promises: its value, and the more the less it has been tried."""
        is_known = edge.child is not None and edge.child.visits
        value = edge.child.mean[node.mover] if edge.child is not None and is_known else node.mean[node.mover]
        often, prior = node.often, edge.prior
        explored = (self.option["exploration"] + self.option["widening"] * math.log(1 + often / 100)) * math.sqrt(often + 1)
        if self.option["others"] > 1 and node.mover != self.root.mover:
            explored, prior = explored * self.option["others"], prior**2
        return value + explored * prior / (1 + edge.visits)

    def prove(self, node: Node) -> bool:
        """Settle a node if a choice wins for certain, or if all choices are certain."""
        if node.mover < 0:
            return False
        certain = [edge.child for edge in node.edges if edge.child is not None and edge.child.proven]
        best = max(certain, key=lambda child: child.mean[node.mover])
        if best.mean[node.mover] == 1 or (node.complete and len(certain) == len(node.edges)):
            node.proven, node.mean = True, list(best.mean)
        return node.proven

    def line(self, action: int) -> Iterator[int]:
        """Yield the most tried choices in turn."""
        yield action
        node = next(edge.child for edge in self.root.edges if edge.action == action)
        while node is not None and any(edge.visits for edge in node.edges):
            best = max(node.edges, key=lambda edge: edge.visits)
            yield best.action
            node = best.child


OPTIONS: list[dict[str, float]] = [
    {},
    {"width": 1, "root_width": 2},
    {"exploration": 1.5, "widening": 2.0},
    {"others": 3.0, "width": 0},
    {"transpositions": 0},
    {"most_nodes": 30},
    {"rollouts": 1},
]


def called(value: object) -> str:
    """Return the name of a case."""
    return value.__name__ if isinstance(value, type) else str(value)


CASES = [
    *((kind, PlainKnowledge, options) for kind in (Maze, SecretMaze) for options in OPTIONS),
    *((kind, PlainKnowledge, OPTIONS[0]) for kind in (WideMaze, WideSecretMaze)),
    *((kind, Knowing, OPTIONS[1]) for kind in (SecretMaze, WideSecretMaze)),
]


def game_of(kind: type[Maze]) -> Any:
    """Return as much of a game as a tree asks for."""
    return SimpleNamespace(num_players=SEATS, seats=("A", "B", "C"), has_secrets=issubclass(kind, SecretMaze))


@pytest.mark.parametrize(("kind", "knowledge_class", "options"), CASES, ids=called)
def test_a_tree_grows_as_its_rules_say(
    kind: type[Maze], knowledge_class: type[PlainKnowledge], options: dict[str, float]
) -> None:
    game = game_of(kind)
    settled = 0
    for number in range(3 if issubclass(kind, WideMaze) else 5):
        maze = kind(game, number)
        knowledge = knowledge_class(maze)
        knowledge.begin(maze, 0)
        tree, naive = Tree(knowledge, number), Naive(maze, number, **options)
        for name, value in ({"rollouts": 0} | options).items():
            setattr(tree, name, value)
        tree.plant()
        for more in (1, 2, 40, 150):
            run(tree, more)
            for _ in range(more):
                naive.simulate()
            edges = naive.root.edges
            assert [choice[:3] for choice in tree.choices()] == [(edge.action, edge.visits, edge.prior) for edge in edges]
            assert (tree.root_visits(), tree.node_count) == (naive.root.visits, len(naive.nodes))
            assert (tree.plies, tree.deepest, tree.root_mover()) == (naive.plies, naive.deepest, naive.root.mover)
            assert tree.value() == pytest.approx(naive.root.mean, abs=1e-5)
            assert tree.is_proven() is naive.root.proven
            for (*_, certain, shares), edge in zip(tree.choices(), edges, strict=True):
                child = edge.child if edge.child is not None and edge.child.visits else None
                assert certain is (child is not None and child.proven)
                assert shares == pytest.approx(naive.root.mean if child is None else child.mean, abs=1e-5)
                line = list(naive.line(edge.action))
                assert (tree.line(edge.action, 99), tree.line(edge.action, 2)) == (line, line[:2])
            assert tree.line(99, 99) == [99]
        settled += naive.root.proven
    assert settled or kind is not Maze or "most_nodes" in options


def grown(knowledge: Any, simulations: int, **options: float) -> Tree:
    """Return the tree of a game's knowledge after a number of simulations."""
    tree = Tree(knowledge, 1)
    for name, value in options.items():
        setattr(tree, name, value)
    tree.plant()
    run(tree, simulations)
    return tree


class Circle(Maze):
    """A way that leads from its beginning to two places, and from each of these to the other for ever."""

    def current_player(self) -> int:
        return 0

    def legal_actions(self) -> list[int]:
        return [0]

    def apply_trusted(self, action: int) -> None:
        self.place = 2 if self.place == 1 else 1

    def returns_by_score(self) -> list[float]:
        return [0.5, 0.25, 0.25]


def test_a_cyclic_simulation_ends() -> None:
    tree = grown(PlainKnowledge(Circle(game_of(Circle), 0)), 0, rollouts=0)
    for simulations, deepest in ((2, 1), (1, 2), (1, 500), (3, 500)):
        run(tree, simulations)
        assert (tree.deepest, tree.node_count) == (deepest, min(3, deepest + 1))
    assert (tree.root_visits(), tree.choices()[0][1]) == (7, 6)
    assert tree.value() == [0.5, 0.25, 0.25]
    later_tree = grown(PlainKnowledge(Circle(game_of(Circle), 1)), 5, rollouts=0)
    assert (later_tree.deepest, later_tree.node_count, later_tree.root_visits()) == (1, 2, 5), "it ends at its beginning"


@pytest.mark.parametrize(
    ("kind", "options", "is_kept"),
    [(Maze, {}, True), (Maze, {"reuse": 0}, False), (Maze, {"transpositions": 0}, False), (SecretMaze, {}, False)],
    ids=called,
)
def test_the_subtree_of_a_later_state_is_kept(kind: type[Maze], options: dict[str, float], is_kept: bool) -> None:
    for number in (2, 4):  # in which nothing is drawn
        maze = kind(game_of(kind), number)
        knowledge = PlainKnowledge(maze)
        knowledge.begin(maze, 0)
        tree = grown(knowledge, 100, **options)
        best = max(tree.choices(), key=lambda choice: choice[1])
        maze.apply_trusted(best[0])
        knowledge.begin(maze, 0)
        plies = tree.plies
        tree.replant()
        assert (tree.root_visits() >= best[1]) is is_kept
        assert (tree.plies, tree.deepest > 0) == ((plies, True) if is_kept else (0, False))
        if is_kept:
            assert tree.value() == pytest.approx(best[4])
        else:
            assert (tree.root_visits(), tree.node_count) == (0, 1)


def planted(state: kingdoms.State, simulations: int, **options: float) -> Tree:
    """Return a tree after a number of simulations."""
    return grown(state.game.knowledge(state), simulations, **options)


@cache
def with_many_choices(name: str) -> kingdoms.State:
    """Return a state of a game in which a seat has many choices, some of them pruned by the policy."""
    game = kingdoms.load_game(name, 2)
    for state, _ in random_states(game, Random(1), 500):
        if state.current_player() >= 0 and 20 < len(game.knowledge(state).policy()) < len(state.legal_actions()):
            return state.clone()
    raise AssertionError("there is no such state")


def test_the_likeliest_choices_come_first_and_priors_can_be_even_or_left_to_chance_in_part() -> None:
    state = with_many_choices(SAMPLE)
    policy = state.game.knowledge(state).policy()
    likeliest = sorted(policy, key=lambda action: -policy[action])
    for simulations, many in ((2, 3), (12, 3), (13, 6), (48, 6), (49, 12), (2, 0)):
        choices = planted(state, simulations, root_width=min(many, 3), rollouts=0).choices()
        assert [choice[0] for choice in choices] == likeliest[: many or None], simulations
        assert [choice[2] for choice in choices] == pytest.approx([policy[action] for action in likeliest[: many or None]])
    even = planted(state, 2, even_priors=1).choices()
    assert [choice[:2] for choice in even] == [(action, int(number == 0)) for number, action in enumerate(policy)]
    assert [choice[2] for choice in even] == pytest.approx([1 / len(policy)] * len(policy))
    shifts = [choice[2] / policy[choice[0]] for choice in planted(state, 2, jitter=1.0).choices()]
    assert 1.5 < max(shifts) / min(shifts) < 2
    assert {choice[0] for choice in planted(state, 2, pruning=0).choices()} == set(state.legal_actions())


@pytest.mark.parametrize("name", TESTED)
def test_a_share_of_the_prior_goes_to_the_greedy_choice(name: str) -> None:
    state = with_many_choices(name)
    policy = state.game.knowledge(state).policy()
    best = max(policy, key=lambda action: policy[action])
    for greedy in (0.0, 0.25, 0.9):
        priors = {choice[0]: choice[2] for choice in planted(state, 2, root_width=0, greedy=greedy).choices()}
        rest = {action: 2 * share - (action == best) for action, share in policy.items()}  # since half is the default
        assert priors == pytest.approx({action: greedy * (action == best) + (1 - greedy) * rest[action] for action in rest})
    assert state.game.knowledge(state).policy() == policy


def test_a_choice_that_was_insisted_on_is_there_once() -> None:
    state = with_many_choices(SAMPLE)
    knowledge = state.game.knowledge(state)
    legal = list(knowledge.policy())
    tree = grown(knowledge, 5, root_width=2, rollouts=0)
    visits = {choice[0]: choice[1] for choice in tree.choices()}
    for action in (*visits, legal[0], legal[1], legal[-2], legal[-1]):
        tree.insist(action)
        assert {choice[0]: choice[1] for choice in tree.choices()} == {action: 0} | visits
        run(tree, 2)
        visits[action] = visits.get(action, 0) + 2
        assert {choice[0]: choice[1] for choice in tree.choices()} == visits
    knowledge.begin(state)
    tree.replant()
    assert tree.root_visits() == 1 + sum(visits.values())
    tree.root_width = 0
    run(tree, 1)
    assert sorted(choice[0] for choice in tree.choices()) == sorted(legal)
    assert tree.find_errors() == []
