/** What stands below the pictures in the rules. */
export const rules = {
  diagram_start: "The table for four before the first round: a Capital on each side with five free sites around it, and the four stacks in the sea.",
  diagram_roads:
    "One continent, full. It has every possible road: the Capital touches every site, and each back site its two nearest in front. No road can join the two back sites, or the two outer front ones.",
  diagram_control:
    "Three ways to hold a city: by a road (S.FM), by a port (N.FR, which South holds across the sea), by a leader alone (N.FL). Nobody holds S.FR, though it lies on South's continent.",
  diagram_port: "South's port at S.FL makes that city a neighbour of every coastal city that South does not hold; the marked ones lie within a garrison's reach from there.",
  diagram_attack:
    "The 4-leader in South's 3-garrison attacks the 2-market of North: 4 and 3 make 7, against 2 and what North adds. The road from garrison to port carries the attack to the coast.",
} as const;
