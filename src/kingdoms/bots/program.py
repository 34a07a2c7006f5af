"""External programs as bots: `program:COMMAND`, which exchange JSON over standard input and output."""

from __future__ import annotations

import contextlib
import json
import shlex
import shutil
import sys
import threading
import warnings
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any, Final

from kingdoms.bots.messages import LONGEST_ANSWER, PROTOCOL, NoMessage, decide, hello, pack, printable, unpack
from kingdoms.bots.piped import OutputEnd, PipedProgram, Silence
from kingdoms.core.bot import Bot, Observer, Seen
from kingdoms.core.errors import KingdomsError, cut, quoted, shown
from kingdoms.core.view import View
from kingdoms.texts import LiveText, PerLanguage, shared_texts, text

NAME: Final = "program"
"""The name of external programs in specs, before a colon and the command."""
ABOUT: Final = LiveText(shared_texts("bot"), "program_about")
PARAMETERS: Final = PerLanguage(lambda: {"seconds": text("parameter.program_seconds")})
"""The parameters that may precede the command, with their descriptions."""
PATIENCE: Final = 60.0
"""The default time limit for a decision, in seconds."""
STARTS_WITHIN: Final = 60.0
"""The minimum time limit for a program to become ready, in seconds."""
LONGEST_PATIENCE: Final = 86_400.0
GRACE: Final = 1.0
"""The time in which a program can exit after the game, in seconds."""
MOST_THOUGHTS: Final = 4_000
"""The maximum length of a program's thoughts, in characters."""


class ProgramFailed(KingdomsError):
    """A program timed out, ended, could not be started or gave an invalid answer; the message says which.

    Attributes:
        summary: the message without the program's own output, which may reveal secrets of its seat.
    """

    code, topic = "program_failed", "bot"

    def __init__(self, message: str, summary: str = "") -> None:
        super().__init__(message)
        self.summary = summary or message


class ProgramWarning(UserWarning):
    """A program has lost its seat; the text says why, and which bot replaces it."""


