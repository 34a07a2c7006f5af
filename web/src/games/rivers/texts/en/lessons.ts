/** What the lessons say, by lesson and step; what lies on the map in each is in `learn/lessons/`. */

import type { LessonTexts } from "../../../../learn/lesson";

export const lessons: Record<string, LessonTexts> = {
  "rivers-kingdom": {
    title: "A first kingdom",
    about: "Leaders stand by temples; tiles score for the leader of their colour.",
    steps: [
      {
        text: "Two rivers cross the map, and ten temples stand on it, each with a treasure (A-2). Before you lie your six tiles, your four leaders and two catastrophes. Only you can see your tiles. You are Archer, and a turn is two actions (D-1).",
      },
      {
        text: "A leader goes on empty land next to a temple (D-4). Where a leader stands, everything connected to it by sides is a kingdom (C-1).",
        ask: "Found one: where does your trader go?",
        choices: [
          { label: "To A5, far from everyone" },
          { label: "To B7, beside the temple on B8" },
          { label: "To I6, beside the temple on I7", answer: "Your trader and the temple are a kingdom now. The trader collects for green tiles: the markets." },
        ],
      },
      {
        text: "A tile scores one point of its own colour if it touches one kingdom: for whoever has the leader of that colour there (D-9). Blue tiles go on river, all others on land (D-8).",
        ask: "Which tile gives you a point?",
        choices: [
          { label: "A farm on I5" },
          { label: "A settlement on I5", answer: "Black is the king's colour, and there is no king in this kingdom. Nobody would score." },
          { label: "A market on A1", answer: "It lies there alone and touches no kingdom, so it scores nothing." },
          { label: "A market on I5", answer: "One green point, for your trader. It would be yours on anybody's turn: what counts is whose leader it is." },
        ],
      },
      {
        text: "Another table. Your trader and Bull's king share the kingdom around N5. You are about to put a farm on the river beside it, but nobody has a farmer there.",
        ask: "Which leader scores for the farm? Point at it.",
        found: "The king. He collects for every colour whose own leader is missing, still in the tile's colour (D-9): Bull would gain a blue point.",
        missed: "A trader collects for green alone. One leader stands in for all those that are missing.",
      },
      {
        text: "So make the farms yours first. Your first action is a leader.",
        ask: "Where does your farmer go?",
        choices: [
          { label: "To O6" },
          { label: "To K2, beside the temple on K1", answer: "A fine place, but another kingdom. The farms beside N5 would still be Bull's." },
          { label: "To L6, beside the temple on M6", answer: "It touches one kingdom and joins it. Farms there are yours from now on." },
        ],
      },
      {
        text: "Your second action: the farm.",
        ask: "Where does it score?",
        choices: [
          { label: "On A4", answer: "It touches nothing there, and nothing scores." },
          { label: "On O5", answer: "One blue point for your farmer. Your turn is over: you draw until you have six tiles again (D-2)." },
          { label: "On N4", answer: "One blue point for your farmer. Your turn is over: you draw until you have six tiles again (D-2)." },
        ],
      },
    ],
  },

  "rivers-score": {
    title: "Your weakest colour",
    about: "Only the colour you have least of counts. Treasures are wild.",
    steps: [
      {
        text: "Points come in four colours, and your score is the one you have least of (J-2). You have 8 red, 2 blue, 5 green and 4 black, and a treasure, which counts as a point of your weakest colour: your score is 3.",
      },
      {
        text: "Your king rules alone around N5, so every tile that touches his kingdom scores for you.",
        ask: "Which tile makes your score better?",
        choices: [
          { label: "A temple on M5", answer: "A ninth red point. Blue would stay at 2, and your score at 3." },
          { label: "A farm on E1", answer: "Nothing beside E1 could score." },
          { label: "A settlement on M5", answer: "A fifth black point, but black is not what you lack." },
          { label: "A farm on O5", answer: "Blue is 3 now, 4 with the treasure, and so is your score." },
        ],
      },
      {
        text: "Some turns later: blue is weakest again, and you have no farm. You may swap one to six tiles, unseen, for as many new ones (D-13). That takes one of your two actions.",
        ask: "What do you do?",
        choices: [
          { label: "Place a temple on M5", answer: "Red is your strongest colour. It would win you nothing." },
          { label: "Swap three temples and a farm" },
          { label: "Swap all four temples", answer: "Farms have come. You could not have known, but little was at stake: temples were what you needed least." },
        ],
      },
      {
        text: "One action is left.",
        ask: "And now?",
        choices: [
          { label: "A settlement on M5", answer: "Blue would stay at 3, 4 with the treasure: no better than before." },
          { label: "A farm on N4", answer: "Blue 4, and 5 with the treasure: no colour of yours is below 5." },
          { label: "A farm on H9", answer: "That river cell touches no kingdom." },
        ],
      },
      {
        text: "In a real game others cannot see how much you have of what, nor you what they have (B-1). But everyone sees points gained: anyone who watches knows who is weak in what.",
      },
    ],
  },

  "rivers-revolt": {
    title: "Revolt",
    about: "Two kings in one kingdom: temples decide, and a tie goes to the defender.",
    steps: [
      {
        text: "Four play, and you are Pot. Bull's king stands on F5 with two temples beside him, E5 and F6. Placing a leader where one of its colour already rules starts a revolt (D-6). Each side counts the temples next to its own leader (E-1).",
      },
      {
        text: "You want that kingdom for your own king.",
        ask: "Where does he stand strongest?",
        choices: [
          { label: "On G4" },
          { label: "On G6", answer: "Only the temple on F6 would be beside him: 1 against 2." },
          { label: "On I5", answer: "Three temples, H5, I4 and J5, against the two of Bull's king. He joins that kingdom by H5." },
        ],
      },
      {
        text: "Now temples can be committed from the hand, once each: first you, the attacker, then Bull, who sees what you did (E-1). Whatever the leaders' colour, temples decide revolts. You have two in your hand.",
        ask: "How many do you commit?",
        choices: [
          { label: "None", answer: "3 against 2, and Bull has six tiles behind the screen. One temple among them makes it a tie, and a tie is enough." },
          { label: "Three" },
          { label: "Both", answer: "That makes 5. They are gone, whether you win or not (E-2)." },
        ],
      },
      {
        text: "Look at it from the other side: you are Bull now, with three temples in your hand. Pot stands at 5, you at 2.",
        ask: "How many do you commit?",
        choices: [
          { label: "Two", answer: "4 against 5: your king would go home." },
          { label: "None", answer: "2 against 5. You can do better." },
          { label: "Three", answer: "5 to 5, and a tie goes to the defender (E-2). Your king stays, and you score one red point." },
        ],
      },
      {
        text: "The loser's leader goes back to the hand, free to be placed again; the winner gets one red point, never more. What was committed leaves the game, but all temples on the map stay. It took Pot one action.",
      },
      {
        text: "Another table: you are Archer, with one temple in your hand. Bull's king stands beside a single temple.",
        ask: "Where can your king challenge him?",
        choices: [
          { label: "On K2", answer: "That founds a kingdom of your own, and nobody is challenged." },
          { label: "On I8, on the other side of the same temple", answer: "One temple can count for both sides (E-1): 1 against 1." },
        ],
      },
      {
        text: "1 against 1 before anything is committed.",
        ask: "How many do you commit?",
        choices: [
          { label: "None", answer: "A tie would go to Bull, the defender." },
          { label: "One", answer: "2 to 1: Bull commits nothing. The king goes home, and the kingdom is yours." },
        ],
      },
    ],
  },

  "rivers-war": {
    title: "War",
    about: "A tile joins two kingdoms; winning one war can call off the next.",
    steps: [
      {
        text: "You are Lion. Your trader on E5 has one market, F5; Archer's king stands by. In the kingdom to the east, Pot's trader on I5 has two, H5 and J5, and Bull's king stands on K6. One empty cell lies between the two kingdoms.",
      },
      {
        text: "A tile that joins two kingdoms scores nothing (D-10). It is marked, and any two leaders of one colour who are now together fight.",
        ask: "How do you begin the war?",
        choices: [
          { label: "A settlement on F6", answer: "That touches your own kingdom only, and the point goes to Archer's king." },
          { label: "A market on G5", answer: "It joins them. But the marked tile helps nobody, whatever its colour (F-1), and you will miss that market." },
          { label: "A settlement on G5", answer: "Two colours have two leaders now, green and black: that makes two wars (F-3)." },
        ],
      },
      {
        text: "You are the active player, so you choose which war comes next (F-3). You attack in those that are yours (F-4).",
        ask: "Which one first?",
        choices: [
          { label: "The priests' war" },
          { label: "The kings' war", answer: "It is not yours: Archer would attack and Bull defend. Your traders would still have to fight, and nothing is gained by waiting." },
          { label: "The traders' war", answer: "Your 1 market against the 2 of Pot." },
        ],
      },
      {
        text: "Only tiles of the war's colour can be committed (F-4). You have four markets in your hand; Pot has six tiles, unseen.",
        ask: "How many do you commit?",
        choices: [
          { label: "One", answer: "2 against 2: a tie, and already lost." },
          { label: "Two", answer: "3 against 2. A single market from Pot's hand makes it a tie, which goes to the defender." },
          { label: "Five" },
          { label: "All four", answer: "5, and Pot adds one in vain: 5 to 3. You score 3 green points: one for the trader and one for each market taken from the map (F-6)." },
        ],
      },
      {
        text: "H5 and J5 are gone, and with them the bridge: the two kings are in different kingdoms again, so their war is off (F-8). The marker is taken up, and the settlement stays as an ordinary tile (F-9). You have an action left, but new tiles come at the end of the turn only (F-10).",
      },
    ],
  },

  "rivers-commit": {
    title: "How much to commit",
    about: "Enough, more than enough, and in vain: what is committed is gone.",
    steps: [
      {
        text: "You are Bull, and Archer has joined your kingdoms. Archer's trader has one market on the map and has committed three more: 4. You have two on the map and three in your hand. The defender sees what the attacker has committed (F-4).",
      },
      {
        text: "The higher total wins, and a tie is yours (F-5).",
        ask: "How many do you commit?",
        choices: [
          { label: "One", answer: "3 against 4: you would lose the trader and both markets." },
          { label: "Four" },
          { label: "Three", answer: "5 to 4 wins, but so does less. Whatever you commit beyond what you need brings no points and is gone all the same (F-6)." },
          { label: "Two", answer: "4 to 4, and that is enough. You score 2 green points, for the trader and the one market he had on the map." },
        ],
      },
      {
        text: "Archer's three committed tiles brought you nothing: only what is removed from the map scores (F-6). Archer has two tiles left, you have four. Nobody draws before the turn is over (F-10), so in further conflicts this turn you would both have to make do with these.",
      },
      {
        text: "Another war. Archer has two markets and has committed one: 3. You have one on the map and a single market in your hand, which makes 2 at most. It cannot be held.",
        ask: "Do you commit your market?",
        choices: [
          { label: "Yes, in vain", answer: "That is allowed (F-5), and can be clever: at the end of the turn you get a new tile for it. If it was of no use to you, it is a free swap." },
          { label: "No, I keep it", answer: "Sensible, if you have plans for it. What is committed is lost, whether it helps or not." },
          { label: "Two, to be on the safe side" },
        ],
      },
      {
        text: "Archer passes. At the end of a turn everybody's hand is filled up to six, the active seat's first (D-2): you and Archer both have six tiles again.",
      },
    ],
  },

  "rivers-priests": {
    title: "War of priests",
    about: "Some temples stay, whoever loses, and bring no points.",
    steps: [
      {
        text: "You are Archer. Your priest on E6 has two temples, E5 and F5. Bull's priest on I6 has four: H5, I5, J5 and I7. When priests fight, red tiles are the supporters, as farms are for farmers.",
      },
      {
        text: "But temples carry leaders and treasures. If a priest loses, two kinds of his temples stay: those with a treasure, and those beside a leader of another colour, whoever's (F-7).",
        ask: "Point at a temple that Bull would really lose.",
        found: "H5 and I5 would go. J5 is beside Bull's trader, and I7 holds a treasure: both stay.",
        missed: "That one is not at risk: look for a temple of Bull's without a treasure and with no leader but the priest beside it.",
      },
      {
        text: "G5 is the cell between the two kingdoms.",
        ask: "What do you put there?",
        choices: [
          { label: "A settlement, but on I7" },
          { label: "A temple", answer: "It would join them, but the marked tile supports nobody (F-1). You will need that temple in your hand." },
          { label: "A settlement", answer: "War: your 2 against the 4 of Bull. Temples that would stay do count as supporters." },
        ],
      },
      {
        text: "You have three temples in your hand. Bull's six tiles are a secret.",
        ask: "How many do you commit?",
        choices: [
          { label: "Two", answer: "4 against 4: a tie goes to the defender." },
          { label: "None", answer: "2 against 4. Then there was no need to begin." },
          { label: "All three", answer: "5 to 4: Bull turns out to have none. You score 3 red points: one for the priest, two for H5 and I5." },
        ],
      },
      {
        text: "J5 and I7 are still there and brought no points. What stays was settled before anything was removed. Bull's trader keeps the temple that he needs: without one he would have to go home (D-7).",
      },
    ],
  },

  "rivers-catastrophe": {
    title: "Catastrophes",
    about: "Twice in a game: send a leader home, or part what is joined.",
    steps: [
      {
        text: "You are Archer. Bull's king on G6 has a single temple beside him, G5. A leader who has no temple left beside him returns to his owner at once (D-7).",
      },
      {
        text: "You have two catastrophes for the whole game. One goes on an empty cell, or over a tile (D-12).",
        ask: "Where does it send the king home?",
        choices: [
          { label: "On the king himself" },
          { label: "On the temple on I7" },
          { label: "On the market on H6", answer: "That would destroy the market, but the king has his temple still." },
          { label: "On the temple on G5", answer: "The temple leaves the game, and the king goes home. It was not a conflict: nobody scores, and nobody could answer." },
        ],
      },
      {
        text: "Another table. Your trader on E5 has one market, Bull's on I5 has two, and you have no market in your hand. Your kingdoms are one tile apart.",
        ask: "On which cell could Bull join them? Point at it.",
        found: "G5, and nowhere else. Your trader would lose that war.",
        missed: "Look for an empty cell that has your market on one side and Bull's on the other.",
      },
      {
        text: "It is your turn.",
        ask: "How do you keep the peace?",
        choices: [
          { label: "A catastrophe on F5", answer: "That would take your only market. There is a way that costs you nothing on the map." },
          { label: "A temple on G5", answer: "You would join the kingdoms yourself: war, 1 against 2." },
          { label: "A catastrophe on G5", answer: "Nothing can ever be placed there, and a catastrophe connects nothing (C-1)." },
        ],
      },
      {
        text: "It lies there for good, even when it no longer helps you. You have one left: think twice about it.",
      },
    ],
  },

  "rivers-monuments": {
    title: "Monuments",
    about: "Four tiles in a square pay every turn, but are no longer temples.",
    steps: [
      {
        text: "You are Archer. Your priest on D5 stands beside two temples, C5 and E5; Bull's trader on D6 has one, E6. Three temples already lie in a square.",
      },
      {
        text: "Four face-up tiles of one colour in a square can be made into a monument by whoever places the last of them (H-1).",
        ask: "Complete it.",
        choices: [
          { label: "A settlement on F6", answer: "Four tiles, but not of one colour." },
          { label: "A temple on G5", answer: "A red point for your priest, and no square." },
          { label: "A temple on F6", answer: "A red point first, and now you are asked whether you build." },
        ],
      },
      {
        text: "Building flips the four tiles. They still connect, but they are no longer temples and support nobody (H-2).",
        ask: "Which leader would have no temple left? Point at it.",
        found: "Bull's trader: E6 is all he has. Your priest keeps C5.",
        missed: "That one would keep a temple. Look for a leader that has only temples of the square beside it.",
      },
      {
        text: "There are six monuments, one for each pair of colours. It must have the colour of the square.",
        ask: "Which one do you build?",
        choices: [
          { label: "The blue and green one" },
          { label: "None", answer: "You may decline, but this square is lost then: only a new tile in another square can be built on (H-1)." },
          { label: "The red and blue one", answer: "Bull's trader goes home (D-7), and from now on the monument pays." },
          { label: "The red and black one", answer: "Bull's trader goes home (D-7), and from now on the monument pays." },
        ],
      },
      {
        text: "You pass. At the end of your turn each leader of yours scores for every monument of its colour in its kingdom (H-3): your priest, one red point, this turn and each to come. The king is paid for black only; here he does not stand in for anybody. But others will envy such a kingdom.",
      },
      {
        text: "The same square once more, but without the temple on C5.",
        ask: "Do you build?",
        choices: [
          { label: "Yes, the red and blue one", answer: "Your own priest would lose his last temple, too. Both leaders go home, and the monument pays nobody." },
          { label: "Yes, but at D4" },
          { label: "No", answer: "Wise: the red point for the tile is yours anyway, and your priest keeps his place." },
        ],
      },
    ],
  },

  "rivers-treasures": {
    title: "Treasures",
    about: "Traders take them when kingdoms join, those on special borders first.",
    steps: [
      {
        text: "You are Bull, with a trader on M5. The temple on N5 holds a treasure, and so does I7 beside Archer's king. Treasures are wild at the end, so each is worth a point of whatever you lack (J-2). It is Archer's turn.",
      },
      {
        text: "Archer has joined the two kingdoms with a settlement on J5. No colour has two leaders, so there is no war, and no point either (D-10). But a kingdom with more than one treasure gives up all but one: to the owner of its trader, whoever's turn it is (G-1).",
        ask: "That is you. Which one do you take?",
        choices: [
          { label: "The one on K1" },
          { label: "The one on I7", answer: "It is yours. The temple stays, and one treasure stays in the kingdom." },
          { label: "The one on N5", answer: "It is yours. The temple stays, and one treasure stays in the kingdom." },
        ],
      },
      {
        text: "Archer goes on with the second action. A kingdom without a trader keeps its treasures until one comes (G-3).",
      },
      {
        text: "Now you are Archer. Your trader on A8 can reach F10 with one more settlement on D9. Four temples lie on a special border, and treasures there are taken first (G-2).",
        ask: "Which treasure will you get? Point at it.",
        found: "B8, which has a special border. F10's stays where it is.",
        missed: "The two in question are on B8 and F10, and only one of these has a special border.",
      },
      {
        text: "Black tiles B9, C9 and E9 leave one gap.",
        ask: "Join them.",
        choices: [
          { label: "A settlement on G9" },
          { label: "A settlement on D10", answer: "It touches nothing there. Your kingdom ends at C9." },
          { label: "A settlement on D9", answer: "B8's treasure is taken by itself, since there is nothing to choose. It brings no point, though: there is no king in this kingdom (D-9)." },
        ],
      },
      {
        text: "Here the tiles lie already, and your king holds the kingdom: two treasures in it, and nobody to take them.",
        ask: "What brings you one?",
        choices: [
          { label: "Move the king to G10", answer: "A king takes no treasures." },
          { label: "A market on G9" },
          { label: "The trader to G10", answer: "The trader comes and the treasure of B8 is yours. Placing a leader has the same effect as placing a tile (G-1)." },
        ],
      },
    ],
  },

  "rivers-end": {
    title: "The end and the score",
    about: "Few treasures or an empty bag; then the weakest colours are compared.",
    steps: [
      {
        text: "The game ends after a turn that leaves two treasures or fewer on the map (J-1). Three are left: B8, F10 and N5. In this lesson all points are open: with treasures, your colours stand at 6, 6, 6 and 7, Bull's at 6, 6, 6 and 9.",
      },
      {
        text: "You are Archer, with one action left. The weakest colours are level, and so are the second and the third. As it stands Bull wins by the fourth (J-2).",
        ask: "What do you do?",
        choices: [
          { label: "Pass", answer: "Bull leads and won't mind. You have something better." },
          { label: "A settlement on D10", answer: "It joins nothing to your kingdom, and Bull is still ahead." },
          { label: "A settlement on D9", answer: "One more treasure for your trader: two are left on the map, and the game ends with this turn." },
        ],
      },
      {
        text: "Your fifth treasure went where it helps most: 6, 6, 7 and 7 against 6, 6, 6 and 9. The third weakest decides, and you have won. Had all four been equal, you would have shared the victory (J-2).",
      },
      {
        text: "There is another end: when the bag cannot give what is needed (J-1). Say you know that two tiles are left in it. You stand at 6, Bull at 5.",
        ask: "How do you end the game while you are ahead?",
        choices: [
          { label: "Pass", answer: "No hand lacks a tile, so the game goes on, and Bull can catch up." },
          { label: "Swap two tiles", answer: "Two are there, and that is just enough. The game goes on." },
          { label: "Swap three tiles, two of them markets and one a farm" },
          { label: "Swap three tiles of three colours", answer: "The bag cannot give three. The game ends at once: nothing is drawn, no monument pays, and you have won 6 to 5." },
        ],
      },
      {
        text: "So keep an eye on both: the treasures, which everybody can count, and the bag. And make sure your weakest colour is never far behind.",
      },
    ],
  },

  "rivers-wonder": {
    title: "The wonder",
    about: "An option: five tiles in a plus, and a king who takes what he likes.",
    steps: [
      {
        text: "Some games are played with the wonder, which can be built once. It takes five face-up tiles of one colour in a plus (I-1). Four settlements lie here around G5, and your king stands on H6.",
      },
      {
        text: "You are Archer.",
        ask: "What completes the plus?",
        choices: [
          { label: "A temple on G5", answer: "A point for your king, but the five have to be of one colour." },
          { label: "A farm on G5" },
          { label: "A settlement on G5", answer: "A black point for your king, and the plus is complete." },
        ],
      },
      {
        text: "It does not matter which of the five came last.",
        ask: "What do you do with it?",
        choices: [
          { label: "The red and black monument" },
          { label: "Nothing", answer: "You may, but the wonder goes to whoever builds first." },
          { label: "The wonder, around F5" },
          { label: "The wonder, around G5", answer: "It replaces the five tiles. It connects, supports nobody, and nothing can destroy it. Your king keeps the temple on I6." },
        ],
      },
      {
        text: "You pass. At the end of your turn your king, being in the wonder's kingdom, takes a point of any colour (I-2). You have 5 red, 1 blue, 3 green and 7 black.",
        ask: "Which one?",
        choices: [
          { label: "Black", answer: "You have more than enough of that." },
          { label: "Red", answer: "Red is not what you lack." },
          { label: "Green", answer: "Better than black, but blue is your weakest." },
          { label: "Blue", answer: "Your weakest colour. Nothing is worth more to you." },
        ],
      },
      {
        text: "The wonder pays its king every turn, in whatever colour he likes. Where a square is complete as well, the builder chooses one of the two (I-3). Anyone who wants your king's place has to drive him out by revolt, war or catastrophe.",
      },
    ],
  },

  "rivers-buildings": {
    title: "Civilization buildings",
    about: "An option: lines of three get a building, which doubles what tiles score.",
    steps: [
      {
        text: "Some games are played with four civilization buildings, one for each colour (CB-1): the red library, the blue granary, the green market hall and the black palace. Three or more tiles of one colour in a row or a column are a line (CB-2). Two markets lie beside your trader here. You are Archer.",
      },
      {
        text: "The tile that completes a line lets you put up the building of its colour (CB-3).",
        ask: "Which tile makes a line?",
        choices: [
          { label: "A settlement on L6", answer: "A line has one colour." },
          { label: "A market on J5", answer: "A green point, but no row or column has three markets." },
          { label: "A market on L6", answer: "A green point, and three markets in a row." },
        ],
      },
      {
        text: "The building goes on any tile of the line. It belongs to nobody (CB-5).",
        ask: "What do you do?",
        choices: [
          { label: "Put it beside the line, on I6" },
          { label: "Leave it beside the board", answer: "You may, but it would pay you from now on." },
          { label: "Put the market hall on K6", answer: "It brings nothing for the tile you have just laid." },
        ],
      },
      {
        text: "You have another action. In a kingdom with the market hall, each market scores twice (CB-7).",
        ask: "What pays best?",
        choices: [
          { label: "A settlement on M6", answer: "No king stands here, and the hall doubles markets alone." },
          { label: "A catastrophe on K6" },
          { label: "A market on M6", answer: "Two green points. The line now has four tiles, so it is harder to outdo." },
        ],
      },
      {
        text: "Another game. You are Bull, and Archer's market hall stands in a line of three. Yours could have it if your line is longer (CB-6). You have two actions.",
        ask: "How do you begin?",
        choices: [
          { label: "Ruin the hall's tile with a catastrophe" },
          { label: "A market on L7", answer: "That is Archer's kingdom: the point, doubled, would be Archer's." },
          { label: "A market on C9", answer: "Three in a row: not longer than Archer's line yet, so nothing is asked." },
        ],
      },
      {
        text: "Three against three is not enough.",
        ask: "And now?",
        choices: [
          { label: "A market on E8" },
          { label: "A market on B9", answer: "Four in a row. The hall is yours to move." },
        ],
      },
      {
        text: "The hall stands on D9 now and pays whoever has the trader here. A tile under a building is not lost in a war (CB-10) and cannot be ruined (CB-11). Only a monument or the wonder sends the building back beside the board (CB-12).",
      },
    ],
  },

  "rivers-advanced": {
    title: "The other side of the board",
    about: "An option: other rivers, fourteen treasures, six special borders.",
    steps: [
      {
        text: "The board has another side (AB-1). Its rivers take another course, fourteen temples stand on it, each with a treasure (AB-3), and six of them have a special border (AB-4). All other rules stay as they are. You are Archer.",
      },
      {
        text: "Farms go on river, all other tiles on land (D-8).",
        ask: "Which of these tiles can you lay?",
        choices: [
          { label: "A farm on E9" },
          { label: "A settlement on M5" },
          { label: "A temple on E1" },
          { label: "A farm on G11", answer: "The river leaves the map here." },
        ],
      },
      {
        text: "Later. Your trader stands beside the temple on J11. More temples with treasures are near: M8 above, and O11 beyond the settlements.",
        ask: "Which tile brings them into your trader's kingdom?",
        choices: [
          { label: "A settlement on K10" },
          { label: "A settlement on J10" },
          { label: "A settlement on M11", answer: "J11, M8 and O11 are in one kingdom now. Your trader takes all but one treasure (G-1)." },
        ],
      },
      {
        text: "Treasures on special borders go first (G-2).",
        ask: "Which one do you take?",
        choices: [
          { label: "The one on M8" },
          { label: "The one on O11", answer: "The other one on a special border follows by itself." },
          { label: "The one on J11", answer: "The other one on a special border follows by itself." },
        ],
      },
      {
        text: "M8 keeps its treasure. Twelve of fourteen are left, and the game ends as usual: when a turn ends with two or fewer on the board, or when the bag runs out (AB-6).",
      },
    ],
  },

  "first-turns": {
    title: "Your first turns",
    about: "The first turns of a real game for two, with a coach at your side.",
    steps: [],
  },
};
