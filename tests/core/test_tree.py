"""Records with variations: as trees, as lines, for old readers, and what is wrong with them."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kingdoms
from kingdoms import GameTree, Random, Record, RecordError
from kingdoms.cli.main import main
from kingdoms.core.entry import COLOURS, DEEPEST, LONGEST_COMMENT, SIGNS, Mark
from kingdoms.core.tree import Node
from kingdoms.testing import random_action
from tests.support.games.tested_games import SAMPLE, TESTED, busy_position, random_record

OLD_FIELDS = {"kingdoms", "game", "rules_version", "seats", "rulings", "players", "seed", "started", "position"}
OLD_FIELDS |= {"by", "action", "call", "outcome"}
"""The fields that readers from before variations know; they ignore all others."""
SITES = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1, max_size=8)
MARKS = st.one_of(
    st.builds(Mark, st.sampled_from(SIGNS)),
    st.builds(Mark, st.just(""), SITES, st.none() | SITES, st.sampled_from(COLOURS)),
)
NOTES = st.tuples(st.just("") | st.text(st.characters(codec="utf-8", exclude_categories=["Cc"])), st.lists(MARKS, max_size=2))
GROWTH = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 2**32), NOTES), max_size=16)


def grown(record: Record, growth: list[tuple[int, int, tuple[str, list[Mark]]]]) -> GameTree:
    """Return a record's tree with random actions added at random nodes, most of them late ones, and notes."""
    tree = GameTree(record)
    nodes = [tree.root, *tree.nodes()]
    for back, seed, (comment, marks) in growth:
        parent = nodes[max(0, len(nodes) - 1 - back)]
        state = tree.state(parent)
        if not state.is_terminal():
            action = state.game.action_to_string(random_action(state, Random(seed)))
            node = tree.add(parent, action)
            node.comment, node.marks = comment, tuple(marks)
            nodes = [tree.root, *tree.nodes()]
    return tree


@pytest.mark.parametrize("game", TESTED)
@settings(max_examples=40)
@given(GROWTH, NOTES, st.booleans())
def test_a_tree_is_the_same_after_it_was_written_and_read(
    game: str, growth: list[Any], notes: tuple[str, list[Mark]], from_position: bool
) -> None:
    position = busy_position(game, random.Random(1)) if from_position else None
    rules = kingdoms.load_game(game, 2) if position is None else kingdoms.read_position(position).game
    tree = grown(Record(rules, position=position), growth)
    tree.root.comment, tree.root.marks = notes[0], tuple(notes[1])
    record = tree.to_record()
    lines = record.lines()
    back = Record.parse(lines, strict=True)
    assert (back.lines(), back.entries, back.state) == (lines, record.entries, record.state)
    again = GameTree(back)
    assert again.to_record().lines() == lines
    assert [node.entry for node in again.nodes()] == [node.entry for node in tree.nodes()]
    for node in again.nodes():
        assert again.state(node) == tree.state(node)
    old = Record.parse([json.dumps({k: v for k, v in json.loads(line).items() if k in OLD_FIELDS}) for line in lines])
    assert old.state == record.state
    assert old.entries == [replace(entry, comment="", marks=(), variations=()) for entry in record.entries]
    assert ("variations" in json.loads(lines[0])) == any([*notes, *(entry.has_notes for entry in record.entries)])


def three_deep() -> tuple[GameTree, list[Node]]:
    """Return a tree with variations in variations in variations, the first at the first entry, and its deepest line."""
    tree = GameTree(random_record(kingdoms.load_game(SAMPLE, 2), 4))
    node, line = tree.root, []
    for _ in range(3):
        legal = tree.state(node).legal_actions()
        known = [child.entry.action for child in node.children]
        node = tree.add(node, next(text for text in map(tree.record.game.action_to_string, legal) if text not in known))
        line.append(node)
        tree.add(node, tree.record.game.action_to_string(tree.state(node).legal_actions()[0]))
    return tree, line


def test_variations_begin_at_the_first_entry_and_lie_in_each_other(tmp_path: Path) -> None:
    tree, line = three_deep()
    record = tree.to_record()
    entries: Any = record.entries
    for depth, node in enumerate(line):
        (variation,) = entries[1 if depth else 0].variations
        assert variation[0].action == node.entry.action
        entries = variation
    record.save(tmp_path / "a.jsonl")
    Record.load(tmp_path / "a.jsonl").save(tmp_path / "b.jsonl")
    assert (tmp_path / "a.jsonl").read_text() == (tmp_path / "b.jsonl").read_text()
    for node in line:
        tree.promote(node)
    assert [entry.action for entry in tree.to_record().entries][:3] == [node.entry.action for node in line]
    tree.remove(line[0])
    assert tree.to_record().entries == random_record(tree.record.game, 4).entries
    for change in (tree.promote, tree.remove):
        with pytest.raises(ValueError, match="root"):
            change(tree.root)


def test_alternatives_to_the_beginning_of_a_variation_stand_beside_it() -> None:
    game = kingdoms.load_game(SAMPLE, 2)
    first, second = ({"by": "chance", "action": game.action_to_string(a)} for a in game.new_initial_state().legal_actions()[:2])
    header = Record(game).header()
    nested = [header, first | {"variations": [[second | {"variations": [[first], [second]]}]]}]
    beside = [header, first | {"variations": [[second], [first], [second]]}]
    records = [Record.parse(map(json.dumps, lines), strict=True) for lines in (nested, beside)]
    assert records[0].entries == records[1].entries


