import type { PolicyState } from "@/lib/domains/alert-policies/matching";
import type { AlertRule } from "@/lib/domains/alert-policies/schemas";
import type { Severity } from "@/lib/domains/audit-chain/enums";
import type { AlertPolicy, Prisma } from "@/lib/generated/prisma/client";
import { prisma, type Transaction } from "@/lib/platform/database/db";
import { RecordStore } from "@/lib/platform/resource/record-store";

/** Rules were validated before they were stored, and a check constraint restricts the severity. */
export type StoredPolicy = Omit<AlertPolicy, "rule" | "severity"> & { rule: AlertRule; severity: Severity };

/** Policies of organisations, enabled or not. */
export const policies = new RecordStore<
  StoredPolicy,
  Prisma.AlertPolicyUncheckedCreateInput,
  Prisma.AlertPolicyUncheckedUpdateInput
>({
  noun: "alert policy",
  plural: "alert policies",
  id: "alertPolicy",
  table: "alert_policies",
  max: 1_000,
  model: (reader) => reader.alertPolicy,
  // Also invalidates cached policies.
  lockAll: (tx, organisationId) => tx.$executeRaw`
    INSERT INTO alert_policy_sets (organisation_id, revision) VALUES (${organisationId}, 1)
    ON CONFLICT (organisation_id) DO UPDATE SET revision = alert_policy_sets.revision + 1`,
});

/** The IDs of all policies of the organisation, including deleted ones. */
export async function findPolicyIds(tx: Transaction, organisationId: string): Promise<string[]> {
  const found = await tx.alertPolicy.findMany({ where: { organisationId }, select: { id: true } });
  return found.map(({ id }) => id);
}

/** The results of a policy, over all models. */
export interface PolicyFigures {
  alerts: number;
  suppressed: number;
  muted: number;
  lastFiredAt: Date | null;
}

/** The results of policies by ID. Policies without results are left out. */
export async function findFigures(
  tx: Transaction | undefined,
  organisationId: string,
  ids: string[],
): Promise<Map<string, PolicyFigures>> {
  if (ids.length === 0) return new Map();
  const rows = await (tx ?? prisma()).$queryRaw<(PolicyFigures & { id: string })[]>`
    SELECT policy_id AS id, sum(alerts)::float8 AS alerts, sum(suppressed)::float8 AS suppressed,
      sum(muted)::float8 AS muted, max(last_fired_at) AS "lastFiredAt"
    FROM alert_policy_states WHERE organisation_id = ${organisationId} AND policy_id = ANY(${ids}::text[])
    GROUP BY policy_id`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** The revision of an organisation's policies; 0 if it never had any. */
export async function findSetRevision(tx: Transaction, organisationId: string): Promise<number> {
  const rows = await tx.$queryRaw<{ revision: number }[]>`
    SELECT revision::float8 AS revision FROM alert_policy_sets WHERE organisation_id = ${organisationId}`;
  return rows[0]?.revision ?? 0;
}

export async function findEnabledPolicies(tx: Transaction, organisationId: string): Promise<StoredPolicy[]> {
  const where = { organisationId, deletedAt: null, enabled: true };
  return (await tx.alertPolicy.findMany({ where, orderBy: { id: "asc" } })) as unknown as StoredPolicy[];
}

/** `subject` is a model ID, or empty for the whole organisation. */
export interface StateKey {
  policyId: string;
  subject: string;
}

/** The stored states of the given keys. The caller holds the lock of the chain position that they belong to. */
export async function findStates(
  tx: Transaction,
  organisationId: string,
  keys: StateKey[],
): Promise<(StateKey & PolicyState)[]> {
  if (keys.length === 0) return [];
  const rows = await tx.$queryRawUnsafe<(StateKey & Omit<PolicyState, "hits"> & { hits: string })[]>(
    `SELECT policy_id AS "policyId", subject, state.rule_revision AS "ruleRevision",
       array_to_string(hits, ',') AS hits, (extract(epoch FROM last_fired_at) * 1000)::float8 AS "lastFiredAtMs",
       alerts::float8 AS alerts, suppressed::float8 AS suppressed, muted::float8 AS muted
     FROM unnest($2::text[], $3::text[]) AS wanted(policy_id, subject)
     JOIN alert_policy_states state USING (policy_id, subject) WHERE state.organisation_id = $1`,
    organisationId,
    keys.map(({ policyId }) => policyId),
    keys.map(({ subject }) => subject),
  );
  return rows.map((row) => ({ ...row, hits: row.hits === "" ? [] : row.hits.split(",").map(Number) }));
}

/** Replaces states. `unnest` cannot expand arrays of different lengths, so they are sent as text. */
export async function saveStates(
  tx: Transaction,
  organisationId: string,
  states: (StateKey & PolicyState)[],
): Promise<void> {
  if (states.length === 0) return;
  await tx.$queryRawUnsafe(
    `INSERT INTO alert_policy_states
       (organisation_id, policy_id, subject, rule_revision, hits, last_fired_at, alerts, suppressed, muted)
     SELECT $1, policy_id, subject, rule_revision, hits::bigint[], to_timestamp(last_fired_at / 1000.0), alerts, suppressed,
       muted
     FROM unnest($2::text[], $3::text[], $4::int[], $5::text[], $6::float8[], $7::bigint[], $8::bigint[], $9::bigint[])
       AS state(policy_id, subject, rule_revision, hits, last_fired_at, alerts, suppressed, muted)
     ORDER BY policy_id, subject
     ON CONFLICT ON CONSTRAINT alert_policy_states_pkey DO UPDATE SET rule_revision = EXCLUDED.rule_revision, hits = EXCLUDED.hits,
       last_fired_at = EXCLUDED.last_fired_at, alerts = EXCLUDED.alerts, suppressed = EXCLUDED.suppressed,
       muted = EXCLUDED.muted`,
    organisationId,
    states.map(({ policyId }) => policyId),
    states.map(({ subject }) => subject),
    states.map(({ ruleRevision }) => ruleRevision),
    states.map(({ hits }) => `{${hits.map(Math.trunc).join(",")}}`),
    states.map(({ lastFiredAtMs }) => lastFiredAtMs),
    states.map(({ alerts }) => alerts),
    states.map(({ suppressed }) => suppressed),
    states.map(({ muted }) => muted),
  );
}
