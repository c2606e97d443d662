import { beforeAll, describe, expect, test } from "vitest";
import { createTestClock, createTestContext, type TestClock } from "@/lib/domains/api-keys/testing";
import { payloadWithoutSeals } from "@/lib/domains/audit-chain/testing/chain";
import {
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  listEndpoints,
  rotateSecret,
  updateEndpoint,
} from "@/lib/domains/webhooks";
import type { UpdateWebhookEndpoint, WebhookEndpoint } from "@/lib/domains/webhooks/schemas";
import {
  deliveryStates,
  endpointInput,
  endpointRow,
  followersOf,
  insertDelivery,
  secretsOf,
} from "@/lib/domains/webhooks/testing/endpoints";
import { insertListener } from "@/lib/domains/webhooks/testing/listening";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { inTransaction, pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
let clock: TestClock;
let ctx: Context;

beforeAll(async () => {
  clock = createTestClock();
  ctx = await createTestContext(clock);
});

const later = (ms = 1_000) => {
  clock.nowMs += ms;
  return new Date(clock.nowMs).toISOString();
};

async function make(context = ctx, given: Partial<typeof endpointInput> = {}): Promise<WebhookEndpoint> {
  const { signingSecret: _shownOnce, ...endpoint } = await createEndpoint(context, { ...endpointInput, ...given });
  return endpoint;
}

async function refusal(work: Promise<unknown>): Promise<{ code: string; message: string; details: unknown }> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof ServiceError)) throw thrown ?? new Error("expected an error");
  return { code: thrown.code, message: thrown.message, details: thrown.details };
}

/** Payloads of the chain's events, oldest first. */
async function recorded(organisationId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await pool().query<{ content: string }>(
    "SELECT content FROM audit_events WHERE organisation_id = $1 AND event_type = 'CONFIG_CHANGE' ORDER BY chain_position",
    [organisationId],
  );
  return rows.map(({ content }) => payloadWithoutSeals(content));
}

describe("createEndpoint", () => {
  test("returns the endpoint with its secret, which is not returned again", async () => {
    const { signingSecret, ...created } = await createEndpoint(ctx, endpointInput);
    expect(created).toEqual({
      id: expect.stringMatching(/^wh_[0-9a-z]{26}$/),
      ...endpointInput,
      disabledAt: null,
      disabledReason: null,
      health: { status: "NO_ATTEMPTS", attempts: 0, failed: 0, lastFailure: null },
      previousSecretExpiresAt: null,
      createdAt: new Date(clock.nowMs).toISOString(),
      updatedAt: created.createdAt,
    });
    expect(signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(signingSecret.slice(6), "base64")).toHaveLength(32);
    expect(await getEndpoint(ctx, created.id)).toEqual(created);
    expect(await secretsOf(created.id)).toEqual({ secret: signingSecret, previous: null });
    expect(await endpointRow(created.id)).toMatchObject({ listening_since: new Date(clock.nowMs) });
  });

  test.each(["https://127.0.0.1/", "https://0x7f.1:8443/", "https://[::ffff:10.0.0.1]/", "https://db.internal/x"])(
    "rejects %s",
    async (url) => {
      const { code, details } = await refusal(make(ctx, { url }));
      expect([code, details]).toEqual(["validation_failed", [expect.objectContaining({ path: "url" })]]);
    },
  );

  test("rejects the 51st endpoint, also under concurrency, until one is deleted", { tags: "full" }, async () => {
    const tenant = await createTestContext(clock);
    for (let i = 0; i < 45; i++)
      await insertListener(tenant.organisation.id, { events: ["audit.created"], active: i % 2 === 0 });
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => make(tenant)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "conflict" });
    }
    const { data, pagination } = await listEndpoints(tenant, { limit: 1 });
    expect(pagination.total).toBe(50);
    await deleteEndpoint(tenant, data[0]?.id ?? "");
    await make(tenant);
    expect((await refusal(make(tenant))).code).toBe("conflict");
  });

  test("commits or rolls back with the caller's transaction", async () => {
    const tenant = await createTestContext(clock);
    const failing = inTransaction(undefined, async (tx) => {
      const { id } = await createEndpoint({ ...tenant, tx }, { ...endpointInput, events: ["audit.created"] });
      await rotateSecret({ ...tenant, tx }, id, { overlapSeconds: 0 });
      expect(await getEndpoint({ ...tenant, tx }, id)).toMatchObject({ id });
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    expect((await listEndpoints(tenant, { limit: 10 })).data).toEqual([]);
    expect(await recorded(tenant.organisation.id)).toEqual([]);
    expect(await followersOf(tenant.organisation.id)).toEqual([]);
  });
});

