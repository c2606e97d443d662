import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { appendEvent } from "@/lib/domains/audit-chain/append/append-events";
import { GroupCommit } from "@/lib/domains/audit-chain/append/group-commit";
import { getEvent } from "@/lib/domains/audit-chain/read/events";
import { AppendEvent, AppendedEvent, AuditEvent } from "@/lib/domains/audit-chain/schemas";
import {
  createTestChain,
  createTestModel,
  everyEvent,
  preparedEvent,
  startMs,
} from "@/lib/domains/audit-chain/testing/chain";
import { flawsOfChain } from "@/lib/domains/audit-chain/testing/independent-verifier";
import { isoMilliseconds } from "@/lib/platform/core/clock";
import type { Actor } from "@/lib/platform/core/context";
import type { ServiceError } from "@/lib/platform/core/errors";
import { jcs } from "@/lib/platform/crypto/jcs";
import { pool } from "@/lib/platform/database/db";
import { parseStrictJson } from "@/lib/platform/http/json";
import { validate } from "@/lib/platform/http/validate";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();

function inputFor(modelId: string, given: Partial<AppendEvent> = {}): AppendEvent {
  return { modelId, eventType: "INFERENCE", payload: { latencyMs: 142 }, severity: "INFO", tags: [], ...given };
}

async function refusal(work: Promise<unknown>): Promise<ServiceError> {
  return await work.then(
    () => {
      throw new Error("was not refused");
    },
    (error: ServiceError) => error,
  );
}

test("returns an appended event and reads it back unchanged", async () => {
  const { ctx, modelId } = await createTestChain();
  const input = inputFor(modelId, {
    eventType: "CONFIG_CHANGE",
    severity: "HIGH",
    payload: { threshold: 0.1, nested: { "😀": [1e21, -0, null, "\u2028"] } },
    actor: { type: "USER", id: "usr_1", displayName: "Zoë", ipAddress: "192.0.2.10" },
    tags: ["prod", "uk"],
    metadata: { trace: "abc" },
    timestamp: "2020-02-29T23:59:59.999Z",
  });
  const { event, replayed } = await appendEvent(ctx, input);
  expect(replayed).toBe(false);
  expect(AppendedEvent.parse(event)).toEqual(event);
  const zeros = `sha256:${"0".repeat(64)}`;
  expect(event).toEqual({
    id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
    chainPosition: 1,
    blockHash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    previousHash: zeros,
    timestamp: "2020-02-29T23:59:59.999Z",
    recordedAt: isoMilliseconds(startMs),
    eventType: "CONFIG_CHANGE",
    verified: true,
    receipt: { organisationId: ctx.organisation.id, chainPosition: 1, blockHash: event.blockHash },
  });
  expect(await getEvent(ctx, event.id)).toMatchObject({
    organisationId: ctx.organisation.id,
    previousModelHash: zeros,
    modelId,
    severity: "HIGH",
    source: "API",
    actor: { type: "USER", id: "usr_1", displayName: "Zoë", ipAddress: "192.0.2.10" },
    payload: { threshold: 0.1, nested: { "😀": [1e21, 0, null, "\u2028"] } },
    tags: ["prod", "uk"],
    metadata: { trace: "abc" },
    contentSalt: expect.stringMatching(/^[0-9a-f]{32}$/),
    verified: true,
  });
});

test.each<[Actor, object]>([
  [
    { kind: "api-key", id: "key_1", name: "Scoring" },
    { type: "SERVICE", id: "key_1", displayName: "Scoring" },
  ],
  [
    { kind: "user", id: "usr_1", email: "a@b.example", name: "Ada", role: "ANALYST", sessionId: "ses_1" },
    { type: "USER", id: "usr_1", displayName: "a@b.example" },
  ],
  [
    { kind: "integration", id: "int_1", name: "Jira" },
    { type: "INTEGRATION", id: "int_1", displayName: "Jira" },
  ],
  [
    { kind: "system", id: "retention" },
    { type: "SYSTEM", id: "retention" },
  ],
])("the actor defaults to the caller: %o", async (actor, shown) => {
  const { ctx, modelId } = await createTestChain();
  const { event } = await appendEvent({ ...ctx, actor }, inputFor(modelId));
  expect((await getEvent(ctx, event.id)).actor).toEqual(shown);
});

test.each([
  [
    "keys that resemble other keys",
    '{"constructor":1,"toString":2,"hasOwnProperty":{"valueOf":3},"length":4,"":5,"1":6,"0":7}',
  ],
  [
    "the smallest and largest doubles",
    '{"n":[5e-324,1.7976931348623157e308,9007199254740992,-0,0.1,1e-7,1.2345678901234568e+25]}',
  ],
  [
    "every control character except NUL",
    JSON.stringify({ c: Array.from({ length: 31 }, (_, i) => String.fromCharCode(i + 1)) }),
  ],
  ["non-characters and the last code point", '{"\\uffff":"\\ufdd0\\udbff\\udfff"}'],
  ["31 levels", `${'{"a":'.repeat(31)}1${"}".repeat(31)}`],
])("stores and returns a payload with %s unchanged", async (_what, json) => {
  const { ctx, modelId } = await createTestChain();
  const body = parseStrictJson(`{"modelId":"${modelId}","eventType":"INFERENCE","payload":${json},"metadata":${json}}`);
  const { event } = await appendEvent(ctx, validate(AppendEvent, body));
  const read = AuditEvent.parse(await getEvent(ctx, event.id));
  expect(read.verified).toBe(true);
  expect(jcs(read.payload)).toBe(jcs(JSON.parse(json)));
  expect(jcs(read.metadata)).toBe(jcs(JSON.parse(json)));
  expect(flawsOfChain([JSON.parse(JSON.stringify(read)) as Record<string, unknown>])).toEqual([]);
});

