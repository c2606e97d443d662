import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { appendBatch, appendEvent, followChain, readNextEvents, verifyEvent } from "@/lib/domains/audit-chain";
import { createTestChain, startMs, type TestChain } from "@/lib/domains/audit-chain/testing/chain";
import { publishChain, publishIntegrityFailure } from "@/lib/domains/webhooks/publish-chain";
import { insertListener, outboxOf, publishedTo } from "@/lib/domains/webhooks/testing/listening";
import { inTransaction } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();

/** A chain that webhooks follow, with an endpoint that subscribes to the given types. */
async function followedChain(events = ["audit.created", "audit.high_severity"]) {
  const chain = await createTestChain();
  const organisationId = chain.ctx.organisation.id;
  await inTransaction(undefined, (tx) => followChain(tx, organisationId, "webhooks"));
  const endpointId = await insertListener(organisationId, { events });
  return { chain, organisationId, endpointId };
}

async function append(chain: TestChain, severity: "INFO" | "MEDIUM" | "HIGH" | "CRITICAL" = "INFO") {
  const { modelId } = chain;
  const payload = { secret: "s3cret" };
  const { event } = await appendEvent(chain.ctx, { modelId, eventType: "INFERENCE", severity, payload, tags: [] });
  return event;
}

async function appendMany(chain: TestChain, count: number): Promise<void> {
  const events = Array.from({ length: count }, (_, i) => ({
    modelId: chain.modelId,
    eventType: "INFERENCE",
    severity: i % 100 === 0 ? "CRITICAL" : "INFO",
    payload: { i },
  }));
  for (let start = 0; start < count; start += 1000)
    await appendBatch(chain.ctx, events.slice(start, start + 1000), false);
}

/** Changes stored data outside the service. */
async function tamper(statement: string, ...values: unknown[]): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  try {
    await owner.query("ALTER TABLE audit_events DISABLE TRIGGER USER");
    await owner.query(statement, values);
  } finally {
    await owner.end();
  }
}

describe("an appended event", () => {
  test("is published with the data of the specification, at the time it was received", async () => {
    const { chain, organisationId, endpointId } = await followedChain();
    chain.ctx.clock.nowMs = startMs + 2500;
    const appended = await append(chain);
    expect(await publishChain(organisationId, { now: () => startMs + 60_000 })).toEqual({ events: 1, caughtUp: true });
    const [published, ...others] = await publishedTo(organisationId);
    expect(others).toEqual([]);
    expect(published).toMatchObject({ sourceKey: `audit.created ${appended.id}`, endpointIds: [endpointId] });
    expect(published?.envelope).toEqual({
      id: published?.id,
      type: "audit.created",
      apiVersion: "2026-11-20",
      created: Math.floor((startMs + 2500) / 1000),
      livemode: true,
      organisationId,
      data: {
        id: appended.id,
        chainPosition: 1,
        blockHash: appended.blockHash,
        timestamp: appended.timestamp,
        eventType: "INFERENCE",
        severity: "INFO",
        modelId: chain.modelId,
        verified: true,
      },
    });
    expect(published?.body).not.toContain("s3cret");
  });

  test.each([
    ["INFO", ["audit.created"]],
    ["MEDIUM", ["audit.created"]],
    ["HIGH", ["audit.created", "audit.high_severity"]],
    ["CRITICAL", ["audit.created", "audit.high_severity"]],
  ] as const)("publishes severity %s as %j", async (severity, types) => {
    const { chain, organisationId } = await followedChain();
    const { id } = await append(chain, severity);
    await publishChain(organisationId, chain.ctx.clock);
    const published = await publishedTo(organisationId);
    expect(published.map(({ sourceKey }) => sourceKey)).toEqual(types.map((type) => `${type} ${id}`));
    for (const { envelope } of published) expect(envelope.data).toMatchObject({ id, severity });
  });

  test("is published as not intact if it was tampered with, without delaying others", async () => {
    const { chain, organisationId } = await followedChain();
    const edited = await append(chain);
    const timeless = await append(chain);
    const last = await append(chain);
    await tamper("UPDATE audit_events SET severity = 'HIGH' WHERE id = $1", edited.id);
    await tamper("UPDATE audit_events SET recorded_at = 'infinity', event_type = 'NONE' WHERE id = $1", timeless.id);
    await publishChain(organisationId, { now: () => startMs + 5000 });
    const published = (await publishedTo(organisationId)).map(({ sourceKey, envelope }) => [
      sourceKey,
      { verified: envelope.data.verified, afterS: envelope.created - startMs / 1000 },
    ]);
    expect(Object.fromEntries(published)).toEqual({
      [`audit.created ${edited.id}`]: { verified: false, afterS: 0 },
      [`audit.high_severity ${edited.id}`]: { verified: false, afterS: 0 },
      [`audit.created ${timeless.id}`]: { verified: false, afterS: 5 },
      [`audit.created ${last.id}`]: { verified: true, afterS: 0 },
    });
  });
});

