import { beforeAll, describe, expect, test } from "vitest";
import {
  createPolicy,
  deletePolicy,
  getPolicy,
  previewRule,
  updatePolicy,
  versionOf,
} from "@/lib/domains/alert-policies";
import { type AlertPolicy, CreateAlertPolicy } from "@/lib/domains/alert-policies/schemas";
import { createTestClock, createTestContext, type TestClock } from "@/lib/domains/api-keys/testing";
import { payloadWithoutSeals } from "@/lib/domains/audit-chain/testing/chain";
import { registerModel } from "@/lib/domains/models";
import { followersOf } from "@/lib/domains/webhooks/testing/endpoints";
import type { Context } from "@/lib/platform/core/context";
import { pool } from "@/lib/platform/database/db";
import { entityTag } from "@/lib/platform/resource/entity-tag";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
let clock: TestClock;
let ctx: Context;

beforeAll(async () => {
  clock = createTestClock();
  ctx = await createTestContext(clock);
});

const given = { name: "Low confidence", rule: { minSeverity: "HIGH" as const } };
const make = (context = ctx, more: object = {}): Promise<AlertPolicy> =>
  createPolicy(context, CreateAlertPolicy.parse({ ...given, ...more }));

/** Payloads of the chain's events, oldest first. */
async function recorded(organisationId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await pool().query<{ content: string }>(
    `SELECT content FROM audit_events WHERE organisation_id = $1 AND event_type = 'CONFIG_CHANGE'
       AND content NOT LIKE '%MODEL_REGISTERED%' ORDER BY chain_position`,
    [organisationId],
  );
  return rows.map(({ content }) => payloadWithoutSeals(content));
}

describe("createPolicy", () => {
  test("returns the policy with its defaults, as getPolicy does", async () => {
    const created = await make();
    expect(created).toEqual({
      id: expect.stringMatching(/^pol_[0-9a-z]{26}$/),
      ...given,
      description: "",
      severity: "MEDIUM",
      recipients: [],
      cooldownMinutes: 60,
      mutedUntil: null,
      enabled: true,
      figures: { alerts: 0, suppressed: 0, muted: 0, lastTriggeredAt: null },
      createdAt: new Date(clock.nowMs).toISOString(),
      updatedAt: created.createdAt,
    });
    expect(await getPolicy(ctx, created.id)).toEqual(created);
  });

  test("rejects unknown models and models of other organisations", async () => {
    const { id } = await registerModel(ctx, { name: "Scoring" });
    expect((await make(ctx, { rule: { modelIds: [id] } })).rule).toEqual({ modelIds: [id] });
    const stranger = await createTestContext(clock);
    for (const context of [stranger]) {
      const modelIds = [id, "mdl_none"];
      await expect(make(context, { rule: { modelIds } })).rejects.toMatchObject({
        code: "model_not_registered",
        details: [{ path: "rule.modelIds[0]" }, { path: "rule.modelIds[1]" }],
      });
      const input = { rule: { modelIds }, cooldownMinutes: 60 };
      await expect(previewRule(context, input)).rejects.toMatchObject({ code: "model_not_registered" });
    }
  });
});

test("an update with the current version succeeds once, regardless of alert counts", async () => {
  const before = await make();
  const tag = entityTag(versionOf(before));
  await pool().query(
    `INSERT INTO alert_policy_states (organisation_id, policy_id, subject, rule_revision, hits, alerts)
     VALUES ($1, $2, '', 1, '{}', 7)`,
    [ctx.organisation.id, before.id],
  );
  const both = ["One", "Other"].map((name) => updatePolicy(ctx, before.id, { name }, tag));
  const outcomes = await Promise.allSettled(both);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect((await getPolicy(ctx, before.id)).figures.alerts).toBe(7);
  await expect(updatePolicy(ctx, before.id, { name: "Third" }, tag)).rejects.toMatchObject({
    code: "precondition_failed",
  });
});

test("the chain is followed only while a policy is enabled", async () => {
  const tenant = await createTestContext(clock);
  const followers = () => followersOf(tenant.organisation.id);
  const one = await make(tenant, { enabled: false });
  expect(await followers()).toEqual([]);
  const other = await make(tenant);
  expect(await followers()).toEqual(["alert-policies"]);
  await updatePolicy(tenant, one.id, { enabled: true });
  await deletePolicy(tenant, other.id);
  expect(await followers()).toEqual(["alert-policies"]);
  await updatePolicy(tenant, one.id, { enabled: false });
  expect(await followers()).toEqual([]);
});

test("each change is recorded as an event with the number of recipients, without their addresses", async () => {
  const tenant = await createTestContext(clock);
  const { id: policyId } = await make(tenant, { recipients: ["ada@example.com"] });
  await updatePolicy(tenant, policyId, { severity: "HIGH", mutedUntil: "2026-12-01T00:00:00.000Z" });
  await deletePolicy(tenant, policyId);
  const about = { policyId, ...given, recipients: 1, cooldownMinutes: 60 };
  const muted = { severity: "HIGH", mutedUntil: "2026-12-01T00:00:00.000Z" };
  expect(await recorded(tenant.organisation.id)).toEqual([
    { kind: "ALERT_POLICY_CREATED", ...about, severity: "MEDIUM", mutedUntil: null, enabled: true },
    { kind: "ALERT_POLICY_UPDATED", ...about, ...muted, enabled: true, changed: ["severity", "mutedUntil"] },
    { kind: "ALERT_POLICY_DELETED", ...about, ...muted, enabled: false },
  ]);
});
