"""A game at the terminal: seats, turns and input."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from kingdoms.bots import BOTS, Bot, ProgramBot
from kingdoms.bots.match import close
from kingdoms.bots.program import NAME as PROGRAM
from kingdoms.bots.sightings import Sightings
from kingdoms.cli.playing.game_file import GameFile
from kingdoms.cli.playing.hint import hint_sentences
from kingdoms.cli.playing.menu import Menu, room_for_menu, short_lines, table_of
from kingdoms.cli.playing.screen import Screen
from kingdoms.cli.terminal.clauses import NoClause, all_clauses, is_question, print_clauses, print_found
from kingdoms.cli.terminal.console import fits, has_colour, print_sentence
from kingdoms.cli.terminal.prompt import Prompt, first_words
from kingdoms.core import constants
from kingdoms.core.bot import BotError
from kingdoms.core.errors import NotationError
from kingdoms.core.game import Game
from kingdoms.core.message import Said, message_text
from kingdoms.core.record import Record
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.drawing.render import render_text
from kingdoms.texts import text

HELP = (
    *("number", "notation", "words", "asked", "why", "menu", "board"),
    *("hint", "undo", "log", "question", "rules", "save", "quit"),
)
"""The kinds of input that the prompt accepts, in the order in which the command `help` lists them."""
OFFERED = ("menu", "board", "hint", "undo", "quit")
"""The commands that Tab completes."""


class Leave(Exception):
    """Raised when the user leaves the game."""


class TerminalSession:
    """A game at one terminal.

    Args:
        record: the game.
        players: by seat "you", "you:Name", or a bot's name with parameters.
        console: the console to show it on.
        path: the file that the game is saved to after every action; its folder must exist.
        seed: the seed of chance and bots.
        minutes: the time after which the call "time" ends the game, if the game has one.
    """

    def __init__(
        self, record: Record, players: Mapping[str, str], console: Console, path: Path, seed: int, minutes: float | None
    ) -> None:
        self.record = record
        self.console = console
        self.colour = has_colour(console)
        self.file = GameFile(record, path)
        self.people = {seat: player_title(spec, record.game) for seat, spec in players.items() if spec.split(":")[0] == "you"}
        self.bots: dict[str, Bot] = {
            seat: BOTS.make(spec, record.game, seed + 1 + number)
            for number, (seat, spec) in enumerate(players.items())
            if seat not in self.people
        }
        for bot in self.bots.values():
            if isinstance(bot, ProgramBot):
                bot.report = lambda sentence: print_sentence(self.console, sentence, style="red" if self.colour else "")
        self.rng = Random(seed + 101 * len(record.entries))
        self.deadline = None if minutes is None else time.monotonic() + 60 * minutes
        self.prompts = {seat: Prompt() for seat in self.people}
        """A prompt for each person, so that each has a history of their own."""
        self.screen = Screen(record.game, self.people, console)
        self.aim = "" if record.entries else record.game.aim or record.game.introduction
        """What the first question is preceded by."""
        self.shown_situation = ""
        """The situation the board was last shown for: the seat, the phase, and the last entry by another seat."""
        self.sightings = Sightings(self.bots)
        self.has_begun = False
        """Whether the session has started playing; False while the record is first replayed."""
        self._rebuild_log()
        self.has_begun = True

    # -- the course of the game ---------------------------------------------------------------------------------------

    def run(self) -> bool:
        """Play until the game is over or the user leaves; return whether it is over.

        A game without people stops after `BOTS_MOST` actions.
        """
        try:
            if not self.record.entries:
                self.file.update()
            while not self.record.state.is_terminal():
                if not self.people and len(self.record.entries) >= BOTS_MOST:
                    self.console.print(text("terminal.endless", n=BOTS_MOST))
                    return False
                self.call_time()
                self.next_decision()
        except (Leave, KeyboardInterrupt) as leaving:
            self.screen.wipe()
            if isinstance(leaving, KeyboardInterrupt):
                raise
            return False
        finally:
            close(*self.bots.values())
        self.show_end()
        return True

    def next_decision(self) -> None:
        """Take the next decision, by chance, a person or a bot."""
        state = self.record.state
        player = state.current_player()
        if player == constants.CHANCE:
            self.apply(state.draw_chance_action(self.rng))
            return
        seat = state.game.seats[player]
        if seat in self.people:
            if not self.screen.may_look(seat):
                if not self.screen.pass_to(seat):
                    raise Leave
                self.show_news()
            self.apply(self.ask(seat))
        else:
            self.sightings.show(seat)
            bot = self.bots[seat]
            self.apply(bot.choose(state.view(seat), state.legal_actions()))
            if isinstance(bot, ProgramBot) and bot.thoughts and not self.people:  # thoughts may reveal a hidden hand
                thoughts = text("terminal.thinks", seat=state.game.seat_name(seat), thoughts=bot.thoughts)
                print_sentence(self.console, thoughts, 4, "dim" if self.colour else "")

    def apply(self, action: int) -> None:
        """Play an action, save the game, and print the events."""
        before = self.record.state.clone()
        self.record.apply(action)
        self.file.update()
        self.note(before)

    def call_time(self) -> None:
        """Call "time" once the time is up."""
        if self.deadline is not None and time.monotonic() >= self.deadline and "time" in self.record.game.record_calls:
            self.deadline = None
            before = self.record.state.clone()
            self.record.call("time")
            self.file.update()
            self.note(before)

    def note(self, before: State) -> None:
        """Log the events of the newest entry, and print the news unless chance moves next."""
        entry = self.record.entries[-1]
        self.screen.note(before, entry.action, entry.call, self.record.state)
        if entry.action is not None:
            self.sightings.note(before, entry.action, self.record.state)
        if self.record.state.current_player() != constants.CHANCE:
            self.show_news()

    def show_news(self) -> None:
        """Print unread events; repeated events are printed once. `show_end` prints the last event of a game."""
        game, news = self.record.game, self.screen.news()
        if self.record.state.is_terminal():
            news = news[:-1]
        for (kind, sentence), events in itertools.groupby(news, lambda event: (event.kind, self.sentence(event.said))):
            style = "bold" if kind in game.headings else "red" if kind in game.alarms else ""
            times = sum(1 for _ in events)
            line = text("terminal.times", sentence=sentence, n=times) if times > 1 else sentence
            print_sentence(self.console, line, style=style if self.colour else "")

    def sentence(self, message: Said) -> str:
        """Return a message in words, with the notation of places; a person who plays alone is addressed as "you"."""
        reader = next(iter(self.people)) if len(self.people) == 1 else None
        return message_text(message, reader, notation=True)

    def _rebuild_log(self) -> None:
        """Rebuild the log and the observations of bots from the record.

        At first, bots observe all events; after an undo, only those since their last decision.
        """
        self.screen.forget()
        self.sightings = Sightings(self.bots)
        before = self.record.opening()
        for entry, after in self.record.replay():
            self.screen.note(before, entry.action, entry.call, after)
            if self.has_begun and entry.by in self.sightings.by_seat:
                self.sightings.by_seat[entry.by].clear()
            if entry.action is not None:
                self.sightings.note(before, entry.action, after)
            before = after
        self.screen.skip()

    # -- asking -------------------------------------------------------------------------------------------------------

    def ask(self, seat: str) -> int:
        """Return the action that the person at a seat chooses."""
        state = self.record.state
        last_entry = max((number for number, entry in enumerate(self.record.entries) if entry.by != seat), default=0)
        decision_key = f"{seat} {state.view(seat).phase} {last_entry}"
        menu = Menu(state, room_for_menu(self.console))
        if decision_key == self.shown_situation:
            self.show_menu(menu)
        else:
            self.shown_situation = decision_key
            self.show_board_and_menu(seat, menu)
        offers = {choice.text: choice.words for choice in menu.choices}
        offers |= {word: text(f"terminal.help_{word}_about") for word in OFFERED}
        while True:
            typed = self.prompts[seat].ask(f"{self.people[seat]}> ", offers)
            if typed is None:
                raise Leave
            action = self.answer(" ".join(typed.split()), menu, seat)
            if action is not None:
                return action
            if self.record.state is not state:
                return self.ask(seat)

    def answer(self, typed: str, menu: Menu, seat: str) -> int | None:
        """Execute a line of input; return the action if it means one."""
        word, _, rest = typed.partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "": lambda: self.show_menu(menu),
            "?": self.show_explanation,
            "help": self.show_help,
            "why": lambda: self.explain(rest, menu),
            "menu": lambda: self.show_whole_menu(menu),
            "board": lambda: self.show_board(seat),
            "hint": lambda: self.show_hint(seat),
            "undo": lambda: self.undo(seat),
            "log": lambda: self.show_log(rest),
            "rules": lambda: self.show_rules(rest),
            "save": lambda: self.save(rest),
        }
        if word in ("quit", "exit"):
            raise Leave
        if word in commands:
            commands[word]()
            return None
        choices = menu.find(typed)
        if len(choices) == 1:
            return choices[0].action
        if choices:
            menu.open(choices)
            self.show_menu(menu)
        elif is_question(typed):
            self.show_rules(typed)
        else:
            self.explain(typed, menu)
        return None

    def show_board_and_menu(self, seat: str, menu: Menu) -> None:
        """Print the board, before the first decision the aim, and the menu; on a low screen, less of the menu."""
        board, question_text = self.board(seat), self.question()
        aim: list[Text | str] = [Text(self.aim), ""] if self.aim else []
        self.aim = ""
        how_to_ask = Text(f"  {text('terminal.ask_for_menu')}", "dim" if self.colour else "")
        ways = [(question_text, short_lines(menu, self.colour)), (question_text, how_to_ask)]
        self.console.print("", board, *(["", *aim[:1]] if aim else []), sep="\n")
        if not self.console.is_terminal or fits(self.console, board, *aim, self.menu(menu)):
            self.console.print(self.menu(menu))
            return
        question, options = next((way for way in ways if fits(self.console, board, *way)), ways[-1])
        self.console.print(*aim[1:], question, options, sep="\n")

    def question(self) -> Text:
        """Return the question of the decision, for printing."""
        return Text(self.sentence(self.record.game.explain(self.record.state).question), "bold" if self.colour else "")

    def show_menu(self, menu: Menu) -> None:
        """Print the question and the menu."""
        self.console.print(self.menu(menu))

    def menu(self, menu: Menu) -> Group:
        """Return the question and the menu, for printing."""
        hint = text("terminal.menu" if menu.is_whole() else "terminal.part_of_menu")
        return Group("", self.question(), table_of(menu, self.colour), Text(f"  {hint}", "dim" if self.colour else ""))

    def show_whole_menu(self, menu: Menu) -> None:
        """Print the menu with all choices."""
        menu.open(menu.choices)
        self.show_menu(menu)

    def show_board(self, seat: str | None) -> None:
        """Print the board as a seat sees it."""
        self.console.print("", self.board(seat), sep="\n")

    def board(self, seat: str | None) -> Text:
        """Return the board as a seat sees it, with alerts about the game's end, for printing."""
        view = self.record.state.view(seat)
        if self.record.position is None:
            view.announced = view.game.announced(self.record.state)
        drawn = render_text(view, colour=self.colour)
        board = drawn if isinstance(drawn, Text) else Text(drawn)
        board.rstrip()
        for alert in view.alerts:
            board.append(f"\n! {self.sentence(alert.said)}", "bold red" if self.colour and alert.near else "")
        return board

    def example(self) -> str:
        """Return the legal action with the longest notation, in words, as an example."""
        state = self.record.state
        return max(map(state.game.action_to_string, state.legal_actions()), key=lambda notation: notation.count(" "))

    def help(self) -> dict[str, str]:
        """Return the possible input, with its meaning."""
        clause = next((clause for chapter in self.record.game.chapters.values() for clause in chapter), "CLAUSE")
        holes = {"action": self.example(), "clause": clause}
        return {text(f"terminal.help_{name}", word=name): text(f"terminal.help_{name}_about", **holes) for name in HELP}

    def show_help(self) -> None:
        """Print the possible input."""
        table = Table.grid(padding=(0, 2))
        for word, meaning in self.help().items():
            table.add_row(Text(f"  {word}", "cyan" if self.colour else ""), Text(meaning))
        self.console.print(table)

    def show_hint(self, seat: str) -> None:
        """Print the action that search recommends, and why."""
        for sentence in hint_sentences(self.record, seat):
            print_sentence(self.console, sentence)

    def show_log(self, typed: str) -> None:
        """Print the last events."""
        if typed and not typed.isdecimal():
            print_sentence(self.console, text("terminal.log", typed=repr(typed)))
            return
        number = int(typed or 20)
        for event in self.screen.log[-number:] if number else []:
            print_sentence(self.console, self.sentence(event.said))

    def show_explanation(self) -> None:
        """Print the question and the clauses that govern it."""
        question, clauses = self.record.game.explain(self.record.state)
        print_sentence(self.console, self.sentence(question), style="bold" if self.colour else "")
        print_clauses(self.console, clauses, "cyan" if self.colour else "")

    def show_rules(self, typed: str) -> None:
        """Print clauses of the rules, by id or by the words in them."""
        game = self.record.game
        if not typed:
            clause = next(iter(all_clauses(type(game))), "CLAUSE")
            print_sentence(self.console, text("terminal.rules", clause=clause, game=game.name))
            return
        try:
            print_found(self.console, type(game), typed.split(), "cyan" if self.colour else "")
        except NoClause as error:
            print_sentence(self.console, f"{error.message[0].upper()}{error.message[1:]}.")

    def explain(self, typed: str, menu: Menu) -> None:
        """Print whether the input is possible, and if not, why."""
        if not typed:
            print_sentence(self.console, text("terminal.why", action=self.example()))
            return
        if choices := menu.find(typed):
            key = "terminal.possible" if len(choices) == 1 else "terminal.possible_ways"
            print_sentence(self.console, text(key, action=choices[0].text, n=len(choices)))
            return
        try:
            actions = [self.record.game.string_to_action(menu.vocabulary.spell(typed))]
        except NotationError as error:
            actions = menu.vocabulary.find_actions(typed)
            if not actions:
                if is_question(typed):
                    self.show_rules(typed)
                else:
                    self.explain_nonsense(typed, menu, error)
                return
        refusals = {action: refusal for action in actions if (refusal := self.record.state.refusal(action)) is not None}
        action, refusal = next(iter(refusals.items()))
        reason = f"{self.sentence(refusal.said).removesuffix('.')} ({refusal.clause})"
        if len({refusal.message for refusal in refusals.values()}) == 1:
            print_sentence(self.console, text("terminal.not_possible", reason=reason))
        else:
            example = self.record.game.action_to_string(action)
            print_sentence(self.console, text("terminal.none_possible", n=len(refusals), action=example, reason=reason))

    def explain_nonsense(self, typed: str, menu: Menu, error: NotationError) -> None:
        """Print that the input is not an action, and the possible input."""
        words = ", ".join(first_words(choice.text for choice in menu.choices))
        key = "terminal.no_number" if typed.isdecimal() else "terminal.no_action"
        print_sentence(self.console, text(key, typed=repr(typed), known=words))
        if " " in typed and not typed.isdecimal():
            print_sentence(self.console, text("terminal.as_notation", fault=error.message))

    def undo(self, seat: str) -> None:
        """Take back the last action of a seat, unless another seat has decided since, or the action revealed a secret."""
        entries = self.record.entries
        if not entries or entries[-1].by != seat:
            print_sentence(self.console, text("terminal.nothing_to_undo"))
            return
        action = str(entries[-1].action)
        if self.record.game.reveals(self.record.state_after(len(entries) - 1), action, self.record.state):
            print_sentence(self.console, text("terminal.revealed", action=action))
            return
        self.record.take_back(len(entries) - 1)
        self.file.rewrite()
        self._rebuild_log()
        self.shown_situation = ""
        print_sentence(self.console, text("terminal.undone", action=action))

    def save(self, name: str) -> None:
        """Write a copy of the game to a file in an existing folder; without a name, print where the game is saved."""
        if name:
            print_sentence(self.console, self.file.copy_to(name))
        else:
            key = "terminal.saved" if self.file.is_written else "terminal.to_be_saved"
            print_sentence(self.console, text(key, path=self.file.path))

    def show_end(self) -> None:
        """Print the final board and the result."""
        outcome = self.record.state.outcome()
        assert outcome is not None
        self.show_board(self.screen.seat)
        self.console.print()
        log = self.screen.log
        self.console.print(Text(self.sentence(log[-1].said) if log else text("table.over"), "bold" if self.colour else ""))
        figures = {
            seat: " ".join(str(number) for number in (score if isinstance(score, list | tuple) else [score]))
            for seat, score in sorted(outcome.scores.items(), key=lambda item: item[1], reverse=True)
        }
        width = max(map(len, figures.values()), default=0)
        for seat, numbers in figures.items():
            mark = text("terminal.wins") if seat in outcome.winners else text("terminal.loses") if seat == outcome.loser else ""
            player = player_title(self.record.players.get(seat, ""), self.record.game)
            self.console.print(f"  {self.record.game.seat_name(seat):6} {numbers:>{width}}  {mark:5}  {player}")


BOTS_MOST = 20_000
"""The most actions of a game without people, which might otherwise never end."""


def player_title(spec: str, game: Game) -> str:
    """Return the name of a player for people: that of a person, the title of a bot, or the command of a program.

    Examples:
        >>> import kingdoms
        >>> [player_title(spec, kingdoms.load_game("rivers")) for spec in ("you:Ida", "you", "level:2")]
        ['Ida', 'you', 'Learner']
    """
    kind, _, name = spec.partition(":")
    if kind == "you":
        return name or kind
    try:
        return BOTS.find(spec, game.name).called if kind != PROGRAM else spec
    except BotError:
        return spec
