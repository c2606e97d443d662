import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestClock, createTestContext, type TestClock } from "@/lib/domains/api-keys/testing";
import {
  createIntegration,
  deleteIntegration,
  deleteOldDeliveries,
  listDeliveries,
  receiveDelivery,
  updateIntegration,
} from "@/lib/domains/integrations";
import type { Delivery, DeliveryReceipt, ListDeliveries } from "@/lib/domains/integrations/schemas";
import { type Sending, sign } from "@/lib/domains/integrations/testing/deliveries";
import { githubExample } from "@/lib/domains/integrations/testing/github-examples";
import { integrationInput } from "@/lib/domains/integrations/testing/integrations";
import { registerModel } from "@/lib/domains/models";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
let clock: TestClock;
let ctx: Context;
let modelId: string;

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
});

beforeEach(async () => {
  clock = createTestClock();
  ctx = await createTestContext(clock);
  modelId = (await registerModel(ctx, { name: "Credit scoring" })).id;
});

interface Made {
  id: string;
  secret: string;
}

/** A GitHub integration that maps a repository, in the organisation of the model. */
async function make(context = ctx): Promise<Made> {
  const models = context === ctx ? [{ match: "Codertocat/Hello-World", modelId }] : [];
  return createIntegration(context, { ...integrationInput, models });
}

const later = (ms = 1_000) => {
  clock.nowMs += ms;
  return new Date(clock.nowMs).toISOString();
};

let senders = 0;

async function send({ id, secret }: Made, sending: Omit<Sending, "secret">): Promise<DeliveryReceipt> {
  const { headers, body } = sign.GITHUB({ ...sending, secret });
  senders += 1;
  return receiveDelivery(
    { clock },
    {
      ...{ integrationId: id, headers: new Headers(headers), clientAddress: `198.51.100.${senders % 256}` },
      body: (async function* () {
        yield new TextEncoder().encode(body);
      })(),
    },
  );
}

const ping = (made: Made, deliveryId: string) => send(made, { event: "ping", body: { zen: deliveryId }, deliveryId });
const deployment = { event: "deployment", body: githubExample("deployment", "created") };
const otherRepository = {
  event: "deployment",
  body: { ...githubExample("deployment", "created"), repository: { full_name: "Codertocat/Other" } },
};

const list = (made: Made, query: Partial<ListDeliveries> = {}, context = ctx) =>
  listDeliveries(context, made.id, { limit: 25, ...query });
const idsOf = (deliveries: Delivery[]) => deliveries.map(({ deliveryId }) => deliveryId);

async function allPages(made: Made, query: Partial<ListDeliveries>, between = async () => {}): Promise<Delivery[]> {
  const seen: Delivery[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(made, { ...query, cursor });
    expect(page.pagination.offset).toBe(seen.length);
    seen.push(...page.data);
    cursor = page.pagination.nextCursor;
    await between();
  } while (cursor !== undefined);
  return seen;
}

describe("the deliveries of an integration", () => {
  test("are listed newest first, each with its result and reason", async () => {
    const github = await make();
    const received = new Date(clock.nowMs).toISOString();
    const { eventId } = await send(github, { ...deployment, deliveryId: "one" });
    const second = later();
    await send(github, { ...otherRepository, deliveryId: "two" });
    const third = later();
    await ping(github, "three");
    const { data, pagination } = await list(github);
    const ignored = { result: "ignored", eventId: null, chainPosition: null, modelId: null };
    expect(data).toEqual([
      { deliveryId: "three", topic: "ping", ...ignored, reason: "no_event", receivedAt: third },
      { deliveryId: "two", topic: "deployment.created", ...ignored, reason: "no_model", receivedAt: second },
      {
        ...{ deliveryId: "one", topic: "deployment.created", result: "recorded", reason: null },
        ...{ eventId, chainPosition: expect.any(Number), modelId, receivedAt: received },
      },
    ]);
    expect(pagination).toEqual({ total: 3, limit: 25, offset: 0, hasMore: false });
  });

  test("appear once, even if they are sent again under another ID", async () => {
    const github = await make();
    await send(github, { ...deployment, deliveryId: "one" });
    later();
    await send(github, { ...deployment, deliveryId: "one" });
    await send(github, { ...deployment, deliveryId: "two" });
    expect(idsOf((await list(github)).data)).toEqual(["one"]);
  });

  test("keep their original reason when a matching rule is added later", async () => {
    const github = await createIntegration(ctx, integrationInput);
    await send(github, { ...deployment, deliveryId: "one" });
    await updateIntegration(ctx, github.id, { defaultModelId: modelId });
    later();
    await send(github, { ...otherRepository, deliveryId: "two" });
    const { data } = await list(github);
    expect(data.map(({ deliveryId, reason }) => [deliveryId, reason])).toEqual([
      ["two", null],
      ["one", "no_model"],
    ]);
  });

  test("have no reason if they were received before reasons were stored", async () => {
    const github = await make();
    await pool().query(
      `INSERT INTO integration_deliveries (organisation_id, integration_id, delivery_id, body_hash, topic, received_at)
       VALUES ($1, $2, 'old', 'hash', 'ping', $3)`,
      [ctx.organisation.id, github.id, new Date(clock.nowMs)],
    );
    expect((await list(github)).data).toMatchObject([{ deliveryId: "old", result: "ignored", reason: null }]);
  });

  test("are deleted after 90 days unless they created an event", async () => {
    const github = await make();
    await send(github, { ...deployment, deliveryId: "event" });
    await ping(github, "ping");
    later(90 * 86_400_000 + 1);
    await deleteOldDeliveries(clock);
    expect(idsOf((await list(github)).data)).toEqual(["event"]);
  });
});

