import { beforeEach, expect, test } from "vitest";
import { createPolicy, evaluateChain } from "@/lib/domains/alert-policies";
import { CreateAlertPolicy } from "@/lib/domains/alert-policies/schemas";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import {
  appendEvent,
  exportEvents,
  getEvent,
  listEvents,
  verifyEvent,
  verifyStoredChain,
} from "@/lib/domains/audit-chain";
import { createTestChain, everyEvent, type TestChain } from "@/lib/domains/audit-chain/testing/chain";
import { flawsOfChain } from "@/lib/domains/audit-chain/testing/independent-verifier";
import { eraseEvent } from "@/lib/domains/erasure";
import { insertTestPackage } from "@/lib/domains/erasure/testing";
import { placeHold, releaseHold } from "@/lib/domains/legal-holds";
import { registerModel } from "@/lib/domains/models";
import { updateOrganisation } from "@/lib/domains/organisations";
import { createEndpoint } from "@/lib/domains/webhooks";
import { newId } from "@/lib/platform/core/ids";
import { inTransaction, pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
let chain: TestChain;

beforeEach(async () => {
  chain = await createTestChain();
});

const because = { legalBasis: "GDPR_ART_17", reference: "DSR-1" } as const;

async function append(given: object = {}, key?: { key: string; requestHash: string }): Promise<string> {
  const { event } = await appendEvent(
    chain.ctx,
    {
      modelId: chain.modelId,
      eventType: "DATA_ACCESS",
      severity: "INFO",
      payload: { subject: "Ada Person", score: 0.25 },
      actor: { type: "USER", id: "ada.person@example.com" },
      tags: ["ada-person"],
      metadata: { subject: "Ada Person" },
      timestamp: "2026-11-01T10:00:00.000Z",
      ...given,
    },
    key,
  );
  return event.id;
}

test("removes the content of an event everywhere, and records the erasure on the chain", async () => {
  const eventId = await append();
  const before = await getEvent(chain.ctx, eventId);
  const erasure = await eraseEvent(chain.ctx, eventId, because);
  const record = await getEvent(chain.ctx, erasure.erased.eventId);
  expect(erasure).toEqual({
    eventId,
    chainPosition: 1,
    contentHash: before.contentHash,
    erased: { at: record.recordedAt, eventId: record.id, chainPosition: 2, ...because },
    evidencePackages: [],
    alertEvents: [],
  });
  expect(record).toMatchObject({
    eventType: "CONFIG_CHANGE",
    modelId: chain.systemModelId,
    payload: { kind: "EVENT_CONTENT_ERASED", eventId, chainPosition: 1, contentHash: before.contentHash, ...because },
  });
  const { actor: _a, payload: _p, tags: _t, metadata: _m, contentSalt: _s, ...kept } = before;
  const none = { actor: null, payload: null, tags: [], metadata: null, contentSalt: null };
  expect(await getEvent(chain.ctx, eventId)).toEqual({ ...kept, ...none, erased: erasure.erased });
  expect((await listEvents(chain.ctx, { limit: 10, tags: ["ada-person"] })).data).toEqual([]);
  for (const format of ["ndjson", "csv"] as const) {
    const text = await new Response(exportEvents(chain.ctx, { format })).text();
    expect(text).toContain(eventId);
    expect(text.toLowerCase()).not.toContain("person");
  }
  const stored = JSON.stringify((await pool().query("SELECT * FROM audit_events")).rows);
  expect(stored.toLowerCase()).not.toContain("person");
  expect(flawsOfChain(await everyEvent(chain.ctx))).toEqual([]);
  const report = await verifyStoredChain({ organisationId: chain.ctx.organisation.id });
  expect(report).toMatchObject({ status: "ok", erased: 1 });
  expect(await verifyEvent(chain.ctx, { eventId })).toMatchObject({ valid: true, erased: erasure.erased });
});

test("erases an event once, even with two concurrent requests", async () => {
  const eventId = await append();
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => eraseEvent(chain.ctx, eventId, because)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
  await expect(eraseEvent(chain.ctx, eventId, because)).rejects.toMatchObject({ code: "conflict", status: 409 });
  expect(await everyEvent(chain.ctx)).toHaveLength(2);
});

test("rejects the erasure of the service's own records, including erasure records", async () => {
  const { erased } = await eraseEvent(chain.ctx, await append(), because);
  const refusal = { code: "not_erasable", status: 422 };
  await expect(eraseEvent(chain.ctx, erased.eventId, because)).rejects.toMatchObject(refusal);
  const own = await append({ modelId: chain.systemModelId });
  await expect(eraseEvent(chain.ctx, own, because)).rejects.toMatchObject(refusal);
});

test.each([
  ["does not exist", async () => newId("auditEvent")],
  ["is invalid", async () => "evt_\u0000"],
  [
    "belongs to another organisation",
    async () => {
      const other = chain;
      const id = await append();
      chain = await createTestChain();
      expect(other.ctx.organisation.id).not.toBe(chain.ctx.organisation.id);
      return id;
    },
  ],
])("returns not_found for an event ID that %s", async (_what, makeId) => {
  const id = await makeId();
  await expect(eraseEvent(chain.ctx, id, because)).rejects.toMatchObject({ code: "not_found", status: 404 });
});

test("rejects a repeat of the original append and writes nothing", async () => {
  const key = { key: "ide_1", requestHash: "hash" };
  const eventId = await append({}, key);
  await eraseEvent(chain.ctx, eventId, because);
  await expect(append({}, key)).rejects.toMatchObject({ code: "idempotency_key_reused" });
  expect(await everyEvent(chain.ctx)).toHaveLength(2);
});

test("deletes the hash of a batch that contained the event, but keeps its response", async () => {
  const eventId = await append();
  const organisationId = chain.ctx.organisation.id;
  await pool().query(
    `INSERT INTO idempotency_keys (organisation_id, operation, key, request_hash, status, response, headers, expires_at)
     VALUES ($1, 'POST /v1/audit/batch', 'a', 'hash', 201, $2, '{}', now()),
            ($1, 'POST /v1/audit/batch', 'b', 'hash', 201, '{}', '{}', now())`,
    [organisationId, JSON.stringify({ results: [{ id: eventId }] })],
  );
  await eraseEvent(chain.ctx, eventId, because);
  const { rows } = await pool().query(
    `SELECT key, request_hash AS hash FROM idempotency_keys WHERE organisation_id = $1 ORDER BY key`,
    [organisationId],
  );
  expect(rows).toEqual([
    { key: "a", hash: "" },
    { key: "b", hash: "hash" },
  ]);
});

test("returns alerts about the event, and redacts their notifications", async () => {
  const rule = { eventTypes: ["DATA_ACCESS"], payload: { path: "score", operator: "LESS_THAN", threshold: 0.5 } };
  const policy = CreateAlertPolicy.parse({ name: "Low", rule });
  await createPolicy(chain.ctx, policy);
  const url = "https://hooks.example.com/";
  await createEndpoint(chain.ctx, { url, events: ["alert.triggered"], description: "", active: true });
  const eventId = await append();
  await evaluateChain(chain.ctx.organisation.id, chain.ctx.clock);
  const alert = (await everyEvent(chain.ctx)).find(({ eventType }) => eventType === "ALERT");
  const bodies = async () => {
    const { rows } = await pool().query<{ body: string }>(
      "SELECT body FROM webhook_messages WHERE organisation_id = $1",
      [chain.ctx.organisation.id],
    );
    return rows.map(({ body }) => (JSON.parse(body) as { data: unknown }).data);
  };
  expect(await bodies()).toMatchObject([{ eventId, observed: 0.25 }]);
  const { alertEvents } = await eraseEvent(chain.ctx, eventId, because);
  expect(alertEvents).toEqual([alert?.id]);
  expect(await bodies()).toMatchObject([
    { eventId, observed: null, threshold: null, message: "The content of the event was erased." },
  ]);
});

test("lists packages of the event's model and period that were created since and not deleted or withheld", async () => {
  const eventId = await append();
  const review = await append({ eventType: "HUMAN_REVIEW" });
  const organisationId = chain.ctx.organisation.id;
  const insert = (given: object = {}) => insertTestPackage(organisationId, chain.modelId, given);
  const shown = [await insert(), await insert({ status: "GENERATING", generatedAt: null })];
  const withheld = await insert({ includeHumanOversight: false });
  await insert({ dateTo: new Date("2026-10-31T00:00:00Z") });
  await insert({ generatedAt: new Date("2026-11-20T09:00:00Z") });
  await insert({ status: "EXPIRED" });
  await insert({ status: "FAILED", generatedAt: null });
  const { evidencePackages } = await eraseEvent(chain.ctx, eventId, because);
  expect([...evidencePackages].sort()).toEqual([...shown, withheld].sort());
  const ofReview = await eraseEvent(chain.ctx, review, because);
  expect([...ofReview.evidencePackages].sort()).toEqual([...shown].sort());
});

test.each([
  ["everything", {}, true],
  ["the event's model", { modelIds: "its" }, true],
  ["another model", { modelIds: "another" }, false],
  ["the event's time", { dateRange: { from: "2026-11-01T10:00:00.000Z", to: "2026-11-01T10:00:00.000Z" } }, true],
  ["another time", { dateRange: { from: "2026-11-01T10:00:00.001Z", to: "2027-01-01T00:00:00.000Z" } }, false],
  [
    "the event's model at another time",
    { modelIds: "its", dateRange: { from: "2025-11-01T10:00:00.000Z", to: "2026-11-01T09:59:59.999Z" } },
    false,
  ],
])("a hold of %s blocks erasure if it covers the event", async (_what, { modelIds, dateRange }: Extent, isHeld) => {
  const eventId = await append();
  const hold = await placeHold(chain.ctx, {
    name: "A matter",
    reason: "A trial.",
    ...(modelIds && { modelIds: [modelIds === "its" ? chain.modelId : chain.systemModelId] }),
    ...(dateRange && { dateRange }),
  });
  if (isHeld) {
    await expect(eraseEvent(chain.ctx, eventId, because)).rejects.toMatchObject({
      code: "legal_hold",
      status: 409,
      members: { holds: [{ id: hold.id, name: "A matter" }] },
    });
    expect(await getEvent(chain.ctx, eventId)).toMatchObject({ verified: true, payload: { subject: "Ada Person" } });
    await releaseHold(chain.ctx, hold.id, { reason: "Settled." });
  }
  await eraseEvent(chain.ctx, eventId, because);
  expect(flawsOfChain(await everyEvent(chain.ctx))).toEqual([]);
});

interface Extent {
  modelIds?: string;
  dateRange?: { from: string; to: string };
}

test("serialises a concurrent hold and erasure, so that no held event is erased", async () => {
  for (let i = 0; i < 8; i++) {
    const eventId = await append();
    const [erased, placed] = await Promise.allSettled([
      eraseEvent(chain.ctx, eventId, because),
      placeHold(chain.ctx, { name: "A matter", reason: "A trial." }),
    ]);
    if (placed.status === "rejected") throw placed.reason;
    const events = await everyEvent(chain.ctx);
    const positionOf = (kind: string, id: string) =>
      events.find(({ payload }) => payload?.["kind"] === kind && Object.values(payload).includes(id))?.chainPosition ??
      0;
    const heldAt = positionOf("LEGAL_HOLD_PLACED", placed.value.id);
    const erasedAt = positionOf("EVENT_CONTENT_ERASED", eventId);
    expect(heldAt).toBeGreaterThan(0);
    if (erased.status === "fulfilled") expect(erasedAt).toBeLessThan(heldAt);
    else expect([erased.reason.code, erasedAt]).toEqual(["legal_hold", 0]);
    await releaseHold(chain.ctx, placed.value.id, { reason: "Settled." });
  }
});

test("waits for a concurrent hold and then rejects the erasure", async () => {
  const eventId = await append();
  let erasing: Promise<unknown> = Promise.resolve();
  await inTransaction(undefined, async (tx) => {
    await placeHold({ ...chain.ctx, tx }, { name: "A matter", reason: "A trial." });
    erasing = eraseEvent(chain.ctx, eventId, because).catch((error: unknown) => error);
    const waiting = async () => {
      const { rows } = await pool().query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
      return rows.length > 0;
    };
    await expect.poll(waiting).toBe(true);
  });
  expect(await erasing).toMatchObject({ code: "legal_hold" });
});

test("requires that the organisation's settings allow erasure", async () => {
  const eventId = await append();
  const own = await createTestContext(chain.ctx.clock);
  const { id: modelId } = await registerModel(own, { name: "Credit scoring" });
  const { event } = await appendEvent(own, {
    modelId,
    eventType: "INFERENCE",
    severity: "INFO",
    payload: {},
    tags: [],
  });
  const disabled = { code: "erasure_disabled", status: 409 };
  await expect(eraseEvent(own, event.id, because)).rejects.toMatchObject(disabled);
  await expect(eraseEvent(own, eventId, because)).rejects.toMatchObject({ code: "not_found" });
  await updateOrganisation(own, { contentErasure: true });
  expect(await eraseEvent(own, event.id, because)).toMatchObject({ eventId: event.id });
  await updateOrganisation(own, { contentErasure: false });
  await expect(eraseEvent(own, event.id, because)).rejects.toMatchObject(disabled);
});
