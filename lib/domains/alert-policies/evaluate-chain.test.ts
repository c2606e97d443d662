import pg from "pg";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { deletePolicy, getPolicy, updatePolicy } from "@/lib/domains/alert-policies/policies";
import type { AlertRule } from "@/lib/domains/alert-policies/schemas";
import { createWatchedChain } from "@/lib/domains/alert-policies/testing/watched-chain";
import { appendBatch, verifyChain } from "@/lib/domains/audit-chain";
import { VerifyChain } from "@/lib/domains/audit-chain/schemas-verification";
import { createTestModel, startMs } from "@/lib/domains/audit-chain/testing/chain";
import { insertListener, outboxOf, publishedTo } from "@/lib/domains/webhooks/testing/listening";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
});

const minute = 60_000;

function mailsOf(organisationId: string) {
  return pool()
    .query<{ recipient: string; subject: string; template: string }>(
      "SELECT recipient, subject, template FROM mail_messages WHERE organisation_id = $1 ORDER BY recipient, id",
      [organisationId],
    )
    .then(({ rows }) => rows);
}

async function asOwner(text: string, ...values: unknown[]): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  try {
    await owner.query("ALTER TABLE audit_events DISABLE TRIGGER USER");
    await owner.query(text, values);
    for (const trigger of ["append_only", "erase_only", "continue_head"]) {
      await owner.query(`ALTER TABLE audit_events ENABLE ALWAYS TRIGGER audit_events_${trigger}`);
    }
  } finally {
    await owner.end();
  }
}

const lowConfidence: AlertRule = {
  eventTypes: ["INFERENCE"],
  payload: { path: "confidence", operator: "LESS_THAN", threshold: 0.6 },
};

describe("an event that matches a policy", () => {
  test("appends an ALERT to the model's chain, notifies endpoints and e-mails the recipients", async () => {
    const chain = await createWatchedChain();
    const { ctx, modelId, organisationId } = chain;
    await insertListener(organisationId, { events: ["alert.triggered"] });
    const policy = await chain.policy({
      name: "Low confidence",
      rule: lowConfidence,
      severity: "HIGH",
      recipients: ["ada@example.com", "ben@example.com"],
    });
    await chain.append({ payload: { confidence: 0.9 } });
    const eventId = await chain.append({ payload: { confidence: 0.41 } });
    ctx.clock.nowMs += 500;
    expect(await chain.evaluate()).toEqual({ events: 3, alerts: 1, caughtUp: true });

    const [alert, ...others] = await chain.alerts();
    expect(others).toEqual([]);
    expect(alert).toMatchObject({
      eventType: "ALERT",
      severity: "HIGH",
      modelId,
      source: "API",
      actor: { type: "SYSTEM", id: "alert-policies" },
      tags: ["alert-policy", policy.id],
      verified: true,
      payload: {
        kind: "ALERT_POLICY_TRIGGERED",
        policyId: policy.id,
        policyName: "Low confidence",
        eventId,
        eventPosition: expect.any(Number),
        eventModelId: modelId,
        message: "confidence was 0.41, below 0.6",
        metric: "confidence",
        value: 0.41,
        threshold: 0.6,
      },
    });
    const [published, ...more] = await publishedTo(organisationId);
    expect(more).toEqual([]);
    expect(published).toMatchObject({ sourceKey: `alert.triggered ${policy.id} ${eventId}` });
    expect(published?.envelope).toMatchObject({ type: "alert.triggered", created: Math.floor((startMs + 500) / 1000) });
    expect(published?.envelope.data).toEqual({
      id: alert?.id,
      eventId,
      policyId: policy.id,
      policyName: "Low confidence",
      modelId,
      severity: "HIGH",
      message: "confidence was 0.41, below 0.6",
      observed: 0.41,
      threshold: 0.6,
      triggeredAt: new Date(startMs + 500).toISOString(),
    });
    expect(await mailsOf(organisationId)).toEqual(
      ["ada@example.com", "ben@example.com"].map((recipient) => ({
        recipient,
        subject: "High-severity alert: Low confidence",
        template: "alert-triggered",
      })),
    );
    expect((await getPolicy(ctx, policy.id)).figures).toEqual({
      alerts: 1,
      suppressed: 0,
      muted: 0,
      lastTriggeredAt: new Date(startMs).toISOString(),
    });
    expect(await verifyChain(ctx, VerifyChain.parse({}))).toMatchObject({ status: "ok" });
  });

  test("sends one e-mail to a recipient of several policies", async () => {
    const chain = await createWatchedChain();
    for (const name of ["One", "Two"])
      await chain.policy({ name, recipients: [`${name === "One" ? "Ada" : "ada"}@example.com`] });
    await chain.append();
    await chain.evaluate();
    expect(await mailsOf(chain.organisationId)).toMatchObject([{ subject: "2 alerts" }]);
  });

  test("records an alert about an archived model on the system model", async () => {
    const chain = await createWatchedChain();
    await chain.policy({});
    await chain.append();
    await pool().query("UPDATE models SET archived_at = now() WHERE id = $1", [chain.modelId]);
    await chain.evaluate();
    expect(await chain.alerts()).toMatchObject([
      { modelId: chain.systemModelId, payload: { eventModelId: chain.modelId } },
    ]);
  });
});

