import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { groupCommit } from "@/lib/domains/audit-chain/append/group-commit";
import type { EventDraft } from "@/lib/domains/audit-chain/append/prepare";
import { eventTypes, severities, sources } from "@/lib/domains/audit-chain/enums";
import { listEvents } from "@/lib/domains/audit-chain/read/events";
import { EventList, ListEventsQuery } from "@/lib/domains/audit-chain/schemas";
import { becomeOwner } from "@/lib/domains/audit-chain/testing/attacker";
import {
  createTestChain,
  createTestModel,
  preparedEvent,
  startMs,
  type TestChain,
} from "@/lib/domains/audit-chain/testing/chain";
import { isoMilliseconds } from "@/lib/platform/core/clock";
import { propertyRuns } from "@/lib/platform/core/testing";
import { pool } from "@/lib/platform/database/db";
import { validateQuery } from "@/lib/platform/http/validate";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();

type Given = Pick<EventDraft, "modelId" | "eventType" | "severity" | "source" | "tags"> & { timestamp: string };
type Reference = Given & { id: string };
type Asked = Partial<Omit<Given, "timestamp"> & { from: string; to: string }>;

/**
 * Tags with characters that are special in SQL, PostgreSQL arrays or URLs. One has a comma and cannot be filtered by.
 */
const tags = [
  "prod",
  "uk",
  "a,b",
  'say "hi"',
  "back\\slash",
  "{}",
  "{a}",
  "NULL",
  "null",
  " ",
  "it's",
  "%_",
  "ü😀",
  "a\nb",
  "&x=1#+",
];
const askable = tags.filter((tag) => !tag.includes(","));
/** Few different times, so that ranges often start and end at events. */
const instants = Array.from({ length: 12 }, (_, i) => isoMilliseconds(startMs - 86_400_000 + i * 3_600_000));

function givenEvent(modelIds: string[]): fc.Arbitrary<Given> {
  return fc.record({
    modelId: fc.constantFrom(...modelIds),
    eventType: fc.constantFrom(...eventTypes),
    severity: fc.constantFrom(...severities),
    source: fc.constantFrom(...sources),
    tags: fc.uniqueArray(fc.constantFrom(...tags), { maxLength: 4 }),
    timestamp: fc.constantFrom(...instants),
  });
}

/** Filters with most fields omitted, so that many events match. */
function askedFilters(modelIds: string[]): fc.Arbitrary<Asked> {
  const range = fc.tuple(fc.nat(instants.length - 1), fc.nat(instants.length - 1)).map(([one, other]) => ({
    from: instants[Math.min(one, other)] ?? "",
    to: instants[Math.max(one, other)] ?? "",
  }));
  const all = fc.record({
    modelId: fc.constantFrom(...modelIds, "mdl_unknown"),
    eventType: fc.constantFrom(...eventTypes),
    severity: fc.constantFrom(...severities),
    source: fc.constantFrom(...sources),
    tags: fc.uniqueArray(fc.constantFrom(...askable), { minLength: 1, maxLength: 2 }),
  });
  const names = ["modelId", "eventType", "severity", "source", "tags", "from", "to"] as const;
  return fc.tuple(all, range, fc.subarray([...names], { maxLength: 3 })).map(([values, { from, to }, chosen]) => {
    const every: Asked = { ...values, from, to };
    return Object.fromEntries(Object.entries(every).filter(([name]) => chosen.includes(name as keyof Asked)));
  });
}

/** The same query on an array, as a reference. */
function matches(event: Reference, asked: Asked): boolean {
  const { from, to, tags: wanted = [], ...equal } = asked;
  return (
    Object.entries(equal).every(([name, value]) => event[name as keyof Reference] === value) &&
    (from === undefined || event.timestamp >= from) &&
    (to === undefined || event.timestamp <= to) &&
    wanted.every((tag) => event.tags.includes(tag))
  );
}

/** A query as parsed from a URL. */
function queryOf(asked: Asked, extras: Record<string, string> = {}): ListEventsQuery {
  const parameters = new URLSearchParams({ ...extras });
  for (const [name, value] of Object.entries(asked)) parameters.set(name, String(value));
  const query = validateQuery(ListEventsQuery, `https://example.test/v1/audit?${parameters}`);
  if (!query) throw new Error("a query is a query");
  return query;
}

/** Appends events and adds them to `references`, newest first, as in a list. */
async function append(chain: TestChain, events: Given[], references: Reference[]): Promise<void> {
  if (events.length === 0) return;
  const prepared = events.map((event) => preparedEvent(chain, event));
  await groupCommit().submit(chain.ctx.organisation.id, prepared, true);
  for (const [i, event] of events.entries()) references.unshift({ ...event, id: prepared[i]?.id ?? "" });
}

