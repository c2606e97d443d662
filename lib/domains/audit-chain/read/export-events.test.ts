import { expect, test, vi } from "vitest";
import type { EventDraft } from "@/lib/domains/audit-chain/append/prepare";
import { exportEvents } from "@/lib/domains/audit-chain/read/events";
import { ExportEventsQuery } from "@/lib/domains/audit-chain/schemas";
import {
  appendEvents,
  createTestChain,
  everyEvent,
  numbered,
  type TestChain,
} from "@/lib/domains/audit-chain/testing/chain";
import { flawsOfChain, type PublishedEvent } from "@/lib/domains/audit-chain/testing/independent-verifier";
import { pool } from "@/lib/platform/database/db";
import { validateQuery } from "@/lib/platform/http/validate";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

async function chainOf(events: Partial<EventDraft>[]): Promise<TestChain> {
  const chain = await createTestChain();
  if (events.length > 0) await appendEvents(chain, ...events);
  return chain;
}

async function exported({ ctx }: TestChain, search: string): Promise<string> {
  const query = validateQuery(ExportEventsQuery, `https://example.test/v1/audit/export?${search}`);
  if (!query) throw new Error("a query is a query");
  return await new Response(exportEvents(ctx, query)).text();
}

function linesOf(ndjson: string): PublishedEvent[] {
  expect(ndjson === "" || ndjson.endsWith("\n")).toBe(true);
  return ndjson
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as PublishedEvent);
}

/** A strict reader of RFC 4180: records end in CRLF, and quotes enclose whole fields only. */
function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let rest = text;
  let record: string[] = [];
  while (rest !== "") {
    const field = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest);
    if (!field) throw new Error(`is not RFC 4180: ${rest.slice(0, 80)}`);
    const [whole, quoted, bare = "", end] = field;
    record.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === "\r\n") {
      records.push(record);
      record = [];
    }
    rest = rest.slice(whole.length);
  }
  if (record.length > 0) throw new Error("the last record does not end");
  return records;
}

/** The records of a CSV export by column name. */
function rowsOf(csv: string): Record<string, string>[] {
  const [header = [], ...records] = parseCsv(csv);
  expect(records.every((record) => record.length === header.length)).toBe(true);
  return records.map((record) => Object.fromEntries(record.map((cell, i) => [header[i] ?? "", cell])));
}

test("an NDJSON export equals the listed events over any number of pages and verifies as a chain", async () => {
  const chain = await chainOf(Array.from({ length: 1_003 }, (_, i) => ({ payload: { i }, metadata: { i } })));
  const events = await everyEvent(chain.ctx);
  const lines = linesOf(await exported(chain, "format=ndjson"));
  expect(lines).toEqual(JSON.parse(JSON.stringify(events.reverse())));
  expect(flawsOfChain(lines)).toEqual([]);
});

test.each([0, 1, 99, 100, 101])("an export of %i events is complete", async (count) => {
  const chain = await chainOf(numbered(count));
  const positions = Array.from({ length: count }, (_, i) => count - i);
  expect(linesOf(await exported(chain, "")).map((line) => line.chainPosition)).toEqual(positions);
  expect(rowsOf(await exported(chain, "format=csv")).map((row) => Number(row.chainPosition))).toEqual(positions);
});

test("an export accepts the filters of the list", async () => {
  const chain = await chainOf([
    { severity: "HIGH", tags: ["a b", "c"] },
    { severity: "HIGH", eventType: "ALERT" },
    { source: "JIRA", timestamp: "2020-01-01T00:00:00.000Z" },
  ]);
  const positions = async (search: string) => linesOf(await exported(chain, search)).map((line) => line.chainPosition);
  expect(await positions("severity=HIGH")).toEqual([2, 1]);
  expect(await positions("severity=HIGH&tags=a%20b")).toEqual([1]);
  expect(await positions("to=2020-01-01T00:00:00Z")).toEqual([3]);
  expect(await positions("source=GITHUB")).toEqual([]);
  expect(await positions(`modelId=${(await createTestChain()).modelId}`)).toEqual([]);
});

