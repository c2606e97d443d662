import pg from "pg";
import { expect, test } from "vitest";
import { appendEvent } from "@/lib/domains/audit-chain/append/append-events";
import { blockHash, canonicalContent, type EventContent, hashText } from "@/lib/domains/audit-chain/block";
import { exportEvents, getEvent, listEvents } from "@/lib/domains/audit-chain/read/events";
import { verifyEvent } from "@/lib/domains/audit-chain/read/verify-event";
import { AuditEvent, EventList, EventVerification, VerifyEvent } from "@/lib/domains/audit-chain/schemas";
import { removeGuards } from "@/lib/domains/audit-chain/testing/attacker";
import {
  createTestChain,
  createTestModel,
  everyEvent,
  recordedFindings,
  startMs,
  type TestChain,
} from "@/lib/domains/audit-chain/testing/chain";
import { ownerOf } from "@/lib/domains/audit-chain/testing/database-sessions";
import { flawsOfChain } from "@/lib/domains/audit-chain/testing/independent-verifier";
import { isoMilliseconds } from "@/lib/platform/core/clock";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();
const owner = ownerOf(database, removeGuards);

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

const findings = ({ ctx }: TestChain) => recordedFindings(ctx.organisation.id);

async function verify({ ctx }: TestChain, eventId: string, expectedHash?: string) {
  const input = VerifyEvent.parse({ eventId, ...(expectedHash === undefined ? {} : { expectedHash }) });
  const result = await verifyEvent(ctx, input);
  expect(EventVerification.parse(result)).toEqual(result);
  return result;
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

test.each([["99"], ["0"], ["-1"], ["9007199254740993"], ["9223372036854775807"], ["-9223372036854775808"]])(
  "an event whose position was changed to %s is unverified and leaves a broken link",
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
    const exported = await new Response(exportEvents(chain.ctx, { format: "ndjson" })).text();
    expect(exported).toContain(tampered);
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

test("the same day of a BC year is a different time", async () => {
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

/** Forges an event with knowledge of the formulas: another payload, with both hashes recomputed. */
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

test("a mismatch of stored hashes is one finding, even with a caller's hash", async () => {
  const chain = await createChainOfFour();
  const second = chain.ids[1] ?? "";
  await tamper(chain, "severity = 'INFO'");
  for (const hash of [`sha256:${"a".repeat(64)}`, undefined]) {
    expect(await verify(chain, second, hash)).toMatchObject({ valid: false, error: "hash_mismatch" });
  }
  expect(await findings(chain)).toEqual([{ eventId: second, code: "hash_mismatch", chainPosition: 2 }]);
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
])("returns not_found for an event ID that %s", async (_why, makeId) => {
  const chain = await createTestChain();
  const id = await makeId();
  const refusal = { code: "not_found", status: 404, message: "No such audit event in this organisation." };
  await expect(getEvent(chain.ctx, id)).rejects.toMatchObject(refusal);
  await expect(verifyEvent(chain.ctx, { eventId: id })).rejects.toMatchObject(refusal);
});
