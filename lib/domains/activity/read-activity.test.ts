import pg from "pg";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readActivity } from "@/lib/domains/activity";
import type { ActivityKind } from "@/lib/domains/activity/schemas";
import { readActivityStored } from "@/lib/domains/activity/store";
import { createPolicy, evaluateChain } from "@/lib/domains/alert-policies";
import { CreateAlertPolicy } from "@/lib/domains/alert-policies/schemas";
import { createTestClock, createTestContext, type TestClock } from "@/lib/domains/api-keys/testing";
import { appendEvent, getCheckpoint, verifyChain } from "@/lib/domains/audit-chain";
import { recordFinding } from "@/lib/domains/audit-chain/findings/findings-store";
import { VerifyChain } from "@/lib/domains/audit-chain/schemas-verification";
import { createStream } from "@/lib/domains/audit-streams";
import { CreateAuditStream } from "@/lib/domains/audit-streams/schemas";
import { generatePackage } from "@/lib/domains/evidence";
import { requestOf } from "@/lib/domains/evidence/testing/packages";
import { createIntegration, receiveDelivery } from "@/lib/domains/integrations";
import { sign } from "@/lib/domains/integrations/testing/deliveries";
import { integrationInput } from "@/lib/domains/integrations/testing/integrations";
import { registerModel } from "@/lib/domains/models";
import { requestReport } from "@/lib/domains/reports";
import { createTestPerson } from "@/lib/domains/saved-views/testing";
import { importLog, updateDetection } from "@/lib/domains/shadow-ai";
import { openDetections } from "@/lib/domains/shadow-ai/testing/detections";
import { inputOf, nativeLines } from "@/lib/domains/shadow-ai/testing/logs";
import { insertDelivery } from "@/lib/domains/webhooks/testing/endpoints";
import { insertListener } from "@/lib/domains/webhooks/testing/listening";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();
const january = { from: "2026-01-01T00:00:00.000Z", to: "2026-01-31T23:59:59.999Z" };
let clock: TestClock;
let ctx: Context;
let modelId: string;

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
});

beforeEach(async () => {
  clock = createTestClock(Date.parse("2026-11-20T12:00:00.000Z"));
  ctx = await createTestContext(clock);
  modelId = (await registerModel(ctx, { name: "Credit scoring" })).id;
});

/** Reads a second later, to bypass the cache. */
async function read(as: Context = ctx) {
  clock.nowMs += 1_000;
  return readActivity(as);
}

/** The kinds whose revisions change during some work. */
async function movedBy(work: () => Promise<unknown>): Promise<string[]> {
  const before = (await read()).revisions;
  await work();
  const after = (await read()).revisions;
  return Object.keys(before).filter((kind) => before[kind as ActivityKind] !== after[kind as ActivityKind]);
}

async function append() {
  await appendEvent(ctx, {
    modelId,
    eventType: "INFERENCE",
    severity: "INFO",
    source: "API",
    payload: {},
    tags: [],
  } as unknown as Parameters<typeof appendEvent>[1]);
}

const anyInference = CreateAlertPolicy.parse({ name: "Any inference", rule: { eventTypes: ["INFERENCE"] } });

async function open(): Promise<string> {
  const [opened] = await openDetections({ ctx, organisationId: ctx.organisation.id }, [{}]);
  return opened?.id ?? "";
}

