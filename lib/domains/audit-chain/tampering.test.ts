import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appendEvent } from "@/lib/domains/audit-chain/append/append-events";
import { blockHash, canonicalContent, type EventContent, hashText } from "@/lib/domains/audit-chain/block";
import { exportEvents, getEvent, listEvents } from "@/lib/domains/audit-chain/read/events";
import { verifyEvent } from "@/lib/domains/audit-chain/read/verify-event";
import { AuditEvent, EventList, EventVerification, VerifyEvent } from "@/lib/domains/audit-chain/schemas";
import {
  createTestChain,
  createTestModel,
  everyEvent,
  startMs,
  type TestChain,
} from "@/lib/domains/audit-chain/testing/chain";
import { flawsOfChain, type PublishedEvent } from "@/lib/domains/audit-chain/testing/independent-verifier";
import { isoMilliseconds } from "@/lib/platform/core/clock";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();
let owner: pg.Client;

/** Whoever tampers owns the database: triggers and constraints that are in the way go first. */
beforeAll(async () => {
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query("ALTER TABLE audit_events DISABLE TRIGGER USER, DROP CONSTRAINT audit_events_pkey");
  const { rows } = await owner.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = 'audit_events'::regclass AND attnum > 0 AND attnotnull AND attname <> 'organisation_id'`,
  );
  for (const { name } of rows) await owner.query(`ALTER TABLE audit_events ALTER COLUMN "${name}" DROP NOT NULL`);
});

afterAll(async () => {
  await owner.end();
});

const payload = { confidence: 0.9375, latencyMs: 142, decision: "APPROVED" };

/** A chain of four events, of two models in turn. The second one is tampered with. */
async function createChainOfFour(): Promise<TestChain & { ids: string[] }> {
  const chain = await createTestChain();
  const models = [chain.modelId, await createTestModel(chain.ctx.organisation.id)];
  const ids: string[] = [];
  for (let i = 0; i < 4; i++) {
    const { event } = await appendEvent(chain.ctx, {
      modelId: models[i % 2] ?? "",
      eventType: "CONFIG_CHANGE",
      severity: "HIGH",
      payload: { ...payload, i },
      actor: { type: "USER", id: "usr_1", displayName: "Zoë" },
      tags: ["prod", "uk"],
      metadata: { trace: "abc" },
      timestamp: "2026-11-19T08:00:00.000Z",
    });
    ids.push(event.id);
    chain.ctx.clock.nowMs += 1_000;
  }
  return { ...chain, ids };
}

async function tamper({ ctx }: TestChain, set: string, position = 2): Promise<void> {
  const { rowCount } = await owner.query(
    `UPDATE audit_events SET ${set} WHERE organisation_id = $1 AND chain_position = $2`,
    [ctx.organisation.id, position],
  );
  expect(rowCount).toBe(1);
}

async function findings({ ctx }: TestChain) {
  const { rows } = await pool().query<{ eventId: string; code: string; detectedAt: Date }>(
    `SELECT event_id AS "eventId", code, detected_at AS "detectedAt" FROM integrity_findings
     WHERE organisation_id = $1 ORDER BY event_id, code`,
    [ctx.organisation.id],
  );
  return rows;
}

async function verify({ ctx }: TestChain, eventId: string, expectedHash?: string) {
  const input = VerifyEvent.parse({ eventId, ...(expectedHash === undefined ? {} : { expectedHash }) });
  const result = await verifyEvent(ctx, input);
  expect(EventVerification.parse(result)).toEqual(result);
  return result;
}

async function exported({ ctx }: TestChain, format: "ndjson" | "csv"): Promise<string> {
  return await new Response(exportEvents(ctx, { format })).text();
}

test("an intact chain is valid, event by event and in full", async () => {
  const chain = await createChainOfFour();
  expect(flawsOfChain(await everyEvent(chain.ctx))).toEqual([]);
  for (const [i, id] of chain.ids.entries()) {
    const { blockHash: hash, previousHash } = await getEvent(chain.ctx, id);
    expect(await verify(chain, id, hash.toUpperCase().replace("SHA256", "sha256"))).toEqual({
      eventId: id,
      valid: true,
      chainPosition: i + 1,
      blockHash: hash,
      previousHash,
      verifiedAt: isoMilliseconds(startMs + 4_000),
    });
  }
  expect(await findings(chain)).toEqual([]);
});

/** What a hash says with its last digit changed. */
function otherHash(column: string): string {
  return `left(${column}, 70) || CASE right(${column}, 1) WHEN '0' THEN '1' ELSE '0' END`;
}

function inContent(from: string, to: string): string {
  return `content = replace(content, ${pg.escapeLiteral(from)}, ${pg.escapeLiteral(to)})`;
}

const anHour = "interval '1 hour'";
const aMillisecond = "interval '1 millisecond'";

/** Every hashed value, changed in every way there is. */
const changes: [string, string][] = [
  ["block_hash in one digit", `block_hash = ${otherHash("block_hash")}`],
  ["block_hash in upper case", "block_hash = 'sha256:' || upper(right(block_hash, 64))"],
  ["block_hash emptied", "block_hash = ''"],
  ["block_hash null", "block_hash = NULL"],
  ["previous_hash in one digit", `previous_hash = ${otherHash("previous_hash")}`],
  ["previous_hash null", "previous_hash = NULL"],
  ["previous_model_hash in one digit", `previous_model_hash = ${otherHash("previous_model_hash")}`],
  ["previous_model_hash as that of the chain", "previous_model_hash = previous_hash"],
  ["previous_model_hash null", "previous_model_hash = NULL"],
  ["timestamp later by a millisecond", `"timestamp" = "timestamp" + ${aMillisecond}`],
  ["timestamp earlier by a millisecond", `"timestamp" = "timestamp" - ${aMillisecond}`],
  ["timestamp later by an hour", `"timestamp" = "timestamp" + ${anHour}`],
  ["timestamp infinite", `"timestamp" = 'infinity'`],
  ["timestamp infinitely long ago", `"timestamp" = '-infinity'`],
  ["timestamp before Christ", `"timestamp" = '2026-11-19 08:00:00+00 BC'`],
  ["timestamp in the year 12026", `"timestamp" = '12026-11-19 08:00:00+00'`],
  ["timestamp null", `"timestamp" = NULL`],
  ["recorded_at later by a millisecond", `recorded_at = recorded_at + ${aMillisecond}`],
  ["recorded_at earlier by a millisecond", `recorded_at = recorded_at - ${aMillisecond}`],
  ["recorded_at infinite", "recorded_at = 'infinity'"],
  ["recorded_at null", "recorded_at = NULL"],
  ["event_type as another", "event_type = 'INFERENCE'"],
  ["event_type in lower case", "event_type = lower(event_type)"],
  ["event_type null", "event_type = NULL"],
  ["severity lowered", "severity = 'INFO'"],
  ["severity emptied", "severity = ''"],
  ["severity null", "severity = NULL"],
  ["source as another", "source = 'JIRA'"],
  ["source null", "source = NULL"],
  ["model_id as another", "model_id = 'mdl_other'"],
  ["model_id null", "model_id = NULL"],
  ["content_hash in one digit", `content_hash = ${otherHash("content_hash")}`],
  ["content_hash null", "content_hash = NULL"],
  ["content null", "content = NULL"],
  ["content emptied", "content = ''"],
  ["content that is not JSON", "content = left(content, -1)"],
  ["content with a space", "content = content || ' '"],
  ["content with a letter escaped", inContent("APPROVED", "\\u0041PPROVED")],
  ["content's actor as another", inContent("usr_1", "usr_2")],
  ["content's actor without a name", inContent('"displayName":"Zoë",', "")],
  ["content's actor with an accent less", inContent("Zoë", "Zoe")],
  ["content's actor with the accent in another form", inContent("Zoë", "Zoë".normalize("NFD"))],
  ["content's actor with a number as its id", inContent('"usr_1"', "1")],
  ["content's payload in a number's last digit", inContent("0.9375", "0.9376")],
  ["content's payload in a number beyond a double's digits", inContent("0.9375", "0.93750000000000000001")],
  ["content's payload in a number's form", inContent("142", "142.0")],
  ["content's payload with a number out of range", inContent("142", "1e999")],
  ["content's payload with a key more", inContent('"i":1', '"i":1,"z":0')],
  ["content's payload with a key less", inContent('"confidence":0.9375,', "")],
  ["content's payload with a key twice", inContent('"i":1', '"i":0,"i":1')],
  ["content's payload with its keys in another order", inContent('"i":1,"latencyMs":142', '"latencyMs":142,"i":1')],
  ["content's payload as an array", inContent('"payload":{', '"payload":[],"x":{')],
  ["content's payload nested without end", inContent("142", `${"[".repeat(20_000)}${"]".repeat(20_000)}`)],
  ["content's payload with a prototype", inContent('"i":1', '"__proto__":{"i":1}')],
  ["content's payload with a lone surrogate", inContent("APPROVED", "\\ud800")],
  ["content's tags with one less", inContent('["prod","uk"]', '["prod"]')],
  ["content's tags in another order", inContent('["prod","uk"]', '["uk","prod"]')],
  ["content's salt", `content = regexp_replace(content, '"salt":"[0-9a-f]{2}', '"salt":"zz')`],
  ["tags' copy with one less", "tags = '{prod}'"],
  ["tags' copy with one more", "tags = '{prod,uk,x}'"],
  ["tags' copy in another order", "tags = '{uk,prod}'"],
  ["tags' copy in another letter", "tags = '{prod,uK}'"],
  ["tags' copy with a null", "tags = '{prod,NULL}'"],
  ["tags' copy in two dimensions", "tags = '{{prod,uk}}'"],
  ["tags' copy emptied", "tags = '{}'"],
  ["tags' copy null", "tags = NULL"],
  ["id as another", "id = id || 'x'"],
];

/** Changes after which the event that follows does not find its predecessor either. */
const breaksLink = /^block_hash/;

describe("detects a change of", () => {
  test.each(changes)("%s", async (what, set) => {
    const chain = await createChainOfFour();
    const before = await everyEvent(chain.ctx);
    await tamper(chain, set);
    const { rows } = await pool().query<{ id: string }>(
      "SELECT id FROM audit_events WHERE organisation_id = $1 ORDER BY chain_position",
      [chain.ctx.organisation.id],
    );
    const ids = rows.map(({ id }) => id);
    const [first = "", tampered = "", next = "", last = ""] = ids;

    const read = await getEvent(chain.ctx, tampered);
    expect(AuditEvent.parse(read).verified).toBe(false);
    const list = await listEvents(chain.ctx, { limit: 100 });
    expect(EventList.parse(list).data.map(({ verified }) => verified)).toEqual([true, true, false, true]);
    for (const position of [0, 2, 3]) expect(list.data[3 - position]).toEqual(before[position]);
    expect((await exported(chain, "ndjson")).trimEnd().split("\n").map(isVerified)).toEqual([true, true, false, true]);
    expect(await exported(chain, "csv")).toContain(next);

    const result = await verify(chain, tampered);
    expect(result).toMatchObject({ eventId: tampered, valid: false, error: "hash_mismatch" });
    if (!result.valid && !what.startsWith("tags' copy")) expect(result.computedHash).not.toBe(result.storedHash);
    expect(await verify(chain, first)).toMatchObject({ valid: true });
    expect(await verify(chain, last)).toMatchObject({ valid: true });
    const broken = breaksLink.test(what);
    expect(await verify(chain, next)).toMatchObject(
      broken ? { valid: false, error: "link_mismatch" } : { valid: true },
    );

    const detectedAt = new Date(chain.ctx.clock.nowMs);
    chain.ctx.clock.nowMs += 60_000;
    expect(await verify(chain, tampered)).toMatchObject({ valid: false });
    const expected = [{ eventId: tampered, code: "hash_mismatch", detectedAt }];
    if (broken) expected.push({ eventId: next, code: "link_mismatch", detectedAt });
    expect(await findings(chain)).toEqual(expected);
  });
});

function isVerified(line: string): unknown {
  return (JSON.parse(line) as PublishedEvent).verified;
}

test.each([["99"], ["0"], ["-1"], ["9007199254740993"], ["9223372036854775807"], ["-9223372036854775808"]])(
  "an event whose position was changed to %s is shown unverified, and so is that its successor lost it",
  async (position) => {
    const chain = await createChainOfFour();
    await tamper(chain, `chain_position = ${position}`);
    const [first = "", tampered = "", next = "", last = ""] = chain.ids;
    expect(AuditEvent.parse(await getEvent(chain.ctx, tampered)).verified).toBe(false);
    expect(await verify(chain, tampered)).toMatchObject({ valid: false, error: "hash_mismatch" });
    expect(await verify(chain, next)).toMatchObject({ valid: false, error: "link_mismatch" });
    expect(await verify(chain, first)).toMatchObject({ valid: true });
    expect(await verify(chain, last)).toMatchObject({ valid: true });
    await verify(chain, tampered);
    expect(await findings(chain)).toHaveLength(2);
    expect(await exported(chain, "ndjson")).toContain(tampered);
  },
);

test("a list includes extreme positions and every event once", async () => {
  const chain = await createChainOfFour();
  await tamper(chain, "chain_position = 9223372036854775807", 4);
  await tamper(chain, "chain_position = -9223372036854775808", 2);
  await tamper(chain, "chain_position = 0", 1);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listEvents(chain.ctx, { limit: 1, ...(cursor === undefined ? {} : { cursor }) });
    EventList.parse(page);
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.pagination.nextCursor;
  } while (cursor !== undefined && seen.length < 10);
  const [first, second, third, fourth] = chain.ids;
  expect(seen).toEqual([fourth, third, first, second]);
});

test.each([
  ["id", "id = NULL"],
  ["position", "chain_position = NULL"],
])("lists an event without %s as unverified", async (_what, set) => {
  const chain = await createChainOfFour();
  await tamper(chain, set);
  const { data } = EventList.parse(await listEvents(chain.ctx, { limit: 100 }));
  expect(data.filter(({ verified }) => !verified)).toHaveLength(1);
  expect(data).toHaveLength(4);
});

test("the same day of a year BC is a different time", async () => {
  const chain = await createTestChain();
  const { event } = await appendEvent(chain.ctx, {
    modelId: chain.modelId,
    eventType: "INFERENCE",
    severity: "INFO",
    payload: {},
    tags: [],
    timestamp: "0044-03-15T12:00:00.000Z",
  });
  expect(await getEvent(chain.ctx, event.id)).toMatchObject({ verified: true, timestamp: "0044-03-15T12:00:00.000Z" });
  await tamper(chain, `"timestamp" = '0044-03-15 12:00:00+00 BC'`, 1);
  expect(await getEvent(chain.ctx, event.id)).toMatchObject({ verified: false });
});

test("an event moved to another organisation is missing in its own and unverified in the other", async () => {
  const [chain, other] = [await createChainOfFour(), await createTestChain()];
  await tamper(chain, `organisation_id = ${pg.escapeLiteral(other.ctx.organisation.id)}`);
  const [, moved = "", next = ""] = chain.ids;
  await expect(getEvent(chain.ctx, moved)).rejects.toMatchObject({ code: "not_found" });
  expect(await getEvent(other.ctx, moved)).toMatchObject({ verified: false });
  expect(await verify(chain, next)).toMatchObject({ valid: false, error: "link_mismatch" });
});

test.each([1, 2, 3])("the next event reveals the deletion of event %i", async (position) => {
  const chain = await createChainOfFour();
  await owner.query("DELETE FROM audit_events WHERE organisation_id = $1 AND chain_position = $2", [
    chain.ctx.organisation.id,
    position,
  ]);
  const next = chain.ids[position] ?? "";
  const result = await verify(chain, next);
  expect(result).toMatchObject({ valid: false, error: "link_mismatch" });
  expect(await findings(chain)).toMatchObject([{ eventId: next, code: "link_mismatch" }]);
  expect(flawsOfChain(await everyEvent(chain.ctx)).map(({ flaw }) => flaw)).toContain(
    "previousHash is not the blockHash before",
  );
});

/** What a forger writes who knows the formulas: another payload, with both hashes made to fit. */
async function rehash(chain: TestChain, position: number): Promise<void> {
  const event = (await everyEvent(chain.ctx))[position - 1];
  if (!event) throw new Error("there is no such event");
  const { contentSalt: salt, actor, tags } = event;
  if (salt === null || actor === null) throw new Error("the event has no content");
  const content = canonicalContent({ actor, payload: { forged: true }, salt, tags } satisfies EventContent);
  const contentHash = hashText(content);
  const hash = blockHash({ ...event, contentHash });
  const values = { content, content_hash: contentHash, block_hash: hash };
  await tamper(
    chain,
    Object.entries(values)
      .map(([column, value]) => `${column} = ${pg.escapeLiteral(value)}`)
      .join(", "),
    position,
  );
}

test("the next event, or a saved hash, reveals a forged event with matching hashes", async () => {
  const chain = await createChainOfFour();
  const [first = "", forged = "", next = ""] = chain.ids;
  const { blockHash: kept } = await getEvent(chain.ctx, forged);
  await rehash(chain, 2);
  expect(await verify(chain, next)).toMatchObject({ valid: false, error: "link_mismatch" });
  expect(await verify(chain, forged, kept)).toMatchObject({ valid: false, error: "hash_mismatch" });
  expect(await verify(chain, first)).toMatchObject({ valid: true });
  expect(await findings(chain)).toMatchObject([{ eventId: next, code: "link_mismatch" }]);
  const flaws = flawsOfChain(await everyEvent(chain.ctx)).map(({ flaw }) => flaw);
  expect(flaws).toEqual([
    "previousHash is not the blockHash before",
    "previousModelHash is not the blockHash of the model's event before",
  ]);
});

test("a mismatch with only the caller's hash is not a finding", async () => {
  const chain = await createChainOfFour();
  const [first = "", second = ""] = chain.ids;
  const { blockHash: hash } = await getEvent(chain.ctx, first);
  const result = await verify(chain, second, hash);
  expect(result).toMatchObject({ valid: false, error: "hash_mismatch" });
  if (!result.valid) expect(result.storedHash).toBe(result.computedHash);
  expect(await findings(chain)).toEqual([]);
});

test("a mismatch of stored hashes is a finding even with a caller's hash", async () => {
  const chain = await createChainOfFour();
  const second = chain.ids[1] ?? "";
  await tamper(chain, "severity = 'INFO'");
  expect(await verify(chain, second, `sha256:${"a".repeat(64)}`)).toMatchObject({ valid: false });
  expect(await findings(chain)).toHaveLength(1);
});

test("changed metadata does not affect verification or responses", async () => {
  const chain = await createChainOfFour();
  const second = chain.ids[1] ?? "";
  for (const metadata of [
    "'{\"other\":1}'",
    "'not JSON'",
    "'[]'",
    "NULL",
    `repeat('[', 30000) || repeat(']', 30000)`,
  ]) {
    await tamper(chain, `metadata = ${metadata}`);
    const read = AuditEvent.parse(await getEvent(chain.ctx, second));
    expect(read.verified).toBe(true);
    expect(() => JSON.stringify(read)).not.toThrow();
  }
  expect(await verify(chain, second)).toMatchObject({ valid: true });
});

test("a repeated append reports that its event was changed", async () => {
  const chain = await createTestChain();
  const input = { modelId: chain.modelId, eventType: "ALERT", severity: "HIGH", payload, tags: [] } as const;
  const key = { key: "ide_1", requestHash: "h" };
  const append = () => appendEvent(chain.ctx, { ...input, tags: [] }, key);
  expect(await append()).toMatchObject({ event: { verified: true }, replayed: false });
  expect(await append()).toMatchObject({ event: { verified: true }, replayed: true });
  await tamper(chain, "severity = 'INFO'", 1);
  expect(await append()).toMatchObject({ event: { verified: false }, replayed: true });
});

test.each([
  ["does not exist", async () => "evt_unknown"],
  ["belongs to another organisation", async () => (await createChainOfFour()).ids[0] ?? ""],
  ["contains a NUL character", async () => "evt_\u0000"],
  ["contains a lone surrogate", async () => "evt_\ud800"],
  ["is SQL", async () => "' OR true --"],
])("an event id that %s is not found", async (_why, makeId) => {
  const chain = await createTestChain();
  const id = await makeId();
  const refusal = { code: "not_found", status: 404, message: "No such audit event in this organisation." };
  await expect(getEvent(chain.ctx, id)).rejects.toMatchObject(refusal);
  await expect(verifyEvent(chain.ctx, { eventId: id })).rejects.toMatchObject(refusal);
});
