"""The texts of the rules by clause id, as shown by help, `kingdoms rules`, the browser client and the docs."""

from __future__ import annotations

from typing import Final

SECTIONS: Final[dict[str, dict[str, str]]] = {
    "Pieces and board": {
        "A-1": (
            "Two to four dynasties play: Archer, Bull, Pot and Lion, who sit clockwise in this order. "
            "The rules are the same for every number."
        ),
        "A-2": (
            "The board has 16 columns, A to P, and 11 rows. Cells that share a side are adjacent, river or not. On the "
            "standard board ten cells start with a temple and a treasure; B2, P2, B8 and O9 have a special border."
        ),
        "A-3": (
            "There are 153 tiles: 57 red temples, 36 blue farms, 30 green markets, 30 black settlements. Ten temples "
            "start on the standard board; all other tiles are in the bag."
        ),
        "A-4": (
            "You have four leaders (black king, red priest, blue farmer, green trader), two catastrophes, "
            "and six tiles behind your screen."
        ),
        "A-5": "Six monuments, one for each pair of colours, wait beside the board. Points come in the four colours.",
        "A-6": (
            "The starting player is drawn by lot. Clockwise from there, everybody draws six tiles; the starting player "
            "has the first turn."
        ),
    },
    "What is hidden": {
        "B-1": (
            "Your hand, your points and your treasures are secret until the end, though everybody sees you gain them. "
            "Nobody knows what is in the bag or what has left the game. Everything else is open, including how many tiles"
            " you hold and swap."
        ),
        "B-2": "Nothing that a program tells a seat reveals others' secrets, or would give them away.",
    },
    "Words": {
        "C-1": (
            "Whatever is connected side to side is a region; a region with a leader is a kingdom. Leaders, flipped tiles "
            "and the wonder connect; empty cells, catastrophes, and the marked tile during wars do not."
        ),
        "C-2": (
            "Once conflicts are over, no kingdom has two leaders of the same colour. You may have several leaders in one "
            "kingdom."
        ),
        "C-3": (
            "A cell is empty if nothing lies or stands on it. It touches the regions on its four sides, and whatever is "
            "put there joins them."
        ),
        "C-4": "A temple is a face-up red tile. A leader that returns goes to its owner's hand and can be placed again.",
    },
    "Turn": {
        "D-1": (
            "You have two actions, any two, even the same one twice. Passing gives up the rest of the turn. Everything "
            "that an action brings about is finished before the next one."
        ),
        "D-2": (
            "At the end of a turn the active seat is paid for monuments, then for the wonder; then every hand is refilled"
            " to six, clockwise from the active seat; then the end of the game is checked."
        ),
        "D-3": (
            "An action is one of these: placing, moving or withdrawing a leader, placing a tile, placing a catastrophe, a"
            " swap, or passing."
        ),
        "D-4": (
            "A leader goes to an empty land cell that is next to a temple and touches at most one kingdom. A leader on "
            "the board is lifted first, and the board is judged without it; it cannot stay where it is."
        ),
        "D-5": "Taking one of your leaders back into your hand is an action.",
        "D-6": (
            "If another leader of that colour is already in the kingdom, there is a revolt; after it, treasures are "
            "taken. A leader that moved and loses goes to the hand."
        ),
        "D-7": "A leader with no temple left beside it returns to its owner at once.",
        "D-8": (
            "A tile goes to an empty cell that touches no more than two kingdoms: blue ones on river, the others on land."
            " It need not touch anything."
        ),
        "D-9": (
            "A tile that touches one kingdom scores a point of its colour for the leader of that colour there or, if "
            "there is none, for the king there, whoever they belong to."
        ),
        "D-10": "A tile that joins two kingdoms scores nothing: it is marked, and there may be wars.",
        "D-11": "After that a monument may be built; then treasures are taken.",
        "D-12": (
            "A catastrophe goes on an empty cell, or over a face-up tile without a treasure, which leaves the game. It "
            "stays for good and separates what it lies between."
        ),
        "D-13": "In a swap, one to six tiles of your hand leave the game unseen, and you draw as many.",
    },
    "Revolt": {
        "E-1": (
            "Whoever places the leader attacks. Each side counts the temples next to its leader and the temples it "
            "commits from its hand, the attacker first; one temple may count for both."
        ),
        "E-2": (
            "The higher total wins; the defender wins if they are equal. The loser's leader returns, and the winner "
            "scores one red point. Committed tiles leave the game; those on the board stay."
        ),
        "E-3": "Two leaders of one seat never fight each other, and one placement brings at most one revolt.",
    },
    "War": {
        "F-1": "The marked tile supports nobody, connects nothing while wars last, and cannot be lost.",
        "F-2": "If no colour has two leaders in what the tile joins, the marker goes and nothing else happens.",
        "F-3": (
            "Each colour with two leaders is a war. The active seat says which comes next; before each one the board is "
            "looked at afresh, and leaders that are apart by then no longer fight."
        ),
        "F-4": (
            "The active seat attacks if it is part of the war; if not, the first of the two clockwise from it. The "
            "attacker, then the defender, commits tiles of the war's colour from the hand, once."
        ),
        "F-5": (
            "Each side counts the face-up tiles of that colour connected to its leader, without the marked tile, and "
            "those it commits. The higher total wins; the defender wins if they are equal. Committing in vain is allowed."
        ),
        "F-6": (
            "The loser's leader returns, and its supporters on the board leave the game. The winner scores a point of "
            "that colour for the leader and one for each tile taken from the board."
        ),
        "F-7": (
            "When priests are at war, temples with a treasure, or next to a leader of another colour, count but stay, and"
            " score no point. Flipped tiles never support."
        ),
        "F-8": "Removing leader and tiles may separate kingdoms, and so call off other wars.",
        "F-9": "After the last war the marker goes, and the tile then counts like any other; monument and treasures follow.",
        "F-10": "Hands are refilled only at the end of the turn: what you commit in one war is missing in the next.",
    },
    "Treasures": {
        "G-1": (
            "After a tile or a leader is placed, the trader's owner takes treasures from a kingdom with more than one, until "
            "one is left."
        ),
        "G-2": "Treasures on special borders are taken first.",
        "G-3": (
            "Without a trader the treasures stay. The temple always stays, and a treasure may lie on a flipped tile or "
            "the wonder."
        ),
        "G-4": (
            "If there are several such kingdoms, they are dealt with one after the other, in the order of their first cells."
        ),
    },
    "Monuments": {
        "H-1": (
            "When your tile completes a square of four face-up tiles of its colour, you may flip them and put there an "
            "unused monument that has that colour. If you decline, you are asked again only when another tile completes "
            "another square."
        ),
        "H-2": "Flipped tiles connect, but support nobody, are not temples, and cannot be destroyed.",
        "H-3": (
            "At the end of your turn each of your leaders scores a point for each monument of its colour in its kingdom; "
            "a king only for black ones."
        ),
    },
    "Wonder": {
        "I-1": (
            "If the game has the wonder, a plus of five face-up tiles of one colour, completed by your tile, may become "
            "the wonder, once. It connects, supports nobody and cannot be destroyed."
        ),
        "I-2": "At the end of your turn your king in the wonder's kingdom scores a point of a colour you choose.",
        "I-3": "If a square and a plus are complete, you choose one of them.",
    },
    "Advanced board": {
        "AB-1": "The advanced board has the same 16 columns and 11 rows as the standard one, but another map.",
        "AB-2": "Its two rivers cover 39 cells, come together in row 10 and leave the map at G11; 137 cells are land.",
        "AB-3": "Fourteen cells start with a temple and a treasure: E1, J1, O2, B3, G4, L4, D6, P6, A8, H8, M8, E10, J11, O11.",
        "AB-4": "B3, P6, A8, E10, J11 and O11 have a special border, and their treasures are taken first.",
        "AB-5": "Fourteen temples start on the board, so the bag begins with 43 red, 36 blue, 30 green and 30 black tiles.",
        "AB-6": "The game ends as on the standard board: two treasures or fewer are left, or the bag runs short.",
        "AB-7": "Nothing else is different, and the board goes with all other options.",
    },
    "Civilization buildings": {
        "CB-1": (
            "If the game has them, four buildings wait beside the board: the red library, the blue granary, the green market "
            "hall and the black palace. They belong to nobody."
        ),
        "CB-2": (
            "A line is an unbroken run of face-up tiles of one colour in a row or a column. A building needs a line of three "
            "or more."
        ),
        "CB-3": (
            "When your tile lies in such a line of its colour, you may put the building of that colour on it, now or never. "
            "You need no leader there."
        ),
        "CB-4": "The same holds for a tile that joins two kingdoms: after the last war, with the tiles that are left then.",
        "CB-5": "The building goes on any one tile of that line, with or without a treasure.",
        "CB-6": (
            "If the building is on the board already, you may move it only to a line of three or more that is longer than the "
            "longest line through its tile now, and in which it does not stand yet."
        ),
        "CB-7": (
            "When a tile scores a point, and the building of its colour is in the kingdom together with all that the tile "
            "joins to it, the same seat scores one more point of that colour."
        ),
        "CB-8": "The tile that brings a building gets nothing for it, and a building pays at no other time.",
        "CB-9": "The tile below a building is a face-up tile like any other.",
        "CB-10": "A tile with a building is not lost in a war, and scores the winner no point. It does support its leader.",
        "CB-11": "No catastrophe can be put on a tile with a building.",
        "CB-12": "If its tile becomes part of a monument or of the wonder, the building goes back and can be built again.",
        "CB-13": (
            "First come points or wars, then the building, then a monument or the wonder, then treasures. One tile can bring "
            "both; declining one does not spoil the other."
        ),
        "CB-14": "If a kingdom splits, the building stays with its tile. Where there is no leader, it counts for nobody.",
        "CB-15": "Everybody sees the buildings, and they can move as often as you like.",
    },
    "Limited commitments": {
        "EV-1": "If the game limits commitments, it does so in revolts and wars alike. You may always commit nothing.",
        "EV-2": "The attacker may commit tiles only if they make it stronger than the defender is on the board.",
        "EV-3": "The defender may commit only the number of tiles that makes it exactly as strong as the attacker.",
        "EV-4": "Everything else about conflicts stays as it is, and you are asked even if you can commit nothing.",
    },
    "End": {
        "J-1": (
            "The game ends after a turn that leaves two treasures or fewer on the board, or at once when the bag cannot give "
            "all the tiles of a swap, or of a refill of all hands."
        ),
        "J-2": (
            "Each treasure counts for your weakest colour at the time. Your score is your weakest colour, and the highest"
            " wins. Ties are decided by the second weakest colour, then the third, then the fourth; after that the "
            "victory is shared."
        ),
    },
    "Notation": {
        "N-1": "The game is called rivers; its options are wonder, open_scores, board, buildings and commitments.",
        "N-2": "Each action has exactly one text, such as place red K2 or swap 1 0 0 2.",
        "N-3": (
            "A seat is asked only if it has a choice; but what to do with an action, and how many tiles to commit, is "
            "always asked."
        ),
        "N-4": "The consequences of an action are decided in a fixed order.",
        "N-5": "A position says all there is to know about a game at one moment.",
        "N-6": "An impossible position is refused.",
        "N-7": "An outcome names the reason, the winners and all scores.",
        "N-8": "A view is what one seat may know of a position.",
        "N-9": "The referee serves this game like any other.",
    },
}
"""Section title -> clause id -> text."""

CLAUSES: Final[dict[str, str]] = {clause: text for clauses in SECTIONS.values() for clause, text in clauses.items()}
