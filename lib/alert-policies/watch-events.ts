import type { WatchedPolicy } from "@/lib/alert-policies/compile-policies";

/** What a policy has seen of a model, or of all together. */
export interface PolicyState {
  /** Of the rule that `hits` and `lastFiredAtMs` belong to. */
  ruleRevision: number;
  /** When the last events that count were received, oldest first. */
  hits: number[];
  lastFiredAtMs: number | null;
  alerts: number;
  suppressed: number;
  muted: number;
}

/** What came of an event that meets a policy's conditions. */
export type Held = "not-yet" | "alert" | "suppressed" | "muted";

export function newState(ruleRevision: number): PolicyState {
  return { ruleRevision, hits: [], lastFiredAtMs: null, alerts: 0, suppressed: 0, muted: 0 };
}

/** What a policy counts an event for: its model, or nothing where the rule counts over all models. */
export function subjectOf({ rule }: Pick<WatchedPolicy, "rule">, modelId: string): string {
  return rule.count?.per === "ORGANISATION" ? "" : modelId;
}

const minuteMs = 60_000;

/**
 * Takes an event that meets a policy's conditions into its state, in the chain's order, and says what comes of it. The
 * window of a count is open at its beginning: an event received exactly `withinMinutes` before counts no more. An alert is
 * followed by silence for `cooldownMinutes`; the event at its end may raise the next. What is muted begins no silence.
 */
export function takeEvent(
  { rule, ruleRevision, cooldownMinutes, mutedUntilMs }: WatchedPolicy,
  state: PolicyState,
  receivedMs: number,
): Held {
  if (state.ruleRevision !== ruleRevision) Object.assign(state, { ruleRevision, hits: [], lastFiredAtMs: null });
  if (rule.count !== undefined && !reaches(rule.count, state, receivedMs)) return "not-yet";
  if (mutedUntilMs !== null && receivedMs < mutedUntilMs) {
    state.muted += 1;
    return "muted";
  }
  if (state.lastFiredAtMs !== null && receivedMs < state.lastFiredAtMs + cooldownMinutes * minuteMs) {
    state.suppressed += 1;
    return "suppressed";
  }
  state.alerts += 1;
  state.lastFiredAtMs = receivedMs;
  return "alert";
}

/** As many of the last events as the rule asks for decide it: no others are kept. */
function reaches(
  { atLeast, withinMinutes }: { atLeast: number; withinMinutes: number },
  state: PolicyState,
  receivedMs: number,
): boolean {
  const { hits } = state;
  hits.push(receivedMs);
  const outside = hits.findIndex((hit) => hit > receivedMs - withinMinutes * minuteMs);
  hits.splice(0, Math.max(outside, hits.length - atLeast));
  return hits.length >= atLeast;
}
