import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestClock, createTestContext, type TestClock } from "@/lib/domains/api-keys/testing";
import { appendEvent, listEvents, verifyChain } from "@/lib/domains/audit-chain";
import { AppendEvent, ListEventsQuery } from "@/lib/domains/audit-chain/schemas";
import { VerifyChain } from "@/lib/domains/audit-chain/schemas-verification";
import {
  createIntegration,
  deleteIntegration,
  disconnectSilent,
  getEventWithTickets,
  getIntegration,
  receiveDelivery,
  rotateIntegrationSecret,
  updateIntegration,
} from "@/lib/domains/integrations";
import type { IntegrationKind } from "@/lib/domains/integrations/enums";
import type { CreateIntegration, DeliveryReceipt } from "@/lib/domains/integrations/schemas";
import { type Sending, sign, type TestDelivery } from "@/lib/domains/integrations/testing/deliveries";
import { githubExample } from "@/lib/domains/integrations/testing/github-examples";
import { eventsOf, integrationInput, rowsOf } from "@/lib/domains/integrations/testing/integrations";
import { jiraBodies, mlflowBodies } from "@/lib/domains/integrations/testing/payloads";
import { registerModel, updateModel } from "@/lib/domains/models";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError } from "@/lib/platform/core/errors";
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

const dayMs = 86_400_000;
const later = (ms = 1_000) => {
  clock.nowMs += ms;
  return new Date(clock.nowMs).toISOString();
};

interface Made {
  id: string;
  kind: IntegrationKind;
  secret: string;
}

async function make(kind: IntegrationKind, given: Partial<CreateIntegration> = {}, context = ctx): Promise<Made> {
  const input = { ...integrationInput, kind, defaultModelId: context === ctx ? modelId : null, ...given };
  const { id, secret } = await createIntegration(context, input);
  return { id, kind, secret };
}

let senders = 0;

/** Receives a request unchanged, each from a different address. */
function receive(integrationId: string, { headers, body }: TestDelivery): Promise<DeliveryReceipt> {
  async function* pieces() {
    const bytes = new TextEncoder().encode(body);
    yield bytes.slice(0, 7);
    yield bytes.slice(7);
  }
  senders += 1;
  const clientAddress = `198.51.${senders >> 8}.${senders & 255}`;
  return receiveDelivery({ clock }, { integrationId, headers: new Headers(headers), body: pieces(), clientAddress });
}

const signed = ({ kind, secret }: Made, sending: Omit<Sending, "secret">) =>
  sign[kind]({ timestamp: Math.floor(clock.nowMs / 1_000), ...sending, secret });
const send = (made: Made, sending: Omit<Sending, "secret">) => receive(made.id, signed(made, sending));

async function refusal(work: Promise<unknown>): Promise<Record<"code" | "message" | "headers" | "details", unknown>> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof ServiceError)) throw thrown ?? new Error("expected an error");
  const { code, message, headers, details } = thrown;
  return { code, message, headers, details };
}

const deployment = { event: "deployment", body: githubExample("deployment", "created") };
const ofKind = async (kind: string) =>
  (await eventsOf(ctx.organisation.id)).filter(({ payload }) => String(payload.kind).startsWith(kind));