describe("updateEndpoint", () => {
  const changes: UpdateWebhookEndpoint[] = [
    { url: "https://other.example.com:8443/" },
    { events: ["audit.created"] },
    { description: "" },
    { url: "https://a.example.com/", events: ["chain.verified"], description: "b" },
  ];
  test.each(changes)("%j changes only the given fields", async (change) => {
    const before = await make();
    const updatedAt = later();
    const after = await updateEndpoint(ctx, before.id, change);
    expect(after).toEqual({ ...before, ...change, updatedAt });
    expect(await getEndpoint(ctx, before.id)).toEqual(after);
  });

  test("a change to the current values creates no event", async () => {
    const tenant = await createTestContext(clock);
    const before = await make(tenant);
    later();
    expect(await updateEndpoint(tenant, before.id, { ...endpointInput })).toEqual(before);
    expect(await recorded(tenant.organisation.id)).toHaveLength(1);
  });

  test("concurrent changes of different fields are all kept and recorded", async () => {
    const tenant = await createTestContext(clock);
    const { id } = await make(tenant);
    const settings: UpdateWebhookEndpoint[] = [{ description: "b" }, { events: ["chain.verified"] }, { active: false }];
    await Promise.all(settings.map((change) => updateEndpoint(tenant, id, change)));
    expect(await getEndpoint(tenant, id)).toMatchObject({
      description: "b",
      events: ["chain.verified"],
      active: false,
    });
    const changed = (await recorded(tenant.organisation.id)).flatMap((payload) => payload.changed ?? []);
    expect(changed.sort()).toEqual(["active", "description", "events"]);
  });
});

