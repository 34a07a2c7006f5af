"""Runs a bot as an external program: the counterpart of `kingdoms.bots.program`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO

from kingdoms.bots.messages import LONGEST_REQUEST, PROTOCOL, NoMessage, pack, read_seen, unpack
from kingdoms.bots.registry import BOTS
from kingdoms.core.bot import Adviser, Bot, Closable, Observer
from kingdoms.core.errors import KingdomsError, shown
from kingdoms.core.game import Game
from kingdoms.core.registry import load_game


class HostMessageError(KingdomsError):
    """An invalid message from a host."""

    code = "request"


class Speaker:
    """Plays one game at a time with a bot, for a host that speaks the protocol.

    Args:
        spec: the bot, as in `BOTS.make`.

    Examples:
        >>> import kingdoms
        >>> from kingdoms.bots.messages import decide, hello
        >>> state = kingdoms.load_game("rivers", seats=2).new_initial_state()
        >>> for action in ("first B", "draw red", "draw red", "draw blue", "draw red", "draw black", "draw green"):
        ...     state.apply_action(action)
        >>> speaker = Speaker("random")
        >>> speaker.answer(hello(state.view("B"), 7, 60.0))
        {'type': 'ready', 'protocol': 1, 'name': 'kingdoms random'}
    """

    def __init__(self, spec: str) -> None:
        self.spec = spec
        self.game: Game | None = None
        self.seat: str | None = None
        self.bot: Bot | None = None

    def answer(self, message: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return the answer to a message, or None if it needs no answer. The answer to an invalid message is an error."""
        number = {"id": message["id"]} if "id" in message else {}
        try:
            if message.get("type") == "hello":
                return self._begin(message)
            if message.get("type") == "decide":
                return number | self._decide(message)
        except KingdomsError as error:
            return number | {"error": error.message}
        except (KeyError, TypeError, AttributeError) as error:
            return number | {"error": f"this message doesn't follow the protocol ({type(error).__name__}: {error})"}
        return None

    def close(self) -> None:
        """Release the resources of the bot."""
        if isinstance(self.bot, Closable):
            self.bot.close()

    def _begin(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """Answer `hello`: make the bot for the game."""
        if message["protocol"] != PROTOCOL:
            raise HostMessageError(f"this program speaks protocol {PROTOCOL}, not {shown(message['protocol'])}")
        game = load_game(message["game"], message["seats"], message["rulings"])
        if message["rules_version"] != game.rules_version:
            raise HostMessageError(
                f"this program knows version {game.rules_version} of the rules, not {shown(message['rules_version'])}"
            )
        if message["seat"] not in game.seats:
            raise HostMessageError(f"there is no seat {shown(message['seat'])} in this game")
        self.close()
        self.game, self.seat = game, message["seat"]
        self.bot = BOTS.make(self.spec, game, message["seed"])
        return {"type": "ready", "protocol": PROTOCOL, "name": f"kingdoms {self.spec}"}

    def _decide(self, message: Mapping[str, Any]) -> dict[str, Any]:
        if self.game is None or self.bot is None:
            raise HostMessageError("hello must come before the first decision")
        try:
            view = self.game.read_view(message["view"], self.seat)
        except NotImplementedError as error:
            raise HostMessageError(str(error)) from None
        legal = [self.game.string_to_action(text) for text in message["legal"]]
        if isinstance(self.bot, Observer):
            self.bot.observe([read_seen(sighting) for sighting in message["seen"]])
        action = self.bot.choose(view, legal)
        answer: dict[str, Any] = {"action": self.game.action_to_string(action)}
        if isinstance(self.bot, Adviser) and (reason := self.bot.reason(view, action)):
            answer["thoughts"] = str(reason)
        return answer


def speak(spec: str, requests: BinaryIO, answers: BinaryIO) -> None:
    """Run a bot until the host sends `quit` or closes the stream.

    Args:
        spec: the bot, as in `BOTS.make`.
        requests: the stream of the host's messages.
        answers: the stream for the answers.
    """
    speaker = Speaker(spec)
    try:
        while line := requests.readline(LONGEST_REQUEST + 1):
            if not line.strip():
                continue
            try:
                message = unpack(line, LONGEST_REQUEST)
            except NoMessage as error:
                answer: dict[str, Any] | None = {"error": f"the host {error}"}
            else:
                if message.get("type") == "quit":
                    return
                answer = speaker.answer(message)
            if answer is not None:
                answers.write(pack(answer))
                answers.flush()
    except BrokenPipeError:
        return
    finally:
        speaker.close()


def check(spec: str, games: Sequence[str]) -> None:
    """Check that a bot can play at least one of some games.

    Raises:
        BotError: it can play none of them; the error is the one for the first game.
    """
    errors = []
    for name in games:
        try:
            BOTS.make(spec, load_game(name), 0)
        except KingdomsError as error:
            errors.append(error)
    if len(errors) == len(games):
        raise errors[0]
