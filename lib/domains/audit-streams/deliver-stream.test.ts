import { Webhook } from "standardwebhooks";
import { beforeAll, describe, expect, test } from "vitest";
import { flawsOfChain } from "@/lib/domains/audit-chain/testing/independent-verifier";
import { beginAttempt, claimStream, readStreamTotals } from "@/lib/domains/audit-streams/delivery-store";
import {
  deleteStream,
  getStream,
  listBatches,
  rotateStreamSecret,
  updateStream,
} from "@/lib/domains/audit-streams/streams";
import {
  append,
  batchesOf,
  createStreaming,
  deliver,
  positionsOf,
  type Streaming,
} from "@/lib/domains/audit-streams/testing/receiving";
import { sweepStreams, wakeStreams, warnOfDelays } from "@/lib/domains/audit-streams/watch-streams";
import { listNotifications } from "@/lib/domains/notifications";
import { ListNotifications } from "@/lib/domains/notifications/schemas";
import { createTestPerson } from "@/lib/domains/saved-views/testing";
import { respond } from "@/lib/domains/webhooks/testing/receiver";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
  process.env.WEBHOOK_ALLOW_PRIVATE_NETWORK = "true";
});

const read = ({ ctx, key }: Streaming) => getStream(ctx, key.streamId);

async function allPositions({ ctx }: Streaming): Promise<number[]> {
  const { rows } = await pool().query<{ position: number }>(
    "SELECT chain_position::int AS position FROM audit_events WHERE organisation_id = $1 ORDER BY 1",
    [ctx.organisation.id],
  );
  return rows.map(({ position }) => position);
}

describe("deliverStream", () => {
  test("delivers the events after its position in order and in batches of limited size", async () => {
    const streaming = await createStreaming(respond(200), { from: "beginning", maxEvents: 4 });
    await append(streaming, 10);
    expect(await deliver(streaming)).toEqual({ done: true });
    const positions = await allPositions(streaming);
    expect(positionsOf(streaming)).toEqual(positions);
    const batches = batchesOf(streaming);
    expect(batches.map(({ events }) => events.length)).toEqual([4, 4, positions.length - 8]);
    expect(flawsOfChain(batches.flatMap(({ events }) => events.map(({ type: _, ...event }) => event)))).toEqual([]);
    expect(await read(streaming)).toMatchObject({ status: "ACTIVE", position: positions.length, lag: { events: 0 } });
  });

  test("describes each batch in its headers and signs it like a webhook", async () => {
    const streaming = await createStreaming(respond(200), { authorization: "Splunk secret-token" });
    expect(await deliver(streaming)).toEqual({ done: true });
    const [request] = streaming.receiver.requests;
    const [batch] = batchesOf(streaming);
    const last = batch?.events.at(-1);
    expect(batch?.events.map(({ type, payload }) => [type, payload?.kind])).toEqual([
      ["audit.config_change", "AUDIT_STREAM_CREATED"],
    ]);
    expect(request?.headers).toMatchObject({
      "content-type": "application/x-ndjson",
      authorization: "Splunk secret-token",
      "x-stream-id": streaming.key.streamId,
      "x-stream-from": String((last?.chainPosition ?? 0) - 1),
      "x-stream-to": String(last?.chainPosition),
      "x-stream-events": "1",
      "x-stream-last-hash": last?.blockHash,
    });
    const headers = request?.headers as Record<string, string>;
    const sign = new Webhook(streaming.signingSecret);
    const at = new Date(Number(headers["webhook-timestamp"]) * 1_000);
    expect(sign.sign(headers["webhook-id"] ?? "", at, request?.body ?? "")).toBe(headers["webhook-signature"]);
  });

  test("compresses batches and does not expose the authorization", async () => {
    const streaming = await createStreaming(respond(200), {
      compression: "gzip",
      authorization: "Bearer secret-token",
    });
    await append(streaming, 50);
    await deliver(streaming);
    expect(streaming.receiver.requests[0]?.headers["content-encoding"]).toBe("gzip");
    expect(positionsOf(streaming)).toHaveLength(51);
    const { rows } = await pool().query("SELECT * FROM audit_streams WHERE id = $1", [streaming.key.streamId]);
    expect(JSON.stringify([rows, await read(streaming)])).not.toContain("secret-token");
    expect(await read(streaming)).toMatchObject({ hasAuthorization: true });
  });

  test("sends only events that match the filter", async () => {
    const streaming = await createStreaming(respond(200), { filter: { minSeverity: "HIGH" } });
    await append(streaming, 3);
    await append(streaming, 1, { severity: "CRITICAL" });
    await append(streaming, 2);
    await deliver(streaming);
    const positions = await allPositions(streaming);
    expect(positionsOf(streaming)).toEqual([positions.at(-3)]);
    expect((await read(streaming)).position).toBe(positions.length);
    await append(streaming, 2);
    await deliver(streaming);
    expect(streaming.receiver.requests).toHaveLength(1);
    expect((await read(streaming)).lag).toEqual({ events: 0, oldestReceivedAt: null });
  });

  test("waits until the batch is full or its first event has reached the maximum delay", async () => {
    const streaming = await createStreaming(respond(200), { maxDelaySeconds: 60, maxEvents: 5 });
    const first = await deliver(streaming);
    expect(first).toMatchObject({ done: false });
    // A run is already scheduled, so a run that starts earlier does nothing.
    expect(await deliver(streaming, "run_2")).toEqual({ done: true });
    expect(streaming.receiver.requests).toEqual([]);
    await append(streaming, 4);
    expect(await deliver(streaming, "run_2")).toEqual({ done: true });
    expect(batchesOf(streaming).map(({ events }) => events.length)).toEqual([5]);
    await append(streaming, 1);
    streaming.clock.nowMs += 70_000;
    await deliver(streaming);
    expect(positionsOf(streaming)).toHaveLength(6);
  });

  test("sends an event larger than the batch limit in its own batch", async () => {
    const streaming = await createStreaming(respond(200), { maxBytes: 64 * 1024 });
    await append(streaming, 3, { payload: { text: "x".repeat(100_000) } });
    await deliver(streaming);
    expect(batchesOf(streaming).map(({ events }) => events.length)).toEqual([1, 1, 1, 1]);
  });
});

