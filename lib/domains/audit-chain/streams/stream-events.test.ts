import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { GroupCommit } from "@/lib/domains/audit-chain/append/group-commit";
import type { EventDraft } from "@/lib/domains/audit-chain/append/prepare";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import { type StreamEnd, StreamEventsQuery } from "@/lib/domains/audit-chain/schemas-streams";
import { HeadWatch, headWatch, streamEvents } from "@/lib/domains/audit-chain/streams/stream-events";
import {
  appendEvents,
  createTestChain,
  createTestModel,
  eraseEvents,
  everyEvent,
  numbered,
  preparedEvent,
  type TestChain,
} from "@/lib/domains/audit-chain/testing/chain";
import { flawsOfChain } from "@/lib/domains/audit-chain/testing/independent-verifier";
import { pool } from "@/lib/platform/database/db";
import { validateQuery } from "@/lib/platform/http/validate";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();

type Line = AuditEvent & { type: string };

const append = (chain: TestChain, events: Partial<EventDraft>[]) => appendEvents(chain, ...events);

async function chainOf(events: Partial<EventDraft>[]): Promise<TestChain> {
  const chain = await createTestChain();
  if (events.length > 0) await append(chain, events);
  return chain;
}

async function pull({ ctx }: TestChain, search: string): Promise<{ lines: Line[]; end: StreamEnd }> {
  const query = validateQuery(StreamEventsQuery, `https://example.test/v1/audit/stream?${search}`);
  if (!query) throw new Error("a query is a query");
  const text = await new Response(await streamEvents(ctx, query)).text();
  expect(text.endsWith("\n")).toBe(true);
  const values = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
  return { lines: values.slice(0, -1) as Line[], end: values.at(-1) as StreamEnd };
}

test("a stream returns the events in chain order and is a valid chain", async () => {
  const chain = await chainOf(numbered(250));
  const { lines, end } = await pull(chain, "");
  const events = await everyEvent(chain.ctx);
  expect(lines).toEqual(
    events.map((event) => ({ type: "audit.inference", ...(JSON.parse(JSON.stringify(event)) as object) })),
  );
  expect(flawsOfChain(lines.map(({ type: _, ...event }) => event))).toEqual([]);
  const headHash = events.at(-1)?.blockHash;
  expect(end).toEqual({
    type: "stream.position",
    position: 250,
    events: 250,
    headPosition: 250,
    headHash,
    hasMore: false,
  });
});

test.each([
  ["no events for an empty chain", 0, "", [], 0],
  ["only events after a position", 5, "after=3", [4, 5], 5],
  ["no events after the end", 5, "after=5", [], 5],
  ["no more events than the limit", 5, "after=1&limit=2", [2, 3], 3],
  ["exactly the limit if that many remain", 5, "after=3&limit=2", [4, 5], 5],
  ["more events than one page", 130, "after=9&limit=120", Array.from({ length: 120 }, (_, i) => i + 10), 129],
])("a stream contains %s", async (_, count, search, positions, position) => {
  const chain = await chainOf(numbered(count));
  const { lines, end } = await pull(chain, search);
  expect(lines.map(({ chainPosition }) => chainPosition)).toEqual(positions);
  expect(end).toMatchObject({ position, events: positions.length, headPosition: count, hasMore: position < count });
});

test("a filter skips other events, and the position advances", async () => {
  const chain = await createTestChain();
  const modelId = await createTestModel(chain.ctx.organisation.id);
  await append(chain, [
    { eventType: "INFERENCE", severity: "INFO" },
    { eventType: "ALERT", severity: "MEDIUM" },
    { eventType: "ALERT", severity: "HIGH", modelId },
    { eventType: "DEPLOYMENT", severity: "CRITICAL" },
    { eventType: "INFERENCE", severity: "INFO", modelId },
  ]);
  const found = async (search: string) => {
    const { lines, end } = await pull(chain, search);
    return [...lines.map(({ chainPosition }) => chainPosition), `→ ${end.position}`];
  };
  expect(await found("minSeverity=INFO")).toEqual([1, 2, 3, 4, 5, "→ 5"]);
  expect(await found("minSeverity=HIGH")).toEqual([3, 4, "→ 5"]);
  expect(await found("minSeverity=CRITICAL&limit=1")).toEqual([4, "→ 4"]);
  expect(await found("eventType=ALERT&minSeverity=HIGH")).toEqual([3, "→ 5"]);
  expect(await found(`modelId=${modelId}`)).toEqual([3, 5, "→ 5"]);
  expect(await found("eventType=TRAINING_STARTED")).toEqual(["→ 5"]);
});

