import type { InclusionProof } from "@/lib/domains/audit-chain/schemas-proofs";
import { countedText, countText } from "@/lib/platform/client/format";
import { eventProofs as texts } from "../texts/event";
import styles from "./path-drawing.module.css";
import { layoutPath, nodeSize, type PathNode } from "./path-layout";

interface PathDrawingProps {
  proof: Pick<InclusionProof, "leafIndex" | "treeSize" | "hashes">;
  /** The hashes on the path, from the leaf to the root. */
  computed: string[];
}

/** The path from an event to the root of the tree, with the sibling hash of each level. A list has the same content. */
export function PathDrawing({ proof: { leafIndex, treeSize, hashes }, computed }: PathDrawingProps) {
  const { width, height, nodes, edges } = layoutPath(leafIndex, treeSize);
  const levels = computed.length - 1;
  const hashOf = ({ kind, level }: PathNode) => (kind === "path" ? computed : hashes)[level] ?? "";
  const titleOf = ({ kind, level }: PathNode) =>
    kind === "sibling" ? texts.sibling : level === levels ? texts.root : level === 0 ? texts.leaf : texts.node;
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>{texts.pathCaption(treeSize)}</figcaption>
      <svg className={styles.drawing} viewBox={`-1 -1 ${width + 2} ${height + 2}`} aria-hidden="true" focusable="false">
        {edges.map(({ kind, from, to }) => (
          <path
            key={`${kind} ${from.level}`}
            className={styles.edge}
            data-kind={kind}
            d={`M${from.x} ${from.y - nodeSize.height / 2}V${from.y - nodeSize.height / 2 - 11}H${to.x}V${to.y + nodeSize.height / 2}`}
          />
        ))}
        {nodes.map((node) => (
          <g
            key={`${node.kind} ${node.level}`}
            className={styles.node}
            data-kind={node.kind}
            transform={`translate(${node.x} ${node.y})`}
          >
            <rect x={-nodeSize.width / 2} y={-nodeSize.height / 2} {...nodeSize} rx={5} />
            <text y={-3}>{hashOf(node).slice("sha256:".length).slice(0, 10)}</text>
            <text y={12} data-quiet>
              {coveredText(node)}
            </text>
          </g>
        ))}
      </svg>
      <ol className="visually-hidden">
        {nodes.map((node) => (
          <li key={`${node.kind} ${node.level}`}>{`${titleOf(node)}, ${rangeText(node)}: ${hashOf(node)}`}</li>
        ))}
      </ol>
    </figure>
  );
}

/** `event #5`, `4 events`. */
function coveredText({ range: { start, end } }: PathNode): string {
  return end - start === 1 ? `event #${countText(end)}` : countedText(end - start, "event");
}

/** `event #5`, `events #5 to #8`. */
function rangeText({ range: { start, end } }: PathNode): string {
  return end - start === 1 ? `event #${countText(end)}` : `events #${countText(start + 1)} to #${countText(end)}`;
}
