import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { registerModel } from "@/lib/domains/models";
import { createTestContext } from "@/lib/domains/models/testing";
import { type Publication, publish, publishMany, publishTo } from "@/lib/domains/webhooks/publish";
import { webhookEventTypes } from "@/lib/domains/webhooks/schemas";
import { exampleData } from "@/lib/domains/webhooks/schemas-events";
import { insertListener, outboxOf, publishedTo, publishNow } from "@/lib/domains/webhooks/testing/listening";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import { propertyRuns } from "@/lib/platform/core/testing";
import { inTransaction, pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
const nowMs = Date.parse("2026-11-20T10:00:00.000Z");
const clock = { now: () => nowMs };
let ctx: Context;

beforeAll(async () => {
  ctx = await createTestContext();
});

/** A new organisation that publishes events. */
async function newPublisher() {
  return { organisation: (await createTestContext()).organisation, clock };
}

function registered(key: string, occurredAtMs = nowMs): Publication {
  return { type: "model.registered", data: exampleData("model.registered"), sourceKey: key, occurredAtMs };
}

async function deliveriesOf(organisationId: string) {
  const { rows } = await pool().query("SELECT * FROM webhook_deliveries WHERE organisation_id = $1", [organisationId]);
  return rows;
}

describe("publish", () => {
  test("writes one envelope, a pending delivery for each subscribed endpoint, and one job for all of them", async () => {
    const publisher = await newPublisher();
    const organisationId = publisher.organisation.id;
    const first = await insertListener(organisationId, { events: ["model.registered", "audit.created"] });
    const second = await insertListener(organisationId, { events: ["model.registered"] });
    await insertListener(organisationId, { events: ["audit.created"] });

    const key = "model.registered mdl_1";
    await inTransaction(undefined, (tx) => publish(tx, { ...publisher, ...registered(key, nowMs - 1500) }));

    const [published, ...others] = await publishedTo(organisationId);
    expect(others).toEqual([]);
    expect(published).toMatchObject({ sourceKey: key, endpointIds: [first, second] });
    expect(published?.envelope).toEqual({
      id: published?.id,
      type: "model.registered",
      apiVersion: "2026-11-20",
      created: Math.floor((nowMs - 1500) / 1000),
      livemode: true,
      organisationId,
      data: exampleData("model.registered"),
    });
    const deliveries = await deliveriesOf(organisationId);
    expect(deliveries).toHaveLength(2);
    for (const delivery of deliveries) {
      expect(delivery).toMatchObject({
        message_id: published?.id,
        type: "model.registered",
        status: "PENDING",
        round: 0,
        attempts: 0,
        round_attempts: 0,
        next_attempt_at: new Date(nowMs),
        emitted_at: new Date(nowMs),
        created_at: new Date(nowMs),
        finished_at: null,
        failure_reason: null,
      });
    }
    const jobs = await outboxOf(organisationId);
    expect(new Set(jobs.map(({ job }) => job)).size).toBe(1);
    expect(jobs.map(({ name, data }) => ({ name, data }))).toEqual(
      expect.arrayContaining(
        [first, second].map((endpointId) => ({
          name: "webhooks/endpoint.due",
          data: { organisationId, endpointId },
        })),
      ),
    );
    expect(jobs).toHaveLength(2);
  });

  test("is rolled back with its caller's transaction", async () => {
    const publisher = await newPublisher();
    await insertListener(publisher.organisation.id, { events: ["model.registered"] });
    const undone = inTransaction(undefined, async (tx) => {
      await publishMany(tx, publisher, [registered("k")]);
      throw new Error("undo");
    });
    await expect(undone).rejects.toThrow("undo");
    expect(await publishedTo(publisher.organisation.id)).toEqual([]);
    expect(await outboxOf(publisher.organisation.id)).toEqual([]);
    expect(await publishNow(publisher, [registered("k")])).toBe(1);
  });

  test("publishes many events of all types at once", async () => {
    const publisher = await newPublisher();
    await insertListener(publisher.organisation.id, { events: [...webhookEventTypes] });
    const publications = webhookEventTypes.map(
      (type) => ({ type, data: exampleData(type), sourceKey: `${type} 1`, occurredAtMs: nowMs }) as Publication,
    );
    expect(await publishNow(publisher, publications)).toBe(11);
    const envelopes = (await publishedTo(publisher.organisation.id)).map(({ envelope }) => envelope);
    expect(envelopes.map(({ type }) => type).sort()).toEqual([...webhookEventTypes].sort());
    for (const { type, data } of envelopes) expect(data).toEqual(exampleData(type as "audit.created"));
    expect(new Set((await outboxOf(publisher.organisation.id)).map(({ job }) => job)).size).toBe(1);
  });
});

test.each<[string, Parameters<typeof insertListener>[1] | undefined]>([
  ["without an endpoint", undefined],
  ["for an endpoint with other subscriptions", { events: ["audit.created"] }],
  ["for an inactive endpoint", { events: ["model.registered"], active: false }],
  ["for a deleted endpoint", { events: ["model.registered"], deleted: true }],
  ["for an endpoint that subscribed later", { events: ["model.registered"], listeningSinceMs: nowMs + 1 }],
])("writes nothing %s", async (_, listener) => {
  const publisher = await newPublisher();
  if (listener) await insertListener(publisher.organisation.id, listener);
  // The invalid data is not checked, because no endpoint receives it.
  const unread = { ...registered("k"), data: {} } as Publication;
  expect(await publishNow(publisher, [unread, registered("k2")])).toBe(0);
  expect(await publishedTo(publisher.organisation.id)).toEqual([]);
  expect(await outboxOf(publisher.organisation.id)).toEqual([]);
});

test("an endpoint receives events of the millisecond in which it subscribed", async () => {
  const publisher = await newPublisher();
  await insertListener(publisher.organisation.id, { events: ["model.registered"], listeningSinceMs: nowMs });
  expect(await publishNow(publisher, [registered("before", nowMs - 1), registered("then", nowMs)])).toBe(1);
  expect((await publishedTo(publisher.organisation.id)).map(({ sourceKey }) => sourceKey)).toEqual(["then"]);
});

describe("endpoints of other organisations", () => {
  test("receive nothing, even if the source key is the same", async () => {
    const [one, other] = [await newPublisher(), await newPublisher()];
    const mine = await insertListener(one.organisation.id, { events: ["model.registered"] });
    const theirs = await insertListener(other.organisation.id, { events: ["model.registered"] });
    expect(await publishNow(one, [registered("same key")])).toBe(1);
    expect((await publishedTo(one.organisation.id)).map(({ endpointIds }) => endpointIds)).toEqual([[mine]]);
    expect(await publishedTo(other.organisation.id)).toEqual([]);
    expect(await publishNow(other, [registered("same key")])).toBe(1);
    expect((await publishedTo(other.organisation.id)).map(({ endpointIds }) => endpointIds)).toEqual([[theirs]]);
    expect(await deliveriesOf(one.organisation.id)).toHaveLength(1);
  });

  test("are not found by publishTo", async () => {
    const [one, other] = [await newPublisher(), await newPublisher()];
    const theirs = await insertListener(other.organisation.id, { events: ["model.registered"] });
    const publication = {
      type: "model.registered" as const,
      data: exampleData("model.registered"),
      occurredAtMs: nowMs,
    };
    for (const endpointId of [theirs, newId("webhookEndpoint"), "wh_'"]) {
      const sent = inTransaction(undefined, (tx) => publishTo(tx, endpointId, { ...one, ...publication }));
      await expect(sent).rejects.toMatchObject({ code: "not_found" });
    }
    expect(await publishedTo(one.organisation.id)).toEqual([]);
    expect(await publishedTo(other.organisation.id)).toEqual([]);
  });
});

test("publishTo sends every type on each call, in test mode, regardless of subscriptions", async () => {
  const publisher = await newPublisher();
  const organisationId = publisher.organisation.id;
  const endpointId = await insertListener(organisationId, { events: ["audit.created"], listeningSinceMs: nowMs * 2 });
  await insertListener(organisationId, { events: ["evidence.ready"] });
  const send = () =>
    inTransaction(undefined, (tx) =>
      publishTo(tx, endpointId, {
        organisation: { id: organisationId, livemode: false },
        clock,
        type: "evidence.ready",
        data: exampleData("evidence.ready"),
        occurredAtMs: nowMs,
      }),
    );
  const ids = [(await send()).id, (await send()).id];
  const published = await publishedTo(organisationId);
  expect(published.map(({ sourceKey }) => sourceKey).sort()).toEqual(ids.map((id) => `test ${id}`).sort());
  for (const { id, envelope, endpointIds } of published) {
    expect(envelope).toMatchObject({ id, type: "evidence.ready", livemode: false, organisationId });
    expect(endpointIds).toEqual([endpointId]);
  }
  expect(await outboxOf(organisationId)).toHaveLength(2);
});

describe("repeated publications", () => {
  test("are written once, for any batches, orders and concurrency", async () => {
    const keys = fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 12 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(keys, fc.integer({ min: 1, max: 3 }), fc.boolean(), async (portions, endpoints, atOnce) => {
        const publisher = await newPublisher();
        const organisationId = publisher.organisation.id;
        for (let i = 0; i < endpoints; i++) await insertListener(organisationId, { events: ["model.registered"] });
        const publishPortion = (portion: number[]) =>
          publishNow(
            publisher,
            (atOnce ? portion.toSorted() : portion).map((key) => registered(`key ${key}`)),
          );
        let deliveries = 0;
        if (atOnce) for (const count of await Promise.all(portions.map(publishPortion))) deliveries += count;
        else for (const portion of portions) deliveries += await publishPortion(portion);

        const distinct = [...new Set(portions.flat())].map((key) => `key ${key}`).sort();
        const published = await publishedTo(organisationId);
        expect(published.map(({ sourceKey }) => sourceKey).sort()).toEqual(distinct);
        for (const { id, envelope, endpointIds } of published) {
          expect(envelope.id).toBe(id);
          expect(endpointIds).toHaveLength(endpoints);
        }
        expect(deliveries).toBe(distinct.length * endpoints);
        const emitted = (await outboxOf(organisationId)).map(({ data }) => JSON.stringify(data));
        expect(emitted.length).toBeLessThanOrEqual(deliveries);
        expect(new Set(emitted).size).toBe(distinct.length > 0 ? endpoints : 0);
      }),
      { numRuns: propertyRuns(30) },
    );
  });

  test("in opposite orders do not deadlock and are written once", async () => {
    const publisher = await newPublisher();
    await insertListener(publisher.organisation.id, { events: ["model.registered"] });
    for (let round = 0; round < 5; round++) {
      const keys = Array.from({ length: 1000 }, (_, i) => registered(`round ${round} key ${i}`));
      const counts = await Promise.all([publishNow(publisher, keys), publishNow(publisher, keys.toReversed())]);
      expect(counts.toSorted()).toEqual([0, 1000]);
    }
  });
});

test("invalid data rolls back the transaction", async () => {
  const publisher = await newPublisher();
  await insertListener(publisher.organisation.id, { events: ["model.registered"] });
  const broken = { ...registered("bad"), data: { id: 5 } } as unknown as Publication;
  await expect(publishNow(publisher, [registered("good"), broken])).rejects.toThrow("Invalid input");
  expect(await publishedTo(publisher.organisation.id)).toEqual([]);
});

test("registerModel publishes the model in the same transaction", async () => {
  await insertListener(ctx.organisation.id, { events: ["model.registered"] });
  const model = await registerModel(ctx, { name: "Credit scoring", riskTier: "HIGH" });
  const [published, ...others] = await publishedTo(ctx.organisation.id);
  expect(others).toEqual([]);
  expect(published).toMatchObject({
    sourceKey: `model.registered ${model.id}`,
    envelope: { created: Math.floor(Date.parse(model.createdAt) / 1000), livemode: true, data: model },
  });
});
