import { setTimeout as delay, setImmediate } from "node:timers/promises";
import {
  CompiledPolicies,
  type CompiledPolicy,
  newState,
  type PolicyState,
  passes,
  subjectOf,
  takeEvent,
  type WatchedPolicy,
} from "@/lib/domains/alert-policies/matching";
import { alertFollower } from "@/lib/domains/alert-policies/policies";
import { type Firing, raiseAlerts } from "@/lib/domains/alert-policies/raise-alerts";
import {
  findEnabledPolicies,
  findSetRevision,
  findStates,
  type StateKey,
  type StoredPolicy,
  saveStates,
} from "@/lib/domains/alert-policies/store";
import {
  advanceFollower,
  clearNotification,
  type EventOutline,
  readNextOutlines,
  readPayloads,
} from "@/lib/domains/audit-chain";
import { findOrganisation } from "@/lib/domains/organisations";
import type { Clock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { singleton } from "@/lib/platform/core/singleton";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";

/** Maximum number of events evaluated in one transaction. */
const batchEvents = 1_000;
/** Maximum number of matches in one transaction, except for those of the last event. */
const batchMatches = 20_000;
/** Maximum number of alerts raised in one transaction, except for those of the last event. */
const batchAlerts = 200;

interface EvaluationOptions {
  /** Batches after which the evaluation stops, even if it has not caught up. */
  batchesMax?: number;
  /** Delay before the evaluation, so that events committed within it are evaluated together. */
  gatherMs?: number;
}

/** Result of an evaluation. */
export interface EvaluationReport {
  events: number;
  alerts: number;
  caughtUp: boolean;
}

/**
 * Evaluates the events appended to a chain since the last evaluation against the organisation's policies and raises the
 * resulting alerts. The position, the counts, the alerts and their notifications commit in one transaction, so each
 * event is counted once and raises at most one alert per policy, even if the process is killed. Does nothing for a
 * chain that no policy follows.
 */
export async function evaluateChain(
  organisationId: string,
  clock: Clock,
  { batchesMax = Number.POSITIVE_INFINITY, gatherMs = 0 }: EvaluationOptions = {},
): Promise<EvaluationReport> {
  const report: EvaluationReport = { events: 0, alerts: 0, caughtUp: false };
  const organisation = await findOrganisation(organisationId);
  if (!organisation) return { ...report, caughtUp: true };
  if (gatherMs > 0) await delay(gatherMs);
  await clearNotification(organisationId, alertFollower);
  const ctx = { organisation, actor: { kind: "system" as const, id: "alert-policies" }, clock };
  for (let batch = 0; batch < batchesMax; batch++) {
    const done = await inTransaction(undefined, (tx) => evaluateBatch(ctx, tx));
    report.events += done.events;
    report.alerts += done.alerts;
    if (!done.hasMore) return { ...report, caughtUp: true };
    await setImmediate();
  }
  return report;
}

async function evaluateBatch(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
): Promise<{ events: number; alerts: number; hasMore: boolean }> {
  const organisationId = ctx.organisation.id;
  const { outlines, hasMore } = await readNextOutlines(tx, organisationId, alertFollower, batchEvents);
  if (outlines.length === 0) return { events: 0, alerts: 0, hasMore };
  const policies = await readPolicies(tx, organisationId);
  const matched = await matchAll(tx, organisationId, policies, outlines);
  const states = new States(await findStates(tx, organisationId, keysOf(matched)));

  const firings: Firing[] = [];
  let last: EventOutline | undefined;
  for (const { event, matches } of matched) {
    if (firings.length >= batchAlerts) break;
    for (const { policy, value } of matches) {
      const state = states.of(policy, subjectOf(policy, event.modelId));
      if (takeEvent(policy, state, event.recordedAtMs) === "alert") firings.push({ policy, event, value });
    }
    last = event;
  }
  const isWhole = last === outlines.at(-1);
  await saveStates(tx, organisationId, states.touched());
  await advanceFollower(tx, organisationId, alertFollower, last?.chainPosition ?? 0);
  const alerts = await raiseAlerts(ctx, tx, firings);
  const events = last ? outlines.indexOf(last) + 1 : 0;
  return { events, alerts, hasMore: hasMore || !isWhole };
}

/** An event with the policies that it matches, before counting. */
interface Matched {
  event: EventOutline;
  matches: { policy: AlertingPolicy; value: number | undefined }[];
}

/** Returns the events in order, up to a maximum number of matches. Payloads are read only if a policy needs them. */
async function matchAll(
  tx: Transaction,
  organisationId: string,
  policies: CompiledPolicies<AlertingPolicy>,
  outlines: EventOutline[],
): Promise<Matched[]> {
  const found: { event: EventOutline; candidates: CompiledPolicy<AlertingPolicy>[] }[] = [];
  let total = 0;
  for (const event of outlines) {
    if (total >= batchMatches) break;
    const candidates = policies.candidates(event);
    total += candidates.length;
    found.push({ event, candidates });
  }
  const byPosition = new Map(found.map((one) => [one.event.chainPosition, one]));
  const matches = new Map<number, Matched["matches"]>();
  const asking = found.filter(({ candidates }) => candidates.some(({ payload }) => payload !== undefined));
  const positions = asking.map(({ event }) => event.chainPosition);
  await readPayloads(tx, organisationId, positions, (position, payload) => {
    matches.set(position, matchesOf(byPosition.get(position)?.candidates ?? [], payload));
  });
  return found.map(({ event, candidates }) => ({
    event,
    matches: matches.get(event.chainPosition) ?? matchesOf(candidates, undefined),
  }));
}

function matchesOf(candidates: CompiledPolicy<AlertingPolicy>[], payload: unknown): Matched["matches"] {
  const matches: Matched["matches"] = [];
  for (const compiled of candidates) {
    const value = passes(compiled, payload);
    if (compiled.payload === undefined || value !== undefined) matches.push({ policy: compiled.policy, value });
  }
  return matches;
}

function keysOf(matched: Matched[]): StateKey[] {
  const keys = new Map<string, StateKey>();
  for (const { event, matches } of matched) {
    for (const { policy } of matches) {
      const key = { policyId: policy.id, subject: subjectOf(policy, event.modelId) };
      keys.set(nameOf(key), key);
    }
  }
  return [...keys.values()];
}

/** Policy states before and after the evaluation. */
class States {
  private readonly known: Map<string, StateKey & PolicyState>;
  private readonly changed = new Map<string, StateKey & PolicyState>();

  constructor(stored: (StateKey & PolicyState)[]) {
    this.known = new Map(stored.map((state) => [nameOf(state), state]));
  }

  of({ id: policyId, ruleRevision }: AlertingPolicy, subject: string): PolicyState {
    const name = nameOf({ policyId, subject });
    const touched = this.changed.get(name);
    if (touched) return touched;
    const state = this.known.get(name) ?? { policyId, subject, ...newState(ruleRevision) };
    this.changed.set(name, state);
    return state;
  }

  touched(): (StateKey & PolicyState)[] {
    return [...this.changed.values()];
  }
}

function nameOf({ policyId, subject }: StateKey): string {
  return `${policyId} ${subject}`;
}

/** A policy with the text and the recipients of its alerts. */
export type AlertingPolicy = WatchedPolicy & Pick<StoredPolicy, "name" | "severity" | "recipients">;

/** Maximum number of policies cached by this process, over all organisations. */
const rememberedMax = 50_000;

interface Remembered {
  revision: number;
  compiled: CompiledPolicies<AlertingPolicy>;
}

/**
 * The organisation's policies, sorted for matching. They are cached, and read again when the revision of the policy set
 * changes, so changes committed before the call are always seen. Call this after reading the events: events appended
 * after a change are then evaluated against the changed policies.
 */
export async function readPolicies(tx: Transaction, organisationId: string): Promise<CompiledPolicies<AlertingPolicy>> {
  const sets = singleton("alert-policies", () => new Map<string, Remembered>());
  const revision = await findSetRevision(tx, organisationId);
  const known = sets.get(organisationId);
  if (known?.revision === revision) return known.compiled;
  const compiled = new CompiledPolicies((await findEnabledPolicies(tx, organisationId)).map(toAlerting));
  sets.delete(organisationId);
  sets.set(organisationId, { revision, compiled });
  forgetOldest(sets);
  return compiled;
}

function toAlerting({ activeFrom, mutedUntil, ...stored }: StoredPolicy): AlertingPolicy {
  const { id, name, rule, ruleRevision, severity, recipients, cooldownMinutes } = stored;
  const watched = { id, rule, ruleRevision, activeFrom: Number(activeFrom), cooldownMinutes };
  return { ...watched, name, severity, recipients, mutedUntilMs: mutedUntil?.getTime() ?? null };
}

function forgetOldest(sets: Map<string, Remembered>): void {
  let policies = 0;
  for (const { compiled } of sets.values()) policies += compiled.policies.length + 1;
  for (const [organisationId, { compiled }] of sets) {
    if (policies <= rememberedMax || sets.size === 1) return;
    sets.delete(organisationId);
    policies -= compiled.policies.length + 1;
  }
}
