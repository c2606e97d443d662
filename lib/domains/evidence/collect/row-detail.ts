import { z } from "zod";
import { eventTypes } from "@/lib/domains/audit-chain/enums";
import {
  detailLengthMax,
  firstMember,
  incidentLengthMax,
  isObject,
  lineOf,
  saysAnything,
} from "@/lib/domains/evidence/collect/payload";
import json from "@/lib/domains/evidence/collect/row-detail.json" with { type: "json" };
import type { KeyNames } from "@/lib/domains/evidence/frameworks/types";

/** Maximum UTF-16 units of one value, and number of members shown of a list or an object. */
const valueLengthMax = 60;
const elementsShown = 3;
const keysLookedAt = 50;

/** Maximum UTF-16 units of the line and of one value, and number of additional members in a line. */
interface Limits {
  line: number;
  value: number;
  fewParts: number;
}

const usual: Limits = { line: detailLengthMax, value: valueLengthMax, fewParts: 3 };
/** An incident is shown with all of its fields. */
const ofIncident: Limits = { line: incidentLengthMax, value: 1_000, fewParts: keysLookedAt };

/** A field that a row shows, identified by its name in the rules, with the text that introduces it. */
const TellingMember = z.strictObject({
  key: z.string(),
  label: z.string(),
  /** Units of numbers. */
  unit: z.string().optional(),
  /** Labels for true and false: `overridden`, `not overridden`. */
  yesNo: z.tuple([z.string(), z.string()]).optional(),
});

/** Supporting fields of an event in a row, by type, the most important first. */
const tellingMembers: ReadonlyMap<string, readonly z.infer<typeof TellingMember>[]> = new Map(
  Object.entries(z.record(z.enum(eventTypes), z.array(TellingMember)).parse(json)),
);

const sha256 = /^sha256:[0-9a-f]{64}$/i;

/**
 * An event as one line of a register: its most relevant members (`confidence 0.93, decision APPROVED`), then other
 * scalars.
 */
export function rowDetail(eventType: string, payload: unknown, keyNames: KeyNames, isIncident = false): string {
  if (!isObject(payload)) return "";
  const limits = isIncident ? ofIncident : usual;
  const shown = new Set<string>();
  const parts: string[] = [];
  for (const member of tellingMembers.get(eventType) ?? []) {
    const names = namesOf(eventType, member.key, keyNames).filter((name) => !shown.has(name));
    const name = names.find((one) => saysAnything(firstMember(payload, [one])));
    if (name === undefined) continue;
    const text = partOf(member, payload[name], limits.value);
    if (text === "") continue;
    shown.add(name);
    parts.push(text);
  }
  if (parts.length < limits.fewParts) parts.push(...otherParts(payload, shown, limits.fewParts - parts.length));
  return lineOf(parts.join(", "), limits.line);
}

function namesOf(eventType: string, key: string, keyNames: KeyNames): readonly string[] {
  const further = new Map(Object.entries(keyNames)).get(eventType)?.[key] ?? [];
  return [key, ...further];
}

function partOf({ label, unit, yesNo }: z.infer<typeof TellingMember>, value: unknown, max: number): string {
  if (typeof value === "boolean" && yesNo) return yesNo[value ? 0 : 1];
  const text = typeof value === "string" ? scalarText(value, max) : valueText(value);
  if (text === "") return "";
  return unit !== undefined && typeof value === "number" ? `${label} ${text} ${unit}` : `${label} ${text}`;
}

function otherParts(payload: Readonly<Record<string, unknown>>, shown: ReadonlySet<string>, count: number): string[] {
  const parts: string[] = [];
  for (const key of Object.keys(payload).slice(0, keysLookedAt)) {
    if (parts.length === count) break;
    const text = shown.has(key) ? "" : scalarText(payload[key]);
    const label = lineOf(key, valueLengthMax / 2);
    if (text !== "" && label !== "") parts.push(`${label} ${text}`);
  }
  return parts;
}

/** A value in plain text. For lists and objects, the first few scalars; values nested deeper are left out. */
function valueText(value: unknown): string {
  if (Array.isArray(value)) return listText(value);
  return isObject(value) ? membersText(value) : scalarText(value);
}

function listText(values: readonly unknown[]): string {
  const texts = values
    .slice(0, elementsShown)
    .map((value) => (isObject(value) ? elementText(value) : scalarText(value)))
    .filter((text) => text !== "");
  const more = values.length > elementsShown && texts.length > 0 ? ` and ${values.length - elementsShown} more` : "";
  return texts.join(" / ") + more;
}

/** A list element as its name and value (a metric), or as its first members. */
function elementText(element: Readonly<Record<string, unknown>>): string {
  const name = scalarText(firstMember(element, ["name", "group", "metric", "id"]));
  const value = scalarText(firstMember(element, ["value", "version"]));
  return name === "" ? membersText(element) : `${name} ${value}`.trim();
}

function membersText(members: Readonly<Record<string, unknown>>): string {
  const parts: string[] = [];
  for (const key of Object.keys(members).slice(0, keysLookedAt)) {
    if (parts.length === elementsShown) break;
    const text = scalarText(members[key]);
    if (text !== "") parts.push(`${lineOf(key, valueLengthMax / 2)} ${text}`);
  }
  return parts.join(" / ");
}

/** Shortens a hash, because a full hash would fill the line. */
function scalarText(value: unknown, max = valueLengthMax): string {
  if (typeof value === "string" && sha256.test(value)) return `${value.slice(0, 19)}…`;
  if (typeof value === "string") return lineOf(value, max);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "number" && Number.isFinite(value) ? String(value) : "";
}