test("a CSV export preserves every field, regardless of its content", async () => {
  const nasty = 'a "quoted", broken\r\nline,\n\r;\t=1+1 😀\u2028 end';
  const chain = await chainOf([
    {
      actor: { type: "USER", id: nasty, displayName: `Zoë ${nasty}`, ipAddress: "192.0.2.10" },
      payload: { text: nasty, list: [1, null, { a: "b" }] },
      tags: [nasty, "x"],
      metadata: { text: nasty },
    },
  ]);
  const [event] = await everyEvent(chain.ctx);
  const [row] = rowsOf(await exported(chain, "format=csv"));
  expect(row).toEqual({
    chainPosition: "1",
    id: event?.id,
    timestamp: event?.timestamp,
    recordedAt: event?.recordedAt,
    eventType: "INFERENCE",
    severity: "INFO",
    modelId: chain.modelId,
    source: "API",
    actorType: "USER",
    actorId: nasty,
    actorDisplayName: `Zoë ${nasty}`,
    actorIpAddress: "192.0.2.10",
    tags: `${nasty} x`,
    payload: JSON.stringify(event?.payload),
    metadata: JSON.stringify(event?.metadata),
    verified: "true",
    blockHash: event?.blockHash,
    previousHash: event?.previousHash,
    previousModelHash: event?.previousModelHash,
    contentHash: event?.contentHash,
    contentSalt: event?.contentSalt,
    erasedAt: "",
    erasedBy: "",
  });
});

test("no CSV cell can be interpreted as a formula", async () => {
  const formula = "=cmd|' /C calc'!A0";
  const actor = { type: formula, id: formula, displayName: formula, ipAddress: formula };
  const chain = await chainOf([{ actor, payload: {}, tags: [formula] }, {}]);
  const [bare, row] = rowsOf(await exported(chain, "format=csv"));
  expect([row?.actorType, row?.actorId, row?.actorDisplayName, row?.tags]).toEqual(Array(4).fill(`'${formula}`));
  expect(bare).toMatchObject({ actorDisplayName: "", actorIpAddress: "", tags: "", metadata: "" });
});

test("an export excludes events appended after it started", async () => {
  const chain = await chainOf(numbered(250));
  const reader = exportEvents(chain.ctx, { format: "ndjson" }).getReader();
  const chunks: Uint8Array[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    await appendEvents(chain, {});
  }
  expect(linesOf(Buffer.concat(chunks).toString())).toHaveLength(250);
});

test("queries stop when the reader disconnects", async () => {
  const chain = await chainOf(numbered(500));
  const query = vi.spyOn(pool(), "query");
  const reader = exportEvents(chain.ctx, { format: "csv" }).getReader();
  await reader.read();
  await reader.read();
  await reader.cancel();
  const asked = query.mock.calls.length;
  expect(asked).toBeLessThanOrEqual(2);
  await Promise.allSettled(query.mock.results.map(({ value }) => value as Promise<unknown>));
  expect(await reader.read()).toEqual({ done: true, value: undefined });
  expect(query).toHaveBeenCalledTimes(asked);
});

test("an export that fails in the database never looks complete", async () => {
  const chain = await chainOf(numbered(250));
  const reader = exportEvents(chain.ctx, { format: "ndjson" }).getReader();
  await reader.read();
  vi.spyOn(pool(), "query").mockRejectedValue(new Error("the database is gone") as never);
  const rest = async () => {
    while (!(await reader.read()).done);
  };
  await expect(rest()).rejects.toThrow("the database is gone");
});

test("an export excludes other organisations' events", async () => {
  const [chain, other] = [await chainOf([{}]), await chainOf([{}, {}])];
  const lines = linesOf(await exported(chain, ""));
  expect(lines.map((line) => line.organisationId)).toEqual([chain.ctx.organisation.id]);
  expect(await everyEvent(other.ctx)).toHaveLength(2);
});
