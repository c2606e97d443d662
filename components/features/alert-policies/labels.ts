import { operatorLabels } from "@/lib/domains/alert-policies/enums";
import type { AlertPolicy, AlertRule } from "@/lib/domains/alert-policies/schemas";
import { countedText, fieldText, labelOf } from "@/lib/platform/client/format";

/** The state of a policy at `now`; without `now`, a policy that has `mutedUntil` is treated as muted. */
export function policyState(
  { enabled, mutedUntil }: Pick<AlertPolicy, "enabled" | "mutedUntil">,
  now: number | null,
): "ENABLED" | "MUTED" | "DISABLED" {
  if (!enabled) return "DISABLED";
  return mutedUntil !== null && (now === null || Date.parse(mutedUntil) > now) ? "MUTED" : "ENABLED";
}

const units = [
  { minutes: 24 * 60, name: "day" },
  { minutes: 60, name: "hour" },
];

/** Minutes in the largest whole unit: `5 minutes`, `1 hour`, `2 days`. */
export function minutesText(minutes: number): string {
  const unit = units.find(({ minutes: size }) => minutes % size === 0) ?? { minutes: 1, name: "minute" };
  return countedText(minutes / unit.minutes, unit.name);
}

const none: ReadonlyMap<string, string> = new Map();

/**
 * A rule in plain text: "Inference with high severity or above, tagged prod, where confidence is below 0.6: at least 10
 * events per model within 5 minutes". `names`: model names by ID.
 */
export function ruleText(rule: AlertRule, names: ReadonlyMap<string, string> = none): string {
  const { eventTypes, minSeverity, modelIds, tags, payload, count } = rule;
  const conditions = [
    eventTypes === undefined ? "Any event" : either(eventTypes.map(labelOf)),
    minSeverity &&
      `with ${labelOf(minSeverity).toLowerCase()} severity${minSeverity === "CRITICAL" ? "" : " or above"}`,
    modelIds && `for ${either(modelIds.map((id) => names.get(id) ?? id))}`,
    tags && `tagged ${tags.join(" and ")}`,
    payload && `where ${fieldText(payload.path)} is ${operatorLabels[payload.operator]} ${payload.threshold}`,
  ].filter((text) => text !== undefined);
  const [first = "", ...others] = conditions;
  const text = others.length < 2 ? conditions.join(" ") : `${first} ${others.join(", ")}`;
  if (count === undefined) return text;
  const scope = count.per === "MODEL" ? "per model" : "across all models";
  return `${text}: at least ${countedText(count.atLeast, "event")} ${scope} within ${minutesText(count.withinMinutes)}`;
}

/** `A, B or C`. */
function either(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} or ${last}`;
}