describe("recording a delivery", () => {
  test("records a GitHub event on the model of its repository with GitHub's timestamp", async () => {
    const other = (await registerModel(ctx, { name: "Other" })).id;
    const models = [{ match: "codertocat/hello-world", modelId }];
    const github = await make("GITHUB", { models, defaultModelId: other });
    const receipt = await send(github, { ...deployment, deliveryId: "72d3162e-cc78-11e3-81ab-4c9367dc0958" });
    const [event] = await ofKind("DEPLOYMENT");
    expect(receipt).toEqual({ result: "recorded", eventId: event?.id });
    expect(event).toEqual({
      id: receipt.eventId,
      ...{ type: "DEPLOYMENT", severity: "INFO", source: "GITHUB", modelId, timestamp: "2019-05-15T15:20:53.000Z" },
      actor: { type: "INTEGRATION", id: github.id, displayName: "Models repository" },
      payload: {
        ...{ kind: "DEPLOYMENT_REQUESTED", repository: "Codertocat/Hello-World", deploymentId: 145988746 },
        ...{ environment: "production", modelVersion: "master", commit: "f95f852bd8fca8fcc58a9a2d6c842781e32a215e" },
        ...{ initiatedBy: "Codertocat", deliveryId: "72d3162e-cc78-11e3-81ab-4c9367dc0958" },
      },
    });
  });

  test.each([
    ["JIRA", jiraBodies.transition, "HUMAN_REVIEW", "2025-11-20T09:01:00.000Z"],
    ["MLFLOW", mlflowBodies["model_version.created"], "TRAINING_COMPLETED", "2025-11-20T09:00:00.217Z"],
  ] as const)("records a %s event with the product's timestamp", async (kind, body, type, timestamp) => {
    const made = await make(kind);
    const { eventId } = await send(made, { body });
    const events = await eventsOf(ctx.organisation.id);
    expect(events.find(({ id }) => id === eventId)).toMatchObject({ type, timestamp, source: kind, modelId });
  });

  test("counts a delivery once and tags its event with the integration's ID", async () => {
    const github = await make("GITHUB", {
      models: [{ match: "Codertocat/Hello-World", modelId }],
      defaultModelId: null,
    });
    const delivery = signed(github, deployment);
    const { eventId } = await receive(github.id, delivery);
    await receive(github.id, delivery);
    await send(github, { event: "ping", body: githubExample("ping") });
    const release = githubExample("release", "published");
    release.repository = { full_name: "Codertocat/Other" };
    await send(github, { event: "release", body: release });
    expect((await getIntegration(ctx, github.id)).figures).toEqual({ recorded: 1, ignored: 2 });
    const found = await listEvents(ctx, ListEventsQuery.parse({ tags: github.id }));
    expect(found.data.map(({ id }) => id)).toEqual([eventId]);
  });

  test("late deliveries keep their own timestamp and are appended in order of arrival", async () => {
    const jira = await make("JIRA");
    for (const body of [jiraBodies.edit, jiraBodies.created, jiraBodies.transition]) await send(jira, { body });
    const recorded = (await ofKind("TICKET")).map(({ payload, timestamp }) => [payload.kind, timestamp]);
    expect(recorded).toEqual([
      ["TICKET_UPDATED", "2025-11-20T09:02:00.000Z"],
      ["TICKET_CREATED", "2025-11-20T09:00:00.217Z"],
      ["TICKET_STATUS_CHANGED", "2025-11-20T09:01:00.000Z"],
    ]);
    const { status, verdicts } = (await verifyChain(ctx, VerifyChain.parse({}))) as unknown as Record<string, unknown>;
    expect([status, verdicts]).toMatchObject(["ok", { content: "ok", linkage: "ok" }]);
  });

  test("replaces a timestamp too far in the future", async () => {
    const mlflow = await make("MLFLOW");
    const body = { ...mlflowBodies["model_version.created"], timestamp: new Date(clock.nowMs + 301_000).toISOString() };
    await send(mlflow, { body });
    expect((await ofKind("MODEL_VERSION"))[0]?.timestamp).toBe(new Date(clock.nowMs).toISOString());
  });

  test("ignores deliveries without a model or an event, but counts them as activity", async () => {
    const models = [{ match: "bank/*", modelId }];
    const github = await make("GITHUB", { models, defaultModelId: null });
    expect(await send(github, deployment)).toEqual({ result: "ignored", eventId: null, reason: "no_model" });
    expect(await getIntegration(ctx, github.id)).toMatchObject({ status: "CONNECTED" });
    const at = later();
    expect(await send(github, { event: "ping", body: githubExample("ping") })).toEqual({
      ...{ result: "ignored", eventId: null, reason: "no_event" },
    });
    expect(await getIntegration(ctx, github.id)).toMatchObject({ lastSeenAt: at });
    expect(await ofKind("DEPLOYMENT")).toEqual([]);
  });

  test("rejects a delivery for an archived model, and records it when it is sent again after the model is restored", async () => {
    const github = await make("GITHUB");
    await updateModel(ctx, modelId, { archived: true });
    const before = await rowsOf(ctx.organisation.id);
    const sending = { ...deployment, deliveryId: "again" };
    expect(await refusal(send(github, sending))).toMatchObject({ code: "model_not_registered" });
    expect(await rowsOf(ctx.organisation.id)).toEqual(before);
    expect(await getIntegration(ctx, github.id)).toMatchObject({ status: "WAITING" });
    await updateModel(ctx, modelId, { archived: false });
    expect(await send(github, sending)).toMatchObject({ result: "recorded" });
  });
});

