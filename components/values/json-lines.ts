import { showHidden } from "@/lib/visible-text";

/** A line of a JSON document that is shown as a tree. */
export interface JsonLine {
  /** The way to it as a JSON pointer (RFC 6901), which names it. */
  path: string;
  level: number;
  /** The member's name or the element's number; null for the whole. */
  name: string | null;
  kind: "object" | "array" | "string" | "number" | "boolean" | "null";
  /** The value as JSON, of objects and arrays how much is in them. */
  text: string;
  isParent: boolean;
  isOpen: boolean;
  /** Its place among its siblings, from 1, and how many they are. */
  position: number;
  siblings: number;
}

/** The lines of a value that can be seen, given which paths are open. */
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

/** The value at a JSON pointer; undefined where there is none. */
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