const changes: [string, ActivityKind[], () => Promise<() => Promise<unknown>>][] = [
  ["a new detection", ["detections"], async () => open],
  [
    "a triage step",
    ["detections"],
    async () => {
      const id = await open();
      return () => updateDetection(ctx, id, { status: "INVESTIGATING" });
    },
  ],
  [
    "new traffic of a detection",
    ["detections"],
    async () => {
      const id = await open();
      return () => pool().query("UPDATE shadow_ai_detections SET calls = calls + 1 WHERE id = $1", [id]);
    },
  ],
  [
    "an exception request",
    ["detections"],
    async () => {
      const detectionId = await open();
      return () =>
        pool().query(
          `INSERT INTO shadow_ai_exception_requests (id, organisation_id, detection_id, status, justification, expires_at,
             requested_by_id, requested_by, created_at)
           VALUES ($1, $2, $3, 'PENDING', 'j', now(), 'usr_1', 'Ada', now())`,
          [newId("exceptionRequest"), ctx.organisation.id, detectionId],
        );
    },
  ],
  ["a requested package", ["evidence"], async () => () => generatePackage(ctx, requestOf(modelId))],
  [
    "the progress of a package",
    ["evidence"],
    async () => {
      const { id } = await generatePackage(ctx, requestOf(modelId));
      return () => pool().query("UPDATE evidence_packages SET progress_percent = 50 WHERE id = $1", [id]);
    },
  ],
  ["a new endpoint", ["deliveries"], async () => () => insertListener(ctx.organisation.id, { events: [] })],
  [
    "a new delivery",
    ["deliveries"],
    async () => {
      const endpointId = await insertListener(ctx.organisation.id, { events: [] });
      return () => insertDelivery(ctx.organisation.id, endpointId, "PENDING");
    },
  ],
  [
    "a scheduled retry of a delivery",
    ["deliveries"],
    async () => {
      const endpointId = await insertListener(ctx.organisation.id, { events: [] });
      const id = await insertDelivery(ctx.organisation.id, endpointId, "PENDING");
      await insertDelivery(ctx.organisation.id, endpointId, "DELIVERED");
      return () => pool().query("UPDATE webhook_deliveries SET status = 'RETRY_SCHEDULED' WHERE message_id = $1", [id]);
    },
  ],
  [
    "an import",
    ["imports"],
    async () => () =>
      importLog(ctx, { source: "proxy", via: "API", inputs: [inputOf(nativeLines(1, { host: "intranet.example" }))] }),
  ],
  [
    "a verification",
    ["verifications"],
    async () => {
      await append();
      return () => verifyChain(ctx, VerifyChain.parse({}));
    },
  ],
  [
    "a checkpoint",
    ["verifications"],
    async () => {
      await append();
      return () => getCheckpoint(ctx);
    },
  ],
  [
    "a finding",
    ["verifications"],
    async () => () =>
      recordFinding(ctx.organisation.id, {
        eventId: newId("auditEvent"),
        code: "hash_mismatch",
        chainPosition: 1,
        storedHash: "a",
        computedHash: "b",
        detectedAt: "2026-11-20T12:00:00.000Z",
      }),
  ],
  [
    "a new audit stream",
    ["streams"],
    async () => () =>
      createStream(
        { ...ctx, scopes: new Set(["audit:read", "webhooks:write"]) },
        CreateAuditStream.parse({ name: "SIEM", url: "https://siem.example.com/", status: "PAUSED" }),
      ),
  ],
  [
    "a requested report",
    ["reports"],
    async () => () => requestReport(ctx, "shadow-ai", { dateRange: january, format: "JSON" }),
  ],
  ["a new integration", ["integrations"], async () => () => createIntegration(ctx, integrationInput)],
  [
    "a delivery of an integration",
    ["integrations"],
    async () => {
      const { id, secret } = await createIntegration(ctx, integrationInput);
      const { headers, body } = sign.GITHUB({ secret, body: { zen: "Design for failure." } });
      const request = {
        integrationId: id,
        headers: new Headers(headers),
        body: (async function* () {
          yield Buffer.from(body);
        })(),
        clientAddress: "192.0.2.1",
      };
      return () => receiveDelivery(ctx, request);
    },
  ],
  ["a new alert policy", ["alerts"], async () => () => createPolicy(ctx, anyInference)],
  [
    "the evaluation of an alert policy",
    ["alerts"],
    async () => {
      await createPolicy(ctx, anyInference);
      await append();
      return () => evaluateChain(ctx.organisation.id, clock);
    },
  ],
  ["a new member", ["members"], async () => () => createTestPerson(ctx, "VIEWER")],
];

describe("revisions", () => {
  test.for(changes)("%s changes only %j", async ([, kinds, prepare]) => {
    const work = await prepare();
    expect(await movedBy(work)).toEqual(kinds);
  });

  test("an event changes the chain position and no revision", async () => {
    const before = await read();
    expect(await movedBy(append)).toEqual([]);
    expect((await read()).chainPosition).toBe(before.chainPosition + 1);
  });

  test("an empty organisation has constant revisions", async () => {
    const empty = await createTestContext(clock);
    const first = await read(empty);
    expect(first).toEqual({
      chainPosition: 0,
      revisions: {
        detections: "0",
        evidence: "0",
        deliveries: "0",
        imports: "0",
        verifications: "0.0",
        members: "0",
        reports: "0",
        integrations: "0",
        streams: "0",
        alerts: "0.0",
      },
    });
    await open();
    expect(await read(empty)).toEqual(first);
  });
});

describe("caching", () => {
  test("activity is cached for a second", async () => {
    const before = await read();
    await createTestPerson(ctx, "VIEWER");
    clock.nowMs += 999;
    expect(await readActivity(ctx)).toEqual(before);
    clock.nowMs += 1;
    expect((await readActivity(ctx)).revisions.members).not.toBe(before.revisions.members);
  });

  test("concurrent reads share one query", async () => {
    const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => readActivity(ctx)));
    for (const other of others) expect(other).toBe(first);
  });
});

test("a revision changes again once no earlier transaction can be pending", async () => {
  await createTestPerson(ctx, "VIEWER");
  const fresh = (await read()).revisions.members;
  expect((await read()).revisions.members).toBe(fresh);
  expect((await readActivityStored(ctx.organisation.id)).changes.members.isSettled).toBe(false);
  await halfAMinuteLater();
  const settled = (await read()).revisions.members;
  expect(settled).not.toBe(fresh);
  await halfAMinuteLater();
  expect((await readActivityStored(ctx.organisation.id)).changes.members.isSettled).toBe(true);
});

/** Moves the members' changes into the past, because the database's clock cannot be set. */
async function halfAMinuteLater(): Promise<void> {
  const superuser = new pg.Client(database.superuserUrl);
  await superuser.connect();
  await superuser.query("SET session_replication_role = replica");
  await superuser.query("UPDATE members SET changed_at = changed_at - interval '31 seconds'");
  await superuser.end();
}
