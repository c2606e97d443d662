import { eventTypes, severities } from "@/lib/domains/audit-chain/enums";
import type { AppendedEvent, AuditEvent, BatchResult } from "@/lib/domains/audit-chain/schemas";
import type { Pagination } from "@/lib/platform/http/schemas";
import { expect, test } from "./fixtures";
import { expectIntactChain } from "./support/chain";

interface Page {
  data: AuditEvent[];
  pagination: Pagination;
}

const hash = /^sha256:[0-9a-f]{64}$/;
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

test("an event with all fields gets its chain position, and is returned unchanged", async ({ organisation }) => {
  const { api, id: organisationId } = organisation;
  const model = await organisation.model();
  const event = {
    modelId: model.id,
    eventType: "INFERENCE",
    severity: "HIGH",
    payload: { latencyMs: 142, confidence: 0.9375, nested: { list: [1, "zwei", null, true, { "€": "💶" }] } },
    actor: { type: "USER", id: "u-7", displayName: "Zoë", ipAddress: "2001:db8::7" },
    tags: ["prod", "größe"],
    metadata: { ticket: "RISK-42", attempts: 3 },
    timestamp: "2026-01-15T10:00:00.123Z",
  };
  const { status, body, headers } = await api.post<AppendedEvent>("/v1/audit", event);
  expect(status).toBe(201);
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(body).toEqual({
    id: expect.stringMatching(/^evt_[0-9a-z]{20,}$/),
    chainPosition: expect.any(Number),
    blockHash: expect.stringMatching(hash),
    previousHash: expect.stringMatching(hash),
    timestamp: event.timestamp,
    recordedAt: expect.stringMatching(iso),
    eventType: "INFERENCE",
    verified: true,
    receipt: { organisationId, chainPosition: body.chainPosition, blockHash: body.blockHash },
  });

  const read = await api.get(`/v1/audit/${body.id}`);
  const { receipt, ...appended } = body;
  expect(receipt.organisationId).toBe(organisationId);
  expect(read).toMatchObject({ status: 200, body: { ...event, ...appended, organisationId, source: "API" } });
  expect(read.body["linkedTickets"]).toEqual([]);
  await expectIntactChain(api);
});

test("omitted members get their defaults: the current time, INFO, no tags, the key as actor", async ({
  organisation,
}) => {
  const model = await organisation.model();
  const key = await organisation.key(["audit:write", "audit:read"], { name: "Scoring service" });
  const from = Date.now();
  const appended = await key.api.post<AppendedEvent>("/v1/audit", {
    modelId: model.id,
    eventType: "ALERT",
    payload: {},
  });
  const { body } = await key.api.get<AuditEvent>(`/v1/audit/${appended.body.id}`);
  expect(body).toMatchObject({ severity: "INFO", tags: [], metadata: null, source: "API", payload: {} });
  expect(body.actor).toEqual({ type: "SERVICE", id: key.id, displayName: "Scoring service" });
  expect(body.timestamp).toBe(body.recordedAt);
  expect(Date.parse(body.recordedAt)).toBeGreaterThanOrEqual(from);
  expect(Date.parse(body.recordedAt)).toBeLessThanOrEqual(Date.now());
});

const times: [given: string, kept: string][] = [
  ["2026-01-15T10:00:00Z", "2026-01-15T10:00:00.000Z"],
  ["2026-01-15T10:00:00.5Z", "2026-01-15T10:00:00.500Z"],
  ["2026-01-15T10:00:00.999999999Z", "2026-01-15T10:00:00.999Z"],
  ["2026-01-15T10:00:00.0009Z", "2026-01-15T10:00:00.000Z"],
  ["2026-01-15T10:00:00+05:30", "2026-01-15T04:30:00.000Z"],
  ["2026-01-01T00:30:00.25+01:00", "2025-12-31T23:30:00.250Z"],
  ["2026-01-15T10:00:00-00:00", "2026-01-15T10:00:00.000Z"],
  ["2024-02-29T12:00:00z", "2024-02-29T12:00:00.000Z"],
  ["1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"],
  ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
];

