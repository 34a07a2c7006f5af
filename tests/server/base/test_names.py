"""Names: what is stored of them, which look alike, and which claim a role."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from fastapi import FastAPI
from pydantic_core import PydanticCustomError, PydanticKnownError

from kingdoms.server.base.names import check_role, distinct_name, readable
from kingdoms.table.base.names import LONGEST
from kingdoms.texts import text
from tests.support.clients.admin import Admin
from tests.support.clients.http import Browser, seat_in
from tests.support.games.sample_game import ONE, OTHER
from tests.support.games.tested_games import SAMPLE

pytestmark = pytest.mark.sqlite
INVISIBLE = [
    *("\u034f", "\u115f", "\u1160", "\u17b4", "\u17b5", "\u180b", "\u180c", "\u180d", "\u180e", "\u180f", "\u3164", "\uffa0"),
    *("\u00ad", "\u200b", "\u200c", "\u200d", "\u2060", "\u2064", "\ufeff", "\ufff0", "\U000e0001", "\U000e0041"),
    *map(chr, range(0xFE00, 0xFE10)),
    *("\U000e0100", "\U000e0180", "\U000e01ef", "\U0001bca0", "\U0001d173"),
]
BLANK = ["\u2800", "\U0001d159", "\u00a0", "\u2003", "\u3000", "\U00013441"]

CLAIMS = [
    *("Operator", "The Operator", "the host", "Host", "HOST", "host!", "(Host)", "Anna Host", "Anna-Host", "Anna_Host"),
    *("O.perator", "Op\u00b7erator", "H-o-s-t", "H o s t", "Ho st", "Oper ator", "The H.o.s.t", "H\u2605o\u2605s\u2605t"),
    *("Ope\u034frator", "Op\u00e9rator", "H\u00f6st", "Ho\u0301st", "Ho\u2800st", "Ho\u200bst", "\uff28\uff4f\uff53\uff54"),
    *("0perator", "H0st", "Adm1n", "Adm1n1", "Admin2", "1 Host", "Host 7", "Host1", "Supp0rt", "\u041d\u043e\u0455\u0442"),
    *("\u24d7\u24de\u24e2\u24e3", "\U0001f177\U0001f17e\U0001f182\U0001f183", "\u029c\u1d0f\ua731\u1d1b", "Ho\u017ft"),
    *("\U0001f1ed\U0001f1f4\U0001f1f8\U0001f1f9", "Support", "System", "Staff", "Server", "Moderator", "Administrator"),
    *("SysAdmin", "sysadmin", "Webmaster", "TheHost", "ServerAdmin", "Support Team", "Admins", "Level 3", "level:3", "a bot"),
    *("Computer", "Deleted player", "deleted.player"),
]
HONEST = [
    *("Ida", "Robert", "Hosta", "Systema", "Ghost", "gHost", "Dr. Ost", "Anna Ost", "Hostess", "Robot", "Abbot", "Bottom"),
    *("Staffan", "Stafford", "Staffelstein", "Supporter", "Servera", "Systematic", "Modesty", "Moderato", "Adminton"),
    *("Levelle", "Computa", "Cooper", "Opera Tora", "Sam", "H. Osten", "Ann Lee", "O'Neill", "Jean-Luc", "J. R. R."),
    *("Zo\u00eb", "Vi\u1ec7t", "Jos\u00e9 Mar\u00eda", "\u0141ukasz", "\u0418\u0434\u0430", "\u0410\u043d\u043d\u0430"),
    "\u0395\u03bb\u03ad\u03bd\u03b7",
    *("\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0930\u093e\u092e"),
    *("\u0915\u094d\u200d\u0937", "\u0e2a\u0e21\u0e0a\u0e32\u0e22", "\u674e", "\u8449\U000e0100\u57ce", "\uae40"),
    "\u3059\u305a",
    *("Ann \u2764\ufe0f", "\U0001f469\u200d\U0001f4bb Ada", "\U0001f937\U0001f3fd\u200d\u2642\ufe0f", "!!!", "42", "Ann 2"),
    *("Amaster", "\u0e17\u0e35\u0e48"),
    "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f Mac",
]


ALIKE = [
    *(("Ann", "\u00c1nn"), ("Ann", "A.n.n"), ("Ann Lee", "AnnLee"), ("Ann Lee", "ann-lee!"), ("Ida", "\u2113da")),
    *(("Ann", "\U0001d400nn"), ("Ann", "\u1d00nn"), ("Ida", "lda"), ("Ida", "\uff29da")),
]
DIFFERENT = [
    *(("Ann", "Anna"), ("\u0930\u093e\u092e", "\u0930\u092e\u093e"), ("!!!", "???"), ("\u2764", "\u2605")),
    *(("\u0e2a\u0e21\u0e0a\u0e32\u0e22", "\u0e2a\u0e21\u0e0a\u0e31\u0e22"), ("Ann 2", "Ann 3")),
]


def test_an_invisible_character_makes_no_other_name() -> None:
    for character in INVISIBLE:
        for name in (f"Ann{character}", f"{character}Ann", f"A{character}nn"):
            assert readable(name) == "Ann", ascii(name)
            assert distinct_name(name, ["Ann"]) == f"{name} 2", "a name that was stored by an earlier version"


def test_a_blank_is_a_space() -> None:
    for character in BLANK:
        assert readable(f"{character}Ann{character}") == "Ann", ascii(character)
        assert distinct_name(f"Ann{character}Lee", ["Ann Lee"]) == f"Ann{character}Lee 2", ascii(character)


REFUSED = [
    *((character * 3, "at least 1 character") for character in (*INVISIBLE, *BLANK)),
    *((name, "invisible or direction-changing") for name in ("Ida\u202e", "\u2066Ida", "I\u200eda", "Ida\u061c", "Ida\ue000")),
    *((name, "invisible or direction-changing") for name in ("Ida\u2028x", "Ida\ud800")),
    *((name, "more than 3 accents on a letter") for name in ("I" + "\u0301" * 5 + "da", "Ida" + "\u0336" * 20)),
    ("\u0958" * LONGEST, "at most 30 characters"),
]


def test_names_that_nobody_could_read_are_refused() -> None:
    for name, expected in REFUSED:
        with pytest.raises((PydanticCustomError, PydanticKnownError), match=expected):
            pytest.fail(f"{name!a} becomes {readable(name)}")
    assert len(readable("\u0958" * (LONGEST // 2))) == LONGEST, "some letters are longer in composed form, which counts"


def test_claims_to_a_role_are_refused() -> None:
    for name in CLAIMS:
        with pytest.raises(PydanticCustomError, match=text("error.name_role")):
            pytest.fail(f"{check_role(readable(name))!a} claims no role")


def test_honest_names_stay_as_they_are() -> None:
    assert [check_role(readable(name)) for name in HONEST] == HONEST


def test_names_that_look_alike_get_numbers() -> None:
    for first, second in ALIKE:
        assert (distinct_name(first, [second]), distinct_name(second, [first])) == (f"{first} 2", f"{second} 2")
    for first, second in DIFFERENT:
        assert distinct_name(first, [second]) == first


def names_of(info: dict[str, list[dict[str, str]]]) -> Sequence[str]:
    return [seat["name"] for seat in info["seats"]]


async def test_no_door_lets_an_equal_name_in(app: FastAPI, ida: Browser, bob: Browser, eve: Browser) -> None:
    for character in ("\u034f", "\u2800"):
        name = f"Ann{character}"
        assert await ida.ask("PUT", "/me", {"name": name}) == {"name": "Ann"}
        game_id = (await ida.new_game("me", "open"))["id"]
        joined = await bob.post(f"/games/{game_id}/seats/{OTHER}/join", {"name": name})
        assert names_of(joined) == ["Ann", "Ann 2"]
        await eve.ask("PUT", "/me", {"name": f"{character}Ann"})
        assert (await eve.post(f"/games/{game_id}/talk", {"text": "hello"}))["name"] == "Ann 3"
        for kind in ("shared", "program"):
            for first in (ONE, OTHER):
                second = OTHER if first == ONE else ONE
                seats = [{"seat": first, "kind": "me", "name": "Ann"}, {"seat": second, "kind": kind, "name": name}]
                game = await ida.post("/games", {"game": SAMPLE, "seats": seats}, status=201)
                assert (seat_in(game, first)["name"], seat_in(game, second)["name"]) == ("Ann", "Ann 2")
        await Admin(app.state.settings).does("visitors", "rename", bob.visitor_id, name)
        assert names_of(await ida.get(f"/games/{game_id}")) == ["Ann", "Ann 2"]
        for path, method in (("/me", "PUT"), (f"/games/{game_id}/seats/{OTHER}/join", "POST")):
            assert await bob.refused(method, path, {"name": character * 3}) == (422, "invalid")