describe("a repeated delivery", () => {
  test("returns the first event and does not change the connection status", async () => {
    const github = await make("GITHUB");
    const delivery = signed(github, { ...deployment, deliveryId: "one" });
    const first = await receive(github.id, delivery);
    const seen = await getIntegration(ctx, github.id);
    later();
    expect(await receive(github.id, delivery)).toEqual({ result: "duplicate", eventId: first.eventId });
    expect(await getIntegration(ctx, github.id)).toEqual(seen);
    expect(await ofKind("DEPLOYMENT")).toHaveLength(1);
  });

  test("creates one event for twenty concurrent copies", async () => {
    const github = await make("GITHUB");
    const delivery = signed(github, { ...deployment, deliveryId: "many" });
    const receipts = await Promise.all(Array.from({ length: 20 }, () => receive(github.id, delivery)));
    expect(new Set(receipts.map(({ eventId }) => eventId)).size).toBe(1);
    expect(receipts.filter(({ result }) => result === "recorded")).toHaveLength(1);
    expect(receipts.filter(({ result }) => result === "duplicate")).toHaveLength(19);
    expect(await ofKind("DEPLOYMENT")).toHaveLength(1);
  });

  test("is a duplicate if the same body has another delivery ID, which is not signed", async () => {
    const github = await make("GITHUB");
    const { eventId } = await send(github, { ...deployment, deliveryId: "one" });
    later(dayMs);
    const replayed = signed(github, { ...deployment, deliveryId: "two" });
    expect(await receive(github.id, replayed)).toEqual({ result: "duplicate", eventId });
    const renamed = { ...replayed, headers: { ...replayed.headers, "x-github-event": "deployment_status" } };
    expect(await refusal(receive(github.id, renamed))).toMatchObject({ code: "validation_failed" });
    expect(await ofKind("DEPLOYMENT")).toHaveLength(1);
  });

  test("is recorded once after a model was assigned", async () => {
    const github = await make("GITHUB", { defaultModelId: null });
    const delivery = signed(github, { ...deployment, deliveryId: "one" });
    const ping = signed(github, { event: "ping", body: githubExample("ping"), deliveryId: "two" });
    for (const one of [delivery, ping]) await receive(github.id, one);
    expect(await receive(github.id, delivery)).toEqual({ result: "duplicate", eventId: null });
    await updateIntegration(ctx, github.id, { defaultModelId: modelId });
    later();
    const { result, eventId } = await receive(github.id, delivery);
    expect(result).toBe("recorded");
    const again = { result: "duplicate", eventId };
    expect(await receive(github.id, delivery)).toEqual(again);
    expect(await send(github, { ...deployment, deliveryId: "three" })).toEqual(again);
    expect(await receive(github.id, ping)).toEqual({ result: "duplicate", eventId: null });
    expect(await ofKind("DEPLOYMENT")).toHaveLength(1);
    expect((await getIntegration(ctx, github.id)).figures).toEqual({ recorded: 1, ignored: 1 });
  });

  test("is a conflict if its ID has another body", async () => {
    const jira = await make("JIRA");
    await send(jira, { body: jiraBodies.edit, deliveryId: "one" });
    expect(await refusal(send(jira, { body: jiraBodies.transition, deliveryId: "one" }))).toMatchObject({
      code: "conflict",
    });
    expect(await send(jira, { body: jiraBodies.transition, deliveryId: "two" })).toMatchObject({ result: "recorded" });
  });
});