test("times are stored in UTC with milliseconds and truncated further digits, including old times", async ({
  organisation,
}) => {
  const { id: modelId } = await organisation.model();
  const events = times.map(([timestamp]) => ({ modelId, eventType: "DATA_ACCESS", payload: {}, timestamp }));
  const { body } = await organisation.api.post<{ results: AppendedEvent[] }>("/v1/audit/batch", { events });
  expect(body.results.map(({ timestamp }) => timestamp)).toEqual(times.map(([, kept]) => kept));
  const listed = await organisation.api.get<Page>(`/v1/audit?modelId=${modelId}`);
  expect(listed.body.data.map(({ timestamp }) => timestamp).reverse()).toEqual(times.map(([, kept]) => kept));
  await expectIntactChain(organisation.api);
});

test("all event types are appended, listed and counted with all severities", async ({ organisation }) => {
  const { api, model } = organisation;
  const { id: modelId } = await model();
  const kinds = eventTypes.flatMap((eventType) => severities.map((severity) => ({ eventType, severity })));
  expect(kinds).toHaveLength(36);
  for (const kind of kinds) {
    const { status, body } = await api.post<AppendedEvent>("/v1/audit", { modelId, payload: {}, ...kind });
    expect([status, body.eventType]).toEqual([201, kind.eventType]);
  }
  for (const { eventType, severity } of kinds) {
    const { body } = await api.get<Page>(`/v1/audit?modelId=${modelId}&eventType=${eventType}&severity=${severity}`);
    expect(body.pagination.total).toBe(1);
    expect(body.data).toMatchObject([{ eventType, severity }]);
  }
  await expectIntactChain(api);
});

test("payload and metadata are returned as sent, and the hash does not cover metadata", async ({ organisation }) => {
  const { api, model } = organisation;
  const { id: modelId } = await model();
  const payload = {
    constructor: { prototype: 1 },
    "": "empty",
    ééé: "\u2028",
    numbers: [1e21, 1e-7, -1.5, 0, 2 ** 53, -(2 ** 53), 5e-324],
    deep: { a: { b: { c: [[[]]] } } },
    text: '"\\/\b\f\n\r\t\u0001\u007f',
    z: null,
    a: false,
  };
  const metadata = { ...payload, note: "not hashed" };
  const { status, body } = await api.post<AppendedEvent>("/v1/audit", {
    ...{ modelId, eventType: "ALERT", payload, metadata },
  });
  expect(status).toBe(201);
  const read = await api.get<AuditEvent>(`/v1/audit/${body.id}`);
  expect(read.body.payload).toEqual(payload);
  expect(read.body.metadata).toEqual(metadata);
  // This recomputation does not include metadata.
  await expectIntactChain(api);
});

test("a batch is appended in order, each event linked to the previous one", async ({ organisation }) => {
  const { api, model } = organisation;
  const { id: modelId } = await model();
  const events = Array.from({ length: 250 }, (_, n) => ({ modelId, eventType: "INFERENCE", payload: { n } }));
  const { status, body } = await api.post<BatchResult>("/v1/audit/batch", { events });
  expect(status).toBe(201);
  expect(body).toMatchObject({ appended: 250, failed: 0 });
  expect(body.results.map(({ index }) => index)).toEqual(events.map((_, n) => n));
  const chain = (await expectIntactChain(api)).filter((event) => event["modelId"] === modelId);
  expect(chain.map((event) => event["payload"])).toEqual(events.map(({ payload }) => payload));
  expect(chain.map((event) => event["id"])).toEqual(body.results.map((result) => "id" in result && result.id));
});

test("a batch with one invalid event is rejected; with partial=true, only that event is rejected", async ({
  organisation,
}) => {
  const { api, model } = organisation;
  const { id: modelId } = await model();
  const good = (n: number) => ({ modelId, eventType: "INFERENCE", payload: { n } });
  const events = [
    good(0),
    { ...good(1), tags: ["a", "a"] },
    good(2),
    { ...good(3), modelId: "mdl_nobody" },
    null,
    good(5),
    { ...good(6), payload: { x: "x".repeat(256 * 1024) } },
  ];
  const whole = await api.post("/v1/audit/batch", { events });
  expect(whole.status).toBe(413);
  expect((await api.get<Page>(`/v1/audit?modelId=${modelId}`)).body.pagination.total).toBe(0);

  const { status, body } = await api.post<BatchResult>("/v1/audit/batch?partial=true", { events });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    appended: 3,
    failed: 4,
    results: [
      { index: 0, verified: true },
      { index: 1, error: "validation_failed", details: [{ path: "events[1].tags" }] },
      { index: 2, verified: true },
      { index: 3, error: "model_not_registered", details: [{ path: "events[3].modelId" }] },
      { index: 4, error: "validation_failed", details: [{ path: "events[4]" }] },
      { index: 5, verified: true },
      { index: 6, error: "payload_too_large", details: [{ path: "events[6].payload" }] },
    ],
  });
  const { data } = (await api.get<Page>(`/v1/audit?modelId=${modelId}`)).body;
  expect(data.map(({ payload }) => payload)).toEqual([{ n: 5 }, { n: 2 }, { n: 0 }]);
  await expectIntactChain(api);
});