describe("disabling and enabling an endpoint", () => {
  test("disabling records the time and ends open deliveries", async () => {
    const { id } = await make();
    const { id: other } = await make();
    const { id: organisationId } = ctx.organisation;
    const ids: string[] = [];
    for (const status of ["PENDING", "RETRY_SCHEDULED", "DELIVERED", "FAILED"]) {
      ids.push(await insertDelivery(organisationId, id, status));
    }
    const untouched = await insertDelivery(organisationId, other, "PENDING");
    const [, , delivered, failed] = await deliveryStates(ids);
    const at = later();
    expect(await updateEndpoint(ctx, id, { active: false })).toMatchObject({
      active: false,
      disabledAt: at,
      disabledReason: null,
    });
    const ended = { status: "FAILED", reason: "endpoint_disabled", finishedAt: new Date(at), nextAttemptAt: null };
    expect(await deliveryStates([...ids, untouched])).toMatchObject([
      ended,
      ended,
      { ...delivered, status: "DELIVERED", reason: null },
      { ...failed, status: "FAILED", reason: null },
      { status: "PENDING", finishedAt: null },
    ]);
  });

  test("disabling does not wait for an attempt that is writing its outcome", async () => {
    const { id } = await make();
    const held = await insertDelivery(ctx.organisation.id, id, "PENDING");
    const free = await insertDelivery(ctx.organisation.id, id, "PENDING");
    await inTransaction(undefined, async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM webhook_deliveries WHERE message_id = ${held} FOR UPDATE`;
      await updateEndpoint(ctx, id, { active: false });
    });
    expect(await deliveryStates([held, free])).toMatchObject([{ status: "PENDING" }, { status: "FAILED" }]);
  });

  test("an update does not block new deliveries", async () => {
    const { id } = await make();
    await inTransaction(undefined, async (tx) => {
      await updateEndpoint({ ...ctx, tx }, id, { description: "not committed yet" });
      await insertDelivery(ctx.organisation.id, id, "PENDING");
    });
  });

  test("enabling an endpoint that the service disabled clears its warnings and failures", async () => {
    const { id } = await make();
    await pool().query(
      `UPDATE webhook_endpoints SET active = false, disabled_at = now(), disabled_reason = 'Too many failures.',
         warned_at = now(), failure_mailed_at = now() WHERE id = $1`,
      [id],
    );
    expect(await getEndpoint(ctx, id)).toMatchObject({ active: false, disabledReason: "Too many failures." });
    const at = later(3_600_000);
    expect(await updateEndpoint(ctx, id, { active: true })).toMatchObject({
      active: true,
      disabledAt: null,
      disabledReason: null,
    });
    expect(await endpointRow(id)).toMatchObject({
      listening_since: new Date(at),
      warned_at: null,
      failure_mailed_at: null,
    });
    later();
    await updateEndpoint(ctx, id, { active: true, description: "still since then" });
    expect(await endpointRow(id)).toMatchObject({ listening_since: new Date(at) });
  });
});

describe("deleteEndpoint", () => {
  test("removes the secrets, ends open deliveries, and the endpoint is no longer found", async () => {
    const { id } = await make();
    await rotateSecret(ctx, id, { overlapSeconds: 60 });
    const delivery = await insertDelivery(ctx.organisation.id, id, "RETRY_SCHEDULED");
    const at = new Date(later());
    const missing = await refusal(getEndpoint(ctx, newId("webhookEndpoint")));
    await deleteEndpoint(ctx, id);
    expect(await endpointRow(id)).toMatchObject({
      active: false,
      deleted_at: at,
      secret: "",
      previous_secret: null,
      previous_secret_expires_at: null,
    });
    expect(await deliveryStates([delivery])).toMatchObject([{ status: "FAILED", reason: "endpoint_deleted" }]);
    const attempts = [
      () => getEndpoint(ctx, id),
      () => updateEndpoint(ctx, id, { active: true }),
      () => rotateSecret(ctx, id, { overlapSeconds: 0 }),
      () => deleteEndpoint(ctx, id),
    ];
    for (const attempt of attempts) expect(await refusal(attempt())).toEqual(missing);
    expect(JSON.stringify(await listEndpoints(ctx, { limit: 100 }))).not.toContain(id);
  });

  test("one of two concurrent deletions succeeds", async () => {
    const tenant = await createTestContext(clock);
    const { id } = await make(tenant);
    const outcomes = await Promise.allSettled([deleteEndpoint(tenant, id), deleteEndpoint(tenant, id)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await recorded(tenant.organisation.id)).toMatchObject([{}, { kind: "WEBHOOK_ENDPOINT_DELETED" }]);
  });
});

describe("rotateSecret", () => {
  test("returns a new secret, keeps the previous one until the overlap ends, and drops older ones", async () => {
    const { id, signingSecret: first } = await createEndpoint(ctx, endpointInput);
    later();
    const second = await rotateSecret(ctx, id, { overlapSeconds: 604_800 });
    expect(second.previousSecretExpiresAt).toBe(new Date(clock.nowMs + 604_800_000).toISOString());
    expect(second.updatedAt).toBe(new Date(clock.nowMs).toISOString());
    expect(await secretsOf(id)).toEqual({ secret: second.signingSecret, previous: first });
    const third = await rotateSecret(ctx, id, { overlapSeconds: 1 });
    expect(third.previousSecretExpiresAt).toBe(new Date(clock.nowMs + 1_000).toISOString());
    expect(await secretsOf(id)).toEqual({ secret: third.signingSecret, previous: second.signingSecret });
    expect(new Set([first, second.signingSecret, third.signingSecret]).size).toBe(3);
  });

  test("keeps one secret without an overlap", async () => {
    const { id } = await make();
    await rotateSecret(ctx, id, { overlapSeconds: 60 });
    const { signingSecret, previousSecretExpiresAt } = await rotateSecret(ctx, id, { overlapSeconds: 0 });
    expect(previousSecretExpiresAt).toBeNull();
    expect(await secretsOf(id)).toEqual({ secret: signingSecret, previous: null });
  });
});

test("each change is recorded with only the host of the URL, and secrets are stored encrypted", async () => {
  const tenant = await createTestContext(clock);
  const created = await createEndpoint(tenant, endpointInput);
  const { id: endpointId } = created;
  await updateEndpoint(tenant, endpointId, { url: "https://other.example.com:8443/t0ken", active: false });
  const rotated = await rotateSecret(tenant, endpointId, { overlapSeconds: 0 });
  const kept = await rotateSecret(tenant, endpointId, { overlapSeconds: 60 });
  await deleteEndpoint(tenant, endpointId);
  const { events } = endpointInput;
  const changed = { endpointId, host: "other.example.com:8443", events, active: false };
  const previousSecretExpiresAt = new Date(clock.nowMs + 60_000).toISOString();
  expect(await recorded(tenant.organisation.id)).toEqual([
    { kind: "WEBHOOK_ENDPOINT_CREATED", endpointId, host: "example.com", events, active: true },
    { kind: "WEBHOOK_ENDPOINT_UPDATED", ...changed, changed: ["url", "active"] },
    { kind: "WEBHOOK_SECRET_ROTATED", ...changed, previousSecretExpiresAt: null },
    { kind: "WEBHOOK_SECRET_ROTATED", ...changed, previousSecretExpiresAt },
    { kind: "WEBHOOK_ENDPOINT_DELETED", ...changed },
  ]);
  const { rows: chain } = await pool().query("SELECT * FROM audit_events");
  const { rows: endpoints } = await pool().query("SELECT * FROM webhook_endpoints");
  expect(JSON.stringify(chain)).not.toContain("t0ken");
  for (const { signingSecret } of [created, rotated, kept]) {
    const digits = signingSecret.slice(6, 40);
    expect(JSON.stringify([chain, endpoints])).not.toContain(digits);
  }
});

/** Number of connections that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

describe("the chain is followed while an active endpoint subscribes to appended events", () => {
  test("after each change of the endpoints", async () => {
    const tenant = await createTestContext(clock);
    const { id: organisationId } = tenant.organisation;
    const expectFollowed = async (isFollowed: boolean) =>
      expect(await followersOf(organisationId)).toEqual(isFollowed ? ["webhooks"] : []);
    await make(tenant, { events: ["model.registered"] });
    await expectFollowed(false);
    const { id: idle } = await make(tenant, { events: ["audit.created"], active: false });
    await expectFollowed(false);
    const { id } = await make(tenant, { events: ["audit.high_severity"] });
    await expectFollowed(true);
    await updateEndpoint(tenant, id, { events: ["chain.verified"] });
    await expectFollowed(false);
    await updateEndpoint(tenant, idle, { active: true });
    await expectFollowed(true);
    await rotateSecret(tenant, idle, { overlapSeconds: 0 });
    await expectFollowed(true);
    await updateEndpoint(tenant, idle, { active: false });
    await expectFollowed(false);
    await updateEndpoint(tenant, id, { events: ["audit.created", "audit.high_severity"] });
    await expectFollowed(true);
    await deleteEndpoint(tenant, id);
    await expectFollowed(false);
  });

  test("when the last subscriber is disabled while another is enabled concurrently", async () => {
    const tenant = await createTestContext(clock);
    const { id: last } = await make(tenant, { events: ["audit.created"] });
    const { id: next } = await make(tenant, { events: ["audit.created"], active: false });
    const disabling = await inTransaction(undefined, async (tx) => {
      await updateEndpoint({ ...tenant, tx }, next, { active: true });
      const work = updateEndpoint(tenant, last, { active: false });
      await expect.poll(waiting).toBe(1);
      return { work };
    });
    await disabling.work;
    expect(await followersOf(tenant.organisation.id)).toEqual(["webhooks"]);
  });
});

const strangeIds = [
  "",
  "wh_",
  "wh_\u0000",
  "wh_\ud800",
  "WH_01",
  "mdl_01kahbc2g8m9n4q6r1s7t3v5wx",
  "'; --",
  "x".repeat(512),
];

test("returns not_found for an ID of another organisation, an unknown ID and an invalid ID", async () => {
  const stranger = await createTestContext(clock);
  const foreign = await make();
  const row = await endpointRow(foreign.id);
  const messages = new Set<string>();
  for (const id of [foreign.id, newId("webhookEndpoint"), ...strangeIds]) {
    for (const attempt of [
      () => getEndpoint(stranger, id),
      () => updateEndpoint(stranger, id, { active: false, url: "https://10.0.0.1/" }, "*"),
      () => rotateSecret(stranger, id, { overlapSeconds: 0 }),
      () => deleteEndpoint(stranger, id),
    ]) {
      const { code, message } = await refusal(attempt());
      expect(code).toBe("not_found");
      messages.add(message);
    }
  }
  expect(messages.size).toBe(1);
  expect((await listEndpoints(stranger, { limit: 100 })).data).toEqual([]);
  expect(await endpointRow(foreign.id)).toEqual(row);
  expect(await recorded(stranger.organisation.id)).toEqual([]);
});

test("pages list each endpoint once, newest first, while endpoints are created", { tags: "full" }, async () => {
  const tenant = await createTestContext(clock);
  const made: WebhookEndpoint[] = [];
  for (let i = 0; i < 7; i++) {
    later(i % 2);
    made.push(await make(tenant, { active: i % 3 !== 0 }));
  }
  made.sort((one, other) => (one.id < other.id ? 1 : -1));
  for (const active of [undefined, true, false]) {
    const expected = made.filter((endpoint) => active === undefined || endpoint.active === active);
    const seen: WebhookEndpoint[] = [];
    let cursor: string | undefined;
    do {
      const { data, pagination } = await listEndpoints(tenant, { limit: 2, active, cursor });
      expect(pagination).toMatchObject({ total: expected.length, limit: 2, offset: seen.length });
      seen.push(...data);
      cursor = pagination.nextCursor;
      later();
      const added = await make(tenant, { active: active ?? true });
      if (cursor === undefined) await deleteEndpoint(tenant, added.id);
      else made.unshift(added);
    } while (cursor !== undefined);
    expect(seen).toEqual(expected);
  }
});
