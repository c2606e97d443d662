import { beforeEach, expect, test } from "vitest";
import { appendEvent } from "@/lib/domains/audit-chain/append/append-events";
import { appendInTransaction } from "@/lib/domains/audit-chain/append/append-in-transaction";
import { findFinding, recordFinding } from "@/lib/domains/audit-chain/findings/findings-store";
import {
  followChain,
  notifyFollowers,
  readNextEvents,
  readNextOutlines,
} from "@/lib/domains/audit-chain/streams/followers";
import {
  advanceFollower,
  clearNotification,
  listLagging,
  unfollowChain,
} from "@/lib/domains/audit-chain/streams/followers-store";
import { createTestChain, everyEvent, type TestChain } from "@/lib/domains/audit-chain/testing/chain";
import { inTransaction, pool, type Transaction } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

let chain: TestChain;
let organisationId: string;

beforeEach(async () => {
  await pool().query("DELETE FROM graphile_worker._private_jobs");
  chain = await createTestChain();
  organisationId = chain.ctx.organisation.id;
});

function append(times = 1): Promise<unknown> {
  const input = { modelId: chain.modelId, eventType: "INFERENCE", severity: "INFO", payload: {}, tags: [] } as const;
  return Promise.all(Array.from({ length: times }, () => appendEvent(chain.ctx, { ...input, tags: [] })));
}

function inTx<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  return inTransaction(undefined, work);
}

const read = (name: string) => inTx((tx) => readNextEvents(tx, organisationId, name, 10));
const follow = (name = "reader") => inTx((tx) => followChain(tx, organisationId, name));

async function outbox(): Promise<unknown[]> {
  const { rows } = await pool().query<{ payload: { events: unknown[] } }>(
    "SELECT payload FROM graphile_worker._private_jobs ORDER BY id",
  );
  return rows.flatMap((row) => row.payload.events);
}

const grown = () => ({ name: "audit/chain.grown", data: { organisationId } });

test("an append to a chain without followers sends no notification", async () => {
  await append(3);
  expect(await outbox()).toEqual([]);
});

test("appends to a followed chain send one notification", async () => {
  await follow();
  await append();
  await append(40);
  await append();
  expect(await outbox()).toEqual([grown()]);
});

test("notifications are sent after the commit, and never after a rollback", async () => {
  await follow();
  const change = (fail: boolean) =>
    inTx(async (tx) => {
      await appendInTransaction(chain.ctx, tx, [{ eventType: "CONFIG_CHANGE", payload: {} }]);
      expect(await outbox()).toEqual([]);
      if (fail) throw new Error("the change failed");
    });
  await expect(change(true)).rejects.toThrow("the change failed");
  expect(await outbox()).toEqual([]);
  await change(false);
  expect(await outbox()).toEqual([grown()]);
});

test("another notification is sent while the last one is processed", async () => {
  await follow();
  await append();
  await pool().query("UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'worker', attempts = 1");
  await append();
  const { rows } = await pool().query("SELECT locked_by FROM graphile_worker._private_jobs WHERE is_available");
  expect(rows).toEqual([{ locked_by: null }]);
  expect(await outbox()).toEqual([grown(), grown()]);
});

test("a follower reads new events in order, page by page, from its position", async () => {
  await append(2);
  await follow();
  await follow();
  await append(5);
  const read: number[] = [];
  const page = () =>
    inTx(async (tx) => {
      const { events } = await readNextEvents(tx, organisationId, "reader", 2);
      const last = events.at(-1);
      if (last) await advanceFollower(tx, organisationId, "reader", last.chainPosition);
      read.push(...events.map((event) => event.chainPosition));
      return events.length;
    });
  while ((await page()) > 0);
  expect(read).toEqual([3, 4, 5, 6, 7]);
  await append();
  await page();
  expect(read.at(-1)).toBe(8);
  await inTx((tx) => advanceFollower(tx, organisationId, "reader", 3));
  expect(await page()).toBe(0);
});

test("a follower reads events as in the API", async () => {
  await follow();
  await append(2);
  expect(await read("reader")).toEqual({ events: await everyEvent(chain.ctx), hasMore: false });
});

test("large events are read in small pages, with a flag for remaining ones", async () => {
  await follow();
  const payload = { text: "x".repeat(250_000) };
  const input = { modelId: chain.modelId, eventType: "INFERENCE", severity: "INFO", payload, tags: [] } as const;
  for (let i = 0; i < 40; i++) await appendEvent(chain.ctx, { ...input, tags: [] });
  const positions: number[] = [];
  const pages: number[] = [];
  for (let more = true; more; ) {
    more = await inTx(async (tx) => {
      const { events, hasMore } = await readNextEvents(tx, organisationId, "reader", 500);
      positions.push(...events.map((event) => event.chainPosition));
      pages.push(events.length);
      await advanceFollower(tx, organisationId, "reader", positions.at(-1) ?? 0);
      return hasMore;
    });
  }
  expect(pages).toEqual([17, 17, 6]);
  expect(positions).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
});

test("concurrent readers of one follower are serialised", async () => {
  await follow();
  await append(4);
  const page = () =>
    inTx(async (tx) => {
      const { events } = await readNextEvents(tx, organisationId, "reader", 2);
      await advanceFollower(tx, organisationId, "reader", events.at(-1)?.chainPosition ?? 0);
      return events.map((event) => event.chainPosition);
    });
  expect((await Promise.all([page(), page()])).flat().sort()).toEqual([1, 2, 3, 4]);
});

