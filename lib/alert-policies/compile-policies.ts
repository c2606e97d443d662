import { numberAt, type PayloadPath, parsePath } from "@/lib/alert-policies/payload-path";
import type { AlertRule } from "@/lib/alert-policies/schemas";
import type { Operator } from "@/lib/alert-policies/vocabulary";
import type { EventOutline } from "@/lib/audit-chain";
import { eventTypes, type Severity, severities } from "@/lib/audit-chain/vocabulary";

/** As much of a policy as decides whether it raises an alert. */
export interface WatchedPolicy {
  id: string;
  rule: AlertRule;
  ruleRevision: number;
  /** It is about events behind this position. */
  activeFrom: number;
  cooldownMinutes: number;
  mutedUntilMs: number | null;
}

/** A policy in the form in which it is held against events. */
export interface CompiledPolicy<Policy extends WatchedPolicy> {
  policy: Policy;
  /** Of {@link severities}. */
  minRank: number;
  tags: readonly string[];
  payload: { path: PayloadPath; operator: Operator; threshold: number } | undefined;
}

/** What a policy may know of an event without its payload. */
export type Watched = Pick<
  EventOutline,
  "chainPosition" | "eventType" | "severity" | "modelId" | "tags" | "recordedAtMs" | "sourceKey"
>;

/** What the source keys of alerts begin with. */
export const alertSource = "alert ";

const ranks = new Map<string, number>(severities.map((severity, rank) => [severity, rank]));

/**
 * The policies of an organisation, in order of the event types and models that they are about, so that an event is held
 * only against those it may concern; of these, the ones that ask for the least severity first.
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
   * The policies whose conditions an event meets, but for those of its payload and of the number of events. None for an
   * alert that a policy raised: policies never set each other off.
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

/** A policy in the form in which it is held against events. */
export function compile<Policy extends WatchedPolicy>(policy: Policy): CompiledPolicy<Policy> {
  const { minSeverity = "INFO" satisfies Severity, tags = [], payload } = policy.rule;
  return {
    policy,
    minRank: ranks.get(minSeverity) ?? 0,
    tags,
    payload: payload && { ...payload, path: parsePath(payload.path) ?? [] },
  };
}

/** The number that a payload has at the rule's path, where the threshold is passed; undefined where it is not. */
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