describe("deliveries with invalid signatures", () => {
  const bodies: Record<IntegrationKind, Omit<Sending, "secret">> = {
    GITHUB: deployment,
    JIRA: { body: jiraBodies.transition },
    MLFLOW: { body: mlflowBodies["model_version.created"] },
  };

  test.each(["GITHUB", "JIRA", "MLFLOW"] as const)(
    "%s: return the same error as an unknown ID and store nothing",
    async (kind) => {
      const made = await make(kind);
      const theirs = await make(kind, {}, await createTestContext(clock));
      const gone = await make(kind);
      await deleteIntegration(ctx, gone.id);
      const right = signed(made, bodies[kind]);
      const before = await rowsOf(ctx.organisation.id);
      const attempts: [string, TestDelivery][] = [
        [made.id, { ...right, body: `${right.body} ` }],
        [made.id, { ...right, headers: {} }],
        [made.id, sign[kind]({ ...bodies[kind], secret: "isec_guess" })],
        [made.id, signed(theirs, bodies[kind])],
        [theirs.id, right],
        [gone.id, signed(gone, bodies[kind])],
        [newId("integration"), right],
        [modelId, right],
        ["\u0000", right],
        ["", right],
      ];
      const refusals = [];
      for (const [id, delivery] of attempts) refusals.push(await refusal(receive(id, delivery)));
      expect(refusals[0]).toMatchObject({ code: "unauthorized", headers: { "WWW-Authenticate": "Signature" } });
      expect(new Set(refusals.map((one) => JSON.stringify(one))).size).toBe(1);
      expect(await rowsOf(ctx.organisation.id)).toEqual(before);
      expect(await getIntegration(ctx, made.id)).toMatchObject({ status: "WAITING", lastSeenAt: null });
    },
  );

  test("are limited to 60 per minute and address, without affecting signed deliveries", async () => {
    const github = await make("GITHUB");
    const from = (delivery: TestDelivery, integrationId = github.id) =>
      receiveDelivery(
        { clock },
        {
          ...{ integrationId, headers: new Headers(delivery.headers), clientAddress: "203.0.113.77" },
          body: (async function* () {
            yield new TextEncoder().encode(delivery.body);
          })(),
        },
      );
    const forged = sign.GITHUB({ ...deployment, secret: "isec_guess" });
    const codes: unknown[] = [];
    for (let n = 0; n < 62; n++) codes.push((await refusal(from(forged, n % 2 ? github.id : "int_none"))).code);
    expect(codes.slice(0, 60).every((code) => code === "unauthorized")).toBe(true);
    expect(codes.slice(60)).toEqual(["rate_limited", "rate_limited"]);
    expect(await from(signed(github, deployment))).toMatchObject({ result: "recorded" });
  });

  test("the previous secret is accepted until its overlap ends, without recording a delivery twice", async () => {
    const github = await make("GITHUB");
    const sending = { ...deployment, deliveryId: "one" };
    const withOld = () => send(github, sending);
    const { secret } = await rotateIntegrationSecret(ctx, github.id, { overlapSeconds: 60 });
    later(59_999);
    const first = await withOld();
    expect(first).toMatchObject({ result: "recorded" });
    expect(await send({ ...github, secret }, sending)).toEqual({ result: "duplicate", eventId: first.eventId });
    later(1);
    expect(await refusal(withOld())).toMatchObject({ code: "unauthorized" });
  });

  test("rejects an MLflow delivery that is replayed after five minutes", async () => {
    const mlflow = await make("MLFLOW");
    const delivery = signed(mlflow, bodies.MLFLOW);
    await receive(mlflow.id, delivery);
    later(300_000);
    expect(await receive(mlflow.id, delivery)).toMatchObject({ result: "duplicate" });
    later(1_000);
    expect(await refusal(receive(mlflow.id, delivery))).toMatchObject({ code: "unauthorized" });
  });
});

