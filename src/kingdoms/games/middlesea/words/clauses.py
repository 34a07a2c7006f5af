"""The clauses of the rules by id, for the help, `kingdoms rules`, the browser client and the docs."""

from __future__ import annotations

from typing import Final

SECTIONS: Final[dict[str, dict[str, str]]] = {
    "Equipment and setup": {
        "S-1": "Two to four play, with a piecepack, gold tokens, and tokens that serve as goods, roads and piers.",
        "S-2": (
            "You take one suit's null tile, which is your Capital, with its six coins, die and pawn; the suit only marks "
            "them as yours. Any of these that nobody takes stay out of the game."
        ),
        "S-3": "The twenty tiles worth 1 to 5, of all four suits, are in use however many play.",
        "S-4": "The city tiles make four open stacks, one to a suit, running from the ace on top down to the 5.",
        "S-5": "The stacks are in the sea only to be at hand: they hinder no move and take no part in conflicts.",
        "S-6": (
            "Your continent has six places: a back row with your Capital in the middle and a city site on either side, "
            "and a front row of three city sites by the sea."
        ),
        "S-7": "Players sit at N, E, S and W; two face each other, as N and S or E and W; with three, one side is empty.",
        "S-8": "Your reserve is open to everybody at all times: coins off the board, die, goods and gold.",
        "S-9": "At the start your 1-leader is king, and active; the leaders 0, 2, 3, 4 and 5 wait in the reserve.",
        "S-10": "You begin with 4 goods, 4 gold and no unrest, and without any city, road or port.",
        "S-11": "The bank never runs out of goods or gold.",
        "S-12": (
            "Everybody rolls a die (null 0, ace 1): the highest is first in dominance, after more rolls if there is a "
            "tie, and the others follow clockwise."
        ),
    },
    "Leaders": {
        "L-1": "Your six leaders have the values 0 (the null), 1 (the ace), 2, 3, 4 and 5.",
        "L-2": "The leader in your Capital is your king: you always have one, and it always shows its value.",
        "L-3": "A leader with its value side up is active and can act; one with its suit side up is inactive.",
        "L-4": "A leader governs the city in which it stands, even while it is inactive.",
        "L-5": "From the reserve a leader may come into play, then always active, whatever it was before.",
        "L-6": "As a rule a leader that has done something is turned suit side up; AMB-60 says when exactly.",
        "L-7": "No move may end with two leaders in the same city.",
    },
    "Cities": {
        "Y-1": "Tiles worth 1 (ace) to 5 are cities: suns are markets, moons temples, crowns mines, arms garrisons.",
        "Y-2": (
            "Markets yield goods, mines gold; garrisons attack as military, temples as missionaries, and both suppress "
            "rebellions."
        ),
        "Y-3": (
            "A city's value serves for everything: it is what a market or mine yields, what a garrison or temple "
            "attacks with, how well any city defends, and what a road to it costs."
        ),
        "Y-4": "Your Capital produces and has a fixed defence value of 10, but it does not count as a city.",
        "Y-5": "A city in which a leader stands is governed.",
        "Y-6": "The cities of a front row are coastal, and no other city can have a port.",
    },
    "Control and kingdom": {
        "K-1": (
            "You control a city if your leader governs it, or if a road of yours ends there or a port of yours lies there."
        ),
        "K-2": "A city without a leader, road or port belongs to nobody, even on your own continent.",
        "K-3": "A city that you control is a home city on your continent, a provincial city on an opponent's.",
        "K-4": "Your kingdom is your Capital together with all your home and provincial cities.",
        "K-5": "Your trade routes are the roads and ports you have built; the sea joins all your ports to each other.",
        "K-6": "A city is connected if your roads, and the sea between your ports, lead from it to your Capital.",
        "K-7": "No city ever has two controllers.",
    },
    "Unrest": {
        "U-1": "Your die shows your unrest, from 0 to 5; it cannot fall below 0.",
        "U-2": "Your unrest falls by 1 for each road you build to an uncontrolled city, and for each city you conquer.",
        "U-3": (
            "Your unrest rises by 1 if a military attack costs you a city, and only once for all cities that one "
            "rebellion costs you."
        ),
        "U-4": "Unrest 5 is civil war: you lose, the game stops there, and the best score among the others wins.",
    },
    "Victory": {
        "V-1": (
            "Three things stop the game at once: a Capital is taken by military attack, a king is beaten by "
            "missionaries, or somebody's unrest reaches 5. Whoever it happens to has lost."
        ),
        "V-2": (
            "When somebody has lost, the highest score among the others wins. Your score is your number of cities less "
            "your unrest, multiplied by the sum of their values and all your piers; Capitals add nothing."
        ),
        "V-3": (
            "You win by trade if, when everybody has finished the leader phase, you control five home cities, with all "
            "six of your leaders active (AMB-109). If several do, the score decides."
        ),
        "V-4": (
            "You win by conquest if, when a round is over, you control your five home cities and three or more "
            "provincial ones, with one or more on every opponent's continent."
        ),
        "V-5": "If you have agreed on a time limit, the round in which it runs out is the last. A victory by conquest "
        "or trade at its end comes first (AMB-117); if nobody has one, the score decides.",
        "V-6": "Victory by conquest or trade is checked once a round, when the leader phase is over for everybody.",
    },
    "Round structure": {
        "R-1": (
            "A round has a control, dominance, production, build and leader phase; then victory is checked, and the "
            "next begins."
        ),
        "R-2": "In order of dominance, each player completes the current phase; when all have, the next one begins.",
    },
    "Control phase": {
        "C-1": "Your control value is the value of your king less your unrest.",
        "C-2": (
            "For each city beyond your control value you pay 1 goods and 1 gold, or else one rebels. Provincial and "
            "unconnected cities count like others; your Capital does not count."
        ),
        "C-3": "You may pay for only some of your extra cities: one city rebels for each that is left unpaid.",
        "C-4": "You choose which of your cities rebel, and you need not pay even if you could.",
        "C-5": "Leaders in cities that rebel become inactive at once.",
        "C-6": "One active leader can suppress a rebellion from a garrison or temple of yours that does not rebel.",
        "C-7": ("Suppression succeeds if leader and garrison (or temple) together are worth more than the rebelling city."),
        "C-8": "Having suppressed a rebellion, the leader is inactive.",
        "C-9": (
            "A rebellion that is suppressed changes nothing else: you keep the city, its routes and its leader (now "
            "inactive), and unrest is the same."
        ),
        "C-10": (
            "A rebelling city that you do not suppress is lost: your roads and port there return to the bank, and your "
            "leader there goes to your reserve."
        ),
        "C-11": "Your unrest rises by 1 in all for the cities lost to one rebellion, be they one or many.",
        "C-12": "A city lost to rebellion stays where it lies, and nobody controls it.",
    },
    "Dominance phase": {
        "D-1": (
            "Your dominance score is the value of your king, plus the values of all temples you control, whether "
            "governed or connected or not, less your unrest."
        ),
        "D-2": "While nobody controls a temple, the order is kept from the round before.",
        "D-3": "If anybody controls a temple, the pawns are lined up anew, from the highest score to the lowest.",
        "D-4": "In a tie for first dominance, the tied player with the most valuable single temple comes first.",
        "D-5": "The player in first place settles ties for later places in dominance as they like.",
        "D-6": "The new order of dominance holds from this round's production up to the next control phase.",
    },
    "Production phase": {
        "P-1": "Your Capital yields as many goods, and as much gold, as your king is worth; the king stays active.",
        "P-2": "A market yields goods and a mine gold, as much as city and leader are worth together.",
        "P-3": "A market or mine yields only with an active leader, and only if a route leads to your Capital (K-6).",
        "P-4": "After a city has produced, its leader is inactive.",
        "P-5": "Where a city does not produce, its leader is not turned.",
        "P-6": "Garrisons and temples yield nothing, and production does not turn their leaders.",
    },
    "Build phase": {
        "B-1": "You may build, explore and exchange as often as you can pay, in whatever order you like.",
        "B-2": "You pay the bank for each action at the moment you take it.",
        "BE-1": "To explore, you pay 1 goods and 1 gold.",
        "BE-2": "When you explore, you take the top tile of any stack you like.",
        "BE-3": "An explored tile goes on any free site of your continent that you like, or back under its stack.",
        "BE-4": "Exploring adds cities to your own continent, not to those of others.",
        "BE-5": "A continent with five cities is full and grows no further.",
        "BE-6": (
            "You may still explore to lay a new city in place of one on your continent that no leader governs, whether "
            "somebody's routes hold it or nobody controls it."
        ),
        "BE-7": "A city that is replaced goes under the stack of its own suit, and every road and port at it is lost.",
        "BE-8": "A city just laid belongs to nobody until it is governed or a trade route leads to it.",
        "BR-1": "A road starts at your Capital or in a city you control.",
        "BR-2": "A road leads to an adjacent city, straight or diagonally, that no opponent controls.",
        "BR-3": "For each point that the city it leads to is worth, a road costs 1 goods and 1 gold.",
        "BR-4": "A road is marked with a goods token, which is not charged on top of its price.",
        "BR-5": "No road leads from one continent to another.",
        "BR-6": (
            "A road to a city that nobody controls makes it yours and lowers your unrest by 1, though not below 0. A "
            "road to a city you control already leaves unrest as it is."
        ),
        "BP-1": "You may build a port, or extend your port, in a coastal city of yours, whether home or provincial.",
        "BP-2": "Each pier costs 1 goods and 1 gold, and a port has at least one pier and at most five.",
        "BP-3": "A port's piers are its defence value.",
        "BP-4": "Building a port does not affect unrest, as the city was yours before.",
        "BX-1": "The bank gives you 1 gold for 2 goods, or 1 goods for 2 gold, but only in the build phase.",
    },
    "Leader phase": {
        "F-1": "On your turn you may first change your king; after that your leaders act.",
        "F-2": (
            "All leaders but the king may act, from low values to high, each at most once; you may pass any by, and "
            "take five actions at most."
        ),
        "F-3": "With its action a leader does one thing: it activates, it moves or it attacks.",
        "FK-1": "You change your king by putting a leader from your reserve in its place; the old one goes there.",
        "FK-2": "You pay the difference of their values, up or down, in goods and as much again in gold.",
        "FK-3": "A king neither moves nor attacks.",
        "FA-1": "To activate means to turn an inactive leader value side up in its city; this is its whole action.",
        "FM-1": (
            "A leader may move between cities, from reserve to city, setting out from your Capital, and from city to reserve."
        ),
        "FM-2": ("A leader moves any distance on your roads and between your ports, past your Capital and other leaders too."),
        "FM-3": "A move ends in a city of yours without a leader, or in your Capital, which means in the reserve.",
        "FM-4": "Neither your king nor an inactive leader can move.",
        "FM-5": "A leader that has moved is active where it arrives.",
        "FT-1": "Attacks from garrisons are military, those from temples missionary.",
        "FT-2": "On your own continent you may attack whatever you do not control, even without a port. But there too a "
        "military attack needs a target within reach (M-2, AMB-76).",
        "FT-3": "To attack anything on another player's continent, you must have a port at home (but see AMB-73).",
        "FT-4": "In a leader phase you may attack each opponent at most once by military and once by missionary means.",
        "FT-5": "There is no limit to attacks on cities that nobody controls.",
        "FT-6": "Each conflict is settled to its end before another leader acts.",
    },
    "Military conflict": {
        "M-1": "To attack by military means, you use an active leader, and only one, in a garrison that you control.",
        "M-2": (
            "The target of a military attack is a city, or the port of one, adjacent to the garrison or to a city of "
            "your kingdom that your trade routes join to the garrison."
        ),
        "M-3": "Each of your ports makes its city adjacent to all coastal cities, anywhere, that you do not control.",
        "M-4": "A city may be chosen although an opponent's leader is in it, or although nobody controls it.",
        "M-5": "A military attack on a city with a port hits the port; the city itself is safe until the port is gone.",
        "M-6": "A Capital can be attacked only while its owner controls no city at all.",
        "M-7": "The attacker is first to declare a total: leader, garrison and mercenaries added up.",
        "M-8": (
            "Against a military attack a city has its value, to which its controller may add an active leader there "
            "and mercenaries."
        ),
        "M-9": (
            "A port defends with its piers, not the city's value; its owner may add an active leader there and mercenaries."
        ),
        "M-10": "Against any attack a city that nobody controls has just its value, and no one to defend it.",
        "M-11": "Each mercenary costs 1 goods and 1 gold and serves in one conflict only; hire as many as you can pay.",
        "M-12": "A military attack succeeds only if its total is higher than that of the defence; equal is not enough.",
        "M-13": (
            "A city beaten by military attack is conquered: the defender's leader there, if any, returns to the "
            "reserve, the defender's roads there are taken away, and the attacking leader moves in and becomes "
            "inactive."
        ),
        "M-14": (
            "A beaten port is removed, and a leader counted in its defence becomes inactive; the defender keeps the "
            "city if a road or leader of theirs is still there. The attacking leader stays in its garrison."
        ),
        "M-15": "The unrest of an attacker who has gained a city falls by 1.",
        "M-16": "The unrest of a defender who has lost a city rises by 1.",
        "M-17": "A military attack leaves the leader that made it inactive, even if it fails.",
        "M-18": "A Capital has a defence value of 10. When it falls the game ends (V-1), and nobody moves in.",
    },
    "Missionary conflict": {
        "Z-1": (
            "To send missionaries, you use one active leader in a temple of yours; the target need not be adjacent "
            "(but see AMB-83)."
        ),
        "Z-2": (
            "Missionaries need no port for targets on your own continent, but for those on other players' they do (AMB-73)."
        ),
        "Z-3": (
            "Missionaries attack a leader that is active in an opponent's city, an opponent's city whose leader is "
            "inactive or missing, or an uncontrolled city."
        ),
        "Z-4": "An active leader shields its city: missionaries can attack the city only once that leader is inactive.",
        "Z-5": "Missionaries do not attack ports, and piers add nothing to the defence against them.",
        "Z-6": "Missionaries can attack a king only while its owner controls no city at all.",
        "Z-7": (
            "In a missionary conflict the attacker first declares leader, temple and zealots; this must be more than "
            "the city's value, the active leader there, if the defender adds it, and the defender's zealots. A zealot "
            "costs 1 goods and 1 gold."
        ),
        "Z-8": "A leader beaten by missionaries becomes inactive and stays in its city.",
        "Z-9": (
            "A city beaten by missionaries, if somebody controls it, rebels: its controller at once follows C-5 to "
            "C-12, and may suppress the rebellion but not pay to prevent it."
        ),
        "Z-10": (
            "An uncontrolled city defends against missionaries with its value alone; if beaten, it goes under its "
            "suit's stack and frees its site."
        ),
        "Z-11": (
            "Win or lose, missionaries leave the attacking leader inactive in its temple, and its owner's unrest as it was."
        ),
        "Z-12": "When a king is beaten by missionaries the game ends (V-1).",
    },
    "Notation and play": {
        "N.1": (
            "The seats are `N`, `E`, `S` and `W`, clockwise; two players take facing ones, three any three. A site is "
            "seat and place, as in `S.FM`: `C` is the Capital, `BL` and `BR` flank it, and `FL`, `FM` and `FR` lie on "
            "the sea, with left and right as their owner sees them, facing the sea."
        ),
        "N.2": (
            "An action is written as one line with single spaces between its words, such as `road S.C S.FM` or `attack "
            "3 S.FL`. It has just one spelling, and anything else is refused."
        ),
        "N.3": (
            "You are asked only if you have at least two possibilities; a single one happens by itself. When you build, "
            "and when your leaders act, you are always asked, and may always `end` the phase."
        ),
        "N.4": (
            "A position is a JSON object: `game`, `seats` and `phase` must be given, and everything else has a default. A"
            " position that is impossible or has unknown fields is refused with the reason."
        ),
        "N.5": (
            "An outcome tells why the game ended (`capital`, `king`, `unrest`, `trade`, `conquest`, `time` or "
            "`rounds`), who has won, who has lost, if anyone, and all scores. Winners share 1 point equally, and the "
            "others have 0."
        ),
        "N.6": (
            "A point that names a ruling can be played differently: rulings are chosen when a game is set up, and "
            "those not named have their defaults."
        ),
        "N.7": (
            "`kingdoms referee` reads one JSON request per line, either a new game or a position, with actions to play, "
            "and writes one line in reply to each. The reply holds the decision to be made, the legal actions, the "
            "position and the outcome, or it names an error and its clause."
        ),
    },
}
"""Title of a chapter -> its clauses in order."""