describe("alerts per event", () => {
  test("raises each alert once under concurrent appends and evaluations", async () => {
    const chain = await createWatchedChain();
    const models = await Promise.all(Array.from({ length: 20 }, () => createTestModel(chain.organisationId)));
    await chain.policy({});
    await chain.policy({
      name: "Count",
      rule: { eventTypes: ["INFERENCE"], count: { atLeast: 100, withinMinutes: 5, per: "ORGANISATION" } },
    });
    let isOver = false;
    const evaluating = [1, 2, 3].map(async () => {
      let alerts = 0;
      while (!isOver) alerts += (await chain.evaluate()).alerts;
      return alerts;
    });
    const appends = models.flatMap((modelId) => Array.from({ length: 5 }, () => chain.append({ modelId })));
    await Promise.all(appends);
    isOver = true;
    const raised = (await Promise.all(evaluating)).reduce((sum, alerts) => sum + alerts, 0);
    expect(raised + (await chain.evaluate()).alerts).toBe(21);
    const alerts = await chain.alerts();
    expect(alerts).toHaveLength(21);
    expect(alerts.filter(({ payload }) => payload?.policyName === "Count")).toHaveLength(1);
  });

  test.each([
    ["the policy state is saved", "saveStates"],
    ["the alert is appended", "audit_events"],
    ["the chain position is saved", "chain_followers SET"],
  ])("raises each alert once if the transaction fails before %s", async (_, part) => {
    const chain = await createWatchedChain();
    const { id } = await chain.policy({ recipients: ["ada@example.com"] });
    await insertListener(chain.organisationId, { events: ["alert.triggered"] });
    await chain.append();
    await chain.append();
    const pattern =
      part === "saveStates"
        ? "INSERT INTO alert_policy_states"
        : part === "audit_events"
          ? "INSERT INTO audit_events"
          : `UPDATE ${part}`;
    const query = pg.Client.prototype.query;
    const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
      this: pg.Client,
      ...args: unknown[]
    ) {
      const text = typeof args[0] === "string" ? args[0] : (args[0] as { text?: string }).text;
      if (text?.includes(pattern)) return Promise.reject(new Error("killed")) as never;
      return (query as (...given: unknown[]) => unknown).apply(this, args) as never;
    });
    await expect(chain.evaluate()).rejects.toThrow("killed");
    spy.mockRestore();
    expect(await chain.alerts()).toEqual([]);
    expect(await mailsOf(chain.organisationId)).toEqual([]);
    expect(await publishedTo(chain.organisationId)).toEqual([]);

    expect(await chain.evaluate()).toMatchObject({ events: 3, alerts: 1 });
    expect(await chain.evaluate()).toMatchObject({ alerts: 0 });
    expect(await chain.alerts()).toHaveLength(1);
    expect(await mailsOf(chain.organisationId)).toHaveLength(1);
    expect(await publishedTo(chain.organisationId)).toHaveLength(1);
    expect((await getPolicy(chain.ctx, id)).figures).toMatchObject({ alerts: 1, suppressed: 1 });
  });

  test("does not notify about an existing alert again after its chain position was reset", async () => {
    const chain = await createWatchedChain();
    await chain.policy({ recipients: ["ada@example.com"] });
    await chain.append();
    await chain.evaluate();
    await pool().query("UPDATE chain_followers SET position = 0 WHERE organisation_id = $1", [chain.organisationId]);
    await pool()
      .query("DELETE FROM alert_policy_states WHERE organisation_id = $1", [chain.organisationId])
      .catch(() => asOwner("DELETE FROM alert_policy_states WHERE organisation_id = $1", chain.organisationId));
    expect(await chain.evaluate()).toMatchObject({ alerts: 0 });
    expect(await chain.alerts()).toHaveLength(1);
    expect(await mailsOf(chain.organisationId)).toHaveLength(1);
  });
});