class SeatProgram:
    """A program that decides for one seat of one game. It is started at its first decision.

    Args:
        command: the text after `program:`, such as `./mybot --fast` or `seconds=5:./mybot`.
        seed: the seed for its random numbers. The program gets a digest of it, which reveals nothing about chance.
        passes_on: whether to forward its standard error to that of this process.

    Attributes:
        thoughts: its comment on its last decision, as JSON data, or None.

    Raises:
        ValueError: the command is malformed, or there is no such program.

    Examples:
        >>> SeatProgram("seconds=soon:./mybot", seed=0)
        Traceback (most recent call last):
        ValueError: seconds must be a number greater than 0, up to 86400, not 'soon'
    """

    def __init__(self, command: str, seed: int, passes_on: bool = True) -> None:
        self.seconds, self.command = parse(command)
        self.seed = int.from_bytes(blake2b(f"program {seed}".encode(), digest_size=4).digest(), "big") >> 1
        self.passes_on = passes_on
        self.thoughts: Any = None
        self._piped: PipedProgram | None = None
        self._number = 0
        self._closed = threading.Event()

    @property
    def name(self) -> str:
        """The display name of the program."""
        return f"program {cut(shlex.join(self.command), 100)}"

    def decide(self, view: View, legal: Sequence[int], sightings: Sequence[Seen]) -> int:
        """Return the program's choice among the legal actions.

        Args:
            view: the view of its seat.
            legal: the legal actions.
            sightings: what its seat has observed since the last decision; at the first decision, since the game began.

        Raises:
            ProgramFailed: it did not choose a legal action, and has been ended.
        """
        try:
            piped = self._piped or self._start(view)
            texts = [view.game.action_to_string(action) for action in legal]
            self._number += 1
            request = decide(self._number, view, texts, sightings, self.seconds)
            answer = self._ask(piped, request, self.seconds)
            action = answer.get("action")
            if type(answer.get("id")) is not int or answer["id"] != self._number:
                raise self._failure(text("bot.other_request"), f"id {shown(answer.get('id'))}, not {self._number}")
            if not isinstance(action, str) or action not in texts:
                raise self._failure(text("bot.not_legal"), shown(action))
            self.thoughts = _limit_length(answer.get("thoughts"))
        except BaseException:
            self.close()
            raise
        return legal[texts.index(action)]

    def close(self) -> None:
        """End the program, killing it if it does not exit within `GRACE` seconds. It is not started again."""
        self._closed.set()
        piped, self._piped = self._piped, None
        if piped is not None:
            piped.send(pack({"type": "quit"}))
            piped.end(GRACE)

    def kill(self) -> None:
        """Kill the program; another thread waiting for its answer gets a `ProgramFailed`."""
        self._closed.set()
        piped = self._piped
        if piped is not None:
            piped.end()

    def _start(self, view: View) -> PipedProgram:
        """Start the program and wait until it is ready."""
        if self._closed.is_set():
            raise self._failure(text("bot.ended"))
        try:
            self._piped = PipedProgram(self.command, LONGEST_ANSWER, self.passes_on)
        except (OSError, ValueError) as error:
            raise self._failure(text("bot.no_start"), getattr(error, "strerror", None) or str(error)) from None
        if self._closed.is_set():  # ended meanwhile by another thread
            self._piped.end()
        seconds = max(self.seconds, STARTS_WITHIN)
        answer = self._ask(self._piped, hello(view, self.seed, self.seconds), seconds)
        if answer.get("type") != "ready":
            raise self._failure(text("bot.not_ready"), shown(answer.get("type")))
        if answer.get("protocol") != PROTOCOL:
            raise self._failure(text("bot.protocol", protocol=PROTOCOL), shown(answer.get("protocol")))
        return self._piped

    def _ask(self, piped: PipedProgram, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        piped.send(pack(request))
        try:
            answer = unpack(piped.receive(seconds), LONGEST_ANSWER)
        except Silence:
            raise self._failure(text("bot.too_slow", n=seconds, seconds=f"{seconds:g}")) from None
        except OutputEnd:
            how, _, details = piped.exit_report().partition(": ")
            raise self._failure(how, details) from None
        except NoMessage as error:
            how, _, details = str(error).partition(": ")
            raise self._failure(how, details) from None
        if "error" in answer:
            raise self._failure(text("bot.gave_up"), printable(str(answer["error"]).encode(errors="replace"), 200))
        return answer

    def _failure(self, how: str, details: str = "") -> ProgramFailed:
        summary = f"{self.name} {how}"
        return ProgramFailed(f"{summary}: {details}" if details else summary, summary)


class ProgramBot:
    """A program as a bot. If it fails, a stand-in takes its seat, and the game continues.

    Args:
        command: the text after `program:`.
        seed: the seed for the program and the stand-in.
        stand_in: called when the program fails; returns the name of the stand-in, and the bot.

    Attributes:
        program: the program.
        failure: why the program has lost its seat; None while it plays.
        report: called with a message when the program loses its seat; the default issues a `ProgramWarning`.
        stands_in: whether a stand-in takes the seat; otherwise `choose` raises a `ProgramFailed`.

    Examples:
        >>> import sys, kingdoms
        >>> from kingdoms.bots import BOTS
        >>> bot = BOTS.make(f"program:{sys.executable} -m kingdoms.cli bot random", kingdoms.load_game("rivers"), seed=1)
        >>> isinstance(bot, ProgramBot)
        True
    """

    def __init__(self, command: str, seed: int, stand_in: Callable[[View], tuple[str, Bot]]) -> None:
        self.program = SeatProgram(command, seed)
        self.failure: ProgramFailed | None = None
        self.report: Callable[[str], None] = _warn
        self.stands_in = True
        self._make_stand_in = stand_in
        self._stand_in: Bot | None = None
        self._sightings: list[Seen] = []
        self._delivered = 0

    def observe(self, seen: Sequence[Seen]) -> None:
        """Keep the seat's observations: a stand-in needs all of them."""
        self._sightings += seen

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return the choice of the program, or of its stand-in."""
        if self._stand_in is None:
            try:
                action = self.program.decide(view, legal, self._sightings[self._delivered :])
            except ProgramFailed as failure:
                if not self.stands_in:
                    raise
                self._stand_in = self._lose_seat(failure, view)
            else:
                self._delivered = len(self._sightings)
                return action
        if isinstance(self._stand_in, Observer):
            self._stand_in.observe(self._sightings[self._delivered :])
            self._delivered = len(self._sightings)
        return self._stand_in.choose(view, legal)

    @property
    def thoughts(self) -> str:
        """The program's comment on its last decision, or an empty string."""
        thoughts = self.program.thoughts
        if thoughts is None or isinstance(thoughts, str):
            return thoughts or ""
        return printable(json.dumps(thoughts, ensure_ascii=False).encode(errors="replace"), MOST_THOUGHTS)

    def close(self) -> None:
        """End the program."""
        self.program.close()

    def _lose_seat(self, failure: ProgramFailed, view: View) -> Bot:
        """Report that the program has lost its seat; return the stand-in, which has not observed anything yet."""
        name, stand_in = self._make_stand_in(view)
        self.failure = failure.cite(view.game)
        self.program.thoughts, self._delivered = None, 0
        self.report(text("bot.seat_lost", seat=view.game.seat_name(str(view.seat)), reason=failure.message, bot=name))
        return stand_in


def parse(command: str) -> tuple[float, list[str]]:
    """Parse a command into the time limit for a decision, in seconds, and its words.

    Args:
        command: the text after `program:`. An optional parameter comes first and ends at a colon; the rest, including any
            further colons, is the command. It is split as in a shell, but not run by one.

    Raises:
        ValueError: the command is malformed, or there is no such program.
    """
    seconds = PATIENCE
    if command.startswith("seconds="):
        limit, _, command = command.removeprefix("seconds=").partition(":")
        try:
            seconds = float(limit)
        except ValueError:
            seconds = 0.0
        if not 0 < seconds <= LONGEST_PATIENCE:
            raise ValueError(text("bot.program_seconds", most=f"{LONGEST_PATIENCE:g}", value=quoted(limit)))
    words = shlex.shlex(command, posix=True, punctuation_chars=False)
    words.whitespace_split, words.commenters = True, ""
    if sys.platform == "win32":  # a backslash separates the folders of a path there
        words.escape = ""
    try:
        parts = list(words)
    except ValueError as error:
        raise ValueError(
            text("bot.program_command", command=quoted(command), reason=f"{str(error)[0].lower()}{str(error)[1:]}")
        ) from None
    if not parts:
        raise ValueError(text("bot.program_missing"))
    if "\0" in command or shutil.which(parts[0]) is None:
        raise ValueError(text("bot.program_none", program=quoted(parts[0])))
    return seconds, parts


def _limit_length(thoughts: Any) -> Any:
    """Limit the length of thoughts: cut text, and drop other JSON data that is too long."""
    if isinstance(thoughts, str):
        return cut(printable(thoughts.encode(errors="replace"), MOST_THOUGHTS), MOST_THOUGHTS)
    with contextlib.suppress(RecursionError):
        return thoughts if len(json.dumps(thoughts)) <= MOST_THOUGHTS else None
    return None


def _warn(sentence: str) -> None:
    warnings.warn(sentence, ProgramWarning, stacklevel=6)
