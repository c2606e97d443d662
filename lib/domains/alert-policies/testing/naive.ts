import type { AlertRule } from "@/lib/domains/alert-policies/schemas";

/** An event with its payload, as rules receive it. */
export interface GivenEvent {
  eventType: string;
  severity: string;
  modelId: string;
  tags: string[];
  payload: unknown;
}

const order = ["INFO", "MEDIUM", "HIGH", "CRITICAL"];

/** Whether an event meets a rule's conditions, except for the count. Implemented from the documentation. */
export function meets(rule: AlertRule, event: GivenEvent): boolean {
  if (rule.eventTypes && !rule.eventTypes.some((type) => type === event.eventType)) return false;
  if (rule.minSeverity && order.indexOf(event.severity) < order.indexOf(rule.minSeverity)) return false;
  if (rule.modelIds && !rule.modelIds.includes(event.modelId)) return false;
  if (rule.tags?.some((tag) => !event.tags.includes(tag))) return false;
  if (!rule.payload) return true;
  const { path, operator, threshold } = rule.payload;
  // biome-ignore lint/suspicious/noExplicitAny: a payload can be any value.
  const value = path.split(".").reduce<any>((at, name) => (at == null ? undefined : at[name]), event.payload);
  if (typeof value !== "number") return false;
  if (operator === "GREATER_THAN") return value > threshold;
  if (operator === "GREATER_OR_EQUAL") return value >= threshold;
  if (operator === "LESS_THAN") return value < threshold;
  if (operator === "LESS_OR_EQUAL") return value <= threshold;
  return operator === "EQUAL" ? value === threshold : value !== threshold;
}

/** The indexes of the events that raise an alert, computed by recounting all events for each event. */
export function alertsOf(
  { count }: AlertRule,
  cooldownMinutes: number,
  matching: { at: number; modelId: string }[],
): number[] {
  const fired: number[] = [];
  const sameSubject = (a: number, b: number) =>
    count?.per === "ORGANISATION" || matching[a]?.modelId === matching[b]?.modelId;
  for (const [i, { at }] of matching.entries()) {
    const inWindow = matching.filter(
      (other, j) => j <= i && sameSubject(i, j) && at - other.at < (count?.withinMinutes ?? 0) * 60_000,
    );
    if (count && inWindow.length < count.atLeast) continue;
    const isSilent = fired.some((j) => sameSubject(i, j) && at - (matching[j]?.at ?? 0) < cooldownMinutes * 60_000);
    if (!isSilent) fired.push(i);
  }
  return fired;
}