test("alerts do not trigger policies, even those that match alerts", async () => {
  const chain = await createWatchedChain();
  await chain.policy({ rule: { eventTypes: ["ALERT", "INFERENCE"] }, cooldownMinutes: 1 });
  await chain.policy({ rule: { minSeverity: "INFO" }, cooldownMinutes: 1 });
  await chain.append();
  for (let i = 0; i < 5; i++) {
    await chain.evaluate();
    chain.ctx.clock.nowMs += 2 * minute;
  }
  expect(await chain.alerts()).toHaveLength(2);
});

describe("a rule with a count", () => {
  const counting = (per: "MODEL" | "ORGANISATION"): AlertRule => ({
    eventTypes: ["INFERENCE"],
    count: { atLeast: 3, withinMinutes: 5, per },
  });

  test.each([
    ["just inside the window raises an alert", 5 * minute - 1, 1],
    ["at the end of the window raises none", 5 * minute, 0],
  ])("a last event %s", async (_, lastMs, alerts) => {
    const chain = await createWatchedChain();
    await chain.policy({ rule: counting("MODEL") });
    for (const at of [0, 1, lastMs]) {
      chain.ctx.clock.nowMs = startMs + at;
      await chain.append();
      await chain.evaluate();
    }
    expect(await chain.alerts()).toHaveLength(alerts);
  });

  test("counts per model or across all models", async () => {
    const chain = await createWatchedChain();
    const other = await createTestModel(chain.organisationId);
    await chain.policy({ name: "each", rule: counting("MODEL") });
    await chain.policy({ name: "all", rule: counting("ORGANISATION") });
    for (const modelId of [chain.modelId, other, chain.modelId]) await chain.append({ modelId });
    await chain.evaluate();
    const alerts = await chain.alerts();
    expect(alerts.map(({ payload }) => [payload?.policyName, payload?.message, payload?.value])).toEqual([
      ["all", "3 events within 5 minutes", 3],
    ]);
    await chain.append({ modelId: chain.modelId });
    await chain.evaluate();
    expect((await chain.alerts()).at(-1)?.payload).toMatchObject({ message: "3 events of the model within 5 minutes" });
  });

  test("counts across evaluations and over more events than one evaluation reads", async () => {
    const chain = await createWatchedChain();
    await chain.policy({ rule: { ...counting("MODEL"), count: { atLeast: 1_000, withinMinutes: 60, per: "MODEL" } } });
    const event = { modelId: chain.modelId, eventType: "INFERENCE", payload: {} };
    await appendBatch(
      chain.ctx,
      Array.from({ length: 999 }, () => event),
      false,
    );
    expect(await chain.evaluate()).toMatchObject({ events: 1_000, alerts: 0 });
    await appendBatch(
      chain.ctx,
      Array.from({ length: 1_000 }, () => event),
      false,
    );
    await chain.append();
    expect(await chain.evaluate()).toMatchObject({ alerts: 1, caughtUp: true });
  });
});

describe("a policy change", () => {
  test("applies to later events and not to earlier events", async () => {
    const chain = await createWatchedChain();
    await chain.append();
    const { id } = await chain.policy({ enabled: false });
    await chain.append();
    await updatePolicy(chain.ctx, id, { enabled: true });
    const matched = await chain.append();
    await chain.evaluate();
    expect((await chain.alerts()).map(({ payload }) => payload?.eventId)).toEqual([matched]);

    await updatePolicy(chain.ctx, id, { rule: { eventTypes: ["DEPLOYMENT"] } });
    await chain.append();
    const deployed = await chain.append({ eventType: "DEPLOYMENT" });
    await chain.evaluate();
    expect((await chain.alerts()).map(({ payload }) => payload?.eventId)).toEqual([matched, deployed]);

    await deletePolicy(chain.ctx, id);
    await chain.append({ eventType: "DEPLOYMENT" });
    expect(await chain.evaluate()).toEqual({ events: 0, alerts: 0, caughtUp: true });
  });

  test("that mutes the policy counts matches and sends no notification until the mute ends", async () => {
    const chain = await createWatchedChain();
    const { id } = await chain.policy({
      recipients: ["ada@example.com"],
      mutedUntil: new Date(startMs + minute).toISOString(),
    });
    await insertListener(chain.organisationId, { events: ["alert.triggered"] });
    for (const at of [0, minute - 1]) {
      chain.ctx.clock.nowMs = startMs + at;
      await chain.append();
    }
    await chain.evaluate();
    expect([
      await chain.alerts(),
      await publishedTo(chain.organisationId),
      await mailsOf(chain.organisationId),
    ]).toEqual([[], [], []]);
    expect((await getPolicy(chain.ctx, id)).figures).toMatchObject({ alerts: 0, muted: 2, lastTriggeredAt: null });
    chain.ctx.clock.nowMs = startMs + minute;
    await chain.append();
    await chain.evaluate();
    expect(await chain.alerts()).toHaveLength(1);
  });
});