test("pages contain the matching events with an exact total and are stable under appends", async () => {
  const chain = await createTestChain();
  const noise = await createTestChain();
  const modelIds = [chain.modelId, await createTestModel(chain.ctx.organisation.id), chain.systemModelId];
  const references: Reference[] = [];
  const sample = (size: number) => fc.array(givenEvent(modelIds), { minLength: size, maxLength: size });
  await append(chain, fc.sample(sample(100), 1)[0] ?? [], references);
  await append(noise, fc.sample(givenEvent([noise.modelId]), 50), []);

  const listing = fc.record({
    asked: askedFilters(modelIds),
    limit: fc.constantFrom(1, 3, 7, 10, 25, 26, 50, 99, 100),
    between: fc.array(givenEvent(modelIds), { maxLength: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(listing, async ({ asked, limit, between }) => {
      const expected = references.filter((event) => matches(event, asked)).map(({ id }) => id);
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const extras: Record<string, string> = { limit: String(limit) };
        if (cursor !== undefined) extras.cursor = cursor;
        const page = await listEvents(chain.ctx, queryOf(asked, extras));
        const hasMore = seen.length + limit < expected.length;
        expect(page.pagination).toEqual({
          total: expected.length,
          limit,
          offset: seen.length,
          hasMore,
          ...(hasMore ? { nextCursor: expect.stringMatching(/^cur_[0-9a-f]+$/) } : {}),
        });
        expect(page.data.map(({ id }) => id)).toEqual(expected.slice(seen.length, seen.length + limit));
        expect(page.data.every(({ verified }) => verified)).toBe(true);
        seen.push(...page.data.map(({ id }) => id));
        cursor = page.pagination.nextCursor;
        if (references.length < 160) await append(chain, between, references);
      } while (cursor !== undefined);
      expect(seen).toEqual(expected);
    }),
    { numRuns: propertyRuns(60) },
  );
});

test("concurrent equal requests share a query, and each returns all events recorded before it", async () => {
  const chain = await createTestChain();
  const other = await createTestChain();
  const first = preparedEvent(chain);
  await groupCommit().submit(chain.ctx.organisation.id, [first], true);
  const query = vi.spyOn(pool(), "query");
  const pages = await Promise.all([
    listEvents(chain.ctx, queryOf({})),
    listEvents(chain.ctx, queryOf({})),
    listEvents(chain.ctx, queryOf({}, { limit: "1" })),
    listEvents(chain.ctx, queryOf({ modelId: chain.modelId })),
    listEvents(other.ctx, queryOf({})),
  ]);
  expect(query).toHaveBeenCalledTimes(4);
  query.mockRestore();
  expect(pages.map(({ data }) => data.map(({ id }) => id))).toEqual([
    [first.id],
    [first.id],
    [first.id],
    [first.id],
    [],
  ]);

  const early = listEvents(chain.ctx, queryOf({}));
  await new Promise(setImmediate);
  const second = preparedEvent(chain);
  await groupCommit().submit(chain.ctx.organisation.id, [second], true);
  const late = await listEvents(chain.ctx, queryOf({}));
  expect(late.data.map(({ id }) => id)).toEqual([second.id, first.id]);
  await early;
});

test("returns tags unchanged", async () => {
  const chain = await createTestChain();
  const tag = fc
    .string({ unit: "binary", minLength: 1, maxLength: 8 })
    .filter((text) => !text.includes("\u0000") && !text.includes(","));
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(tag, { minLength: 1, maxLength: 10 }), async (written) => {
      const event = preparedEvent(chain, { tags: written });
      await groupCommit().submit(chain.ctx.organisation.id, [event], true);
      const { data } = await listEvents(chain.ctx, queryOf({ tags: written }, { limit: "1" }));
      expect(data).toMatchObject([{ id: event.id, tags: written, verified: true }]);
    }),
    { numRuns: propertyRuns(60) },
  );
});

test("the filter splits a tag with a comma", async () => {
  const chain = await createTestChain();
  const events = [preparedEvent(chain, { tags: ["a,b"] }), preparedEvent(chain, { tags: ["b", "a"] })];
  await groupCommit().submit(chain.ctx.organisation.id, events, true);
  const { data } = await listEvents(chain.ctx, queryOf({ tags: ["a,b"] }));
  expect(data.map(({ id }) => id)).toEqual([events[1]?.id]);
});

test("events with a rare tag are found through the tag index, without reading other events", async () => {
  const chain = await createTestChain();
  const events = Array.from({ length: 4_000 }, () => preparedEvent(chain, { tags: ["prod"] }));
  await groupCommit().submit(chain.ctx.organisation.id, events, true);
  const owner = await becomeOwner(database.ownerUrl);
  await owner.query("ANALYZE audit_events");
  await owner.end();
  const query = vi.spyOn(pool(), "query");
  await listEvents(chain.ctx, queryOf({ tags: ["rare"] }, { limit: "1" }));
  const [{ text, values }] = query.mock.calls[0] as unknown as [{ text: string; values: unknown[] }];
  const plan = await pool().query<{ "QUERY PLAN": string }>({ text: `EXPLAIN ${text}`, values });
  const lines = plan.rows.map((row) => row["QUERY PLAN"]).join("\n");
  // Once for the page, once for its total.
  expect(lines.match(/Scan on audit_events_by_tag/g)).toHaveLength(2);
});

