import { inclusionRanges, type LeafRange } from "@/lib/domains/audit-chain/merkle/ranges";

/** A subtree on the path from a leaf to the root, or the sibling that it is hashed with. */
export interface PathNode {
  kind: "path" | "sibling";
  /** 0 for the leaf. */
  level: number;
  range: LeafRange;
  /** The centre, in the units of the drawing. */
  x: number;
  y: number;
}

export interface PathLayout {
  width: number;
  height: number;
  /** From the leaf to the root: each path node, followed by its sibling. */
  nodes: PathNode[];
  /** From a node to its parent. */
  edges: { kind: PathNode["kind"]; from: PathNode; to: PathNode }[];
}

export const nodeSize = { width: 100, height: 38 };
const rowGap = 22;
const columnGap = 10;
const columns = [0, 1, 2].map((column) => nodeSize.width / 2 + column * (nodeSize.width + columnGap)) as [
  left: number,
  middle: number,
  right: number,
];

/**
 * Positions the audit path of a leaf (RFC 6962, 2.1.1): the path in the middle with the root at the top, and each sibling
 * on its side. `leafIndex` counts from 0 and is less than `treeSize`.
 */
export function layoutPath(leafIndex: number, treeSize: number): PathLayout {
  const siblings = inclusionRanges(leafIndex, treeSize);
  const [left, middle, right] = columns;
  const yOf = (level: number) => nodeSize.height / 2 + (siblings.length - level) * (nodeSize.height + rowGap);
  let node: PathNode = {
    kind: "path",
    level: 0,
    range: { start: leafIndex, end: leafIndex + 1 },
    x: middle,
    y: yOf(0),
  };
  const layout: PathLayout = {
    width: 2 * middle,
    height: yOf(0) + nodeSize.height / 2,
    nodes: [node],
    edges: [],
  };
  for (const range of siblings) {
    const isLeft = range.start < node.range.start;
    const sibling: PathNode = { ...node, kind: "sibling", range, x: isLeft ? left : right };
    const level = node.level + 1;
    const covered = isLeft ? { start: range.start, end: node.range.end } : { start: node.range.start, end: range.end };
    const parent: PathNode = { kind: "path", level, range: covered, x: middle, y: yOf(level) };
    layout.nodes.push(sibling, parent);
    layout.edges.push({ kind: "path", from: node, to: parent }, { kind: "sibling", from: sibling, to: parent });
    node = parent;
  }
  return layout;
}
