import type { AlertPolicy, AlertRule } from "@/lib/domains/alert-policies/schemas";
import { operatorWords } from "@/lib/domains/alert-policies/vocabulary";
import { countedText, labelOf } from "@/lib/platform/client/format";

/** How a policy stands at a moment; where that is not known yet, one with an end of muting counts as muted. */
export function policyState(
  { enabled, mutedUntil }: Pick<AlertPolicy, "enabled" | "mutedUntil">,
  now: number | null,
): "ENABLED" | "MUTED" | "DISABLED" {
  if (!enabled) return "DISABLED";
  return mutedUntil !== null && (now === null || Date.parse(mutedUntil) > now) ? "MUTED" : "ENABLED";
}

const units = [
  { minutes: 24 * 60, word: "day" },
  { minutes: 60, word: "hour" },
  { minutes: 1, word: "minute" },
];

/** `5 minutes`, `1 hour`, `2 days`: minutes in the largest unit that is whole. */
export function minutesText(minutes: number): string {
  const { minutes: size, word } = units.find((unit) => minutes % unit.minutes === 0) ?? { minutes: 1, word: "minute" };
  const count = minutes / size;
  return count === 1 ? `1 ${word}` : `${count} ${word}s`;
}

const none: ReadonlyMap<string, string> = new Map();

/**
 * A rule in words: "Inference of severity High or graver, tagged prod, with confidence below 0.6: 10 events of a model
 * within 5 minutes". `names`: what models are called.
 */
export function ruleText(rule: AlertRule, names: ReadonlyMap<string, string> = none): string {
  const { eventTypes, minSeverity, modelIds, tags, payload, count } = rule;
  const conditions = [
    eventTypes === undefined ? "Any event" : either(eventTypes.map(labelOf)),
    minSeverity && `of severity ${labelOf(minSeverity)}${minSeverity === "CRITICAL" ? "" : " or graver"}`,
    modelIds && `of ${either(modelIds.map((id) => names.get(id) ?? id))}`,
    tags && `tagged ${tags.join(" and ")}`,
    payload && `with ${payload.path} ${operatorWords[payload.operator]} ${payload.threshold}`,
  ].filter((words) => words !== undefined);
  // What follows the first condition is set apart where there are several, so that the sentence keeps its pauses.
  const [first = "", ...others] = conditions;
  const text = others.length < 2 ? conditions.join(" ") : `${first} ${others.join(", ")}`;
  if (count === undefined) return text;
  const whose = count.per === "MODEL" ? "of a model" : "of all models together";
  return `${text}: ${countedText(count.atLeast, "event")} ${whose} within ${minutesText(count.withinMinutes)}`;
}

/** `A, B or C`. */
function either(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}