test("an empty chain has no events for any filter", async () => {
  const { ctx } = await createTestChain();
  for (const asked of [{}, { severity: "HIGH" as const }, { tags: ["a"] }, { from: instants[0] ?? "" }]) {
    expect(await listEvents(ctx, queryOf(asked))).toEqual({
      data: [],
      pagination: { total: 0, limit: 25, offset: 0, hasMore: false },
    });
  }
});

test("another organisation's model matches nothing", async () => {
  const [chain, other] = [await createTestChain(), await createTestChain()];
  await groupCommit().submit(other.ctx.organisation.id, [preparedEvent(other)], true);
  const { data, pagination } = await listEvents(chain.ctx, queryOf({ modelId: other.modelId }));
  expect([data, pagination.total]).toEqual([[], 0]);
});

/** A chain of three events, and the cursor of its second page. */
async function chainWithCursor(asked: Asked = {}): Promise<{ chain: TestChain; cursor: string }> {
  const chain = await createTestChain();
  const events = Array.from({ length: 3 }, () => preparedEvent(chain, { severity: "HIGH", tags: ["prod", "uk"] }));
  await groupCommit().submit(chain.ctx.organisation.id, events, true);
  const { pagination } = EventList.parse(await listEvents(chain.ctx, queryOf(asked, { limit: "1" })));
  return { chain, cursor: pagination.nextCursor ?? "" };
}

const invalidCursor = { code: "invalid_cursor", status: 400, details: [{ path: "cursor" }] };

test.each<[string, Asked, Asked]>([
  ["of an unfiltered list", {}, { severity: "HIGH" }],
  ["of other tags", { tags: ["prod", "uk"] }, { tags: ["uk", "prod"] }],
  ["of a range whose start was an end", { to: "2030-01-01T00:00:00.000Z" }, { from: "2020-01-01T00:00:00.000Z" }],
])("rejects a cursor %s", async (_how, given, asked) => {
  const { chain, cursor } = await chainWithCursor(given);
  await expect(listEvents(chain.ctx, queryOf(asked, { cursor }))).rejects.toMatchObject(invalidCursor);
});

test("rejects another organisation's cursor", async () => {
  const { cursor } = await chainWithCursor();
  const other = await createTestChain();
  await expect(listEvents(other.ctx, queryOf({}, { cursor }))).rejects.toMatchObject(invalidCursor);
});

test("accepts a cursor with another page size, or the same range in another time zone", async () => {
  const { chain, cursor } = await chainWithCursor({ from: "2020-01-01T00:00:00.000Z" });
  const page = await listEvents(chain.ctx, queryOf({ from: "2020-01-01T02:00:00+02:00" }, { cursor, limit: "50" }));
  expect(page.pagination).toEqual({ total: 3, limit: 50, offset: 1, hasMore: false });
  expect(page.data.map(({ chainPosition }) => chainPosition)).toEqual([2, 1]);
});

test.each([
  ["limit=0", ["limit"]],
  ["limit=101", ["limit"]],
  ["limit=1.5", ["limit"]],
  ["limit=", ["limit"]],
  ["severity=LOW", ["severity"]],
  ["severity=high", ["severity"]],
  ["eventType=", ["eventType"]],
  ["source=GITLAB", ["source"]],
  ["modelId=", ["modelId"]],
  ["from=2026-01-01", ["from"]],
  ["to=2026-01-01T00:00:00", ["to"]],
  ["from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z", ["from"]],
  ["tags=", ["tags[0]"]],
  ["tags=a,,b", ["tags[1]"]],
  [`tags=${"x".repeat(65)}`, ["tags[0]"]],
  ["tags=a,b,c,d,e,f,g,h,i,j,k", ["tags"]],
  ["tags=a&tags=b", ["tags"]],
  ["colour=red&limit=0&severity=LOW", ["colour", "limit", "severity"]],
  ["__proto__=1", ["__proto__"]],
  ["modelId=%00", ["modelId"]],
])("rejects the query %s with paths %j", (search, paths) => {
  let refusal: unknown;
  try {
    validateQuery(ListEventsQuery, `https://example.test/v1/audit?${search}`);
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toMatchObject({ code: "validation_failed", status: 400 });
  expect((refusal as { details: { path: string }[] }).details.map(({ path }) => path).sort()).toEqual(paths);
});