describe("signed deliveries that cannot be accepted", () => {
  const rows: [name: string, sending: Omit<Sending, "secret">, code: string][] = [
    ["invalid JSON", { body: '{"action":' }, "invalid_json"],
    ["an array", { body: "[]" }, "validation_failed"],
    ["null", { body: "null" }, "validation_failed"],
    ["a string", { body: '"ping"' }, "validation_failed"],
    ["an incomplete deployment", { event: "deployment", body: { action: "created" } }, "validation_failed"],
    ["an invalid event name", { event: "de ployment", body: {} }, "validation_failed"],
    ["a missing ID", { ...deployment, deliveryId: "" }, "validation_failed"],
    ["a repeated ID", { ...deployment, deliveryId: "a, a" }, "validation_failed"],
    ["an ID that is too long", { ...deployment, deliveryId: "x".repeat(201) }, "validation_failed"],
  ];
  test.each(rows)("rejects %s and stores nothing", async (_name, sending, code) => {
    const github = await make("GITHUB");
    const before = await rowsOf(ctx.organisation.id);
    expect(await refusal(send(github, sending))).toMatchObject({ code });
    expect(await rowsOf(ctx.organisation.id)).toEqual(before);
    expect(await getIntegration(ctx, github.id)).toMatchObject({ status: "WAITING" });
  });

  test("a disabled integration returns a conflict until it is enabled", async () => {
    const github = await make("GITHUB", { enabled: false });
    const before = await rowsOf(ctx.organisation.id);
    expect(await refusal(send(github, { ...deployment, deliveryId: "a" }))).toMatchObject({ code: "conflict" });
    expect(await rowsOf(ctx.organisation.id)).toEqual(before);
    await updateIntegration(ctx, github.id, { enabled: true });
    expect(await send(github, { ...deployment, deliveryId: "a" })).toMatchObject({ result: "recorded" });
  });

  test.each([
    { state: "MOVED", address: "https://eu.audit.example", members: { movedTo: "https://eu.audit.example" } },
    { state: "STOPPED", address: null, members: undefined },
  ])("deliveries of an organisation in state $state are answered like its requests", async (expected) => {
    const made = await make("GITHUB");
    const insert = "INSERT INTO organisation_moves (organisation_id, state, address) VALUES ($1, $2, $3)";
    await pool().query(insert, [ctx.organisation.id, expected.state, expected.address]);
    const { members } = expected;
    await expect(send(made, deployment)).rejects.toMatchObject({ code: "unavailable", members });
    await expect(receive(made.id, sign.GITHUB({ ...deployment, secret: "wrong" }))).rejects.toMatchObject({
      code: "unauthorized",
    });
  });

  test("deliveries over the organisation's rate limit are rejected until the next minute", async () => {
    const small = await createTestContext(clock, {
      tier: "STARTER",
      rateLimitOverrides: { "integrations.receive": 2 },
    });
    const github = await make("GITHUB", {}, small);
    const ping = (deliveryId: string) => send(github, { event: "ping", body: { zen: deliveryId }, deliveryId });
    await ping("a");
    await ping("b");
    expect(await refusal(ping("c"))).toMatchObject({
      code: "rate_limited",
      headers: { "Retry-After": expect.any(String) },
    });
    later(60_000);
    expect(await ping("c")).toMatchObject({ result: "ignored" });
  });
});

