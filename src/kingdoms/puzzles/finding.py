"""Finds puzzles in games between bots: screens each decision, and searches it deeply if it seems clear."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from kingdoms import __version__
from kingdoms.bots.levels import make_level
from kingdoms.bots.match import play
from kingdoms.core.entry import play_entry
from kingdoms.core.errors import quoted
from kingdoms.core.game import Game
from kingdoms.core.record import Record
from kingdoms.core.registry import load_game
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.core.view import View
from kingdoms.puzzles.judging import SEED, Judgement, PuzzleJudge, line_texts, mean
from kingdoms.puzzles.puzzle import EASIEST, HARDEST, Answer, Moment, Origin, Puzzle, PuzzleError
from kingdoms.puzzles.themes import find_theme
from kingdoms.search import Choice
from kingdoms.texts import text

LEAST_SIMULATIONS: Final = 1000
SCREENING: Final = 400
"""The number of simulations to screen a decision with; a decision that seems clear is searched further."""
LOOK: Final = 100
SECOND_LOOK: Final = 1500
"""The numbers of simulations for each choice, and for each choice near the best, before the deep search."""
EQUAL: Final = 0.06
"""Choices whose chances differ by less than this count as equal. Like margins, a part of a fair share, 1 / seats."""
FEWEST: Final = 3
FEWEST_IF_EASY: Final = 8
"""The minimum number of choices in a puzzle, and in one whose obvious choice is right."""
MOST_RIGHT: Final = 3
NEAR: Final = 1.5
MOST_CLOSE: Final = 12
"""A decision with more than `MOST_CLOSE` choices within `NEAR` margins of the best is not searched further."""
MOST_WRONG: Final = 6
"""The maximum number of wrong answers kept for each moment."""
MOST_MOMENTS: Final = 8
MOST_OF_A_GAME: Final = 5
TRIES: Final = 5
"""The number of attempts of each level, which solves a puzzle if it succeeds in more than half of them."""


@dataclass(frozen=True)
class Settings:
    """How to search for puzzles.

    Attributes:
        game: the name of the game.
        players: the numbers of seats, which games use in rotation.
        bots: the bots, which seats and games use in rotation.
        rulings: the rulings of the games.
        seed: the seed of the first game; each following game adds 1.
        simulations: the number of simulations in a deep search, for each of `search_seeds`.
        search_seeds: the seeds of the deep searches.
        margin: how much better the best choice must be than every wrong one, as a part of a fair share (1 / seats).

    Raises:
        PuzzleError: a setting is missing or out of range.

    Examples:
        >>> Settings("middlesea", players=(2,), simulations=10)
        Traceback (most recent call last):
        ...
        kingdoms.puzzles.puzzle.PuzzleError: a puzzle is checked by at least 1000 simulations, not 10
    """

    game: str
    players: tuple[int, ...]
    bots: tuple[str, ...] = ("level:6",)
    rulings: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 1
    simulations: int = 30_000
    search_seeds: tuple[int, ...] = (1, 2)
    margin: float = 0.25

    def __post_init__(self) -> None:
        if self.simulations < LEAST_SIMULATIONS:
            raise PuzzleError(text("puzzle.few_simulations", least=LEAST_SIMULATIONS, simulations=quoted(self.simulations)))
        if not 2 * EQUAL <= self.margin <= 1:
            raise PuzzleError(text("puzzle.margin", equal=f"{2 * EQUAL:g}", margin=quoted(self.margin)))
        if not self.players or not self.bots or not self.search_seeds:
            raise PuzzleError(text("puzzle.needs"))

    def to_json(self) -> dict[str, Any]:
        """Return the settings as JSON data."""
        lists = {"players": list(self.players), "bots": list(self.bots), "search_seeds": list(self.search_seeds)}
        return asdict(self) | lists


def default_simulations(rules: type[Game]) -> int:
    """Return twice the simulations of a game's strongest level, so that a puzzle can be too hard for it.

    Examples:
        >>> import kingdoms
        >>> default_simulations(kingdoms.core.registry.game_class("middlesea"))
        80000
    """
    return max(LEAST_SIMULATIONS, 2 * max(level.simulations for level in rules.levels()))


def play_game(settings: Settings, number: int) -> Record:
    """Play game `number`, counted from 0, between the bots of the settings."""
    players = settings.players[number % len(settings.players)]
    game = load_game(settings.game, players, settings.rulings)
    first = number // len(settings.players)
    bots = [settings.bots[(first + place) % len(settings.bots)] for place in range(players)]
    return play(game, bots, settings.seed + number)


def find_in(record: Record, settings: Settings, stop: threading.Event | None = None) -> Iterator[Puzzle]:
    """Yield the puzzles in a game.

    Args:
        record: the record of the game; its seed and players become part of each puzzle's origin.
        settings: how to search.
        stop: an event that ends the search soon after it is set; the remaining decisions are skipped.
    """
    game, state = record.game, record.opening()
    passed, count = "", 0
    for number, entry in enumerate(record.entries):
        if stop is not None and stop.is_set():
            return
        by = state.to_move
        if by != passed:
            passed = ""
        if by in game.seats and not passed and _is_promising(state, settings, stop):
            puzzle = _Finder(record, settings, number, stop).puzzle(state)
            if puzzle is not None:
                yield puzzle
                passed, count = by, count + 1
                if count == MOST_OF_A_GAME:
                    return
        play_entry(state, entry)


def _is_promising(state: State, settings: Settings, stop: threading.Event | None) -> bool:
    """Return whether to search a decision deeply: few choices seem best, and the obvious one is wrong or the gap is wide."""
    if len(state.legal_actions()) < FEWEST:
        return False
    view = state.view(state.to_move)
    judge = PuzzleJudge(view, settings.search_seeds[0], stop)
    screening = judge.think(SCREENING)
    fair = state.game.num_players
    chances = [(fair * choice.chances[judge.mover], choice.action) for choice in screening.choices if choice.visits >= 4]
    best = max(chances, default=(0.0, -1))[0]
    right = [action for chance, action in chances if chance >= best - 2 * EQUAL]
    wrong_chances = [chance for chance, _ in chances if chance < best - 2 * EQUAL]
    gap = best - max(wrong_chances, default=best)
    if len(right) > MOST_RIGHT or gap < settings.margin / 2:
        return False
    first = quick_choice(view, settings.search_seeds[0])
    return first not in right or (gap >= 2 * settings.margin and len(state.legal_actions()) >= FEWEST_IF_EASY)


def quick_choice(view: View, seed: int) -> int:
    """Return the choice of a quick, sound player that does not look ahead."""
    knowledge = view.game.knowledge(view.sample(Random(seed)))
    knowledge.look(view, Random(seed))
    return knowledge.decide(Random(seed))


class _UnclearDecision(Exception):
    """A decision without a clearly best choice."""


class _Finder:
    """Makes a puzzle from one decision, if it is suitable.

    Args:
        record: the record of the game.
        settings: how to search.
        number: the number of entries before the decision.
        stop: an event that ends the search soon after it is set.
    """

    def __init__(self, record: Record, settings: Settings, number: int, stop: threading.Event | None) -> None:
        self.record = record
        self.game: Game = record.game
        self.settings = settings
        self.margin = settings.margin / record.game.num_players
        self.equal = EQUAL / record.game.num_players
        self.number = number
        self.stop = stop
        self.moments: list[Moment] = []
        self.puzzle_cache: dict[str, int | None] = {}

    def puzzle(self, state: State) -> Puzzle | None:
        """Return the puzzle in a state, or None."""
        seat = state.to_move
        assert seat is not None
        view = state.view(seat)
        self.puzzle_cache[repr(view.to_json())] = None
        try:
            self._explore(view.sample(Random(SEED)), seat, True)
        except _UnclearDecision:
            return None
        if self.stop is not None and self.stop.is_set():
            return None
        level = self._weakest(view)
        if level is None:
            return None
        record, settings = self.record, self.settings
        return Puzzle(
            name=f"{self.game.name}-{record.seed}-{self.number}",
            game=self.game.name,
            rules_version=self.game.rules_version,
            seat=seat,
            theme=self.theme,
            level=level,
            difficulty=self._difficulty(level),
            facts=view.to_json(),
            moments=tuple(self.moments),
            origin=Origin(
                dict(record.players), record.seed or 0, self.number, settings.simulations, settings.search_seeds, __version__
            ),
        )

    # -- one decision -------------------------------------------------------------------------------------------------

    def _explore(self, table: State, seat: str, first: bool) -> int:
        """Search a decision deeply, add its moment and those that follow in the same turn, and return its index.

        Raises:
            _UnclearDecision: no choice is clearly best.
        """
        right, wrong = self._judge(table.view(seat), first)
        index = len(self.moments)
        if index >= MOST_MOMENTS:
            raise _UnclearDecision
        if first:
            self.theme = find_theme(
                table,
                seat,
                right[0].line,
                right[0].chance,
                right[0].proven,
                max(judgement.chance for judgement in wrong),
                wrong[0].action,
            )
        self.moments.append(Moment((), ()))
        answers = tuple(self._answer(table, judgement, self._follow(table, seat, judgement.action)) for judgement in right)
        tempting = tuple(self._answer(table, judgement, None) for judgement in wrong)
        self.moments[index] = Moment(answers, tempting)
        return index

    def _follow(self, table: State, seat: str, action: int) -> int | None:
        """Return the index of the moment that an action leads to, or None if the action completes the puzzle."""
        after = next_in_turn(table, action)
        if after is None or len(after.legal_actions()) < 2:
            return None
        key = repr(after.view(seat).to_json())
        if key not in self.puzzle_cache:
            size = len(self.moments)
            self.puzzle_cache[key] = None  # an action that leads back here ends the puzzle instead of making a cycle
            try:
                self.puzzle_cache[key] = self._explore(after, seat, False)
            except _UnclearDecision:
                del self.moments[size:]
                self.puzzle_cache[key] = None
                self.puzzle_cache = {name: index for name, index in self.puzzle_cache.items() if index is None or index < size}
        return self.puzzle_cache[key]

    def _judge(self, view: View, first: bool) -> tuple[list[Judgement], list[Judgement]]:
        """Return the best choices, and the most tempting wrong ones in order of temptation."""
        judges = [PuzzleJudge(view, seed, self.stop) for seed in self.settings.search_seeds]
        choices = judges[0].think(SECOND_LOOK).choices
        if len(choices) < (FEWEST if first else 2):
            raise _UnclearDecision
        looked = self._look_over(judges[0], [choice.action for choice in choices])
        far = [judgement for judgement in looked if judgement.chance < looked[0].chance - NEAR * self.margin]
        judgements = self._look_again(judges[0], looked, far, first)
        right, wrong = self._search_best(judges, judgements, first)
        searched = {judgement.action for judgement in (*right, *wrong)}
        candidates = [*wrong, *(judgement for judgement in judgements if judgement.action not in searched)]
        tempting = self._sort_by_temptation(view, candidates, choices)[:MOST_WRONG]
        judged = [judges[0].judge(judgement.action, SECOND_LOOK) if judgement in far else judgement for judgement in tempting]
        if not judged or max(judgement.chance for judgement in judged) > right[0].chance - self.margin:
            raise _UnclearDecision
        return right, judged

    def _look_over(self, judge: PuzzleJudge, actions: Sequence[int]) -> list[Judgement]:
        """Judge actions by short searches, and return the judgements, best first."""
        looked: list[Judgement] = []
        for action in actions:
            looked.append(judge.judge(action, LOOK))
            top = max(judgement.chance for judgement in looked)
            if self._is_stopped() or sum(judgement.chance >= top - NEAR * self.margin for judgement in looked) > MOST_CLOSE:
                raise _UnclearDecision
        return sorted(looked, key=lambda judgement: judgement.chance, reverse=True)

    def _look_again(self, judge: PuzzleJudge, looked: list[Judgement], far: list[Judgement], first: bool) -> list[Judgement]:
        """Judge the choices near the best and the best of the others by longer searches, and return all judgements.

        Args:
            judge: judges the choices.
            looked: the judgements by short searches, best first.
            far: those of them that are not near the best.
            first: whether this is the first decision of a puzzle.

        Raises:
            _UnclearDecision: no choice is clearly best.
        """
        near = judge.judge_all((judgement.action for judgement in looked if judgement not in far), SECOND_LOOK)
        self._split([near], self.margin, first)
        next_to_them = judge.judge_all((judgement.action for judgement in far[:MOST_CLOSE]), SECOND_LOOK)
        judgements = [*near, *next_to_them, *far[MOST_CLOSE:]]
        self._split([judgements], self.margin, first)
        return judgements

    def _search_best(
        self, judges: list[PuzzleJudge], judgements: list[Judgement], first: bool
    ) -> tuple[list[Judgement], list[Judgement]]:
        """Search the choices near the best deeply, and split them into the best ones and wrong ones."""
        top = max(judgement.chance for judgement in judgements)
        near = [judgement.action for judgement in judgements if judgement.chance >= top - NEAR * self.margin]
        best = set()
        for judge in judges:
            best.add(judge.think(self.settings.simulations).best)
            if self._is_stopped() or not best <= set(near):
                raise _UnclearDecision
        deep = [[judge.judge(action, self.settings.simulations // 8) for action in near] for judge in judges]
        right, wrong = self._split(deep, self.margin, first)
        if not best <= {judgement.action for judgement in right}:
            raise _UnclearDecision
        return right, wrong

    def _split(self, searched: list[list[Judgement]], margin: float, first: bool) -> tuple[list[Judgement], list[Judgement]]:
        """Split choices into the best ones and those that are worse by a margin.

        Args:
            searched: the judgements from each search, in the same order of choices.
            margin: the margin, as a share of the game.
            first: whether this is the first decision of a puzzle, which may have only `MOST_RIGHT` best choices.

        Raises:
            _UnclearDecision: some choices are neither, too many are best, or the searches disagree.
        """
        if self._is_stopped():
            raise _UnclearDecision
        met = sorted((mean(judgements) for judgements in zip(*searched, strict=True)), key=_worth, reverse=True)
        best = met[0]
        right = [judgement for judgement in met if judgement.chance >= best.chance - self.equal]
        wrong = [judgement for judgement in met if judgement.chance < best.chance - self.equal]
        if first and len(right) > MOST_RIGHT:
            raise _UnclearDecision
        for judgement in wrong:
            gaps = [_chance(judgements, best.action) - _chance(judgements, judgement.action) for judgements in searched]
            if best.chance - judgement.chance < margin or min(gaps) < margin / 2:
                raise _UnclearDecision
        return right, wrong

    def _sort_by_temptation(self, view: View, wrong: Sequence[Judgement], choices: Sequence[Choice]) -> list[Judgement]:
        """Sort wrong choices by temptation: the obvious one first, then by prior."""
        glance = quick_choice(view, self.settings.search_seeds[0])
        prior = {choice.action: choice.prior for choice in choices}
        return sorted(wrong, key=lambda judgement: (judgement.action == glance, prior.get(judgement.action, 0.0)), reverse=True)

    def _answer(self, table: State, judgement: Judgement, then: int | None) -> Answer:
        line = line_texts(table, str(table.to_move), judgement.line)
        return Answer(self.game.action_to_string(judgement.action), min(1.0, max(0.0, judgement.chance)), line, then)

    def _is_stopped(self) -> bool:
        return self.stop is not None and self.stop.is_set()

    # -- difficulty ---------------------------------------------------------------------------------------------------

    def _weakest(self, view: View) -> int | None:
        """Return the weakest level that solves the puzzle, by default the strongest one; None if the search was stopped."""
        levels = self.game.levels()
        sound = [n for n, level in enumerate(levels, 1) if not level.overlooks and not level.misjudges]
        for number in sound[:-1]:
            solves = self._solves(number, view, TRIES if levels[number - 1].simulations else 1)
            if self._is_stopped():
                return None
            if solves:
                return number
        return len(levels)

    def _solves(self, number: int, view: View, tries: int) -> bool:
        """Return whether a level succeeds in more than half of its attempts; these stop once that is certain."""
        successes = 0
        for seed in range(tries):
            successes += self._finds(number, view, seed)
            if 2 * successes > tries or 2 * (successes + tries - seed - 1) <= tries:
                break
        return 2 * successes > tries

    def _finds(self, number: int, view: View, seed: int) -> bool:
        level = replace(self.game.levels()[number - 1], seconds=600.0)
        moment = 0
        table = view.sample(Random(seed))
        while True:
            bot = make_level(level, self.game, seed)
            action = self.game.action_to_string(bot.choose(table.view(view.seat), table.legal_actions()))
            answer = next((candidate for candidate in self.moments[moment].right if candidate.action == action), None)
            if answer is None:
                return False
            if answer.then is None:
                return True
            moment = answer.then
            table.apply_action(action)

    def _difficulty(self, number: int) -> int:
        levels = self.game.levels()
        first = next(n for n, level in enumerate(levels, 1) if not level.overlooks and not level.misjudges)
        last = len(levels)
        return EASIEST + round((HARDEST - EASIEST) * (number - first) / max(1, last - first))


def next_in_turn(table: State, action: int) -> State | None:
    """Return the state after an action if the same seat is to move and has learned nothing new, otherwise None."""
    seat = table.to_move
    after = table.child(action)
    if after.to_move != seat:
        return None
    if table.game.has_secrets and table.game.reveals(table, table.game.action_to_string(action), after):
        return None
    return after


def _worth(judgement: Judgement) -> tuple[bool, float]:
    """Return a sort key: proven wins rank highest, others by chance."""
    return judgement.proven and judgement.chance >= 1.0, judgement.chance


def _chance(judgements: Sequence[Judgement], action: int) -> float:
    return next(judgement.chance for judgement in judgements if judgement.action == action)
