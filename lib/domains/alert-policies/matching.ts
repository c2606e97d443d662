import type { Operator } from "@/lib/domains/alert-policies/enums";
import { numberAt, type PayloadPath, parsePath } from "@/lib/domains/alert-policies/payload-path";
import type { AlertRule } from "@/lib/domains/alert-policies/schemas";
import type { EventOutline } from "@/lib/domains/audit-chain";
import { eventTypes, type Severity, severities } from "@/lib/domains/audit-chain/enums";

/** The part of a policy that decides whether it raises an alert. */
export interface WatchedPolicy {
  id: string;
  rule: AlertRule;
  ruleRevision: number;
  /** The policy applies to events after this position. */
  activeFrom: number;
  cooldownMinutes: number;
  mutedUntilMs: number | null;
}

/** A policy prepared for matching. */
export interface CompiledPolicy<Policy extends WatchedPolicy> {
  policy: Policy;
  /** Of {@link severities}. */
  minRank: number;
  tags: readonly string[];
  payload: { path: PayloadPath; operator: Operator; threshold: number } | undefined;
}

/** Members of an event that policies match without reading its payload. */
export type Watched = Pick<
  EventOutline,
  "chainPosition" | "eventType" | "severity" | "modelId" | "tags" | "recordedAtMs" | "sourceKey"
>;

/** Prefix of the source keys of alerts. */
export const alertSource = "alert ";

const ranks = new Map<string, number>(severities.map((severity, rank) => [severity, rank]));

/**
 * The policies of an organisation, indexed by the event types and models they apply to, so that an event is evaluated
 * only against policies that can match. Within each list, policies with the lowest minimum severity come first.
 */
export class CompiledPolicies<Policy extends WatchedPolicy> {
  private readonly ofAnyModel = new Map<string, CompiledPolicy<Policy>[]>();
  private readonly ofModel = new Map<string, CompiledPolicy<Policy>[]>();

  constructor(readonly policies: Policy[]) {
    for (const policy of policies) this.add(compile(policy));
    const byRank = (a: CompiledPolicy<Policy>, b: CompiledPolicy<Policy>) => a.minRank - b.minRank;
    for (const list of [...this.ofAnyModel.values(), ...this.ofModel.values()]) list.sort(byRank);
  }

  /**
   * The policies whose conditions an event meets, before checking the payload and the count. Alerts raised by policies
   * match none, so policies never trigger each other.
   */
  candidates(event: Watched): CompiledPolicy<Policy>[] {
    const rank = ranks.get(event.severity);
    if (rank === undefined || Number.isNaN(event.recordedAtMs) || event.sourceKey?.startsWith(alertSource)) return [];
    const found: CompiledPolicy<Policy>[] = [];
    collect(this.ofAnyModel.get(event.eventType), event, rank, found);
    collect(this.ofModel.get(placeOf(event.eventType, event.modelId)), event, rank, found);
    return found;
  }

  private add(compiled: CompiledPolicy<Policy>): void {
    const { eventTypes: types = eventTypes, modelIds } = compiled.policy.rule;
    for (const type of types) {
      if (modelIds === undefined) append(this.ofAnyModel, type, compiled);
      else for (const modelId of modelIds) append(this.ofModel, placeOf(type, modelId), compiled);
    }
  }
}

function collect<Policy extends WatchedPolicy>(
  list: CompiledPolicy<Policy>[] | undefined,
  event: Watched,
  rank: number,
  found: CompiledPolicy<Policy>[],
): void {
  if (list === undefined) return;
  for (const compiled of list) {
    if (compiled.minRank > rank) return;
    if (compiled.policy.activeFrom >= event.chainPosition) continue;
    if (compiled.tags.length > 0 && !compiled.tags.every((tag) => event.tags.includes(tag))) continue;
    found.push(compiled);
  }
}

/** Prepares a policy for matching. */
export function compile<Policy extends WatchedPolicy>(policy: Policy): CompiledPolicy<Policy> {
  const { minSeverity = "INFO" satisfies Severity, tags = [], payload } = policy.rule;
  return {
    policy,
    minRank: ranks.get(minSeverity) ?? 0,
    tags,
    payload: payload && { ...payload, path: parsePath(payload.path) ?? [] },
  };
}

/** The number at the rule's path if it passes the threshold; otherwise undefined. */
export function passes({ payload: condition }: Pick<CompiledPolicy<WatchedPolicy>, "payload">, payload: unknown) {
  if (condition === undefined) return undefined;
  const value = numberAt(payload, condition.path);
  return value !== undefined && compare[condition.operator](value, condition.threshold) ? value : undefined;
}

const compare: Record<Operator, (value: number, threshold: number) => boolean> = {
  GREATER_THAN: (value, threshold) => value > threshold,
  GREATER_OR_EQUAL: (value, threshold) => value >= threshold,
  LESS_THAN: (value, threshold) => value < threshold,
  LESS_OR_EQUAL: (value, threshold) => value <= threshold,
  EQUAL: (value, threshold) => value === threshold,
  NOT_EQUAL: (value, threshold) => value !== threshold,
};

function placeOf(eventType: string, modelId: string): string {
  return `${eventType} ${modelId}`;
}

function append<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** State of a policy for one model, or for all models together. */
export interface PolicyState {
  /** Of the rule that `hits` and `lastFiredAtMs` belong to. */
  ruleRevision: number;
  /** Times of receipt of the counted events, oldest first. */
  hits: number[];
  lastFiredAtMs: number | null;
  alerts: number;
  suppressed: number;
  muted: number;
}

/** Outcome for an event that matches a policy's conditions. */
export type Held = "not-yet" | "alert" | "suppressed" | "muted";

export function newState(ruleRevision: number): PolicyState {
  return { ruleRevision, hits: [], lastFiredAtMs: null, alerts: 0, suppressed: 0, muted: 0 };
}

/** The subject that an event counts towards: its model, or an empty string if the rule counts across all models. */
export function subjectOf({ rule }: Pick<WatchedPolicy, "rule">, modelId: string): string {
  return rule.count?.per === "ORGANISATION" ? "" : modelId;
}

const minuteMs = 60_000;

/**
 * Adds an event that matches a policy's conditions to the policy's state, in chain order, and returns the outcome. The
 * counting window excludes its start: an event received exactly `withinMinutes` earlier is not counted. After an alert,
 * further alerts are suppressed for `cooldownMinutes`; the event at the end of that period can raise the next one. A
 * muted match starts no cooldown.
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

/** Keeps only as many of the latest events as the rule requires. */
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