describe("tickets", () => {
  async function append(as = ctx): Promise<string> {
    const model = as === ctx ? modelId : (await registerModel(as, { name: "Theirs" })).id;
    const event = AppendEvent.parse({ modelId: model, eventType: "INFERENCE", payload: {} });
    return (await appendEvent(as, event)).event.id;
  }

  const issueWith = (description: string, more: object = {}) => ({
    ...jiraBodies.commented,
    ...more,
    issue: { ...jiraBodies.commented.issue, fields: { ...jiraBodies.commented.issue.fields, description, ...more } },
  });

  test("are linked to the events that they mention, without changing the events", async () => {
    const jira = await make("JIRA");
    const eventId = await append();
    const before = await getEventWithTickets(ctx, eventId);
    expect(before.linkedTickets).toEqual([]);
    const linkedAt = later();
    expect(await send(jira, { body: issueWith(`See ${eventId}.`) })).toMatchObject({ result: "ignored" });
    expect(await getEventWithTickets(ctx, eventId)).toEqual({
      ...before,
      verified: true,
      linkedTickets: [
        {
          ...{ system: "JIRA", key: "RISK-42", url: "https://example-bank.atlassian.net/browse/RISK-42" },
          ...{ title: "Review of declined applications", status: "In Progress", linkedAt },
        },
      ],
    });
  });

  test("link only events of the organisation", async () => {
    const other = await createTestContext(clock);
    const foreign = await append(other);
    const own = await append();
    const jira = await make("JIRA");
    const text = `${foreign} ${newId("auditEvent")} ${own}`;
    const { eventId } = await send(jira, { body: { ...issueWith(text), webhookEvent: "jira:issue_created" } });
    const appended = (await eventsOf(ctx.organisation.id)).find(({ id }) => id === eventId);
    expect(appended?.payload).toMatchObject({ kind: "TICKET_CREATED", linkedEventIds: [own] });
    expect((await getEventWithTickets(ctx, own)).linkedTickets).toHaveLength(1);
    expect((await getEventWithTickets(other, foreign)).linkedTickets).toEqual([]);
    expect((await rowsOf(ctx.organisation.id)).ticket_links).toBe(1);
    await expect(getEventWithTickets(ctx, foreign)).rejects.toMatchObject({ code: "not_found" });
  });

  test("are updated by later deliveries only, and remain when their text or integration is deleted", async () => {
    const jira = await make("JIRA");
    const eventId = await append();
    const at = (timestamp: number, status: string, description = "") =>
      send(jira, { body: issueWith(description, { timestamp, status: { name: status }, summary: status }) });
    const link = async () => {
      const { linkedTickets } = await getEventWithTickets(ctx, eventId);
      return linkedTickets.map(({ title, status }) => [title, status]);
    };
    await at(1_763_629_200_000, "To do", eventId);
    await at(1_763_629_300_000, "Done");
    expect(await link()).toEqual([["Done", "Done"]]);
    await at(1_763_629_250_000, "In progress", eventId);
    expect(await link()).toEqual([["Done", "Done"]]);
    await send(jira, { body: { ...issueWith(""), webhookEvent: "jira:issue_deleted", timestamp: 1_763_629_400_000 } });
    expect((await link())[0]?.[1]).toBe("Deleted");
    await deleteIntegration(ctx, jira.id);
    expect(await link()).toHaveLength(1);
  });
});

test("the next delivery reconnects a silent integration and is recorded after the reconnection", async () => {
  const github = await make("GITHUB", { silentAfterHours: 1 });
  later(3_600_000);
  await disconnectSilent(clock);
  const { disconnectedAt } = await getIntegration(ctx, github.id);
  const at = later();
  const { eventId } = await send(github, deployment);
  expect(await getIntegration(ctx, github.id)).toMatchObject({
    status: "CONNECTED",
    lastSeenAt: at,
    disconnectedAt: null,
  });
  const events = await eventsOf(ctx.organisation.id);
  expect(events.at(-1)?.id).toBe(eventId);
  expect(events.at(-2)).toMatchObject({
    ...{ type: "ALERT", severity: "INFO", source: "API", actor: { type: "INTEGRATION", id: github.id } },
    payload: { kind: "INTEGRATION_RECONNECTED", integrationId: github.id, disconnectedAt, reconnectedAt: at },
  });
});

test("records a delivery sent again after its transaction was rolled back", async () => {
  const github = await make("GITHUB");
  const delivery = signed(github, { ...deployment, deliveryId: "one" });
  const blocker = await pool().connect();
  await blocker.query("BEGIN");
  await blocker.query("SELECT 1 FROM chain_heads WHERE organisation_id = $1 FOR UPDATE", [ctx.organisation.id]);
  const first = receive(github.id, delivery).then(
    (receipt) => receipt,
    (error: unknown) => error,
  );
  const waiting = async () => {
    const { rows } = await pool().query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND state = 'active'`,
    );
    return rows.map(({ pid }) => pid);
  };
  await expect.poll(waiting, { timeout: 30_000 }).toHaveLength(1);
  for (const pid of await waiting()) await pool().query("SELECT pg_terminate_backend($1)", [pid]);
  expect(await first).toBeInstanceOf(Error);
  await blocker.query("ROLLBACK");
  blocker.release();
  expect((await rowsOf(ctx.organisation.id)).integration_deliveries).toBe(0);
  expect(await receive(github.id, delivery)).toMatchObject({ result: "recorded" });
  expect(await ofKind("DEPLOYMENT")).toHaveLength(1);
});
