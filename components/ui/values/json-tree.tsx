"use client";

import { type RenderTreeNodePayload, Tree, useTree } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useMemo } from "react";
import { menus as texts } from "@/components/ui/texts";
import { showHidden } from "@/lib/platform/core/visible-text";
import { CopyButton } from "./copy";
import styles from "./json-view.module.css";

/** A tree with the keys of the ARIA practices. */
export function JsonTree({ value, label, openLevels }: { value: unknown; label: string; openLevels: number }) {
  const data = useMemo(() => [jsonNode(value)], [value]);
  const tree = useTree({ initialExpandedState: openedTo(data, openLevels) });
  return (
    <div className={styles.view}>
      <div className={styles.tools}>
        <button type="button" className="text-button" onClick={tree.expandAllNodes}>
          {texts.expandAll}
        </button>
        <button type="button" className="text-button" onClick={() => tree.setExpandedState(openedTo(data, 1))}>
          {texts.collapseAll}
        </button>
        <CopyButton value={JSON.stringify(value, null, 2)} label={label.toLowerCase()} />
      </div>
      <Tree
        className={styles.tree ?? ""}
        aria-label={label}
        data={data}
        tree={tree}
        renderNode={Line}
        levelOffset={18}
      />
    </div>
  );
}

function Line({ node, expanded, hasChildren, elementProps }: RenderTreeNodePayload) {
  const { name, kind, label } = node as JsonNode;
  return (
    <div
      {...elementProps}
      className={`${elementProps.className} ${styles.line}`}
      data-parent={hasChildren || undefined}
    >
      <IconChevronRight className={styles.chevron} size={14} aria-hidden="true" data-open={expanded || undefined} />
      {name !== null && <span className={styles.name}>{name}: </span>}
      <span data-kind={kind}>{hasChildren && expanded ? label.charAt(0) : label}</span>
    </div>
  );
}

export interface JsonNode {
  /** The JSON pointer (RFC 6901). */
  value: string;
  /** The value as JSON, or the size of an object or array. */
  label: string;
  /** The member name or the element index; null for the root. */
  name: string | null;
  kind: string;
  children?: JsonNode[];
}

export function jsonNode(of: unknown, pointer = "", name: string | null = null): JsonNode {
  const members = typeof of === "object" && of !== null ? Object.entries(of) : [];
  const children = members.map(([key, member]) =>
    jsonNode(member, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`, key),
  );
  return {
    value: pointer,
    label: showHidden(children.length > 0 ? sizeText(of, children.length) : (JSON.stringify(of) ?? "null")),
    name: name === null ? null : showHidden(name),
    kind: of === null ? "null" : typeof of,
    ...(children.length > 0 && { children }),
  };
}

function sizeText(of: unknown, size: number): string {
  if (Array.isArray(of)) return `[${size} ${size === 1 ? "element" : "elements"}]`;
  return `{${size} ${size === 1 ? "field" : "fields"}}`;
}

/** The expanded nodes if so many levels are open. */
function openedTo(nodes: readonly JsonNode[], levels: number): Record<string, boolean> {
  if (levels === 0) return {};
  return Object.assign(
    {},
    ...nodes.map(({ value, children = [] }) => ({ [value]: true, ...openedTo(children, levels - 1) })),
  );
}
