import { beforeEach, describe, expect, test } from "vitest";
import { appendEvent, exportEvents, indexNewEvents, listEvents } from "@/lib/domains/audit-chain";
import { indexForSearch } from "@/lib/domains/audit-chain/read/search";
import { AppendEvent, ExportEventsQuery, ListEventsQuery } from "@/lib/domains/audit-chain/schemas";
import { createTestChain, type TestChain } from "@/lib/domains/audit-chain/testing/chain";
import { eraseEvent } from "@/lib/domains/erasure";
import { systemClock } from "@/lib/platform/core/clock";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
let chain: TestChain;

beforeEach(async () => {
  chain = await createTestChain();
});

async function append(given: object): Promise<string> {
  const event = { modelId: chain.modelId, eventType: "INFERENCE", payload: {}, ...given };
  return (await appendEvent(chain.ctx, AppendEvent.parse(event))).event.id;
}

async function found(q: string, extras: object = {}): Promise<string[]> {
  const page = await listEvents(chain.ctx, ListEventsQuery.parse({ q, ...extras }));
  expect(page.pagination.total).toBe(page.data.length);
  return page.data.map(({ id }) => id);
}

describe("a search", () => {
  let review: string;
  let inference: string;

  beforeEach(async () => {
    review = await append({
      eventType: "HUMAN_REVIEW",
      payload: { outcome: "CREDIT_DECLINED", note: "Manual check:\nAffordability fails", nested: [{ score: 0.93 }] },
      actor: { type: "USER", id: "m.owner@example.com", displayName: "Mia Owner" },
      tags: ["prod", "uk-retail"],
      metadata: { secretive: true },
    });
    inference = await append({ payload: { outcome: "APPROVED", note: "Affordability is fine" } });
  });

  test.each([
    ["a word of the payload, in any case", "aFFordability", ["inference", "review"]],
    ["the name of a member", "outcome", ["inference", "review"]],
    ["a part of a code", "declined", ["review"]],
    ["a word after a line break", "affordability fails", ["review"]],
    ["a nested number", "0.93", ["review"]],
    ["the actor's name", "mia owner", ["review"]],
    ["the actor's address", "m.owner@example.com", ["review"]],
    ["a tag", "uk-retail", ["review"]],
    ["the type", "human review", ["review"]],
    ["words in another order, in quotes", '"fails affordability"', ["review"]],
    ["either of two words", "declined or approved", ["inference", "review"]],
    ["an excluded word", "affordability -manual", ["inference"]],
    ["a part of a word", "affordab", []],
    ["metadata", "secretive", []],
    ["no word", "!?", []],
    ["operators of another syntax", "a & b | !c <-> (d", []],
    ["an organisation", "in:org", []],
  ])("finds events by %s", async (_what, q, expected) => {
    const named = { review, inference } as Record<string, string>;
    expect(await found(q)).toEqual(expected.map((name) => named[name]));
  });

  test("combines with other filters and with an export", async () => {
    expect(await found("affordability", { eventType: "HUMAN_REVIEW" })).toEqual([review]);
    const query = ExportEventsQuery.parse({ q: "declined" });
    const lines = (await new Response(exportEvents(chain.ctx, query)).text()).trim().split("\n");
    expect(lines.map((line) => JSON.parse(line).id)).toEqual([review]);
  });

  test("continues on further pages without later events", async () => {
    const first = await listEvents(chain.ctx, ListEventsQuery.parse({ q: "affordability", limit: "1" }));
    await append({ payload: { note: "Affordability" } });
    const { nextCursor } = first.pagination;
    const second = await listEvents(
      chain.ctx,
      ListEventsQuery.parse({ q: "affordability", limit: "1", cursor: nextCursor }),
    );
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual([inference, review]);
  });

  test("finds nothing of another organisation", async () => {
    chain = await createTestChain();
    expect(await found("affordability")).toEqual([]);
  });

  test.each(["before", "after"])("does not find content that was erased %s it was indexed", async (when) => {
    if (when === "after") expect(await found("declined")).toEqual([review]);
    await eraseEvent(chain.ctx, review, { legalBasis: "GDPR_ART_17", reference: "DSR-1" });
    expect(await found("declined")).toEqual([]);
    const { rows } = await pool().query("SELECT words::text FROM event_words WHERE organisation_id = $1", [
      chain.ctx.organisation.id,
    ]);
    expect(JSON.stringify(rows)).not.toContain("declined");
  });

  test("is unavailable while too many events are not indexed, until the schedule has run", async () => {
    const search = () => indexForSearch(chain.ctx.organisation.id, 1);
    await expect(search()).rejects.toMatchObject({ code: "unavailable", status: 503 });
    await indexNewEvents(systemClock, systemClock.now() + 60_000);
    await search();
  });
});

test("events with invalid JSON do not stop the indexing", async () => {
  const { rows } = await pool().query<{ words: string }>(
    `SELECT event_words('org_1', 'INFERENCE', content)::text AS words FROM unnest(ARRAY['{', '{"a":"\\u0000"}', NULL]) AS content`,
  );
  expect(rows.map(({ words }) => words)).toEqual(Array(3).fill("'in:org_1' 'inference'"));
});

test("the schedule indexes the events of all organisations", async () => {
  await append({ payload: { note: "one" } });
  await indexNewEvents(systemClock, systemClock.now() + 60_000);
  const { rows } = await pool().query(
    `SELECT count(*)::int AS missing FROM audit_events event
     WHERE NOT EXISTS (SELECT FROM event_words word WHERE word.organisation_id = event.organisation_id
       AND word.chain_position = event.chain_position)`,
  );
  expect(rows).toEqual([{ missing: 0 }]);
});
