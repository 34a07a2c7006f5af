"""A device answers as a server does: the same requests to both, answer by answer."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kingdoms.core.registry import game_class, load_game
from kingdoms.core.rng import Random
from kingdoms.export.position_text import has_texts
from tests.support.clients.homes import Homes, masked, moves
from tests.support.clients.http import at_a_port
from tests.support.games.sample_game import limited, seated
from tests.support.games.tested_games import SAMPLE, TESTED, first_actions, random_record
from tests.support.pages.lessons import GAMES

LEVEL = "bot:level:2"


async def question(homes: Homes, game_id: str) -> Any:
    """Return the question to the seat to move; at one screen, a page asks for that of each seat."""
    mover = (await homes.ask("GET", f"/games/{game_id}"))["to_move"]
    return await homes.ask("GET", f"/games/{game_id}/legal?texts=short&seat={mover}")


async def look(homes: Homes, game_id: str, rng: Random) -> None:
    """Compare what a page may ask between two moves."""
    wording = ("", "&texts=short", "&texts=false")[rng.roll(3)]
    await homes.ask("GET", f"/games/{game_id}/legal?x{wording}")
    asked = await question(homes, game_id)
    base, choices = asked["number"], moves(asked)
    await homes.ask("GET", f"/games/{game_id}/view?position=true{wording}")
    trial = [choices[rng.roll(len(choices))]]
    await homes.ask("POST", f"/games/{game_id}/preview?x{wording}", {"base": base, "actions": trial})
    await homes.ask("GET", f"/games/{game_id}/explain?x{wording}")


async def act(homes: Homes, game_id: str, rng: Random) -> str:
    """Play a random action in both homes, take some back, and return the status of the game."""
    asked = await question(homes, game_id)
    action = moves(asked)[rng.roll(len(moves(asked)))]
    played = await homes.ask("POST", f"/games/{game_id}/actions", {"base": asked["number"], "action": action})
    info = await homes.settled(game_id)
    if info["number"] == played["number"] and info["status"] == "playing" and rng.roll(4) == 0:
        undone = await homes.browser.send("POST", f"/games/{game_id}/undo", {"base": info["number"]})
        status, _ = await homes.device.request("POST", f"/api/games/{game_id}/undo", json.dumps({"base": info["number"]}))
        assert status == undone.status_code
        info = await homes.settled(game_id)
    return str(info["status"])


async def play_on(homes: Homes, game_id: str, seed: int, most: int = 1000) -> None:
    """Play a game to its end, or for a number of actions, and compare every answer on the way."""
    rng = Random(seed)
    await homes.settled(game_id)
    for number in range(most):
        if number % 5 == 0:
            await look(homes, game_id, rng)
        if await act(homes, game_id, rng) != "playing":
            return


async def look_back(homes: Homes, game_id: str) -> None:
    """Compare what a page asks about a finished game."""
    info = await homes.ask("GET", f"/games/{game_id}")
    number = info["number"]
    for path in (
        "record",
        "tree",
        "position",
        "explorer",
        "picture?theme=dark",
        "film",
        f"view?number={number // 2}&texts=short",
        f"tree?number={number // 3}",
    ):
        status = 404 if path == "position" and not has_texts(game_class(info["game"])) else 200
        await homes.ask("GET", f"/games/{game_id}/{path}", status=status)
    for after in range(0, number, 150):
        await homes.ask("GET", f"/games/{game_id}/history?after={after}&limit=150&texts=short")
    await homes.ask("GET", "/me/games")
    await homes.ask("GET", "/games?which=mine")
    await homes.ask("GET", "/me/path")
    assert await homes.begin(f"/games/{game_id}/rematch") != game_id


@pytest.mark.long
@pytest.mark.parametrize("game", TESTED)
async def test_a_game_against_a_bot_and_a_look_back(homes: Homes, game: str) -> None:
    seats = seated("me", "bot:greedy", game=game)
    game_id = await homes.begin("/games", {"game": game, "seats": seats, "rulings": limited(2, game)})
    await play_on(homes, game_id, 1, most=60)
    if (await homes.ask("GET", f"/games/{game_id}"))["status"] == "playing":
        await homes.ask("POST", f"/games/{game_id}/seats/{seats[0]['seat']}/resign")
    await look_back(homes, game_id)


@pytest.mark.long
@pytest.mark.parametrize("game", TESTED)
async def test_a_table_at_one_screen(homes: Homes, game: str) -> None:
    """Three people share the screen, and one of them resigns: a bot plays on for them, and the others take moves back."""
    game_id = await homes.begin("/games", {"game": game, "seats": seated("me", "shared", "shared", game=game), "advice": True})
    seats = [seat["seat"] for seat in (await homes.ask("GET", f"/games/{game_id}"))["seats"]]
    await play_on(homes, game_id, 2, most=25)
    for seat in seats:
        await homes.ask("GET", f"/games/{game_id}/view?seat={seat}")
        await homes.ask("GET", f"/games/{game_id}/history?seat={seat}&texts=short")
    await homes.ask("POST", f"/games/{game_id}/proposals", {"kind": "take_back"})
    await homes.ask("POST", f"/games/{game_id}/seats/{seats[0]}/resign")
    await homes.settled(game_id)
    await homes.ask("POST", f"/games/{game_id}/seats/{seats[0]}/resign", status=409)
    await homes.ask("POST", f"/games/{game_id}/proposals", {"kind": "end"})
    await look_back(homes, game_id)


@pytest.mark.parametrize("game", TESTED)
async def test_the_lessons(homes: Homes, game: str) -> None:
    for path in sorted((GAMES / game / "learn" / "lessons").glob("*.json"))[::3]:
        lesson = json.loads(path.read_text(encoding="utf-8"))
        table = {"position": lesson["position"], "seat": lesson["seat"]}
        actions: list[str] = []
        for step in lesson["steps"]:
            table |= {name: step[name] for name in ("position", "seat") if name in step}
            actions = [*([] if "position" in step else actions), *step.get("play", [])]
            await homes.ask("POST", "/sandbox?texts=short", table | {"actions": actions})
            for choice in step.get("choices", []):
                further = [*actions, choice["action"], *choice.get("after", [])]
                status = 422 if "refused" in choice else 200
                await homes.ask("POST", "/sandbox", table | {"actions": further}, status=status)
                await homes.ask("POST", "/sandbox?texts=short", table | {"actions": actions, "why": choice["action"]})
            rights = [choice for choice in step.get("choices", []) if choice.get("right")]
            actions = [*actions, rights[0]["action"], *rights[0].get("after", [])] if rights else actions


@pytest.mark.parametrize("game", TESTED)
async def test_puzzles(homes: Homes, game: str) -> None:
    rows = (await homes.ask("GET", f"/puzzles?game={game}&limit=3&offset=5"))["puzzles"]
    await homes.ask("GET", "/puzzles/today")
    await homes.ask("POST", "/puzzles/next", {"game": game, "attempted": [rows[0]["name"]], "seed": 5})
    for row in rows:
        path, played = f"/puzzles/{row['name']}", list[str]()
        shown = await homes.ask("GET", f"{path}?texts=short")
        choices = moves(shown["moment"])
        await homes.ask("POST", f"{path}/preview", {"actions": choices[:1]})
        await homes.ask("POST", f"{path}/explain", {"action": choices[-1]})
        verdict = {"next": shown["moment"]}
        while verdict["next"] is not None:
            verdict = await homes.ask("POST", f"{path}/solution", {"played": played})
            verdict = await homes.ask("POST", f"{path}/answer", {"played": played, "action": verdict["action"]})
            played.append(verdict["action"])
        await homes.ask("POST", f"{path}/answer", {"played": played, "action": played[-1]}, status=409)
        await homes.ask("POST", "/puzzles/rate", {"puzzle": row["name"], "solved": True})


@pytest.mark.parametrize("game", TESTED)
async def test_boards_and_records(homes: Homes, game: str) -> None:
    new = {"new": {"game": game, "players": 2}}
    actions = first_actions(game, 8)
    await homes.ask("GET", "/boards")
    board = await homes.ask("POST", "/positions", new | {"actions": actions})
    await homes.ask("POST", "/positions?texts=short", {"text": board["text"], "on": True})
    await homes.ask("POST", "/positions/preview", new | {"actions": actions, "trial": moves(board)[:1]})
    await homes.ask("POST", "/positions/explain", new | {"actions": actions, "action": moves(board)[0]})
    await homes.ask("POST", "/explorer", new | {"actions": actions[:1]})
    record = random_record(load_game(game, 2), 30)
    text = "\n".join(record.each_line())
    tree = await homes.ask("POST", "/records/tree", {"record": text})
    mark = {"comment": "why", "marks": ["!?", {"at": "x"}, {"from": "x", "to": "y", "colour": "red"}]}
    tree["tree"]["nodes"][3] |= mark
    await homes.ask("POST", "/positions/record", tree)
    seats = [*seated("me", LEVEL, game=game)]
    game_id = await homes.begin("/games", {"game": game, "seats": seats, "record": text})
    await homes.ask("GET", f"/games/{game_id}/view?number=30", status=404 if record.state.is_terminal() else 200)
    taken = {"game": game, "seats": seats, "from": {"id": game_id, "number": 12}}
    if game_class(game).has_secrets:
        await homes.ask("POST", "/games", taken, status=403)
    else:
        assert await homes.begin("/games", taken) != game_id


SEATS: list[dict[str, Any]] = seated("me", LEVEL)
GAME = {"game": SAMPLE, "seats": SEATS}
FAULTS: list[tuple[str, str, object, int]] = [
    ("POST", "/games", {"game": SAMPLE}, 422),
    ("POST", "/games", [], 422),
    ("POST", "/games", GAME | {"seats": SEATS[:1]}, 400),
    ("POST", "/games", GAME | {"seats": [SEATS[0] | {"kind": "nobody"}, SEATS[1]]}, 422),
    ("POST", "/games", GAME | {"seats": [SEATS[0] | {"name": ""}, SEATS[1]]}, 422),
    ("POST", "/games", GAME | {"seats": [SEATS[0] | {"name": "x" * 31}, SEATS[1]]}, 422),
    ("POST", "/games", GAME | {"seats": [SEATS[0] | {"name": "a\nb"}, SEATS[1]]}, 422),
    ("POST", "/games", GAME | {"seats": [SEATS[0], SEATS[1] | {"bot": "level:99"}]}, 400),
    ("POST", "/games", GAME | {"seats": [SEATS[0], SEATS[1] | {"bot": "random:seconds=9"}]}, 400),
    ("POST", "/games", GAME | {"seats": SEATS * 5}, 422),
    ("POST", "/games", GAME | {"more": 1}, 422),
    ("POST", "/games", GAME | {"public": "perhaps"}, 422),
    ("POST", "/games", GAME | {"minutes": -1}, 422),
    ("POST", "/games", GAME | {"minutes": "soon"}, 422),
    ("POST", "/games", GAME | {"from": {"id": "x", "number": 1.5}}, 422),
    ("POST", "/games", GAME | {"near": 100}, 422),
    ("POST", "/games", GAME | {"clock": {"kind": "turn", "seconds": 5}}, 422),
    ("POST", "/games", GAME | {"clock": {"kind": "turn", "seconds": 60, "increment": 2}}, 422),
    ("POST", "/games", GAME | {"clock": {"kind": "budget", "seconds": 700_000}}, 422),
    ("POST", "/games", GAME | {"record": "nonsense"}, 400),
    ("POST", "/games", GAME | {"position": {}}, 400),
    ("POST", "/games", GAME | {"from": {"id": "none", "number": 0}}, 404),
    ("POST", "/games", GAME | {"rulings": {"none": 1}}, 400),
    ("GET", "/games/none", None, 404),
    ("GET", "/games?which=other", None, 422),
    ("GET", "/games", None, 422),
    ("GET", "/nowhere", None, 404),
    ("PATCH", "/me", None, 405),
    ("PUT", "/me", {"name": 5}, 422),
    *(("PUT", "/me", {"name": name}, 422) for name in ("  ", "Ida\u202e", "Zo" + "\u0308" * 5, "I\nda", "\u200b", "x" * 31)),
    ("POST", "/sandbox", {}, 422),
    ("POST", "/sandbox", {"new": {"game": "none"}}, 422),
    ("POST", "/sandbox", {"new": {"game": SAMPLE}, "actions": ["nonsense"]}, 422),
    ("POST", "/sandbox", {"new": {"game": SAMPLE}, "actions": [""]}, 422),
    ("POST", "/sandbox", {"new": 1}, 422),
    ("POST", "/positions", {}, 422),
    ("POST", "/positions", {"text": "nonsense", "new": {}}, 422),
    ("POST", "/positions", {"text": "nonsense"}, 422),
    ("POST", "/positions", {"new": {"game": SAMPLE}, "after": 3000}, 422),
    ("POST", "/records/tree", {"record": ""}, 422),
    ("GET", "/puzzles?limit=0", None, 422),
    ("GET", "/puzzles?offset=many", None, 422),
    ("GET", "/puzzles?game=none", None, 404),
    ("GET", "/puzzles/none", None, 404),
    ("POST", "/puzzles/next", {"rating": {"rating": 1000}}, 422),
]


async def test_bad_requests(homes: Homes) -> None:
    for method, path, body, status in FAULTS:
        await homes.ask(method, path, body, status=status)
    await homes.ask("POST", "/games", status=422, text="{")
    await homes.ask("POST", "/games", status=422, text="")
    game_id = await homes.begin("/games", GAME)
    path = f"/games/{game_id}"
    number = (await homes.ask("GET", path))["number"]
    for way, body, status in [
        ("actions", {"base": number, "action": "nonsense"}, 422),
        ("actions", {"base": number + 5, "action": "end"}, 409),
        ("actions", {"base": "x", "action": "end"}, 422),
        ("actions", {"base": 10**7, "action": "end"}, 422),
        ("actions", {"base": 0}, 422),
        ("undo", {"base": number}, 409),
        ("preview", {"base": number, "actions": ["nonsense"]}, 422),
        ("preview", {"base": 0, "actions": []}, 409),
        ("line", {"number": 0, "actions": []}, 409),
        ("proposals", {"kind": "war"}, 422),
        ("seats/none/resign", {}, 404),
        (f"seats/{SEATS[1]['seat']}/resign", {}, 403),
        ("rematch", {}, 409),
        ("mistakes/1/answer", {"action": "end"}, 409),
    ]:
        await homes.ask("POST", f"{path}/{way}", body, status=status)
    for way, status in [
        (f"view?seat={SEATS[1]['seat']}", 403),
        ("view?number=-1", 422),
        ("view?number=99", 404),
        ("explain?action=nonsense", 422),
        ("history?limit=1000", 422),
        ("analysis/game", 409),
        ("tree", 409),
        ("explorer", 409),
    ]:
        await homes.ask("GET", f"{path}/{way}", status=status)


async def test_what_needs_a_server(homes: Homes) -> None:
    """A device says so in one sentence, wherever people or a server would be needed."""
    device = homes.device
    for method, path, body in [
        ("GET", "/people", None),
        ("GET", "/push", None),
        ("POST", "/claims", {"token": "x"}),
        ("GET", "/games/game0/talk", None),
        ("POST", "/games", GAME | {"seats": seated("me", "open")}),
        ("POST", "/games", GAME | {"rated": True}),
    ]:
        status, text = await device.request(method, f"/api{path}", None if body is None else json.dumps(body))
        assert (status, json.loads(text)["error"]["code"]) == (409, "elsewhere")


@pytest.mark.parametrize("game", TESTED)
async def test_hints_and_reviews(homes: Homes, game: str) -> None:
    """The fields are the server's; the figures are what each home finds out in its time."""
    seats = seated("me", LEVEL, game=game)
    game_id = await homes.begin("/games", {"game": game, "seats": seats})
    served, own = await homes.lines("GET", f"/games/{game_id}/analysis")
    assert own[-1].keys() == served[-1].keys()
    assert (own[-1]["ended"], own[-1]["spread"] > 0) == ("done", True)
    await play_on(homes, game_id, 3, most=2)
    await homes.ask("POST", f"/games/{game_id}/seats/{seats[0]['seat']}/resign")
    served, own = await homes.lines("GET", f"/games/{game_id}/analysis/game")
    assert {line["type"]: line.keys() for line in own} == {line["type"]: line.keys() for line in served}
    numbers, others = [[line["number"] for line in lines if line["type"] == "decision"] for lines in (own, served)]
    assert numbers == others
    number = next(line["number"] for line in own if line["type"] == "decision" and line["by"] == seats[0]["seat"])
    shown = await homes.ask("GET", f"/games/{game_id}/mistakes/{number}")
    await homes.ask("POST", f"/games/{game_id}/mistakes/{number}/preview", {"actions": moves(shown["moment"])[:1]})
    await homes.ask("POST", f"/games/{game_id}/line", {"number": shown["before"], "actions": [shown["played"]["action"]]})


@pytest.mark.parametrize("game", TESTED)
async def test_the_messages_of_a_live_game(homes: Homes, sqlite_app: Any, game: str) -> None:
    game_id = await homes.begin("/games", {"game": game, "seats": seated("me", LEVEL, game=game)})
    own: list[Any] = []
    async with at_a_port(sqlite_app) as address, homes.browser.live(address, game_id, after=0, texts="short") as live:
        following = await homes.device.follow(f"/api/games/{game_id}/live?after=0&texts=short", own.append)
        await live.next("hello")
        await play_on(homes, game_id, 4, most=6)
        number = (await homes.ask("GET", f"/games/{game_id}"))["number"]
        while not any(message.get("number") == number for message in live.messages[1:]):
            await live.next("entry")
        following.close()
    entries = [
        [masked(message) for message in messages if message["type"] in ("hello", "entry")]
        for messages in (live.messages, map(json.loads, own))
    ]
    assert entries[0] == entries[1]
    assert len(entries[0]) > 6
