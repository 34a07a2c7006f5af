/**
 * What the lessons say, by lesson and step; what lies on the board in each is in `learn/lessons/`. It is apart from the other
 * texts so that it is loaded only by those who learn.
 */

import type { LessonTexts } from "../../../../learn/lesson";

export const lessons: Record<string, LessonTexts> = {
  table: {
    title: "The table and its pieces",
    about: "Continents, cities, leaders: what lies where, and what it tells you.",
    steps: [
      {
        text: "Four small continents lie around a sea; yours is South, at the bottom. In the sea wait four stacks of tiles, one to a suit, lowest on top. Every tile that comes out of them is a city.",
      },
      {
        text: "This is your Capital. The leader in it is your king (L-2), here the 3. Beside it lie your goods, your gold and the die with your unrest. If unrest ever reaches 5, you lose (U-4).",
      },
      {
        text: "The suit says what a city is for (Y-1, Y-2). Suns are markets and yield goods. Crowns are mines and yield gold. Arms are garrisons and send soldiers. Moons are temples and send missionaries. The number is its value in everything (Y-3).",
      },
      {
        text: "A city is yours if a road or a port of yours is there, or one of your leaders (K-1). It need not lie at home, and what lies at home need not be yours (K-2).",
        ask: "Which city on the board belongs to nobody? Point at it.",
        found: "It lies on your continent, but no road leads to it and nobody governs it. The first one to join it by road will hold it.",
        missed: "Somebody holds it, by a road, a port or a leader. Look for a city with none of these.",
      },
      {
        text: "A leader with its number up is active and can act. With its suit up it is inactive: it still governs its city (L-4), but can do nothing until it is turned (L-3).",
        ask: "One leader on the board is inactive. Point at it.",
        found: "It is your 2-leader in the market: the market has just produced, and that makes a leader inactive (P-4).",
        missed: "Look for a coin that shows its suit rather than its number.",
      },
      {
        text: "Leaders who are not on the board wait in your reserve, and whoever comes from there arrives active (L-5). They travel on your roads and between your ports.",
        ask: "Send your 5-leader to a city of yours that has no leader yet.",
        choices: [
          { label: "5-leader to the 1-mine" },
          { label: "5-leader to the 2-garrison" },
          { label: "5-leader to the 2-temple", answer: "There it stands, active, and makes the temple the strongest place you have." },
        ],
      },
      {
        text: "Three figures sum up a kingdom. Control: how many cities your king can hold, his value less your unrest (C-1). Dominance: who goes first, the king and all temples less unrest (D-1). Score: cities less unrest, times the worth of cities and piers (V-2). Yours are 2, 4 and 16 here.",
      },
    ],
  },

  control: {
    title: "Holding too much",
    about: "A weak king, too many cities: pay for them, or let one rebel and put it down.",
    steps: [
      {
        text: "Every round begins by asking whether you can hold what you have. Your king is a 4 and your unrest 2, which makes a control value of 2 (C-1). But you have four cities: two too many.",
      },
      {
        text: "Each city too many costs 1 goods and 1 gold, or it rebels (C-2). You have 2 goods and a single gold.",
        ask: "For how many of the two do you pay?",
        choices: [
          { label: "For both" },
          { label: "For neither", answer: "You may (C-4), but then two cities rebel. Save as many as you can." },
          { label: "For one", answer: "One is paid for. One city is left that has to rebel." },
          { label: "First change 2 goods into gold" },
        ],
      },
      {
        text: "You choose which city rebels (C-4), and the leader in it becomes inactive at once (C-5). What can be put down costs nothing (C-9), so think of who could do it: an active leader in a garrison or a temple, worth more together with it than the city that rebels (C-6, C-7).",
        ask: "Which city do you let rebel?",
        choices: [
          { label: "The 5-garrison", answer: "Worth 5, it takes more than 5 to put it down: only your temple could, with 5 and 2, and then both leaders would be inactive. There is a cheaper way." },
          { label: "The 2-temple", answer: "Its 5-leader would be inactive for the round. That is your strongest one: spare it." },
          { label: "The 2-market", answer: "Only your 1-leader becomes inactive, and both strong places stay ready." },
        ],
      },
      {
        text: "The market is rebelling. Whoever puts it down becomes inactive (C-8), and everything else stays as it was.",
        ask: "Who goes?",
        choices: [
          { label: "The 5-leader from the 2-temple", answer: "5 and 2 are 7 against 2: it is over. The market, its road and its leader are still yours, and unrest has not moved." },
          { label: "The 2-leader from the 5-garrison", answer: "2 and 5 are 7 against 2, just as much, and your 5-leader stays active. Well chosen." },
          { label: "The king himself" },
          { label: "Nobody: let the market go", answer: "Then the road is taken up, the leader goes home, and your unrest rises to 3 (C-10, C-11). There is no need for that here." },
        ],
      },
      {
        text: "So a strong king is worth his price, and two places with active leaders are worth a payment. Had you lost several cities at once, unrest would have risen by only 1 (C-11).",
      },
    ],
  },

  dominance: {
    title: "Who goes first",
    about: "Temples and kings set the order; whoever leads settles the ties lower down.",
    steps: [
      {
        text: "Now the order is set for a round. Add the king and all your temples, take away unrest (D-1). North: 4 + 5 - 2 = 7. East: 4 + 3 - 0 = 7. South: 4 + 2 - 2 = 4. West: 4 + 1 - 1 = 4.",
      },
      {
        text: "North and East are level at the top. Then the single most valuable temple decides between them (D-4).",
        ask: "Who leads? Point at the Capital or the temple.",
        found: "North: its 5-temple beats the 3-temple of East.",
        missed: "Look at the temples of North and East once more. The larger one wins.",
      },
      {
        text: "Ties further down are settled by whoever leads (D-5). You are North; South and West are both at 4.",
        ask: "Who do you put third?",
        choices: [
          { label: "East" },
          { label: "South", answer: "South is third and West fourth. Going late, you see what the others did; going early, you take it first." },
          { label: "West", answer: "West is third and South fourth. Going late, you see what the others did; going early, you take it first." },
        ],
      },
      {
        text: "The order holds for production, building and leaders, and for the next control phase (D-6). If nobody had a temple, the old order would stay (D-2).",
      },
    ],
  },

  production: {
    title: "What cities yield",
    about: "Active leaders and a way home: when markets and mines produce.",
    steps: [
      {
        text: "A Capital yields as many goods and as much gold as its king is worth (P-1). Yours is a 4, so 4 and 4 are sure. You have nothing in hand, so you will see exactly what comes in.",
      },
      {
        text: "A market or a mine yields its own worth and its leader's together (P-2), but only with an active leader, and only if your routes lead from it to your Capital (P-3).",
        ask: "One of your three cities will yield nothing. Which?",
        found: "The 3-market: it is connected, but there is no leader in it.",
        missed: "That one has an active leader and a way home. It will produce.",
      },
      {
        text: "Your 2-market lies far off on South's continent. Its goods go by sea from its port to your home port, and from there on by road (K-6). One pier at each end is enough.",
      },
      {
        text: "It is the end of the leader phase and you are the last to act. Once you end it, control, dominance and production follow by themselves.",
        ask: "End the round and see what comes in.",
        choices: [
          { label: "Call the 5-leader home first", answer: "Then nobody would be left abroad to make the market yield. Leave it there." },
          { label: "Send the king to the 3-market" },
          { label: "End the leader phase", answer: "11 goods and 10 gold: 4 and 4 from the Capital, 7 goods from the market abroad (2 + 5), 6 gold from the mine (3 + 3). Both leaders are inactive now (P-4)." },
        ],
      },
      {
        text: "Back to where it began. Could there be more?",
        ask: "Do what raises the yield most.",
        choices: [
          { label: "0-leader to the 3-market", answer: "That helps: even the null makes it yield 3. But somebody worth more is waiting in your reserve." },
          { label: "2-leader to the 3-market", answer: "Now it yields 3 + 2 = 5 goods besides." },
          { label: "Activate the 3-leader" },
          { label: "Nothing: end the phase", answer: "That brings 11 and 10 once more. The empty market could do better." },
        ],
      },
      {
        text: "16 goods and 10 gold. Leaders who have produced have to be activated again, each as its action in a leader phase, before they can produce once more.",
      },
    ],
  },

  "cut-off": {
    title: "Cut off",
    about: "A mine abroad whose yield never reaches you, and how two piers change that.",
    steps: [
      {
        text: "You are South. Last round you took a 4-mine from North; your 4-leader stands in it, active. At home there is a 5-market with your 0-leader. Your king is a 3.",
      },
      {
        text: "What a city yields has to find its way to your Capital over your own roads and ports (P-3, K-6).",
        ask: "From which city does nothing reach you?",
        found: "The mine: no road, no port. It is governed and yours (K-1), but cut off.",
        missed: "A road leads from there to your Capital. Look for the one without.",
      },
      {
        text: "You are the last to act, so ending your phase brings the next production.",
        ask: "What do you do?",
        choices: [
          { label: "Call the 4-leader home" },
          { label: "End the leader phase", answer: "8 goods and 3 gold: 3 and 3 from the Capital and 5 goods from the market. The 0-leader becomes inactive. The 4-leader, having produced nothing, stays active (P-5)." },
        ],
      },
      {
        text: "The same kingdom in its build phase, with 2 goods and 2 gold. The sea joins all of your ports with one another (K-5).",
        ask: "How do you begin to tie the mine to home?",
        choices: [
          { label: "A road from the market to the mine" },
          { label: "Explore for another market", answer: "You could, but then you wouldn't have the money for the mine." },
          { label: "One pier at the mine", answer: "One end is there. A port alone joins nothing, though." },
        ],
      },
      {
        text: "You have 1 goods and 1 gold left.",
        ask: "And now?",
        choices: [
          { label: "Another pier at the mine", answer: "A longer port is harder to destroy, but it still has nobody to trade with at home." },
          { label: "End the build phase", answer: "With a port at one end only, the mine stays cut off." },
          { label: "One pier at the market", answer: "Both ends stand: from the mine over the sea to the market, and on by road." },
        ],
      },
      {
        text: "A round later the mine has paid: 4 + 4 = 8 gold on top of the Capital's 3, and its leader is inactive.",
      },
    ],
  },

  building: {
    title: "A build phase",
    about: "Exploring, roads, exchange and piers, in any order you can pay for.",
    steps: [
      {
        text: "In the build phase you do what you like, as often as you can pay (B-1). Exploring costs 1 goods and 1 gold (BE-1) and takes the top tile of a stack (BE-2). You are South with 10 goods, 6 gold and 1 unrest.",
        ask: "Explore for a mine (crowns) and lay it in the middle of your coast.",
        choices: [
          { label: "Crowns, laid on North's coast" },
          { label: "Crowns, put back under the stack", answer: "You may, to dig for better tiles (BE-3). But here you want the mine." },
          { label: "Crowns, laid on your front middle", answer: "A 1-mine, in the place you chose. So far it belongs to nobody (BE-8)." },
        ],
      },
      {
        text: "What you have laid becomes yours by a road (K-1). It costs 1 goods and 1 gold for each point of the city it leads to (BR-3).",
        ask: "Make the mine yours.",
        choices: [
          { label: "A pier at the mine" },
          { label: "A road from the mine to the Capital" },
          { label: "A road from the Capital to the mine", answer: "Yours, for 1 and 1. And since nobody had held it, your unrest falls to 0 (BR-6): people like a kingdom that grows." },
        ],
      },
      {
        text: "You have 8 goods but only 4 gold. The bank takes two of the one for one of the other (BX-1).",
        ask: "Even it out.",
        choices: [
          { label: "2 gold for 1 goods", answer: "You have more goods than gold already. The other way round." },
          { label: "2 goods for 1 gold", answer: "6 goods and 5 gold. The bank never pays better, so trade only what you can't use." },
        ],
      },
      {
        text: "A garrison next, from the stack of arms. Free sites are the dotted ones.",
        ask: "Explore for a garrison.",
        choices: [
          { label: "Arms, laid in place of the mine" },
          { label: "Arms, laid on your front left", answer: "The 1-garrison lies next to your mine. It can wait for its road." },
        ],
      },
      {
        text: "A port lets your goods, leaders and armies cross the sea. Each pier costs 1 goods and 1 gold (BP-2), and the city has to be yours and on the coast (BP-1).",
        ask: "Build a port of two piers.",
        choices: [
          { label: "Five piers at the mine" },
          { label: "Two piers at the mine", answer: "A port of 2. Ports never change unrest (BP-4): the city was yours before." },
          { label: "Two piers at the garrison" },
        ],
      },
      {
        text: "3 goods and 2 gold are left, and the garrison is still nobody's.",
        ask: "Try what you like, then end the phase.",
        choices: [
          { label: "A road from the garrison to your back left" },
          { label: "A pier at the garrison" },
          { label: "End the build phase", answer: "What you have not spent stays with you: it hires soldiers, and the next control phase may cost some." },
        ],
      },
    ],
  },

  "roads-and-ports": {
    title: "What roads and ports cost",
    about: "Prices, neighbours, and how unrest falls while you build.",
    steps: [
      {
        text: "You are South with 10 of each and 2 unrest. A 4-garrison and a 2-temple lie on your coast, and nobody holds them.",
        ask: "Take the garrison by road.",
        choices: [
          { label: "A road from the garrison to the temple" },
          { label: "A road from the Capital to the garrison", answer: "4 goods and 4 gold, and unrest falls to 1." },
        ],
      },
      {
        text: "The sites left and right on the coast are not neighbours: a road joins places that touch, straight or at a corner (BR-2).",
        ask: "Now the temple.",
        choices: [
          { label: "A road from the garrison to the temple" },
          { label: "A road from the Capital to the temple", answer: "2 and 2. Unrest is at 0, and 4 of each are left." },
        ],
      },
      {
        text: "The same again, but with 3 goods only. Each price asks for goods and gold alike.",
        ask: "Which of the two can you take?",
        choices: [
          { label: "The 4-garrison" },
          { label: "The 2-temple", answer: "2 and 2 are paid; the 10 gold would not have helped with the garrison." },
        ],
      },
      {
        text: "You hold a 3-market on the coast and have 4 of each. The more piers a port has, the better it is defended (BP-3), and while it stands, soldiers cannot reach the city behind it (M-5).",
        ask: "Build the strongest port you can.",
        choices: [
          { label: "Five piers" },
          { label: "One pier", answer: "Enough to trade, but easily destroyed. Here you want it as strong as you can make it." },
          { label: "Four piers", answer: "4 and 4: the port defends with 4. Unrest has not moved (BP-4)." },
        ],
      },
      {
        text: "A round later there is money again. A port can be extended, but never beyond five piers (BP-2).",
        ask: "Extend it.",
        choices: [
          { label: "By two piers" },
          { label: "By one pier", answer: "Five piers: the most there can be." },
        ],
      },
    ],
  },

  king: {
    title: "A new king",
    about: "What a change of king costs, and what it is good for.",
    steps: [
      {
        text: "You are North. Three cities are yours, but your king is a 1: he holds a single one, and you would have to pay for two every round (C-2). He also brings you just 1 goods and 1 gold (P-1).",
      },
      {
        text: "Before your leaders act, you may put one from your reserve in the king's place. It costs the difference in goods and as much in gold (FK-2). You have 3 and 3.",
        ask: "Crown the best you can.",
        choices: [
          { label: "The 5-leader" },
          { label: "The 2-leader", answer: "He would hold two cities for 1 and 1. But you can do better." },
          { label: "The 4-leader", answer: "All is spent, but he holds your three cities, and 4 goods and 4 gold come in every round. The old king waits in the reserve." },
        ],
      },
      {
        text: "The same with 2 goods and 3 gold.",
        ask: "Who is it now?",
        choices: [
          { label: "The 4-leader" },
          { label: "The 3-leader", answer: "2 and 2, for a king of 3: as many cities as you have." },
        ],
      },
      {
        text: "Sometimes you want the king elsewhere. Here he is a 4, and your 3-mine has no leader; the 5-leader governs your market. You have 1 and 1.",
        ask: "Free the 4-leader for the mine.",
        choices: [
          { label: "Send the king to the mine" },
          { label: "Crown the 5-leader" },
          { label: "Crown the 3-leader", answer: "Going down costs the difference too. The 4-leader is in your reserve now." },
        ],
      },
      {
        text: "The old king may act in the same phase, when its number comes up (AMB-104).",
        ask: "Finish the plan.",
        choices: [
          { label: "End the phase", answer: "Then the mine would yield nothing next round." },
          { label: "4-leader to the 3-mine", answer: "It will yield 7 gold. Whether that is worth a king of 3 instead of 4 depends on how many cities you have to hold." },
        ],
      },
      {
        text: "One last case: king 4, the 5-leader in reserve, 3 and 3 in hand.",
        ask: "Crown a stronger king.",
        choices: [
          { label: "The 3-leader", answer: "That would be weaker, and cost 1 and 1 all the same." },
          { label: "The 5-leader", answer: "1 and 1 are paid, 2 and 2 are left. No king holds more than five cities for nothing." },
          { label: "Send the king to the market" },
        ],
      },
    ],
  },

  "a-port-falls": {
    title: "War, first part: a port falls",
    about: "North moves a leader, attacks across the sea, and hires just enough.",
    steps: [
      {
        text: "The next four lessons follow one leader phase all around the table. You are North: five home cities, a king of 5 who can stay, 1 goods and 1 gold. Leaders act from the lowest number to the highest, each at most once (F-2).",
      },
      {
        text: "Your 5-mine and your 5-temple have no leader. A leader from the reserve starts at the Capital and goes along your roads (FM-1, FM-2).",
        ask: "Your 0-leader is first. Where is it of use at once?",
        choices: [
          { label: "In the 3-garrison" },
          { label: "In the 5-temple", answer: "It would protect the temple a little. But an active leader in the mine brings 5 gold next round." },
          { label: "In the 5-mine", answer: "Active, and connected: the mine will yield 5 + 0." },
        ],
      },
      {
        text: "The 1 and the 2 stay at home. The 3-leader stands in your garrison. From there a road leads to your port, and a port makes its city a neighbour of every coast (M-2, M-3). South's 4-market is on the coast, behind a port of three piers.",
      },
      {
        text: "South harms you most with that port. Where a port stands, soldiers hit the port, not the city (M-5).",
        ask: "Attack it.",
        choices: [
          { label: "South's 3-temple at its back left" },
          { label: "East's 5-garrison at South's front middle", answer: "You may: East holds it, on South's continent. But 3 + 3 + 1 against 5 and its 3-leader cannot win." },
          { label: "South's port at its front left", answer: "3 + 3 = 6 so far. Leader and garrison count; now you may hire." },
        ],
      },
      {
        text: "South can set 3 piers, its 2-leader and 1 mercenary against you: 6 at most (M-9). Only more than the defence wins (M-12), and you declare first.",
        ask: "How many mercenaries, at 1 goods and 1 gold each?",
        choices: [
          { label: "None", answer: "6 against what may be 6: then South would hold. One more makes it certain." },
          { label: "Two" },
          { label: "One", answer: "7: that wins whatever South adds." },
        ],
      },
      {
        text: "South saves its money and its leader, and the port is gone, 7 against 3. The market stays South's, since a road and a leader are there (M-14). Your 3-leader is inactive now (M-17). Nobody has won or lost a city, so unrest stays as it is (AMB-12).",
      },
      {
        text: "Suppose you had a second garrison, with the 4-leader in it. South's market lies open now.",
        ask: "Attack with the 4-leader.",
        choices: [
          { label: "South's market, once more" },
          { label: "East's port at its front middle", answer: "4 + 2 = 6 against one pier: gone. Each opponent can be attacked once by soldiers and once by missionaries in a phase." },
          { label: "East's port, with the 3-leader" },
        ],
      },
    ],
  },

  "a-city-falls": {
    title: "War, second part: a city falls",
    about: "East uses the gap in South's coast, and moves in.",
    steps: [
      {
        text: "You are East now, with no money at all. But your 3-leader stands in a 5-garrison on South's own continent, and beside it lies South's market, which has just lost its port.",
      },
      {
        text: "Attacks on another's continent need a port of yours at home (FT-3); you have one at your front middle. The target has to be next to the garrison, or to a city that your routes join to it (M-2).",
        ask: "Where do you attack?",
        choices: [
          { label: "North's 3-garrison at its back left" },
          { label: "South's 3-temple at its back left", answer: "8 against 3, its 4-leader and 1 mercenary, which is 8 too: South could hold it. There is something surer." },
          { label: "South's 4-market at its front left", answer: "3 + 5 = 8. South can reach 4 + 2 + 1 = 7 at most: it is yours whatever South does." },
        ],
      },
      {
        text: "South adds nothing, and the city falls, 8 against 4. South's leader goes home to its reserve and the road is taken up (M-13). Your leader moves in and becomes inactive. Your unrest falls to 0 (M-15), South's rises to 2 (M-16).",
      },
      {
        text: "You have four cities now, South two. But think of what you have left behind.",
        ask: "Your leader has moved. Which city of yours on South's land has no leader now and hangs on a road alone?",
        found: "The 5-garrison: its road to the 2-temple keeps it yours (K-1), but nobody defends it. The next lesson is South's answer.",
        missed: "Look for the city your leader came from.",
      },
    ],
  },

  "striking-back": {
    title: "War, third part: striking back",
    about: "South's temple stirs up a city, and a leader takes another back.",
    steps: [
      {
        text: "You are South: three cities were yours, two are left, with 1 goods and 1 gold. Your 4-leader stands in the 3-temple, your 5-leader in the 1-garrison. On your own continent you may always attack, port or no port (FT-2).",
      },
      {
        text: "Missionaries from a temple reach any distance (Z-1). They strike a city without an active leader (Z-3), and if it falls, it rebels against whoever holds it (Z-9).",
        ask: "Where does the 4-leader preach?",
        choices: [
          { label: "In North's 5-temple" },
          { label: "In your lost market, your front left", answer: "It would rebel and be free, but not yours: missionaries never gain a city. Soldiers can do better there." },
          { label: "In East's 5-garrison, your front middle", answer: "4 + 3 = 7 against 5, and nobody is there to defend it." },
        ],
      },
      {
        text: "East has neither goods nor gold, so it can hire nobody.",
        ask: "How many zealots do you hire?",
        choices: [
          { label: "One", answer: "It would do no harm, but 7 beats 5 already. Keep the money." },
          { label: "None", answer: "The garrison rebels. East has no active leader in a garrison or temple to put it down: its road is taken up, the city is nobody's, and East's unrest rises to 1. The 2-temple stays East's, by its port." },
        ],
      },
      {
        text: "Your 5-leader is next, in the 1-garrison. Roads join it through the Capital to your temple, and the temple touches the market (M-2).",
        ask: "Win back your market.",
        choices: [
          { label: "East's city at its front middle" },
          { label: "The free garrison, your front middle", answer: "6 against 5 would win it too, and nobody defends. But East's leader would stay in your market; drive it out first." },
          { label: "The market, your front left", answer: "5 + 1 = 6 against 4, since an inactive leader doesn't count and East can't hire. The market is yours, East's 3-leader goes home, East's unrest rises to 2 and yours falls to 1." },
        ],
      },
      {
        text: "Three cities again. Your leader has moved to the market, and its garrison stays yours by the road.",
        ask: "But one of the three is not joined to your Capital. Which?",
        found: "The market: what was built there is gone, and a conquest brings no road (AMB-98). Until you build one, the leader cannot leave and nothing is fetched.",
        missed: "A road leads from there to your Capital. Look at the city you have just won.",
      },
    ],
  },

  missionaries: {
    title: "War, last part: missionaries",
    about: "West crowns a king, sets a city free, and makes it vanish.",
    steps: [
      {
        text: "You are West: two temples with leaders, a port at home, king 4, 3 and 3 in hand. The king comes first, before any leader acts (F-1).",
        ask: "Begin your phase.",
        choices: [
          { label: "Crown the 3-leader" },
          { label: "Attack with the 2-leader at once", answer: "Then it would be too late to change the king. Do that first." },
          { label: "Crown the 5-leader", answer: "For 1 and 1. The 4 goes to the reserve, and 2 and 2 are left." },
        ],
      },
      {
        text: "North's 5-temple has no leader. North has spent all its money, and its only active leader is the 0 in the mine.",
        ask: "Send missionaries from your 4-temple.",
        choices: [
          { label: "Against North's 3-garrison at its back left", answer: "6 against 3, and it would rebel. But the temple is worth more to North, for its place in the order too." },
          { label: "Against the 0-leader in North's mine", answer: "An active leader has to be beaten first (Z-4): you would only make it inactive. A city without one falls at once." },
          { label: "Against North's 5-temple at its front middle", answer: "2 + 4 = 6, more than 5 already." },
        ],
      },
      {
        text: "You hire nobody. The temple rebels, North cannot put it down, and its road is gone: the temple is nobody's. North's unrest is 1. Your own never changes by missionaries (Z-11).",
      },
      {
        text: "One military and one missionary attack on each opponent is all a phase allows (FT-4). But cities that nobody holds can be attacked again and again (FT-5).",
        ask: "Attack the free temple.",
        choices: [
          { label: "With the 2-leader again" },
          { label: "With the 3-leader from the 1-temple", answer: "3 + 1 = 4 so far, against 5." },
        ],
      },
      {
        text: "You have 2 goods and 2 gold. Nobody defends a free city: it has its 5 and no more (M-10).",
        ask: "How many zealots?",
        choices: [
          { label: "None", answer: "4 against 5 fails, and the leader is inactive for nothing." },
          { label: "One", answer: "5 against 5 is not more (M-12). It would fail." },
          { label: "Two", answer: "6 against 5. A free city that missionaries beat leaves the board (Z-10)." },
        ],
      },
      {
        text: "The 5-temple lies under its stack again, the only moon there. Scored now, North would have 42, South 16, you 6 and East 0: few cities and much unrest are worth nothing (V-2).",
      },
    ],
  },

  winning: {
    title: "Two ways to win",
    about: "Conquest and trade, each one step from the end.",
    steps: [
      {
        text: "You are North and the last to act this round. Your continent is full and all of it is yours. Abroad you hold a city on East's continent and one on South's. Conquest takes three abroad, and at least one on every other continent (V-4).",
      },
      {
        text: "Your 4-leader stands in the 3-garrison.",
        ask: "Which city do you still need?",
        choices: [
          { label: "South's 2-market at its front middle", answer: "That would be three abroad, but none on West's continent. Each of the other continents has to have one of them, whoever held it before (V-4)." },
          { label: "West's 3-mine at its back left" },
          { label: "West's 1-garrison at its front middle", answer: "7 against 1, and West can add 1 at most. It is yours: one on each of the other continents." },
        ],
      },
      {
        text: "Victory is checked when the round is over (V-6).",
        ask: "Finish it.",
        choices: [
          { label: "One more attack with the 4-leader" },
          { label: "End the leader phase", answer: "Conquest: the game is yours." },
        ],
      },
      {
        text: "Another game, for two. All five home cities are yours, a leader in each, a king of 5: peaceful, and one step from the trade victory. It takes all six leaders active on the board (V-3, AMB-109). The mine's 3-leader has produced.",
        ask: "What is missing?",
        choices: [
          { label: "Nothing: end the phase", answer: "With one of them inactive nobody has won, and the next production makes others inactive." },
          { label: "Call the 3-leader home" },
          { label: "Activate the 3-leader", answer: "Six active leaders. That was its action for this phase." },
        ],
      },
      {
        text: "All your leaders show their numbers, and all of your five cities are held.",
        ask: "And now?",
        choices: [
          { label: "Call the 4-leader home", answer: "In the reserve it would not count as active (AMB-109). Leave it where it is." },
          { label: "End the leader phase", answer: "Trade: the game is yours." },
        ],
      },
      {
        text: "The score would have been (5 - 0) times 11, which is 55. It decides at once when a king or a Capital falls, or unrest tears a kingdom apart (V-1, V-2). It also decides among several who win by trade or conquest in one round (V-3, AMB-112), and when the time or the last round is over and nobody has won by either (V-5, AMB-117).",
      },
    ],
  },

  "first-round": {
    title: "Your first round",
    about: "A whole round of a real game for two, with a coach at your side.",
    steps: [],
  },
};