describe("pages", () => {
  test("cover all deliveries, including those of the same millisecond and with IDs of maximum length", async () => {
    const github = await make();
    const long = (letter: string) => letter + "~!\"'%+/:;<=>?@[\\]^`{|}".padEnd(199, "z");
    for (const letter of ["c", "f", "b", "d"]) await ping(github, long(letter));
    later();
    for (const letter of ["a", "e"]) await ping(github, long(letter));
    const expected = ["e", "a", "f", "d", "c", "b"].map(long);
    for (const limit of [1, 2, 3, 5, 6, 7]) expect(idsOf(await allPages(github, { limit }))).toEqual(expected);
  });

  test.each([
    ["recorded", ["recorded"]],
    ["ignored", ["third", "second", "first"]],
  ] as const)("filtered by result %s contain only those deliveries", async (result, expected) => {
    const github = await make();
    await ping(github, "first");
    later();
    await send(github, { ...otherRepository, deliveryId: "second" });
    later();
    await send(github, { ...deployment, deliveryId: "recorded" });
    later();
    await ping(github, "third");
    expect(idsOf(await allPages(github, { limit: 1, result }))).toEqual(expected);
    expect((await list(github, { result })).pagination.total).toBe(expected.length);
  });

  test("reject cursors of another integration, organisation or filter", async () => {
    const [github, other] = [await make(), await make()];
    for (const made of [github, other]) for (const id of ["a", "b"]) await ping(made, id);
    const { nextCursor: cursor } = (await list(github, { limit: 1 })).pagination;
    expect(cursor).toBeDefined();
    const refused = { code: "invalid_cursor" };
    await expect(list(other, { cursor })).rejects.toMatchObject(refused);
    await expect(list(github, { cursor, result: "ignored" })).rejects.toMatchObject(refused);
    const there = await createTestContext(clock);
    await expect(list(await make(there), { cursor }, there)).rejects.toMatchObject(refused);
  });
});

test("returns not_found for unknown, deleted and foreign integrations", async () => {
  const there = await createTestContext(clock);
  const theirs = await make(there);
  const gone = await make();
  await ping(gone, "one");
  await deleteIntegration(ctx, gone.id);
  for (const id of [theirs.id, gone.id, newId("integration"), "none", "\u0000", ""]) {
    await expect(list({ id, secret: "" })).rejects.toMatchObject({ code: "not_found" });
  }
});

test("the database rejects changed reasons, and reasons for deliveries with an event", async () => {
  const github = await make();
  const { eventId } = await send(github, { ...deployment, deliveryId: "one" });
  await expect(
    pool().query("UPDATE integration_deliveries SET reason = 'no_event' WHERE integration_id = $1", [github.id]),
  ).rejects.toThrow("permission denied");
  for (const [reason, event] of [
    ["no_event", eventId],
    ["forgotten", null],
  ]) {
    await expect(
      pool().query(
        `INSERT INTO integration_deliveries
           (organisation_id, integration_id, delivery_id, body_hash, topic, received_at, reason, event_id)
         VALUES ($1, $2, 'two', 'hash', 'ping', now(), $3, $4)`,
        [ctx.organisation.id, github.id, reason, event],
      ),
    ).rejects.toThrow("integration_deliveries_reason");
  }
});
