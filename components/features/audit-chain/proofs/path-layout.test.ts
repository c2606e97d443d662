import { expect, test } from "vitest";
import { layoutPath } from "./path-layout";

const pathOf = (leafIndex: number, treeSize: number) =>
  layoutPath(leafIndex, treeSize).nodes.map(({ kind, level, range: { start, end } }) => [kind, level, start, end]);

test("a path alternates between nodes and their siblings, up to the root", () => {
  expect(pathOf(2, 7)).toEqual([
    ["path", 0, 2, 3],
    ["sibling", 0, 3, 4],
    ["path", 1, 2, 4],
    ["sibling", 1, 0, 2],
    ["path", 2, 0, 4],
    ["sibling", 2, 4, 7],
    ["path", 3, 0, 7],
  ]);
  expect(pathOf(6, 7)).toEqual([
    ["path", 0, 6, 7],
    ["sibling", 0, 4, 6],
    ["path", 1, 4, 7],
    ["sibling", 1, 0, 4],
    ["path", 2, 0, 7],
  ]);
  expect(pathOf(0, 1)).toEqual([["path", 0, 0, 1]]);
});

test("siblings are drawn on their side, next to their node and below their parent", () => {
  const { nodes, edges, width, height } = layoutPath(2, 7);
  const [leaf, right, , left] = nodes;
  expect(right?.x).toBeGreaterThan(leaf?.x ?? 0);
  expect(left?.x).toBeLessThan(leaf?.x ?? 0);
  expect(edges).toHaveLength(6);
  for (const { from, to } of edges) {
    expect([to.level, to.kind]).toEqual([from.level + 1, "path"]);
    expect(to.y).toBeLessThan(from.y);
  }
  for (const { x, y } of nodes) expect(x > 0 && x < width && y > 0 && y < height).toBe(true);
});

test("the path in a chain of a million events has 20 levels", () => {
  expect(layoutPath(123_456, 1_000_000).nodes).toHaveLength(41);
});
