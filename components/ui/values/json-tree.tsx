"use client";

import { IconChevronRight } from "@tabler/icons-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { showHidden } from "@/lib/platform/core/visible-text";
import { CopyButton, copyText } from "./copy";
import styles from "./json-view.module.css";

interface JsonTreeProps {
  value: unknown;
  label: string;
  openLevels: number;
}

/** A tree following the ARIA practices: arrow keys, Home and End. `c` copies the focused value. */
export function JsonTree({ value, label, openLevels }: JsonTreeProps) {
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [focused, setFocused] = useState("");
  const [status, setStatus] = useState("");
  const tree = useRef<HTMLDivElement>(null);
  const lines = jsonLines(value, (path, level) => toggled.get(path) ?? level <= openLevels);
  const current = Math.max(
    lines.findIndex(({ path }) => path === focused),
    0,
  );

  function setOpen(path: string, open: boolean): void {
    setToggled((before) => new Map(before).set(path, open));
  }

  function moveTo(index: number): void {
    const line = lines[index];
    if (!line) return;
    setFocused(line.path);
    tree.current?.querySelectorAll<HTMLElement>("[role=treeitem]")[index]?.focus();
  }

  async function copy(line: JsonLine): Promise<void> {
    const copied = await copyText(JSON.stringify(valueAt(value, line.path), null, 2));
    setStatus(copied ? `Copied ${line.path || "all"}` : "Couldn't copy to the clipboard");
  }

  function toggle({ path, isParent, isOpen }: JsonLine): void {
    if (isParent) setOpen(path, !isOpen);
  }

  const actions = new Map<string, (line: JsonLine) => unknown>([
    ["ArrowDown", () => moveTo(current + 1)],
    ["ArrowUp", () => moveTo(current - 1)],
    ["Home", () => moveTo(0)],
    ["End", () => moveTo(lines.length - 1)],
    ["ArrowRight", (line) => line.isParent && (line.isOpen ? moveTo(current + 1) : setOpen(line.path, true))],
    ["ArrowLeft", (line) => (line.isOpen ? setOpen(line.path, false) : moveTo(parentOf(lines, current)))],
    ["Enter", toggle],
    [" ", toggle],
    ["c", copy],
  ]);

  function onKeyDown(event: KeyboardEvent): void {
    const line = lines[current];
    const action = actions.get(event.key);
    if (!line || !action || event.ctrlKey || event.metaKey || event.altKey) return;
    action(line);
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className={styles.view}>
      <div className={styles.tools}>
        <button type="button" className="text-button" onClick={() => setToggled(allOf(value, true))}>
          Expand all
        </button>
        <button type="button" className="text-button" onClick={() => setToggled(allOf(value, false))}>
          Collapse all
        </button>
        <CopyButton value={JSON.stringify(value, null, 2)} label={label.toLowerCase()} />
        <span className={styles.said} role="status">
          {status}
        </span>
      </div>
      <div ref={tree} className={styles.tree} role="tree" aria-label={label} onKeyDown={onKeyDown}>
        {lines.map((line, index) => (
          <Line
            key={line.path}
            line={line}
            isCurrent={index === current}
            onFocus={() => setFocused(line.path)}
            onToggle={() => toggle(line)}
          />
        ))}
      </div>
    </div>
  );
}

interface LineProps {
  line: JsonLine;
  isCurrent: boolean;
  onFocus: () => void;
  onToggle: () => void;
}

function Line({ line, isCurrent, onFocus, onToggle }: LineProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of its items.
    <div
      role="treeitem"
      className={styles.line}
      style={{ paddingLeft: `${(line.level - 1) * 1.125 + 0.25}rem` }}
      tabIndex={isCurrent ? 0 : -1}
      aria-level={line.level}
      aria-posinset={line.position}
      aria-setsize={line.siblings}
      aria-expanded={line.isParent ? line.isOpen : undefined}
      onFocus={onFocus}
      onClick={onToggle}
    >
      <IconChevronRight
        className={styles.chevron}
        size={14}
        aria-hidden="true"
        data-open={line.isOpen || undefined}
        data-parent={line.isParent || undefined}
      />
      {line.name !== null && <span className={styles.name}>{line.name}: </span>}
      <span className={styles.value} data-kind={line.kind}>
        {line.isOpen ? (line.kind === "array" ? "[" : "{") : line.text}
      </span>
    </div>
  );
}

function parentOf(lines: readonly JsonLine[], index: number): number {
  const level = lines[index]?.level ?? 1;
  for (let at = index - 1; at >= 0; at -= 1) if ((lines[at]?.level ?? 0) < level) return at;
  return index;
}

/** Expands all levels, or collapses all but the first. */
function allOf(value: unknown, open: boolean): Map<string, boolean> {
  return new Map(
    jsonLines(value, () => true)
      .filter(({ isParent }) => isParent)
      .map(({ path }) => [path, open || path === ""]),
  );
}

interface JsonLine {
  /** The JSON pointer (RFC 6901). */
  path: string;
  level: number;
  /** The member name or the element index; null for the root. */
  name: string | null;
  kind: "object" | "array" | "string" | "number" | "boolean" | "null";
  /** The value as JSON, or the size of an object or array. */
  text: string;
  isParent: boolean;
  isOpen: boolean;
  /** The position among its siblings, from 1. */
  position: number;
  siblings: number;
}

/** The visible lines of a value. */
export function jsonLines(value: unknown, isOpen: (path: string, level: number) => boolean): JsonLine[] {
  const lines: JsonLine[] = [];
  add(value, { path: "", level: 1, name: null, position: 1, siblings: 1 });
  return lines;

  function add(of: unknown, at: Pick<JsonLine, "path" | "level" | "name" | "position" | "siblings">): void {
    const members = membersOf(of);
    const opened = members !== null && members.length > 0 && isOpen(at.path, at.level);
    lines.push({
      ...at,
      kind: kindOf(of),
      text: members ? sizeText(of, members.length) : showHidden(JSON.stringify(of) ?? "null"),
      isParent: members !== null && members.length > 0,
      isOpen: opened,
    });
    if (!opened) return;
    members.forEach(([name, member], index) => {
      const path = `${at.path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      add(member, { path, level: at.level + 1, name: showHidden(name), position: index + 1, siblings: members.length });
    });
  }
}

function membersOf(value: unknown): [string, unknown][] | null {
  return typeof value === "object" && value !== null ? Object.entries(value) : null;
}

function kindOf(value: unknown): JsonLine["kind"] {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
  const kind = typeof value;
  return kind === "object" || kind === "number" || kind === "boolean" ? kind : "string";
}

function sizeText(value: unknown, size: number): string {
  if (Array.isArray(value)) return size === 0 ? "[]" : `[${size} ${size === 1 ? "element" : "elements"}]`;
  return size === 0 ? "{}" : `{${size} ${size === 1 ? "member" : "members"}}`;
}

/** The value at a JSON pointer; undefined if there is none. */
export function valueAt(value: unknown, path: string): unknown {
  const names = path
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return names.reduce<unknown>(
    (at, name) =>
      typeof at === "object" && at !== null ? Object.getOwnPropertyDescriptor(at, name)?.value : undefined,
    value,
  );
}