def test_newer_variations_are_left_out_and_the_main_line_is_read() -> None:
    record = three_deep()[0].to_record()
    header, *rest = map(json.loads, record.lines())
    lines = [json.dumps(line) for line in (header | {"variations": 2, "marks": {"in": "a new form"}}, *rest)]
    assert [entry.action for entry in Record.parse(lines).entries] == [entry.action for entry in record.entries]
    assert not any(entry.has_notes for entry in Record.parse(lines).entries)
    with pytest.raises(RecordError, match="line 1: comments and variations of version 2 are newer"):
        Record.parse(lines, strict=True)


def deep(depth: int) -> dict[str, Any]:
    """Return an entry with variations this deep."""
    game = kingdoms.load_game(SAMPLE, 2)
    first, second = map(game.action_to_string, game.new_initial_state().legal_actions()[:2])
    entry: dict[str, Any] = {"action": second}
    for _ in range(depth):
        entry = {"action": first, "variations": [[entry]]}
    return entry


FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"comment": 5}, f"comment must be a text of at most {LONGEST_COMMENT} characters, without control characters, not 5"),
    ({"comment": "x" * (LONGEST_COMMENT + 1)}, "comment must be"),
    ({"comment": "\0"}, "comment must be"),
    ({"marks": "!"}, "marks must be a list"),
    ({"marks": ["good"]}, 'a mark is one of !! ! !. .! . .., or has "at".*; not "good"'),
    ({"marks": [{"at": "x", "colour": "mauve"}]}, "green, red, blue, yellow; not"),
    ({"marks": [{"at": "x", "to": "y"}]}, "a mark is"),
    ({"marks": [{"from": "x"}]}, "a mark is"),
    ({"marks": [{"at": "x" * 41}]}, "each a site of at most 40 characters"),
    ({"variations": {}}, "variations must be a list of lists of entries"),
    ({"variations": [[]]}, "none of them empty"),
    ({"variations": [["dance"]]}, 'variation 1, entry 1: an entry must be a JSON object, not "dance"'),
    ({"variations": [[{"action": "dance"}]]}, "variation 1, entry 1: .*dance"),
    ({"variations": [[{"action": None}]]}, "variation 1, entry 1: a line has one of"),
    ({"variations": [[deep(0)], [deep(0), {"action": "dance"}]]}, "variation 2, entry 2: .*dance"),
    ({"variations": [[deep(1) | {"variations": [[deep(0), {"call": "rain"}]]}]]}, "entry 1: variation 1, entry 2: .*no call"),
    ({"variations": [[{**deep(0), "by": "nobody"}]]}, "variation 1, entry 1: .*chance decides here, not nobody"),
    ({"variations": [[deep(DEEPEST)]]}, f"variations can be nested {DEEPEST} deep"),
    ({"variations": [[deep(0) | {"comment": []}]]}, r"variation 1, entry 1: comment must be a text.*not \[\]"),
]


@pytest.mark.parametrize(("fields", "says"), FAULTS)
def test_a_faulty_variation_is_refused_with_its_place(fields: dict[str, Any], says: str) -> None:
    header = Record(kingdoms.load_game(SAMPLE, 2)).header()
    with pytest.raises(RecordError, match=f"^line 2: {says}" if says.startswith("variation 1") else says):
        Record.parse([json.dumps(header), json.dumps({"action": deep(0)["action"]} | fields)])


def test_a_strict_reader_knows_the_fields_of_variations() -> None:
    header = json.dumps(Record(kingdoms.load_game(SAMPLE, 2)).header())
    line = json.dumps({"action": deep(0)["action"], "variations": [[deep(0) | {"next": "S"}]]})
    assert Record.parse([header, line]).entries[0].variations
    with pytest.raises(RecordError, match=r'line 2: variation 1, entry 1: there is no field "next" here'):
        Record.parse([header, line], strict=True)


@pytest.mark.parametrize(
    "notes", [{"comment": "\0"}, {"marks": (Mark("so-so"),)}, {"marks": (Mark(at="x", colour="mauve"),)}, {"comment": "\ud800"}]
)
def test_no_notes_are_written_that_could_not_be_read(notes: dict[str, Any]) -> None:
    record = random_record(kingdoms.load_game(SAMPLE, 2), 2)
    record.entries[1] = replace(record.entries[1], **notes)
    with pytest.raises(kingdoms.KingdomsError):
        record.lines()
    record = random_record(kingdoms.load_game(SAMPLE, 2), 2)
    for name, value in notes.items():
        setattr(record, name, value)
    with pytest.raises(kingdoms.KingdomsError):
        record.lines()


def test_commands_read_variations(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tree, line = three_deep()
    line[0].comment, line[0].marks = "An idea.", (Mark("!?"), Mark(at="here"), Mark(at="here", to="there"))
    tree.to_record().save(tmp_path / "game.jsonl")
    path, deepest = str(tmp_path / "game.jsonl"), line[-1].entry.action
    assert main(["check", "--json", path]) == 0
    assert json.loads(capsys.readouterr().out)["variations"] == 3
    assert main(["replay", "--all", path]) == 0
    shown = capsys.readouterr().out
    assert f"or 1.1: chance {line[0].entry.action}" in shown
    assert "An idea." not in shown
    assert main(["replay", "--all", path, *("--variation", "1.1", "--variation", "2.1", "--variation", "3.1")]) == 0
    shown = capsys.readouterr().out
    assert "!? [here] [here → there]" in shown
    assert "An idea." in shown
    assert f"   3 {line[-1].entry.by} {deepest}" in shown
    assert main(["replay", "--all", path, "--variation", "2.1"]) == 2
    assert "there is no variation '2.1'; there are: 1.1" in capsys.readouterr().err
    assert main(["analyse", path, "--simulations", "4", "--variation", "1.1", "--at", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["to_move"] == tree.state(line[0]).to_move