test("the event time defaults to the receipt time, which never decreases", async () => {
  const { ctx, modelId } = await createTestChain();
  const first = await appendEvent(ctx, inputFor(modelId));
  ctx.clock.nowMs -= 60_000;
  const second = await appendEvent(ctx, inputFor(modelId));
  ctx.clock.nowMs += 60_001;
  const third = await appendEvent(ctx, inputFor(modelId));
  const times = [first, second, third].map(({ event }) => [event.recordedAt, event.timestamp]);
  const [start, later] = [isoMilliseconds(startMs), isoMilliseconds(startMs + 1)];
  expect(times).toEqual([
    [start, start],
    [start, start],
    [later, later],
  ]);
});

test.each([
  ["is not registered", async () => "mdl_unknown"],
  ["is archived", (organisationId: string) => createTestModel(organisationId, { archived: true })],
  ["belongs to another organisation", async () => (await createTestChain()).modelId],
  ["has an invalid ID", async () => "'; DROP TABLE models --"],
])("rejects an event for a model that %s without side effects", async (_why, makeModel) => {
  const { ctx } = await createTestChain();
  const modelId = await makeModel(ctx.organisation.id);
  const error = await refusal(appendEvent(ctx, inputFor(modelId), { key: "k", requestHash: "h" }));
  expect(error).toMatchObject({ code: "model_not_registered", status: 422, details: [{ path: "modelId" }] });
  expect(error.message).toContain("/v1/models");
  expect(await everyEvent(ctx)).toEqual([]);
});

test("rejects another organisation's model like an unknown one", async () => {
  const [{ ctx }, other] = [await createTestChain(), await createTestChain()];
  const foreign = await refusal(appendEvent(ctx, inputFor(other.modelId)));
  const unknown = await refusal(appendEvent(ctx, inputFor("mdl_unknown")));
  expect(foreign.message.replace(other.modelId, "mdl_unknown")).toBe(unknown.message);
  expect(foreign.details).toEqual(unknown.details);
});

test("50 concurrent requests with one idempotency key over several instances append one event", async () => {
  const chain = await createTestChain();
  const instances = Array.from({ length: 5 }, () => {
    const connections = new pg.Pool({ connectionString: database.applicationUrl, max: 2 });
    onTestFinished(() => connections.end());
    return new GroupCommit(() => connections);
  });
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, i) => {
      const event = preparedEvent(chain, { idempotencyKey: "ide_1", requestHash: "h" });
      return (instances[i % 5] as GroupCommit).submit(chain.ctx.organisation.id, [event], true);
    }),
  );
  const answers = outcomes.flat().map((outcome) => {
    if (!("appended" in outcome)) throw new Error("was not appended");
    return { id: outcome.appended.id, hash: outcome.appended.blockHash, replayed: outcome.replayed };
  });
  expect(new Set(answers.map(({ id, hash }) => `${id} ${hash}`)).size).toBe(1);
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(await everyEvent(chain.ctx)).toHaveLength(1);
});

test("a repeated request returns the first response, even after the model was archived", async () => {
  const { ctx, modelId } = await createTestChain();
  const key = { key: "ide_1", requestHash: "h" };
  const first = await appendEvent(ctx, inputFor(modelId), key);
  await appendEvent(ctx, inputFor(modelId));
  await pool().query("UPDATE models SET archived_at = now() WHERE id = $1", [modelId]);
  ctx.clock.nowMs += 400 * 86_400_000;
  const repeat = await appendEvent(ctx, inputFor(modelId), key);
  expect(repeat).toEqual({ event: first.event, replayed: true });
});

test("rejects a key used with a different request, also concurrently", async () => {
  const { ctx, modelId } = await createTestChain();
  const [first, second] = await Promise.allSettled([
    appendEvent(ctx, inputFor(modelId), { key: "ide_1", requestHash: "one" }),
    appendEvent(ctx, inputFor(modelId), { key: "ide_1", requestHash: "other" }),
  ]);
  const later = await refusal(appendEvent(ctx, inputFor(modelId), { key: "ide_1", requestHash: "third" }));
  const reused = { code: "idempotency_key_reused", status: 422 };
  expect(first.status).toBe("fulfilled");
  expect(second).toMatchObject({ status: "rejected", reason: reused });
  expect(later).toMatchObject(reused);
  expect(await everyEvent(ctx)).toHaveLength(1);
});

test("a key can be reused after its request was rejected", async () => {
  const { ctx, modelId } = await createTestChain();
  const key = { key: "ide_1", requestHash: "h" };
  await refusal(appendEvent(ctx, inputFor("mdl_unknown"), key));
  expect((await appendEvent(ctx, inputFor(modelId), { key: "ide_1", requestHash: "other" })).replayed).toBe(false);
});

test("two organisations can use the same key", async () => {
  const [one, other] = [await createTestChain(), await createTestChain()];
  const key = { key: "ide_1", requestHash: "h" };
  const answers = [
    await appendEvent(one.ctx, inputFor(one.modelId), key),
    await appendEvent(other.ctx, inputFor(other.modelId), key),
  ];
  expect(answers.map(({ replayed }) => replayed)).toEqual([false, false]);
});
