import type { AlertPolicy } from "@/lib/alert-policies/schemas";

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