describe("publishChain", () => {
  test("publishes every event once, in batches, regardless of the number of wake-ups", async () => {
    const { chain, organisationId } = await followedChain();
    await appendMany(chain, 1234);
    expect(await publishChain(organisationId, chain.ctx.clock, 1)).toEqual({ events: 500, caughtUp: false });
    expect(await publishChain(organisationId, chain.ctx.clock)).toEqual({ events: 734, caughtUp: true });
    expect(await publishChain(organisationId, chain.ctx.clock)).toEqual({ events: 0, caughtUp: true });
    const published = await publishedTo(organisationId);
    const created = published.filter(({ envelope }) => envelope.type === "audit.created");
    const positions = created.map(({ envelope }) => Number(envelope.data.chainPosition)).sort((a, b) => a - b);
    expect(positions).toEqual(Array.from({ length: 1234 }, (_, i) => i + 1));
    expect(published).toHaveLength(1234 + 13);
    // One job for each batch of 500. The other jobs are the notifications of the appends.
    const jobs = new Map((await outboxOf(organisationId)).map(({ job, name }) => [job, name]));
    expect([...jobs.values()].filter((name) => name === "webhooks/endpoint.due")).toHaveLength(3);
  });

  test("keeps its position when publishing fails, and resumes from there", async () => {
    const { chain, organisationId } = await followedChain();
    await appendMany(chain, 3);
    const failing = { now: vi.fn().mockImplementation(() => Number.NaN) };
    await expect(publishChain(organisationId, failing)).rejects.toThrow();
    expect(await publishedTo(organisationId)).toEqual([]);
    const left = await inTransaction(undefined, (tx) => readNextEvents(tx, organisationId, "webhooks", 10));
    expect(left.events).toHaveLength(3);
    expect(await publishChain(organisationId, chain.ctx.clock)).toEqual({ events: 3, caughtUp: true });
    expect(await publishedTo(organisationId)).toHaveLength(4);
  });

  test("skips events received before an endpoint subscribed to them", async () => {
    const { chain, organisationId } = await followedChain([]);
    await append(chain);
    chain.ctx.clock.nowMs = startMs + 1000;
    await insertListener(organisationId, { events: ["audit.created"], listeningSinceMs: startMs + 1000 });
    const delivered = await append(chain);
    await publishChain(organisationId, chain.ctx.clock);
    expect((await publishedTo(organisationId)).map(({ sourceKey }) => sourceKey)).toEqual([
      `audit.created ${delivered.id}`,
    ]);
  });

  test("reads only its organisation's chain and notifies only its organisation's endpoints", async () => {
    const [one, other] = [await followedChain(), await followedChain()];
    await append(one.chain);
    const theirs = await append(other.chain);
    await publishChain(one.organisationId, one.chain.ctx.clock);
    expect(await publishedTo(other.organisationId)).toEqual([]);
    await publishChain(other.organisationId, other.chain.ctx.clock);
    const [published, ...more] = await publishedTo(other.organisationId);
    expect(more).toEqual([]);
    expect(published).toMatchObject({ sourceKey: `audit.created ${theirs.id}`, endpointIds: [other.endpointId] });
  });
});

describe("an integrity failure", () => {
  async function tamperedChain() {
    const { chain, organisationId } = await followedChain(["chain.integrity_failure"]);
    const { id } = await append(chain);
    await tamper("UPDATE audit_events SET severity = 'CRITICAL' WHERE id = $1", id);
    const verification = await verifyEvent(chain.ctx, { eventId: id });
    return { chain, organisationId, id, verification };
  }

  test("is published once with its stored and computed hashes", async () => {
    const { chain, organisationId, id, verification } = await tamperedChain();
    for (const _ of [1, 2]) await publishIntegrityFailure(organisationId, id, "hash_mismatch", chain.ctx.clock);
    const [published, ...others] = await publishedTo(organisationId);
    expect(others).toEqual([]);
    expect(published).toMatchObject({ sourceKey: `chain.integrity_failure ${id} hash_mismatch` });
    expect(verification).toMatchObject({ valid: false });
    expect(published?.envelope).toMatchObject({ type: "chain.integrity_failure", created: startMs / 1000 });
    expect(published?.envelope.data).toEqual({
      chainPosition: 1,
      eventId: id,
      error: "hash_mismatch",
      storedHash: "storedHash" in verification ? verification.storedHash : "",
      computedHash: "computedHash" in verification ? verification.computedHash : "",
      detectedAt: new Date(startMs).toISOString(),
    });
  });

  test("is not published if the chain has no such finding", async () => {
    const { chain, organisationId, id } = await tamperedChain();
    const other = await followedChain(["chain.integrity_failure"]);
    await publishIntegrityFailure(organisationId, id, "link_mismatch", chain.ctx.clock);
    await publishIntegrityFailure(organisationId, "evt_missing", "hash_mismatch", chain.ctx.clock);
    await publishIntegrityFailure(other.organisationId, id, "hash_mismatch", chain.ctx.clock);
    expect(await publishedTo(organisationId)).toEqual([]);
    expect(await publishedTo(other.organisationId)).toEqual([]);
  });

  test("is queued by the verification that finds it", async () => {
    const { organisationId, id } = await tamperedChain();
    const failures = (await outboxOf(organisationId)).filter(({ name }) => name === "audit/integrity.failed");
    expect(failures.map(({ data }) => data)).toEqual([{ organisationId, eventId: id, code: "hash_mismatch" }]);
  });
});

test("a full batch uses a fixed number of statements", async () => {
  const { chain, organisationId } = await followedChain();
  await appendMany(chain, 500);
  const query = vi.spyOn(pg.Client.prototype, "query");
  await publishChain(organisationId, chain.ctx.clock, 1);
  expect(query.mock.calls.length).toBeLessThan(12);
});