test("followers have separate positions by name and organisation", async () => {
  await follow();
  await append();
  await follow("later");
  await append();
  const other = await createTestChain();
  expect((await read("reader")).events).toHaveLength(2);
  expect((await read("later")).events).toHaveLength(1);
  expect((await inTx((tx) => readNextEvents(tx, other.ctx.organisation.id, "reader", 10))).events).toEqual([]);
});

test("a removed follower gets no notifications and restarts at the end", async () => {
  await follow();
  await append();
  await inTx((tx) => unfollowChain(tx, organisationId, "reader"));
  expect((await read("reader")).events).toEqual([]);
  await append();
  await follow();
  expect((await read("reader")).events).toEqual([]);
});

test("sweeps find lagging followers and notify them again", async () => {
  await follow();
  expect(await listLagging(1_000)).not.toContain(organisationId);
  await append();
  await pool().query("DELETE FROM graphile_worker._private_jobs");
  expect(await listLagging(1_000)).toContain(organisationId);
  await inTx((tx) => notifyFollowers(tx, organisationId));
  expect(await outbox()).toEqual([grown()]);
  await inTx((tx) => advanceFollower(tx, organisationId, "reader", 1));
  expect(await listLagging(1_000)).not.toContain(organisationId);
});

/** The number of wake-ups for gathering followers added to the outbox since the last call. */
async function watched(): Promise<number> {
  const { rowCount } = await pool().query(
    "DELETE FROM graphile_worker._private_jobs WHERE payload::text LIKE '%audit/chain.watched%'",
  );
  return rowCount ?? 0;
}

const gather = (name = "gatherer") => inTx((tx) => followChain(tx, organisationId, name, { gathers: true }));

test("a gatherer is notified once until it clears the notification", async () => {
  await gather();
  expect(await watched()).toBe(1);
  await append();
  await append(40);
  await append();
  expect(await watched()).toBe(1);
  await append();
  expect(await watched()).toBe(0);
  await clearNotification(organisationId, "gatherer");
  await append(3);
  expect(await watched()).toBe(1);
  expect(await outbox()).toEqual([]);
});

test("a gatherer that starts reading during an append finds the event or is notified", async () => {
  await gather();
  await append();
  let seen = 0;
  const look = async () => {
    await clearNotification(organisationId, "gatherer");
    await inTx(async (tx) => {
      const { outlines } = await readNextOutlines(tx, organisationId, "gatherer", 1_000);
      seen += outlines.length;
      await advanceFollower(tx, organisationId, "gatherer", outlines.at(-1)?.chainPosition ?? 0);
    });
  };
  await watched();
  for (let round = 0; round < 30; round++) await Promise.all([append(5), look()]);
  for (let count = await watched(); count > 0; count = await watched()) await look();
  expect(seen).toBe(151);
});

test("appends notify both kinds of followers", async () => {
  await follow();
  await gather();
  await pool().query("DELETE FROM graphile_worker._private_jobs");
  await append(2);
  await append();
  expect(await outbox()).toEqual(
    expect.arrayContaining([grown(), { name: "audit/chain.watched", data: { organisationId } }]),
  );
  expect(await outbox()).toHaveLength(2);
});

test("outlines describe events without content", async () => {
  await gather();
  const tags = ["a,b", 'q"', "{}"];
  const { event } = await appendEvent(chain.ctx, {
    ...{ modelId: chain.modelId, eventType: "DEPLOYMENT", severity: "HIGH", payload: { a: 1 }, tags },
  });
  await inTx(async (tx) => {
    await appendInTransaction(chain.ctx, tx, [{ eventType: "ALERT", payload: {}, sourceKey: "alert x" }]);
    await appendInTransaction(chain.ctx, tx, [{ eventType: "ALERT", payload: { other: 1 }, sourceKey: "alert x" }]);
  });
  const { outlines, hasMore } = await inTx((tx) => readNextOutlines(tx, organisationId, "gatherer", 2));
  expect(hasMore).toBe(false);
  expect(outlines).toMatchObject([
    {
      chainPosition: event.chainPosition,
      id: event.id,
      eventType: "DEPLOYMENT",
      severity: "HIGH",
      modelId: chain.modelId,
      recordedAtMs: Date.parse(event.recordedAt),
      tags,
      sourceKey: null,
    },
    { eventType: "ALERT", modelId: chain.systemModelId, sourceKey: "alert x", tags: [] },
  ]);
});

test("a finding sends a notification only the first time", async () => {
  const finding = {
    eventId: "evt_1",
    code: "hash_mismatch",
    chainPosition: 7,
    storedHash: "sha256:aa",
    computedHash: "sha256:bb",
    detectedAt: "2026-11-20T10:00:00.000Z",
  };
  await recordFinding(organisationId, finding);
  await recordFinding(organisationId, { ...finding, storedHash: "sha256:cc" });
  expect(await outbox()).toEqual([
    { name: "audit/integrity.failed", data: { organisationId, eventId: "evt_1", code: "hash_mismatch" } },
  ]);
  expect(await findFinding(organisationId, "evt_1", "hash_mismatch")).toEqual({ ...finding, reopened: 0 });
  const other = await createTestChain();
  expect(await findFinding(other.ctx.organisation.id, "evt_1", "hash_mismatch")).toBeUndefined();
});