test("in an NDJSON batch, each line is an event", async ({ organisation }) => {
  const { api, model } = organisation;
  const { id: modelId } = await model();
  const lines = [0, 1, 2].map((n) => JSON.stringify({ modelId, eventType: "INFERENCE", payload: { n } }));
  const type = { "Content-Type": "application/x-ndjson; charset=utf-8" };
  const { status, body } = await api.post<BatchResult>("/v1/audit/batch", `${lines.join("\n")}\n`, type);
  expect([status, body.appended]).toEqual([201, 3]);
  const { data } = (await api.get<Page>(`/v1/audit?modelId=${modelId}`)).body;
  expect(data.map(({ payload }) => payload)).toEqual([{ n: 2 }, { n: 1 }, { n: 0 }]);
});

test("a repeated request with the same Idempotency-Key returns the first response and writes nothing", async ({
  organisation,
}) => {
  const { api, model } = organisation;
  const { id: modelId } = await model();
  const event = { modelId, eventType: "ALERT", payload: { a: 1, b: [2] }, tags: ["x"] };
  const reordered = `{"tags":["x"],"payload":{"b":[2],"a":1.0},"eventType":"ALERT","severity":"INFO","modelId":"${modelId}"}`;
  const first = await api.post("/v1/audit", event, { "Idempotency-Key": "ide_4f9c" });
  expect(first.headers.get("idempotent-replayed")).toBeNull();
  for (const [body, key] of [
    [event, "ide_4f9c"],
    [event, '"ide_4f9c"'],
    [reordered, "ide_4f9c"],
  ] as const) {
    const again = await api.post("/v1/audit", body, { "Idempotency-Key": key });
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  }
  const other = await api.post("/v1/audit", { ...event, tags: [] }, { "Idempotency-Key": "ide_4f9c" });
  expect(other).toMatchObject({ status: 422, body: { error: "idempotency_key_reused" } });
  expect((await api.get<Page>(`/v1/audit?modelId=${modelId}`)).body.pagination.total).toBe(1);
});

test("a batch can be repeated safely, and its keys are separate from those of single events", async ({
  organisation,
}) => {
  const { api, model } = organisation;
  const { id: modelId } = await model();
  const event = { modelId, eventType: "ALERT", payload: {} };
  const headers = { "Idempotency-Key": "ide_same" };
  const single = await api.post("/v1/audit", event, headers);
  const first = await api.post("/v1/audit/batch", { events: [event, event] }, headers);
  const again = await api.post("/v1/audit/batch", { events: [event, event] }, headers);
  expect([single.status, first.status]).toEqual([201, 201]);
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect((await api.get<Page>(`/v1/audit?modelId=${modelId}`)).body.pagination.total).toBe(3);
});

test("a rejected request does not use its key, which works for the corrected event", async ({ organisation }) => {
  const { api, model } = organisation;
  const { id: modelId } = await model();
  const headers = { "Idempotency-Key": "ide_retry" };
  const event = { modelId: "mdl_nobody", eventType: "ALERT", payload: {} };
  expect(await api.post("/v1/audit", event, headers)).toMatchObject({ status: 422 });
  expect(await api.post("/v1/audit", { ...event, modelId }, headers)).toMatchObject({ status: 201 });
});

test("concurrent requests with one key append one event", async ({ organisation }) => {
  const { api, model } = organisation;
  const { id: modelId } = await model();
  const event = { modelId, eventType: "ALERT", payload: {} };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => api.post<AppendedEvent>("/v1/audit", event, { "Idempotency-Key": "ide_race" })),
  );
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get("idempotent-replayed") === null)).toHaveLength(1);
  expect((await api.get<Page>(`/v1/audit?modelId=${modelId}`)).body.pagination.total).toBe(1);
});