VARIANTS: Final[dict[str, str]] = {
    "VA-1": (
        "`trade_abroad` = `true`: for a trade victory (V-3) you must also control at least one provincial city. This is "
        "our proposal and not in the rulebook."
    ),
    "VA-2": (
        "`trade_piers` = `3` or `5`: for a trade victory (V-3) you must also have at least so many piers, in all your "
        "ports together. This is our proposal and not in the rulebook."
    ),
    "VA-3": (
        "`conquest_each` = `true`: for a victory by conquest (V-4) it is enough to control one provincial city on each "
        "opponent's continent, besides your five home cities. This is our proposal and not in the rulebook."
    ),
}
"""Our own variants of the rules, which apply only if they are chosen."""

READINGS: Final[dict[str, str]] = {
    "AMB-2": "Unrest is subtracted in control value and dominance score; nothing is multiplied by it.",
    "AMB-7": "An uncontrolled city that missionaries remove goes under the stack of its own suit, not of any other.",
    "AMB-8": "Missionaries remove a city only if nobody controls it; if someone does, it rebels instead.",
    "AMB-10": "A market or mine produces only if connected and with an active leader; being governed is not enough.",
    "AMB-11": "Roads join adjacent places only.",
    "AMB-12": "A military attack changes unrest only if somebody has gained or lost a city by it.",
    "AMB-13": "Can missionaries attack a city with an inactive leader? Yes, just like one without a leader.",
    "AMB-14": "Does a leader beaten by missionaries leave its city? No, it is only turned over.",
    "AMB-15": "Only an active leader can join a defence, be it of a city or of a port.",
    "AMB-16": "Against missionaries too, the defender is free to leave the leader out.",
    "AMB-17": "Each city that you pay for is one less to rebel.",
    "AMB-18": "One pier costs both 1 goods and 1 gold.",
    "AMB-21": "With two or three players, the cities of the suits that nobody has taken are used all the same.",
    "AMB-22": "In a tie for the highest roll at the start, only those tied roll again.",
    "AMB-23": "With three players, the empty side is skipped: next is whoever sits next clockwise.",
    "AMB-24": "Are the values of inactive leaders secret? No, everybody may know them.",
    "AMB-25": "Players do not alternate within a phase: each does everything in one go.",
    "AMB-26": "Players can neither trade with each other nor make gifts; there is only the bank.",
    "AMB-27": "You cannot remove your own roads, ports or leaders at will, though a leader may move to the reserve.",
    "AMB-28": "You cannot exchange outside the build phase: not to pay for control, for hiring or for a new king.",
    "AMB-29": "A road gives you control of the city at either end.",
    "AMB-30": "Any road or port of yours gives control, even where no route leads on to your Capital.",
    "AMB-31": "Can several players control one city? No, others cannot build to it or move in while it is yours.",
    "AMB-32": "Roads of different players may cross, but no two roads ever join the same two places.",
    "AMB-33": "A city that was held only by roads to a lost city becomes uncontrolled as well.",
    "AMB-34": (
        "Do cities lost in the wake of another raise unrest too? `chain_unrest` = `event`: no, there is only the 1 for "
        "the rebellion or conquest; `each`: yes, by 1 more for every such city."
    ),
    "AMB-35": (
        "If your leader conquers a city and thereby leaves a garrison that nothing else holds, that garrison is lost "
        "without unrest; the conquest still lowers unrest by 1."
    ),
    "AMB-36": "Replacing a city you held by road does not raise unrest; a road to the new one lowers it as usual.",
    "AMB-37": "Does a leader need a connection to keep its city? No, to govern it is enough.",
    "AMB-38": (
        "A city held by nothing but its port is lost with the port. `port_only_unrest` = `1`: this raises its owner's "
        "unrest by 1; `0`: it does not. The attacker's unrest stays."
    ),
    "AMB-39": "Between control phases you may have more cities than your control value.",
    "AMB-40": (
        "What if unrest exceeds your king? `negative_control` = `floor`: your control value is 0; `debt`: it is "
        "negative, so you owe more payments, but no more cities rebel than you have."
    ),
    "AMB-41": (
        "One player after the other pays, chooses the cities that rebel, turns the leaders there, suppresses what can "
        "be suppressed, and loses the rest."
    ),
    "AMB-42": "You decide how many extra cities to pay for, if any; no more and no fewer rebel than are left unpaid.",
    "AMB-43": "You name all cities that rebel before you suppress any.",
    "AMB-44": "Cities lost in the wake of others do not count towards those that must rebel; they come on top.",
    "AMB-45": (
        "How far does suppression reach? `suppress_reach` = `anywhere`: to any city; `adjacent`: only to a city that "
        "the leader, even in a temple, could reach by M-2 and M-3 if nobody controlled it. Routes of rebelling cities "
        "then still serve, but nothing is adjacent through the city to be suppressed."
    ),
    "AMB-46": "Can you hire to suppress? `suppress_hire` = `false`: no; `true`: yes, at 1 goods and 1 gold each.",
    "AMB-47": "Several leaders cannot join forces against a rebellion: it takes one that is strong enough.",
    "AMB-48": "Can suppression fail? As the result is known beforehand, only attempts that succeed are offered.",
    "AMB-49": "You suppress rebellions in the order you like, using each leader only once.",
    "AMB-50": "A rebelling city resists with its value alone; its leader and its port add nothing.",
    "AMB-51": "Kings do not suppress rebellions, and neither do other players.",
    "AMB-52": "A city whose rebellion was suppressed is no help against the next one, because its leader is inactive.",
    "AMB-53": "In a city whose rebellion was suppressed, the leader remains inactive.",
    "AMB-54": "You cannot pay to prevent a rebellion that missionaries have caused.",
    "AMB-55": (
        "Suppressing on another player's turn only turns the leader and does not count as its action: it may still "
        "activate on your own turn, unless that is over. Nor does it count for FT-4."
    ),
    "AMB-56": (
        "When unrest reaches 5 in the control phase, the cities lost leave the kingdom first; then the game ends, and "
        "players who come later do nothing more."
    ),
    "AMB-57": (
        "Who is first if no player tied for it has a temple? `first_tie` = `pawn_order`: the one among them who was "
        "ahead before; `roll`: a die decides between them."
    ),
    "AMB-58": "If three tie for first place, the best temple wins it, and its owner puts the other two in order.",
    "AMB-59": "Must a city produce if it can? `production` = `forced`: yes; `choice`: you decide for each city.",
    "AMB-60": (
        "Which deeds make a leader inactive? Producing, attacking, suppressing, and defending a port that falls, but "
        "neither moving nor activating."
    ),
    "AMB-61": "A city that is not connected produces nothing to be fetched later, and its leader is not turned.",
    "AMB-62": "Yields travel over your own routes: from port to port, else by road, and into the Capital by road.",
    "AMB-63": "Can you explore with no site to lay the tile on? Yes, it then goes under its stack.",
    "AMB-64": (
        "You cannot choose an empty stack, and with all four empty nobody explores; a tile that comes back makes its "
        "stack available again."
    ),
    "AMB-65": "When may you replace cities? `replace_early` = `false`: once you have five at home; `true`: always.",
    "AMB-66": (
        "Can you replace a city of your continent that an opponent holds by routes alone? `replace_opponent` = `true`: "
        "yes, and the routes are lost without unrest for the opponent; `false`: no."
    ),
    "AMB-67": "A city with a leader in it, whoever's and even inactive, cannot be replaced.",
    "AMB-68": "A city may be laid on any free site of your continent, even one that touches no other city.",
    "AMB-69": "To join two of your cities by road, choose a direction and pay the value of the one it leads to.",
    "AMB-70": "You cannot build a road towards your Capital: build it the other way, from the Capital to the city.",
    "AMB-71": (
        "Roads may start or end in unconnected cities of yours and join provincial cities, at the usual price; each "
        "one to an uncontrolled city lowers unrest by 1."
    ),
    "AMB-72": (
        "A port may grow by several piers at a time, up to five in all, and when it is destroyed it is gone entirely; "
        "roads have no price but the city's value."
    ),
    "AMB-73": (
        "Which port lets you attack on other players' continents? `attack_port` = `home`: one in a home city; `any`: "
        "any port of yours; `mixed`: one in a home city for military attacks, any for missionary ones."
    ),
    "AMB-74": "The port that an attack abroad requires must be standing then; one you had earlier does not help.",
    "AMB-75": (
        "On other players' continents you need a port (AMB-73) even to attack from a city you hold there, and for "
        "uncontrolled targets too."
    ),
    "AMB-76": "A military attack on your own continent needs no port, but its target has to be within reach (M-2).",
    "AMB-77": (
        "Are the sites around your Capital adjacent to a garrison joined to it? `capital_adjacency` = `false`: not by "
        "that alone, since only cities lend adjacency; `true`: yes."
    ),
    "AMB-78": "For reach by sea, the port must be yours, at the garrison or in a city joined to it by your routes.",
    "AMB-79": "Diagonal neighbours are adjacent for attacks as well.",
    "AMB-80": (
        "Does a leader tire from defending? `defender_tires` = `false`: only when counted in for a port that falls; "
        "`true`: whenever it was counted in, win or lose, if it is still on the board; a king never does."
    ),
    "AMB-81": (
        "For FT-4 every attack that you declare counts, even if it fails, against whoever controls the city, port or "
        "leader at that moment, or owns the Capital or king."
    ),
    "AMB-82": "Once a first attack has left a city uncontrolled, attacking it again is free of the limit in FT-4.",
    "AMB-83": (
        "How far do missionaries reach? `missionary_reach` = `anywhere`: to any distance, without any route from the "
        "temple; `adjacent`: just as far as a garrison in place of the temple would."
    ),
    "AMB-84": "Can you invade uncontrolled cities on your own continent? Yes, a conquest like any other (U-2).",
    "AMB-85": "Hopeless attacks are allowed: they turn the leader and count (FT-4). Your own cities are not targets.",
    "AMB-86": "Missionaries cannot attack leaders in the reserve.",
    "AMB-87": (
        "Are Capitals and kings safe at the start? No: only while their owner controls a city, which is checked when "
        "an attack is declared."
    ),
    "AMB-88": (
        "May the king defend its Capital? `king_defends` = `true`: yes, its value is added to the 10 if its owner "
        "likes; `false`: no, there are just the 10 and mercenaries."
    ),
    "AMB-89": (
        "What defends a king against missionaries, besides zealots? `king_missionary_defence` = `capital_and_king`: "
        "10, and its value if its owner likes; `king`: only its value."
    ),
    "AMB-90": (
        "As Capitals do not lie on the coast, a military attack on one comes by land: your garrison must be on its "
        "continent, or be joined by your routes to a city of yours there."
    ),
    "AMB-91": (
        "You may hire as many as you can pay. Each side pays as it declares and gets nothing back, and the attacker "
        "cannot reply to the defender."
    ),
    "AMB-92": "No one hires or defends for an uncontrolled city, not even the player whose continent it is on.",
    "AMB-93": "Only the target's controller defends, choosing leader and hired help with the attacker's total known.",
    "AMB-94": "A conquest drives out any leader in the city, even one that is inactive or was not counted in.",
    "AMB-95": "A leader that has beaten a port, or has failed, stays inactive in its own garrison or temple.",
    "AMB-96": (
        "If a conflict brings unrest to 5, it is first settled to its end, with the victor moved in and both changes "
        "of unrest made; then the game ends."
    ),
    "AMB-97": "Does the one who brings a kingdom down win? Only with the best score among all except the loser.",
    "AMB-98": "A conquered city comes without routes, so the leader there cannot move on until you have built some.",
    "AMB-99": "A city lost to rebellion loses its port together with its roads.",
    "AMB-100": ("With no route to the Capital a leader cannot return to the reserve; but it may activate, attack, suppress."),
    "AMB-101": "Leaders may move between cities that your routes join, even if these are cut off from your Capital.",
    "AMB-102": "A leader that you have passed by cannot act later in that turn.",
    "AMB-103": (
        "You may change your king once a turn, before any leader acts, for one that is in the reserve by then, and "
        "only if you can pay the whole price."
    ),
    "AMB-104": "Can a king that was just replaced still act in that turn? Yes, when its value comes up.",
    "AMB-105": "A leader driven to the reserve may act if your turn is still to come, else only in the next round.",
    "AMB-106": "A leader in the reserve need not be activated, because it enters play active.",
    "AMB-107": "A leader cannot move to where it is, and so not from the reserve to the reserve; pass it by instead.",
    "AMB-108": "An inactive leader cannot go back to the reserve, as it cannot move.",
    "AMB-109": (
        "Do leaders in the reserve count as active for the trade victory? `trade_reserve` = `board`: no, all six have "
        "to stand on the board, and be active; `reserve`: yes."
    ),
    "AMB-110": "For the trade victory, active leaders in provincial cities count like those at home.",
    "AMB-111": "Trade victory is checked when everybody has had the leader phase, not after each player's turn.",
    "AMB-112": "If several players meet conquest or trade in the same round, the score decides among all of them.",
    "AMB-113": (
        "Who wins if the best score is equal? `score_tie` = `shared`: all who have it; `dominance`: whoever of them is "
        "ahead in dominance."
    ),
    "AMB-114": "The loser cannot win, whatever the score; if two play, the other one wins.",
    "AMB-115": "Can a score be negative? Yes, if there is more unrest than cities.",
    "AMB-116": "For the score the piers of all your ports are added up.",
    "AMB-117": "When time has run out, conquest and trade are still checked first; failing these, the score decides.",
    "AMB-118": (
        "Conquest always takes three provincial cities, one or more on each opponent's continent; an empty side needs none."
    ),
    "AMB-119": "For trade and conquest your continent must have five cities, all controlled by you; connected or not.",
    "AMB-120": "Nobody drops out of the game: the first player to lose ends it.",
    "AMB-121": (
        "Can a game go on for ever? `round_limit` = `null`: yes; a whole number: no, it ends after that many rounds "
        "like a timed game."
    ),
    "AMB-122": "Whenever the time runs out, the round being played is the last.",
    "AMB-123": "When a loss ends the game, nobody wins by conquest or trade any more; only the score decides.",
    "AMB-124": (
        "You may exchange without limit, at half the value each time; exploring costs 1 goods and 1 gold every time, "
        "even if the tile goes back."
    ),
    "AMB-125": "If missionaries cost you several cities in one phase, unrest rises by 1 for each of these rebellions.",
    "AMB-126": "Whether you need a port to attack depends on whose continent the target is on, not on who controls it.",
    "AMB-127": (
        "An uncontrolled city on your continent is not a home city; anyone with an adjacent city may build a road there."
    ),
    "AMB-128": "A change of king or unrest makes no city rebel before the next control phase.",
    "AMB-129": "Payments for control do not last beyond the control phase in which they are made.",
    "AMB-130": (
        "Owners choose what to pay for, what rebels, what suppresses it and what they build; attackers the leader, the "
        "target and whom to hire; defenders whether leader and hired help join; the first in dominance the order of "
        "others who tie. Where lost cities go, and what is lost in their wake, is nobody's choice."
    ),
    "AMB-131": "A rebellion caused by missionaries is settled before another leader acts: suppressed at once, or lost.",
    "AMB-132": "Goods, gold and leaders never score, even if the game ends in the middle of a phase.",
    "AMB-133": "If a round's last action brings unrest to 5, the game ends without a check for conquest and trade.",
}
"""Open point of the rulebook -> how this game settles it.

If a ruling settles the point, the text names it, such as `attack_port`, and explains each value, the default first.
"""

CLAUSES: Final[dict[str, str]] = {
    **{name: text for chapter in SECTIONS.values() for name, text in chapter.items()},
    **VARIANTS,
    **READINGS,
}
"""Id -> text, for all clauses and readings in order."""


def clause(name: str) -> str:
    """Return the text of a clause.

    Raises:
        KeyError: no clause has this id.

    Examples:
        >>> clause("BR-1")
        'A road starts at your Capital or in a city you control.'
    """
    return CLAUSES[name]