test("an erased event is streamed without content", async () => {
  const chain = await chainOf(numbered(2));
  await eraseEvents(chain, 1);
  const { lines } = await pull(chain, "limit=2");
  expect(lines[0]).toMatchObject({ chainPosition: 1, payload: null, actor: null, contentSalt: null, verified: true });
  expect(lines[0]?.erased).toBeDefined();
  expect(lines[1]?.erased).toBeUndefined();
});

test("rejects a position after the end of the chain", async () => {
  const chain = await chainOf(numbered(2));
  await expect(pull(chain, "after=3")).rejects.toMatchObject({ code: "validation_failed" });
});

test("a waiting request returns the next matching event", async () => {
  const chain = await chainOf(numbered(2));
  const waiting = pull(chain, "after=2&wait=30&minSeverity=HIGH");
  await append(chain, [{ severity: "INFO" }]);
  await append(chain, [{ severity: "HIGH" }]);
  const { lines, end } = await waiting;
  expect(lines.map(({ chainPosition }) => chainPosition)).toEqual([4]);
  expect(end.position).toBe(4);
});

test("a waiting request without events returns its position", async () => {
  const chain = await chainOf(numbered(2));
  expect(await pull(chain, "after=2&wait=1")).toMatchObject({ lines: [], end: { position: 2, hasMore: false } });
});

test("waiting requests end with the process", async () => {
  const chain = await chainOf(numbered(1));
  const query = { after: 1, wait: 30, limit: 10 };
  const answers = Promise.all([streamEvents(chain.ctx, query), streamEvents(chain.ctx, query)]);
  const ended = (async () => {
    // The requests start to wait at different times.
    while (await Promise.race([answers.then(() => false), new Promise((resolve) => setTimeout(resolve, 20, true))])) {
      headWatch().endAll();
    }
  })();
  expect(await answers).toHaveLength(2);
  await ended;
});

test("an aborted request stops polling", async () => {
  const watch = new HeadWatch();
  const stop = new AbortController();
  const waiting = watch.untilBeyond("org_none", 0, 30_000, stop.signal);
  stop.abort();
  expect(await waiting).toBe(false);
  expect(await watch.untilBeyond("org_none", 0, 30_000, stop.signal)).toBe(false);
});

test("a reader sees every position once and in order while several processes append", async () => {
  const chain = await createTestChain();
  const organisationId = chain.ctx.organisation.id;
  const processes = Array.from({ length: 3 }, () => {
    const connections = new pg.Pool({ connectionString: database.applicationUrl, max: 3, pipeline: true });
    onTestFinished(() => connections.end());
    return new GroupCommit(() => connections);
  });
  const total = 240;
  const appending = Promise.all(
    Array.from({ length: total }, (_, i) =>
      processes[i % 3]?.submit(organisationId, [preparedEvent(chain, { payload: { i } })], true),
    ),
  );
  const seen: number[] = [];
  let after = 0;
  while (seen.length < total) {
    const { lines, end } = await pull(chain, `after=${after}&limit=17&wait=5`);
    seen.push(...lines.map(({ chainPosition }) => chainPosition));
    after = end.position;
  }
  await appending;
  expect(seen).toEqual(Array.from({ length: total }, (_, i) => i + 1));
  const { rows } = await pool().query("SELECT position::int FROM chain_heads WHERE organisation_id = $1", [
    organisationId,
  ]);
  expect(rows).toEqual([{ position: total }]);
});
