"""A game at the terminal: who sits where, the turns, what can be typed."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from kingdoms.bots import BOTS, Bot, ProgramBot
from kingdoms.bots.match import close
from kingdoms.bots.sightings import Sightings
from kingdoms.cli.clauses import NoClause, all_clauses, find_clauses, print_clauses
from kingdoms.cli.console import has_colour, print_sentence
from kingdoms.cli.menu import LONG, Menu
from kingdoms.cli.prompt import Prompt, first_words
from kingdoms.cli.screen import Screen
from kingdoms.core import constants
from kingdoms.core.drawing import render_text
from kingdoms.core.errors import NotationError
from kingdoms.core.record import Record
from kingdoms.core.rng import Random
from kingdoms.core.state import State

HELP = {
    "a number": "take that line of the menu",
    "notation": "such as {action}; Tab completes it",
    "words": "part of an action: does the one that fits, or lists them if several do",
    "?": "what you are asked, and the rules about it",
    "why ACTION": "why an action isn't possible, given as notation, words or a number",
    "menu": "the whole menu again",
    "board": "the board again",
    "hint": "what the {bot} bot would do",
    "undo": "take back your last action, if nobody else has decided anything since",
    "log [N]": "the last N things that happened",
    "rules CLAUSE": "a clause of the rules, such as rules {clause}, or the clauses that contain some words",
    "save FILE": "write a copy of the game to a file",
    "quit": "leave; the game is saved",
}
"""What can be typed, for the word `help`; with examples from the game."""


AROUND_MENU = 6
"""Lines that stand above and below a menu."""
ASK_FOR_MENU = "  Enter: what you can do; help: what you can type"
LEAST_ROOM = 8
"""Lines that a menu may have on the lowest screen."""


class Leave(Exception):
    """The user wants to leave the game."""


class Session:
    """One game at one terminal.

    Args:
        record: the game.
        players: by seat "you", "you:Name", or a bot's name with parameters.
        console: where it is shown.
        path: where the game is kept after every action; its folder is there already.
        seed: where chance and bots take their numbers from.
        minutes: after how much time the game is called to its end, if it knows such a call.
    """

    def __init__(
        self, record: Record, players: Mapping[str, str], console: Console, path: Path, seed: int, minutes: float | None
    ) -> None:
        self.record = record
        self.console = console
        self.colour = has_colour(console)
        self.path = path
        self.people = {seat: _name(spec) for seat, spec in players.items() if spec.split(":")[0] == "you"}
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
        """One for each: the arrows bring back what was typed before."""
        self.screen = Screen(record.game, self.people, console)
        self.bot = BOTS.usual(record.game.name)
        """The one that gives hints."""
        self.kept: int | None = None
        """How many entries the file holds; None as long as it has not been written."""
        self.shown = ""
        """What the board was last shown for: a seat, a phase, and what the others had done."""
        self.sightings = Sightings(self.bots)
        self.has_begun = False
        """Whether this session has gone on with the game."""
        self._relive()
        self.has_begun = True

    # -- the course of the game ---------------------------------------------------------------------------------------

    def run(self) -> bool:
        """Play until the game is over or the user leaves; say whether it is over.

        Bots alone leave after `BOTS_MOST` actions.
        """
        if self.people and not self.record.entries:
            self.console.print(Text(self.record.game.introduction))
        try:
            if not self.record.entries:
                self.keep()
            while not self.record.state.is_terminal():
                if not self.people and len(self.record.entries) >= BOTS_MOST:
                    self.console.print(f"The bots have played {BOTS_MOST} actions on their own, and no end is in sight.")
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
        """Let whoever decides decide."""
        state = self.record.state
        player = state.current_player()
        if player == constants.CHANCE:
            self.apply(state.draw_chance_action(self.rng))
            return
        seat = state.game.seats[player]
        if seat in self.people:
            if not self.screen.is_with(seat):
                if not self.screen.pass_to(seat):
                    raise Leave
                self.show_news()
            self.apply(self.ask(seat))
        else:
            self.sightings.show(seat)
            bot = self.bots[seat]
            self.apply(bot.choose(state.view(seat), state.legal_actions()))
            if isinstance(bot, ProgramBot) and bot.thoughts and not self.people:  # a person would look at another one's hand
                print_sentence(
                    self.console, f"{state.game.seat_name(seat)} thinks: {bot.thoughts}", 4, "dim" if self.colour else ""
                )

    def apply(self, action: int) -> None:
        """Play an action, keep the game, print what happened."""
        before = self.record.state.clone()
        self.record.apply(action)
        self.keep()
        self.note(before)

    def keep(self) -> None:
        """Write to the file what has been added since the last time; the first time, everything."""
        if self.kept is None:
            self.record.save(self.path)
        else:
            self.record.append(self.path, self.kept)
        self.kept = len(self.record.entries)

    @property
    def is_kept(self) -> bool:
        """Whether the file has been written."""
        return self.kept is not None

    def call_time(self) -> None:
        """Let the time be up when it is."""
        if self.deadline is not None and time.monotonic() >= self.deadline and "time" in self.record.game.record_calls:
            self.deadline = None
            before = self.record.state.clone()
            self.record.call("time")
            self.keep()
            self.note(before)

    def note(self, before: State) -> None:
        """Write down what the newest entry has brought, and print it for whoever looks: what chance brings, all at once."""
        entry = self.record.entries[-1]
        self.screen.note(before, entry.action, entry.call, self.record.state)
        if entry.action is not None:
            self.sightings.note(before, entry.action, self.record.state)
        if self.record.state.current_player() != constants.CHANCE:
            self.show_news()

    def show_news(self) -> None:
        """Print what whoever looks has not read yet; what comes again and again, once. How the game ends stands at its end."""
        game, news = self.record.game, self.screen.news()
        if self.record.state.is_terminal():
            news = news[:-1]
        for (kind, text), events in itertools.groupby(news, lambda event: (event.kind, event.text)):
            style = "bold" if kind in game.headings else "red" if kind in game.alarms else ""
            times = sum(1 for _ in events)
            text = f"{text} ({times} times)" if times > 1 else text
            print_sentence(self.console, text, style=style if self.colour else "")

    def _relive(self) -> None:
        """Fill the log with what has happened so far, and stand where the record stands.

        Bots that are new to the game have yet to see all of it; those that play on, what came since they last decided.
        """
        self.screen.forget()
        self.sightings = Sightings(self.bots)
        before = self.record.opening()
        for entry, after in self.record.replay():
            self.screen.note(before, entry.action, entry.call, after)
            if self.has_begun and entry.by in self.sightings.seen:
                self.sightings.seen[entry.by].clear()
            if entry.action is not None:
                self.sightings.note(before, entry.action, after)
            before = after
        self.screen.skip()

    # -- asking -------------------------------------------------------------------------------------------------------

    def ask(self, seat: str) -> int:
        """Return what the person at a seat chooses."""
        state = self.record.state
        others = max((number for number, entry in enumerate(self.record.entries) if entry.by != seat), default=0)
        where = f"{seat} {state.view(seat).phase} {others}"
        menu = Menu(state, self.room())
        if where == self.shown:
            self.show_menu(menu)
        else:
            self.shown = where
            self.show_board_and_menu(seat, menu)
        offers = {choice.text: choice.words for choice in menu.choices}
        offers |= {word: meaning for word, meaning in self.help().items() if word.islower() and " " not in word}
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
        """Do what was typed; return the action it means, if it means one."""
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
        found = menu.find(typed)
        if len(found) == 1:
            return found[0].action
        if found:
            menu.open(found)
            self.show_menu(menu)
        else:
            self.explain(typed, menu)
        return None

    def room(self) -> int:
        """Return how many lines a menu can have so that it does not scroll away."""
        return min(LONG, max(LEAST_ROOM, self.console.height - AROUND_MENU)) if self.console.is_terminal else LONG

    def show_board_and_menu(self, seat: str, menu: Menu) -> None:
        """Print the board and the menu: on a low screen the menu in few words, or only how to ask for it."""
        board, asked = self.board(seat), self.question()
        ways = [(asked, self.menu_in_short(menu)), (asked, Text(ASK_FOR_MENU, "dim" if self.colour else ""))]
        if not self.console.is_terminal or self.fits(board, self.menu(menu)):
            self.console.print("", board, self.menu(menu), sep="\n")
            return
        question, options = next((way for way in ways if self.fits(board, *way)), ways[-1])
        self.console.print("", board, question, options, sep="\n")

    def fits(self, *parts: RenderableType) -> bool:
        """Say whether several things fit on the screen, with the line to type in."""
        lines = sum(len(self.console.render_lines(part, pad=False)) for part in parts)
        return lines < self.console.height

    def question(self) -> Text:
        """Return what is asked, to be printed."""
        return Text(self.record.game.explain(self.record.state).question, "bold" if self.colour else "")

    def show_menu(self, menu: Menu) -> None:
        """Print what is asked and the menu."""
        self.console.print(self.menu(menu))

    def menu(self, menu: Menu) -> Group:
        """Return what is asked and the menu, to be printed."""
        table = Table.grid(padding=(0, 1))
        table.add_column(justify="right", min_width=3)
        table.add_column(no_wrap=True)
        table.add_column()
        for number, line in enumerate(menu.lines, 1):
            table.add_row(str(number), Text(line.label, "cyan" if self.colour else ""), Text(line.words))
        back = "" if menu.is_whole() else "; menu: back to all"
        hint = f"  a number, notation or words; ?: the rules about it; help: more{back}"
        return Group("", self.question(), table, Text(hint, "dim" if self.colour else ""))

    def menu_in_short(self, menu: Menu) -> Text:
        """Return the menu in as few lines as can be, to be printed."""
        options = Text("  ")
        for number, line in enumerate(menu.lines, 1):
            ways = f"\u00a0({len(line.choices)})" if len(line.choices) > 1 else ""
            options.append("  " if number > 1 else "").append(f"{number}\u00a0")
            options.append(line.label.removesuffix("...").rstrip().replace(" ", "\u00a0"), "cyan" if self.colour else "")
            options.append(ways)
        return options

    def show_whole_menu(self, menu: Menu) -> None:
        """Print the menu of the whole decision."""
        menu.open(menu.choices)
        self.show_menu(menu)

    def show_board(self, seat: str | None) -> None:
        """Print the board, and what else the seat sees."""
        self.console.print("", self.board(seat), sep="\n")

    def board(self, seat: str | None) -> Text:
        """Return the board, what else the seat sees, and how the game may soon end, to be printed."""
        view = self.record.state.view(seat)
        drawn = render_text(view, colour=self.colour)
        board = drawn if isinstance(drawn, Text) else Text(drawn)
        board.rstrip()
        for alert in view.alerts:
            board.append(f"\n! {alert.text}", "bold red" if self.colour and alert.near else "")
        return board

    def example(self) -> str:
        """Return an action that can be taken now, one that takes some words if there is such a one."""
        state = self.record.state
        return max((state.game.action_to_string(action) for action in state.legal_actions()), key=lambda text: text.count(" "))

    def help(self) -> dict[str, str]:
        """Return what can be typed, with what it does."""
        clause = next((clause for chapter in self.record.game.chapters.values() for clause in chapter), "CLAUSE")
        return {word: text.format(action=self.example(), bot=self.bot, clause=clause) for word, text in HELP.items()}

    def show_help(self) -> None:
        """Print what can be typed."""
        table = Table.grid(padding=(0, 2))
        for word, meaning in self.help().items():
            table.add_row(Text(f"  {word}", "cyan" if self.colour else ""), Text(meaning))
        self.console.print(table)

    def show_hint(self, seat: str) -> None:
        """Print what a bot would do."""
        state = self.record.state
        bot = BOTS.make(self.bot, self.record.game, 0)
        action = bot.choose(state.view(seat), state.legal_actions())
        text, words = state.game.action_to_string(action), state.game.describe(state, action)
        print_sentence(self.console, f"The {self.bot} bot would play {text}: {words}.")

    def show_log(self, wanted: str) -> None:
        """Print the last things that happened."""
        if wanted and not wanted.isdigit():
            print_sentence(self.console, f"log takes a number, not {wanted!r}")
            return
        for event in self.screen.log[-int(wanted or 20) :]:
            print_sentence(self.console, event.text)

    def show_explanation(self) -> None:
        """Print what is asked and the clauses that govern it."""
        question, clauses = self.record.game.explain(self.record.state)
        print_sentence(self.console, question, style="bold" if self.colour else "")
        print_clauses(self.console, clauses, "cyan" if self.colour else "")

    def show_rules(self, wanted: str) -> None:
        """Print clauses of the rules, by their names or by the words in them."""
        game = self.record.game
        if not wanted:
            print_all = f"kingdoms rules --game {game.name} prints them all"
            clause = next(iter(all_clauses(type(game))), "CLAUSE")
            print_sentence(self.console, f"rules needs a clause, such as rules {clause}, or words to look for; {print_all}")
            return
        try:
            print_clauses(self.console, find_clauses(type(game), wanted.split()), "cyan" if self.colour else "")
        except NoClause as error:
            print_sentence(self.console, f"{error.message[0].upper()}{error.message[1:]}.")

    def explain(self, typed: str, menu: Menu) -> None:
        """Print whether what was typed is possible, and if not, why."""
        if not typed:
            print_sentence(self.console, f"why needs an action, such as why {self.example()}")
            return
        if found := menu.find(typed):
            what = found[0].text if len(found) == 1 else f"there are {len(found)} ways"
            print_sentence(self.console, f"That is possible: {what}.")
            return
        try:
            actions = [self.record.game.string_to_action(menu.vocabulary.spelled(typed))]
        except NotationError as error:
            actions = menu.vocabulary.meant(typed)
            if not actions:
                self.explain_nonsense(typed, menu, error)
                return
        refusals = {action: refusal for action in actions if (refusal := self.record.state.refusal(action)) is not None}
        action, refusal = next(iter(refusals.items()))
        reason = f"{refusal.message} ({refusal.clause})"
        if len({refusal.message for refusal in refusals.values()}) == 1:
            print_sentence(self.console, f"Not possible: {reason}.")
        else:
            example = self.record.game.action_to_string(action)
            print_sentence(
                self.console, f"This could mean {len(refusals)} actions, and none of them is possible. {example}: {reason}."
            )

    def explain_nonsense(self, typed: str, menu: Menu, error: NotationError) -> None:
        """Print that what was typed is not an action at all, and what could be typed."""
        known = ", ".join(first_words(choice.text for choice in menu.choices))
        what = "a number of the menu" if typed.isdigit() else "anything that can be done now"
        print_sentence(self.console, f"{typed!r} is not {what}. Now: {known}; or help.")
        if " " in typed and not typed.isdigit():
            print_sentence(self.console, f"As notation: {error.message}")

    def undo(self, seat: str) -> None:
        """Take back the last action of a seat, if nobody else has decided anything since, and it has shown no secret."""
        entries = self.record.entries
        if not entries or entries[-1].by != seat:
            print_sentence(
                self.console, "There is nothing to take back: undo goes back no further than the start of your turn."
            )
            return
        taken = str(entries[-1].action)
        if self.record.game.reveals(self.record.state_after(len(entries) - 1), taken, self.record.state):
            print_sentence(self.console, f"{taken} can't be taken back: it revealed something you couldn't know before.")
            return
        self.record.take_back(len(entries) - 1)
        self.record.save(self.path)
        self.kept = len(self.record.entries)
        self._relive()
        self.shown = ""
        print_sentence(self.console, f"Taken back: {taken}.")

    def save(self, name: str) -> None:
        """Write a copy of the game; into a folder that is there, and over nothing but a copy of the same game."""
        if not name:
            what = "is" if self.is_kept else "will be"
            print_sentence(self.console, f"The game {what} saved in {self.path}; save FILE writes a copy.")
            return
        path = Path(name).expanduser()
        try:
            if not path.parent.is_dir():
                said = f"There is no folder {path.parent}: create it first, or choose another."
            elif path.exists() and not self._is_copy(path):
                said = f"{name} holds something else: choose another file."
            else:
                self.record.save(path)
                said = f"Saved as {name}." + (
                    " The file holds everything, hidden information included." if self.record.game.has_secrets else ""
                )
        except OSError as error:
            said = f"{name} cannot be written: {error.strerror}."
        print_sentence(self.console, said)

    def _is_copy(self, path: Path) -> bool:
        """Say whether a file begins with the header of this very game."""
        header = f"{self.record.lines()[0]}\n".encode()
        with path.open("rb") as file:
            return file.read(len(header)) == header

    def show_end(self) -> None:
        """Print the last board and how the game ended."""
        outcome = self.record.state.outcome()
        assert outcome is not None
        self.show_board(self.screen.seat)
        self.console.print()
        log = self.screen.log
        self.console.print(Text(log[-1].text if log else "The game is over.", "bold" if self.colour else ""))
        figures = {
            seat: " ".join(str(number) for number in (score if isinstance(score, list | tuple) else [score]))
            for seat, score in sorted(outcome.scores.items(), key=lambda item: item[1], reverse=True)
        }
        width = max(map(len, figures.values()), default=0)
        for seat, numbers in figures.items():
            mark = "wins" if seat in outcome.winners else "loses" if seat == outcome.loser else ""
            player = self.people.get(seat) or self.record.players.get(seat, "")
            self.console.print(f"  {self.record.game.seat_name(seat):6} {numbers:>{width}}  {mark:5}  {player}")


BOTS_MOST = 20_000
"""Bots alone might play for ever: after so many actions their game is left as it stands."""


def _name(spec: str) -> str:
    """Return what a person is called."""
    return spec.partition(":")[2] or "you"
