import { describe, expect, it } from "vitest";
import * as trees from "./tree";
import { childrenOf, emptyTree, merge, pathTo, play, ROOT, visibleNodes, type Tree, type TreeNode } from "./tree";

/** Return a generator of numbers below a limit, the same for one seed. */
function dice(seed: number): (limit: number) => number {
  let state = seed * 2654435761 + 1;
  return (limit) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x297a2d39) >>> 0;
    return state % limit;
  };
}

const shown = (tree: Tree) => visibleNodes(tree).map(({ version: _, ...node }) => node);
const line = (tree: Tree, at: string) => (pathTo(tree, at) ?? []).map((node) => node.action).join(" ");

/** Do something to a tree: play, comment, mark, promote or delete at a random visible node. */
function changed(tree: Tree, roll: (limit: number) => number): { tree: Tree; deletes: boolean } {
  const nodes = [ROOT, ...visibleNodes(tree).map((node) => node.id)];
  const at = nodes[roll(nodes.length)] ?? ROOT;
  const steps = [{ by: "N", action: `a${roll(3)}` }, ...(roll(3) ? [] : [{ by: "chance", action: `c${roll(2)}` }])];
  const deeds = [
    () => play(tree, at, steps).tree,
    () => trees.edit(tree, at, { comment: `comment ${roll(9)}` }),
    () => trees.edit(tree, at, { marks: ["!", { at: "site 1", colour: "red" }] }),
    () => trees.promote(tree, at),
    () => trees.remove(tree, at),
  ];
  const deed = roll(4) ? roll(4) && roll(deeds.length - 1) : roll(deeds.length);
  return { tree: deeds[deed]?.() ?? tree, deletes: deed === 4 };
}

function grown(roll: (limit: number) => number, most = 60): Tree {
  let tree = emptyTree();
  for (let step = roll(most); step >= 0; step -= 1) tree = changed(tree, roll).tree;
  return tree;
}

describe("any tree of variations", () => {
  const seeds = Array.from({ length: 200 }, (_, seed) => seed);

  it("keeps every line but a deleted one, and undoes every change exactly", () => {
    for (const seed of seeds) {
      const roll = dice(seed);
      const tree = grown(roll);
      const { tree: later, deletes } = changed(tree, roll);
      const lines = new Set(visibleNodes(later).map((node) => line(later, node.id)));
      const lost = visibleNodes(tree).filter((node) => !lines.has(line(tree, node.id)));
      if (!deletes) expect(lost).toEqual([]);
      const back = trees.put(later, trees.undoing(tree, later));
      expect(shown(back)).toEqual(shown(tree));
      expect(back.size).toBeGreaterThanOrEqual(tree.size);
    }
  });

  it("is the same in whatever order the versions of its nodes come", () => {
    for (const seed of seeds) {
      const roll = dice(seed);
      const nodes: TreeNode[] = [];
      for (let version = 1, tree = emptyTree(); version < 40; version += 1) {
        const later = changed(tree, roll).tree;
        nodes.push(...trees.changes(later, tree).map((node, at) => ({ ...node, version: version + at / 100 })));
        tree = later;
      }
      const shuffled = nodes.map((node) => ({ node, at: roll(1000) })).sort((left, right) => left.at - right.at);
      const [ahead, behind] = [shuffled.slice(0, 20), shuffled.slice(10)].map((half) => half.map(({ node }) => node));
      const one = merge(merge(emptyTree(), ahead ?? []), behind ?? []);
      expect(shown(one)).toEqual(shown(merge(merge(emptyTree(), behind ?? []), ahead ?? [])));
      expect(shown(one)).toEqual(shown(merge(emptyTree(), nodes)));
    }
  });

  it("is walked forth and back over the actions of chance", () => {
    for (const seed of seeds) {
      const tree = grown(dice(seed));
      for (const node of visibleNodes(tree).filter(({ id }) => trees.settled(tree, id) === id)) {
        const earlier = trees.before(tree, node.id);
        const steps = pathTo(tree, node.id)?.slice(pathTo(tree, earlier)?.length ?? 0) ?? [];
        expect(steps.length).toBeGreaterThan(0);
        expect(steps.slice(1).every((step) => step.by === "chance" || childrenOf(tree, step.parent ?? "").length > 1));
        expect(trees.settled(tree, earlier)).toBe(earlier);
      }
    }
  });
});

it("adds a variation behind the main line, promotes it, and switches between alternatives", () => {
  const main = play(
    emptyTree(),
    ROOT,
    ["e4", "e5", "Nf3"].map((action) => ({ by: "N", action })),
  );
  const third = pathTo(main.tree, main.at)?.[1]?.parent ?? "";
  const branch = play(main.tree, third, [{ by: "S", action: "c5" }]);
  expect(trees.endOf(branch.tree, ROOT)).toBe(main.at);
  const promoted = trees.promote(branch.tree, branch.at);
  expect(trees.endOf(promoted, ROOT)).toBe(branch.at);
  expect(line(promoted, trees.sibling(promoted, branch.at, 1))).toBe("e4 e5");
  expect(trees.sibling(promoted, branch.at, -1)).toBe(branch.at);
  expect(visibleNodes(trees.remove(promoted, third))).toEqual([]);
  expect(line(play(branch.tree, ROOT, [{ by: "N", action: "e4" }]).tree, branch.at)).toBe("e4 c5");
});