describe("a batch that is not accepted", () => {
  test("is retried unchanged with increasing delays, even if the chain grows", async () => {
    const streaming = await createStreaming(respond(500));
    const waits: number[] = [];
    for (let n = 0; n < 4; n++) {
      const result = await deliver(streaming);
      if (result.done || result.at === null) throw new Error("expected a scheduled retry");
      waits.push(Date.parse(result.at) - streaming.clock.nowMs);
      expect(await deliver(streaming, "run_2")).toEqual({ done: true });
      streaming.clock.nowMs = Date.parse(result.at);
      await append(streaming, 2);
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect(new Set(batchesOf(streaming).map(({ id }) => id)).size).toBe(1);
    expect(await read(streaming)).toMatchObject({
      status: "FAILING",
      failures: 4,
      lastError: "status",
      lastStatusCode: 500,
    });
    streaming.receiver.answer = respond(200);
    await deliver(streaming);
    expect(positionsOf(streaming)).toEqual((await allPositions(streaming)).slice(-9));
    expect(await read(streaming)).toMatchObject({ status: "ACTIVE", failures: 0, lastError: null, failingSince: null });
    const { data } = await listBatches(streaming.ctx, streaming.key.streamId);
    expect(data.map(({ outcome }) => outcome)).toEqual([
      "SUCCEEDED",
      "SUCCEEDED",
      "FAILED",
      "FAILED",
      "FAILED",
      "FAILED",
    ]);
  });

  test("is halved after a 413", async () => {
    const streaming = await createStreaming();
    streaming.receiver.answer = (request, response) => {
      respond(Number(request.headers["x-stream-events"]) > 3 ? 413 : 200)(request, response);
    };
    await append(streaming, 19);
    expect(await deliver(streaming, "run_1", 100)).toEqual({ done: true });
    const taken = batchesOf(streaming).filter(({ events }) => events.length <= 3);
    expect(taken.flatMap(({ events }) => events.map(({ chainPosition }) => chainPosition))).toEqual(
      (await allPositions(streaming)).slice(-20),
    );
  });

  test("disables the stream after a 410, until the stream is activated again", async () => {
    const streaming = await createStreaming(respond(410));
    const administrator = await createTestPerson(streaming.ctx, "ADMIN", "Ada");
    expect(await deliver(streaming)).toEqual({ done: true });
    const { data } = await listNotifications(administrator, ListNotifications.parse({}));
    const text = "The service stopped this audit stream, because the receiver responded with 410 Gone.";
    expect(data).toMatchObject([{ kind: "AUDIT_STREAM_FAILED", text }]);
    expect(await read(streaming)).toMatchObject({
      status: "DISABLED",
      disabledReason: "The receiver responded with 410 Gone.",
    });
    expect(await deliver(streaming)).toEqual({ done: true });
    expect(streaming.receiver.requests).toHaveLength(1);
    streaming.receiver.answer = respond(200);
    await updateStream(streaming.ctx, streaming.key.streamId, { status: "ACTIVE" });
    await deliver(streaming);
    expect(await read(streaming)).toMatchObject({ status: "ACTIVE", disabledReason: null, lag: { events: 0 } });
    const kinds = batchesOf(streaming)
      .at(-1)
      ?.events.map(({ payload }) => payload?.kind);
    expect(kinds).toEqual(expect.arrayContaining(["AUDIT_STREAM_DISABLED", "AUDIT_STREAM_UPDATED"]));
  });
});

describe("concurrent runs of a stream", () => {
  test("one of several concurrent runs delivers, and each event is sent once", async () => {
    const streaming = await createStreaming(
      (request, response) => {
        setTimeout(() => respond(200)(request, response), 20);
      },
      { maxEvents: 5 },
    );
    await append(streaming, 30);
    await Promise.all(["run_1", "run_2", "run_3", "run_4"].map((runId) => deliver(streaming, runId)));
    const ids = batchesOf(streaming).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(positionsOf(streaming)).toEqual((await allPositions(streaming)).slice(-31));
  });

  test("a run resumes its interrupted batch, and another run does so after the claim expires", async () => {
    for (const [runId, waitMs] of [
      ["run_1", 0],
      ["run_2", 61_000],
    ] as const) {
      const streaming = await createStreaming();
      await append(streaming, 3);
      const { key, clock } = streaming;
      const at = new Date(clock.nowMs);
      const claimed = await claimStream(key, { leaseId: "run_1", now: at, leaseUntil: new Date(clock.nowMs + 60_000) });
      if (!claimed) throw new Error("the stream was not claimed");
      const place = { ...key, leaseId: "run_1", position: claimed.position, filterRevision: 0 };
      const to = claimed.position + 2;
      await beginAttempt(place, { batchId: "bat_1", to, events: 2, bytes: 10, startedAt: at });
      await append(streaming, 2);
      if (waitMs > 0) expect(await deliver(streaming, runId)).toEqual({ done: true });
      expect(streaming.receiver.requests).toEqual([]);
      clock.nowMs += waitMs;
      await deliver(streaming, runId);
      expect(batchesOf(streaming)[0]).toMatchObject({ from: claimed.position, to });
      expect(positionsOf(streaming)).toHaveLength(6);
    }
  });

  test("a run whose filter was changed acknowledges nothing", async () => {
    const streaming = await createStreaming();
    await append(streaming, 2);
    let changing: Promise<unknown> | undefined;
    streaming.receiver.answer = (request, response) => {
      changing ??= updateStream(streaming.ctx, streaming.key.streamId, {
        filter: { eventTypes: ["INFERENCE"], modelIds: [], minSeverity: null },
      });
      void changing.then(() => respond(200)(request, response));
    };
    expect(await deliver(streaming)).toEqual({ done: true });
    expect(batchesOf(streaming).map(({ events }) => events.length)).toEqual([3, 2]);
    expect((await read(streaming)).lag.events).toBe(0);
  });
});

describe("wake-ups", () => {
  const due = async ({ key }: Streaming) => {
    const { rows } = await pool().query(
      "SELECT FROM graphile_worker._private_jobs WHERE key = $1 OR payload::text LIKE $2",
      [`audit-streams/batch.due ${key.streamId}`, `%${key.streamId}%`],
    );
    return rows.length;
  };

  test("request one run per stream until it starts", async () => {
    const streaming = await createStreaming();
    await deliver(streaming);
    await append(streaming, 1);
    expect(await wakeStreams(streaming.key.organisationId, streaming.clock)).toBe(1);
    expect(await wakeStreams(streaming.key.organisationId, streaming.clock)).toBe(0);
    expect(await due(streaming)).toBeGreaterThan(0);
    await deliver(streaming);
    expect(await wakeStreams(streaming.key.organisationId, streaming.clock)).toBe(0);
  });

  test("reach a run that is about to finish", async () => {
    const streaming = await createStreaming((request, response) => {
      const answer = respond(200);
      if (streaming.receiver.requests.length > 1) return answer(request, response);
      void append(streaming, 1)
        .then(() => wakeStreams(streaming.key.organisationId, streaming.clock))
        .then((woken) => {
          expect(woken).toBe(0);
          answer(request, response);
        });
    });
    expect(await deliver(streaming)).toEqual({ done: true });
    expect(positionsOf(streaming)).toHaveLength(2);
  });

  test("are recovered within two minutes if they were lost", async () => {
    const streaming = await createStreaming();
    expect(await sweepStreams({ now: () => Date.now() + 120_000 })).toBeGreaterThan(0);
    await deliver(streaming);
    expect((await read(streaming)).lag.events).toBe(0);
  });
});

test("a paused stream sends nothing, and resumes at its position", async () => {
  const streaming = await createStreaming();
  await updateStream(streaming.ctx, streaming.key.streamId, { status: "PAUSED" });
  await append(streaming, 3);
  expect(await deliver(streaming)).toEqual({ done: true });
  expect(streaming.receiver.requests).toEqual([]);
  await updateStream(streaming.ctx, streaming.key.streamId, { status: "ACTIVE" });
  await deliver(streaming);
  expect(positionsOf(streaming)).toHaveLength(6);
});

test("the metrics do not include streams of an organisation that moves to another installation", async () => {
  const before = (await readStreamTotals()).active;
  const { ctx } = await createStreaming(respond(200));
  expect(await readStreamTotals()).toMatchObject({ active: before + 1 });
  await pool().query("INSERT INTO organisation_moves (organisation_id, state) VALUES ($1, 'STOPPED')", [
    ctx.organisation.id,
  ]);
  expect(await readStreamTotals()).toMatchObject({ active: before });
});

test("both secrets sign batches while both are valid", async () => {
  const streaming = await createStreaming();
  const rotated = await rotateStreamSecret(streaming.ctx, streaming.key.streamId, { overlapSeconds: 60 });
  await deliver(streaming);
  const signature = String(streaming.receiver.requests[0]?.headers["x-service-signature"]);
  expect(signature.match(/v1=/g)).toHaveLength(2);
  expect(rotated.signingSecret).not.toBe(streaming.signingSecret);
});

test("a deleted stream sends nothing and has no secrets", async () => {
  const streaming = await createStreaming(respond(200), { authorization: "Bearer x" });
  await deleteStream(streaming.ctx, streaming.key.streamId);
  expect(await deliver(streaming)).toEqual({ done: true });
  await expect(read(streaming)).rejects.toMatchObject({ code: "not_found" });
  const { rows } = await pool().query(`SELECT secret, "authorization" FROM audit_streams WHERE id = $1`, [
    streaming.key.streamId,
  ]);
  expect(rows).toEqual([{ secret: "", authorization: null }]);
});

test("administrators are notified once of a delayed stream, and again after it recovers", async () => {
  const streaming = await createStreaming(respond(500));
  const { key, clock } = streaming;
  await pool().query("UPDATE organisations SET owner_email = 'owner@example.com' WHERE id = $1", [key.organisationId]);
  await deliver(streaming);
  const administrator = await createTestPerson(streaming.ctx, "ADMIN", "Ada");
  const notified = async () => (await listNotifications(administrator, ListNotifications.parse({}))).data;
  const mails = async () => {
    const { rows } = await pool().query(
      "SELECT template, subject FROM mail_messages WHERE organisation_id = $1 ORDER BY id",
      [key.organisationId],
    );
    return rows;
  };
  await warnOfDelays(clock);
  expect(await mails()).toEqual([]);
  clock.nowMs += 31 * 60_000;
  await warnOfDelays(clock);
  await warnOfDelays(clock);
  expect(await mails()).toEqual([{ template: "audit-stream-behind", subject: "Audit stream SIEM is failing" }]);
  const delayed = {
    ...{ kind: "AUDIT_STREAM_FAILED", subjectId: key.streamId, path: `/streams/${key.streamId}` },
    ...{
      title: expect.stringMatching(/^SIEM \(.+\)$/),
      text: expect.stringMatching(/^This audit stream is delayed\. /),
    },
  };
  expect(await notified()).toMatchObject([delayed]);
  streaming.receiver.answer = respond(200);
  await deliver(streaming);
  await warnOfDelays(clock);
  streaming.receiver.answer = respond(500);
  await append(streaming, 1);
  await deliver(streaming);
  clock.nowMs += 40 * 60_000;
  await warnOfDelays(clock);
  expect(await mails()).toHaveLength(2);
  expect(await notified()).toMatchObject([delayed, delayed]);
});
