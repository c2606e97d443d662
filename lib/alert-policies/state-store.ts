import type { PolicyState } from "@/lib/alert-policies/watch-events";
import type { Transaction } from "@/lib/db";

/** Which state: a policy's of a model, or of all together where the subject is empty. */
export interface StateKey {
  policyId: string;
  subject: string;
}

/** The states that there are among those asked for. The caller holds the place in the chain from which they follow. */
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

/** Writes states in place of what there was. Arrays of different lengths cannot travel as one: they do as text. */
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
     ON CONFLICT (policy_id, subject) DO UPDATE SET rule_revision = EXCLUDED.rule_revision, hits = EXCLUDED.hits,
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
