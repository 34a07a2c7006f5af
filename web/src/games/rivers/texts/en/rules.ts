/** What stands below the pictures in the rules. */
export const rules = {
  diagram_rivers_map:
    "The map before the first tile: ten temples with their treasures, four of them on a special border (B2, P2, B8, O9), and the two rivers.",
  diagram_rivers_kingdoms:
    "Two kingdoms, each with its border. A market on F6 would touch the left one alone and score for Archer's trader. On G5 it would touch both: no point, and war between the two traders.",
  diagram_rivers_revolt:
    "A revolt. Pot has placed a king on I5, three temples beside him; Bull's king on F5 has two. The figures stand by the leaders, before anything is committed.",
  diagram_rivers_war:
    "A war of traders. The marked settlement on G5 joins the kingdoms, but connects nothing while they fight: Lion's trader has one supporter, Pot's has two.",
  diagram_rivers_priests:
    "Priests at war. If Bull's priest on I6 loses, H5 and I5 are removed. J5 stays because Bull's trader is beside it, and I7 because of its treasure.",
  diagram_rivers_treasures:
    "Archer's trader has B8 and F10 within reach once a tile lies on D9. The treasure on B8 is taken, since it has a special border; the other stays.",
  diagram_rivers_monument:
    "A red and blue monument on four flipped tiles. Bull's trader, whose only temple was among them, has gone home; Archer's priest keeps C5.",
  diagram_rivers_wonder: "The wonder in place of five settlements. Archer's king beside it takes a point of any colour at the end of each of Archer's turns.",
  diagram_rivers_advanced: "The other side of the board: three rivers, fourteen temples with treasures, six of them on special borders.",
  diagram_rivers_building:
    "The market hall on a line of three markets, and the palace on a line of three settlements. A market on M6 brings Archer two points; the palace pays nobody, since no kingdom has it.",
} as const;
