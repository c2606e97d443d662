import { jcs } from "@/lib/jcs";

/** How a figure is compared with what the events give. */
export type Comparison =
  | "exact"
  /** What the events show is the least: some of them are withheld, which may add at most `slack`. */
  | { slack: number }
  | "none";

export interface Difference {
  path: string;
  stated: unknown;
  computed: unknown;
}

/** Where two JSON values differ, by path, compared as `how` says for each. Lists of other lengths are one difference. */
export function* differences(
  stated: unknown,
  computed: unknown,
  how: (path: string) => Comparison,
  path: string,
): Generator<Difference, void, undefined> {
  const comparison = how(path);
  if (comparison === "none" || isSame(stated, computed)) return;
  if (comparison !== "exact") {
    if (isWithin(stated, computed, comparison.slack)) return;
    yield { path, stated, computed };
  } else if (Array.isArray(stated) && Array.isArray(computed) && stated.length === computed.length) {
    for (const [i, element] of stated.entries()) yield* differences(element, computed[i], how, `${path}.${i}`);
  } else if (isObject(stated) && isObject(computed)) {
    for (const key of new Set([...Object.keys(stated), ...Object.keys(computed)])) {
      yield* differences(memberOf(stated, key), memberOf(computed, key), how, `${path}.${key}`);
    }
  } else yield { path, stated, computed };
}

/** A value in a sentence: at most a line of it. */
export function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = jcs(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

function isWithin(stated: unknown, computed: unknown, slack: number): boolean {
  return typeof stated === "number" && typeof computed === "number" && stated >= computed && stated <= computed + slack;
}

function isSame(stated: unknown, computed: unknown): boolean {
  return stated === computed || (stated !== undefined && computed !== undefined && jcs(stated) === jcs(computed));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function memberOf(value: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
