import { detailLengthMax } from "@/lib/evidence/collect/limits";
import { firstMember, isObject, saysAnything } from "@/lib/evidence/collect/payload";
import { type TellingMember, tellingMembers } from "@/lib/evidence/collect/telling-members";
import { lineOf } from "@/lib/evidence/collect/text";
import type { KeyNames } from "@/lib/evidence/frameworks/types";

/** UTF-16 units of one value, members of a list or an object that are shown, and other members that fill a line up. */
const valueLengthMax = 60;
const elementsShown = 3;
const fewParts = 3;
const keysLookedAt = 50;

const sha256 = /^sha256:[0-9a-f]{64}$/i;

/**
 * What an event says, as a line of a register: its telling members in words (`confidence 0.93, decision APPROVED`), filled up
 * with the first other scalar members where there are few. At most {@link detailLengthMax} units, no controls, no line ends.
 */
export function rowDetail(eventType: string, payload: unknown, keyNames: KeyNames): string {
  if (!isObject(payload)) return "";
  const shown = new Set<string>();
  const parts: string[] = [];
  for (const member of tellingOf(eventType)) {
    const names = namesOf(eventType, member.key, keyNames).filter((name) => !shown.has(name));
    const name = names.find((one) => saysAnything(firstMember(payload, [one])));
    if (name === undefined) continue;
    const text = partOf(member, payload[name]);
    if (text === "") continue;
    shown.add(name);
    parts.push(text);
  }
  if (parts.length < fewParts) parts.push(...otherParts(payload, shown, fewParts - parts.length));
  return lineOf(parts.join(", "), detailLengthMax);
}

function tellingOf(eventType: string): readonly TellingMember[] {
  return new Map<string, readonly TellingMember[]>(Object.entries(tellingMembers)).get(eventType) ?? [];
}

function namesOf(eventType: string, key: string, keyNames: KeyNames): readonly string[] {
  const further = new Map(Object.entries(keyNames)).get(eventType)?.[key] ?? [];
  return [key, ...further];
}

function partOf({ label, unit, yesNo }: TellingMember, value: unknown): string {
  if (typeof value === "boolean" && yesNo) return yesNo[value ? 0 : 1];
  const text = valueText(value);
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

/** A value in words: of lists and objects the first few scalars, never what is nested in them further. */
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

/** An element of a list by its name and value (a metric), else by its first members. */
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

/** Of a hash its beginning: a reader compares it with nothing, and it would fill the line. */
function scalarText(value: unknown): string {
  if (typeof value === "string" && sha256.test(value)) return `${value.slice(0, 19)}…`;
  if (typeof value === "string") return lineOf(value, valueLengthMax);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "number" && Number.isFinite(value) ? String(value) : "";
}
