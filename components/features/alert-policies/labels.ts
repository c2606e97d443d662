import { operatorLabels } from "@/lib/domains/alert-policies/enums";
import type { AlertPolicy, AlertRule } from "@/lib/domains/alert-policies/schemas";
import type { EventType } from "@/lib/domains/audit-chain/enums";
import { countedText, countText, fieldText, labelOf } from "@/lib/platform/client/format";

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

/** The singular of each event type, for counts and sentences. */
export const eventNouns: Record<EventType, string> = {
  INFERENCE: "inference",
  TRAINING_STARTED: "training start",
  TRAINING_COMPLETED: "training completion",
  DEPLOYMENT: "deployment",
  CONFIG_CHANGE: "configuration change",
  DATA_ACCESS: "data access event",
  HUMAN_REVIEW: "human review",
  ALERT: "alert",
  SHADOW_AI_DETECTED: "shadow AI detection",
};

/**
 * A rule in plain text: "At least 10 inferences tagged prod per model within 5 minutes with high severity or above and
 * confidence below 0.6". `names`: model names by ID.
 */
export function ruleText(rule: AlertRule, names: ReadonlyMap<string, string> = none): string {
  const { eventTypes, minSeverity, modelIds, tags, payload, count } = rule;
  const kinds = eventTypes?.map((type) => eventNouns[type]) ?? ["event"];
  const ending = count === undefined || count.atLeast === 1 ? "" : "s";
  const events = either(kinds.map((noun) => `${noun}${ending}`));
  const values = [
    minSeverity && `${labelOf(minSeverity).toLowerCase()} severity${minSeverity === "CRITICAL" ? "" : " or above"}`,
    payload && valueText(payload),
  ].filter(Boolean);
  const parts = [
    count === undefined ? "Any" : `At least ${countText(count.atLeast)}`,
    events,
    tags && `tagged ${tags.join(" and ")}`,
    count && (count.per === "MODEL" ? "per model" : "across all models"),
    count && `within ${minutesText(count.withinMinutes)}`,
    modelIds && `for ${either(modelIds.map((id) => names.get(id) ?? id))}`,
    values.length > 0 && `with ${values.join(" and ")}`,
  ];
  return parts.filter(Boolean).join(" ");
}

/** `latency above 2,000 ms`. */
function valueText({ path, operator, threshold }: NonNullable<AlertRule["payload"]>): string {
  const [, name, unit] = /^(.*) \((.*)\)$/.exec(fieldText(path)) ?? [];
  const value = threshold.toLocaleString("en-GB", { maximumFractionDigits: 20 });
  return [name ?? fieldText(path), operatorLabels[operator], value, unit].filter(Boolean).join(" ");
}

/** `A, B or C`. */
function either(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} or ${last}`;
}
