import type { AlertRule } from "@/lib/alert-policies/schemas";
import { operatorWords } from "@/lib/alert-policies/vocabulary";

/** What an alert says of what was seen. */
export interface AlertWords {
  message: string;
  /** The number that was held against the threshold: of events where the rule counts them, else that of the payload. */
  observed: number | null;
  threshold: number | null;
  /** What was measured. */
  metric: string | null;
}

/** `value` is the number of the payload that passed the rule's threshold, where it has one. */
export function describeAlert(
  { payload, count }: AlertRule,
  event: { eventType: string; severity: string },
  value: number | undefined,
): AlertWords {
  if (count !== undefined) {
    const { atLeast, withinMinutes, per } = count;
    const events = `${atLeast} ${atLeast === 1 ? "event" : "events"}${per === "MODEL" ? " of the model" : ""}`;
    const time = `within ${withinMinutes} ${withinMinutes === 1 ? "minute" : "minutes"}`;
    const condition = payload ? ` with ${payload.path} ${operatorWords[payload.operator]} ${payload.threshold}` : "";
    return { message: `${events} ${time}${condition}`, observed: atLeast, threshold: atLeast, metric: "events" };
  }
  if (payload !== undefined && value !== undefined) {
    const message = `${payload.path} was ${value}, ${operatorWords[payload.operator]} ${payload.threshold}`;
    return { message, observed: value, threshold: payload.threshold, metric: payload.path };
  }
  const message = `${event.eventType} of severity ${event.severity}`;
  return { message, observed: null, threshold: null, metric: null };
}