test("appends, policy changes and evaluations never deadlock", { tags: "full" }, async () => {
  const chain = await createWatchedChain();
  const { id } = await chain.policy({ recipients: ["ada@example.com"], cooldownMinutes: 1 });
  const other = await chain.policy({ name: "Other" });
  const toggling = async () => {
    for (let i = 0; i < 15; i++) {
      await updatePolicy(chain.ctx, id, { enabled: i % 2 === 1 });
      await updatePolicy(chain.ctx, other.id, { enabled: i % 2 === 1 });
    }
  };
  const appending = async () => {
    for (let i = 0; i < 60; i++) await chain.append();
  };
  const evaluating = async () => {
    for (let i = 0; i < 30; i++) await chain.evaluate();
  };
  await Promise.all([toggling(), appending(), appending(), appending(), evaluating(), evaluating()]);
  expect(await verifyChain(chain.ctx, VerifyChain.parse({}))).toMatchObject({ status: "ok", findings: [] });
});

test("a tampered event is evaluated by its row's columns and does not delay others", async () => {
  const chain = await createWatchedChain();
  const high: AlertRule = { minSeverity: "HIGH" };
  await chain.policy({ rule: high });
  await chain.policy({ name: "Payload", rule: lowConfidence });
  const edited = await chain.append();
  const unreadable = await chain.append();
  const timeless = await chain.append({ severity: "HIGH" });
  await asOwner("UPDATE audit_events SET severity = 'CRITICAL', model_id = 'mdl_gone' WHERE id = $1", edited);
  await asOwner("UPDATE audit_events SET content = 'x' WHERE id = $1", unreadable);
  await asOwner("UPDATE audit_events SET recorded_at = 'infinity' WHERE id = $1", timeless);
  const last = await chain.append({ severity: "HIGH" });
  expect(await chain.evaluate()).toMatchObject({ events: 6, alerts: 2, caughtUp: true });
  expect((await chain.alerts()).map(({ payload }) => payload?.eventId)).toEqual([edited, last]);
});

const wakeUps = async (organisationId: string) =>
  (await outboxOf(organisationId)).filter(({ name }) => name === "audit/chain.watched").length;

test("appends request one evaluation until it starts, regardless of the number of events", async () => {
  const chain = await createWatchedChain();
  const { organisationId } = chain;
  await chain.policy({});
  await pool().query("DELETE FROM graphile_worker._private_jobs");
  for (let i = 0; i < 5; i++) await chain.append();
  expect(await wakeUps(organisationId)).toBe(0);
  await chain.evaluate();
  // Raising the alert also appends an event.
  expect(await wakeUps(organisationId)).toBe(1);
  await chain.evaluate();
  await pool().query("DELETE FROM graphile_worker._private_jobs");
  await chain.append();
  expect(await wakeUps(organisationId)).toBe(1);
  expect((await outboxOf(organisationId)).map(({ name }) => name)).not.toContain("audit/chain.grown");
});

test("a full batch uses a fixed number of statements", async () => {
  const chain = await createWatchedChain();
  for (let i = 0; i < 20; i++)
    await chain.policy({
      name: `Policy ${i}`,
      rule: i % 2 ? lowConfidence : { count: { atLeast: 1_000, withinMinutes: 5, per: "MODEL" } },
    });
  const event = { modelId: chain.modelId, eventType: "INFERENCE", payload: { confidence: 1 } };
  await appendBatch(
    chain.ctx,
    Array.from({ length: 500 }, () => event),
    false,
  );
  await chain.evaluate();
  await appendBatch(
    chain.ctx,
    Array.from({ length: 400 }, () => event),
    false,
  );
  const query = vi.spyOn(pg.Client.prototype, "query");
  await chain.evaluate();
  expect(query.mock.calls.length).toBeLessThan(20);
});
