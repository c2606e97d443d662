import { CompiledPolicies, type WatchedPolicy } from "@/lib/alert-policies/compile-policies";
import { findEnabledPolicies, findSetRevision, type StoredPolicy } from "@/lib/alert-policies/store";
import type { Transaction } from "@/lib/db";
import { singleton } from "@/lib/singleton";

/** A policy with what its alerts say and who is told. */
export type AlertingPolicy = WatchedPolicy & Pick<StoredPolicy, "name" | "severity" | "recipients">;

/** Policies that this process remembers, over all organisations. */
const rememberedMax = 50_000;

interface Remembered {
  revision: number;
  compiled: CompiledPolicies<AlertingPolicy>;
}

/**
 * The organisation's policies, in order for matching. They are remembered, and read anew where the revision of their set is
 * another: what was committed before this is asked for is always seen. Ask for them after the events, so that events behind
 * a change are held against the policies as they were changed.
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

function toAlerting(stored: StoredPolicy & { activeFrom: number }): AlertingPolicy {
  const { id, name, rule, ruleRevision, activeFrom, severity, recipients, cooldownMinutes } = stored;
  const mutedUntilMs = stored.mutedUntil?.getTime() ?? null;
  return { id, name, rule, ruleRevision, activeFrom, severity, recipients, cooldownMinutes, mutedUntilMs };
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
