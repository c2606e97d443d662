import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { AppendedEvent } from "@/lib/domains/audit-chain/schemas";
import type { AuditStream, CreatedAuditStream } from "@/lib/domains/audit-streams/schemas";
import { findFreePort } from "@/server/database/embedded/server";
import { type ExportedSpan, startTraceCollector, type TraceCollector } from "../support/trace-collector";
import { until } from "../support/until";
import { test as base, expect } from "./webhook-fixtures";

const test = base.extend<{ collector: TraceCollector }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures this one needs
  collector: async ({}, use) => {
    const collector = await startTraceCollector();
    await use(collector);
    await collector.close();
  },
});

// One process at a time, so that a test knows which process runs its jobs.
test.use({ isStarted: false });

const traceId = () => randomBytes(16).toString("hex");
const spanId = () => randomBytes(8).toString("hex");

const logOf = (url: string) =>
  readFile(join(import.meta.dirname, "../../test-results", `application-${new URL(url).port}.log`), "utf8");

test("a recorded event is one trace, from the caller's span through SQL and jobs to the delivery attempt", async ({
  organisation,
  database,
  listen,
  launch,
  receiver,
  collector,
}) => {
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20collector-token",
    OTEL_SERVICE_NAME: "audit-under-test",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=e2e",
    LOG_LEVEL: "info",
  };
  const serving = await launch({ env });
  const model = await organisation.model();
  const hook = await listen(organisation, ["audit.created"], {}, serving.url);
  // A job that an earlier event requested would process this one too, as part of that event's trace.
  await until("earlier events are processed", async () => {
    const { rows } = await database.owner.query(
      `SELECT FROM chain_heads head JOIN chain_followers follower USING (organisation_id, position)
       WHERE organisation_id = $1 AND follower.name = 'webhooks'`,
      [organisation.id],
    );
    const due = await database.superuser.query(
      "SELECT FROM graphile_worker._private_jobs WHERE locked_at IS NOT NULL OR run_at <= now()",
    );
    return rows.length === 1 && due.rows.length === 0;
  });
  const trace = traceId();
  const caller = spanId();
  const secrets = {
    payload: "payload-secret-4711",
    actor: "Ada Lovelace-Secret",
    tag: "tag-secret-4711",
    idempotencyKey: "key-secret-4711",
  };
  const { status, body } = await organisation.at(serving.url).post<AppendedEvent>(
    "/v1/audit",
    {
      modelId: model.id,
      eventType: "INFERENCE",
      payload: { text: secrets.payload },
      actor: { type: "USER", id: "u-1", displayName: secrets.actor },
      tags: [secrets.tag],
    },
    { traceparent: `00-${trace}-${caller}-01`, "Idempotency-Key": secrets.idempotencyKey },
  );
  expect(status).toBe(201);

  const inTrace = () => collector.spans.filter((span) => span.traceId === trace);
  const named = (name: string) => inTrace().find((span) => span.name === name);
  await until("the attempt was exported", () => Promise.resolve(named("POST webhook") !== undefined));
  await until("the jobs were exported", () => Promise.resolve(named("job publish-chain-events") !== undefined));
  // Unsampled: the request is served, and no span is exported.
  const silent = traceId();
  const read = await organisation.at(serving.url).get(`/v1/audit/${body.id}`, {
    traceparent: `00-${silent}-${spanId()}-00`,
  });
  expect(read.status).toBe(200);
  const { path } = hook;
  await until("the notification arrived", () => Promise.resolve(receiver.at(path).length > 0));
  expect(await serving.stop()).toBe(0);

  const server = named("POST /v1/audit");
  expect(server).toMatchObject({
    parentSpanId: caller,
    kind: 2,
    attributes: {
      "http.request.method": "POST",
      "http.route": "/v1/audit",
      "http.response.status_code": 201,
      "url.scheme": "http",
      "gas.organisation_id": organisation.id,
    },
  });
  const parents = (span: ExportedSpan | undefined): string[] => {
    const parent = inTrace().find((other) => other.spanId === span?.parentSpanId);
    return parent ? [parent.name, ...parents(parent)] : [];
  };
  expect(parents(named("INSERT audit_events"))).toEqual(["audit commit", "POST /v1/audit"]);
  expect(named("INSERT audit_events")?.attributes).toMatchObject({
    "db.system.name": "postgresql",
    "db.operation.name": "INSERT",
    "db.query.text": expect.stringContaining("generate_series($2::bigint"),
  });
  expect(parents(named("POST webhook"))).toEqual([
    "step deliver-webhook/drain",
    "job deliver-webhook",
    "step publish-chain-events/publish-1",
    "job publish-chain-events",
    "audit commit",
    "POST /v1/audit",
  ]);
  expect(named("POST webhook")?.attributes).toMatchObject({
    "http.response.status_code": 200,
    "server.address": new URL(receiver.url).hostname,
    "gas.webhook.attempt": 1,
  });
  expect(named("job deliver-webhook")?.attributes).toMatchObject({
    "gas.job.function": "deliver-webhook",
    "gas.job.attempt": 1,
  });
  expect(receiver.at(path)[0]?.headers).not.toHaveProperty("traceparent");

  expect(collector.resource).toMatchObject({
    "service.name": "audit-under-test",
    "deployment.environment.name": "e2e",
  });
  expect(collector.headers.every(({ authorization }) => authorization === "Bearer collector-token")).toBe(true);
  expect(collector.spans.filter((span) => span.traceId === silent)).toEqual([]);
  const exported = collector.bodies.join("\n");
  const forbidden = [
    ...Object.values(secrets),
    hook.signingSecret,
    path,
    organisation.apiKey.key,
    "gas_live_",
    "gas_test_",
    "whsec_",
    "Bearer",
    "collector-token",
    body.id,
    "@example.com",
  ];
  expect(forbidden.filter((text) => exported.includes(text))).toEqual([]);

  const lines = (await logOf(serving.url)).split("\n").filter((line) => line.includes('"operation":"POST /v1/audit"'));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ traceId: trace, spanId: server?.spanId }]);
});

test("a batch of an audit stream is a span of the trace that its event started, and a failed one states the reason", async ({
  organisation,
  database,
  launch,
  receiver,
  collector,
}) => {
  const serving = await launch({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
  const api = organisation.at(serving.url);
  const model = await organisation.model();
  const path = "/siem/traced-secret-path";
  const { body: stream } = await api.post<CreatedAuditStream>("/v1/audit-streams", {
    name: "SIEM",
    url: `${receiver.url}${path}`,
    authorization: "Splunk stream-token-4711",
    filter: { eventTypes: ["INFERENCE"] },
    maxDelaySeconds: 0,
  });
  const readStream = async () => (await api.get<AuditStream>(`/v1/audit-streams/${stream.id}`)).body;
  const append = async () => {
    const trace = traceId();
    const traceparent = `00-${trace}-${spanId()}-01`;
    const event = { modelId: model.id, eventType: "INFERENCE", payload: { text: "payload-secret-4711" } };
    expect((await api.post("/v1/audit", event, { traceparent })).status).toBe(201);
    return trace;
  };
  const pushOf = (trace: string) =>
    collector.spans.find((span) => span.traceId === trace && span.name === "POST audit stream");
  const patience = { timeoutMs: 30_000, everyMs: 100 };
  // A job that an earlier event requested would deliver this one too, as part of that event's trace.
  await until(
    "earlier events are processed",
    async () => {
      const { rows } = await database.owner.query(
        `SELECT FROM job_runs WHERE finished_at IS NULL AND function_id IN ('wake-audit-streams', 'deliver-audit-stream')
         UNION ALL SELECT FROM graphile_worker.jobs WHERE task_identifier = 'outbox'`,
      );
      return rows.length === 0 && (await readStream()).lag.events === 0;
    },
    patience,
  );

  const trace = await append();
  await until("the push was exported", () => Promise.resolve(pushOf(trace) !== undefined), patience);
  await until(
    "the jobs were exported",
    () => Promise.resolve(collector.spans.some((span) => span.name === "job wake-audit-streams")),
    patience,
  );
  receiver.respond((response) => response.writeHead(503).end(), path);
  const refused = await append();
  await until("the failed push was exported", () => Promise.resolve(pushOf(refused) !== undefined), patience);
  expect(await serving.stop()).toBe(0);

  const parents = (span: ExportedSpan | undefined): string[] => {
    const parent = collector.spans.find((other) => other.spanId === span?.parentSpanId);
    return parent ? [parent.name, ...parents(parent)] : [];
  };
  expect(parents(pushOf(trace))).toEqual([
    "step deliver-audit-stream/deliver-1",
    "job deliver-audit-stream",
    "step wake-audit-streams/wake",
    "job wake-audit-streams",
    "audit commit",
    "POST /v1/audit",
  ]);
  const { hostname, port } = new URL(receiver.url);
  const [batch] = receiver.at(path);
  expect(pushOf(trace)).toMatchObject({
    kind: 3,
    isError: false,
    attributes: {
      "http.request.method": "POST",
      "http.response.status_code": 200,
      "url.scheme": "https",
      "server.address": hostname,
      "server.port": Number(port),
      "gas.stream.id": stream.id,
      "gas.stream.batch_id": batch?.headers["webhook-id"],
      "gas.stream.attempt": 1,
      "gas.stream.events": 1,
    },
  });
  expect(pushOf(refused)).toMatchObject({
    isError: true,
    attributes: { "http.response.status_code": 503, "error.type": "status", "gas.stream.attempt": 2 },
  });
  expect(batch?.headers).not.toHaveProperty("traceparent");
  const exported = collector.bodies.join("\n");
  const forbidden = [path, "stream-token-4711", "payload-secret-4711", stream.signingSecret ?? "whsec_", "whsec_"];
  expect(forbidden.filter((text) => exported.includes(text))).toEqual([]);
});

test("a collector that is down, fails or hangs is logged once, and delays nothing", async ({
  organisation,
  launch,
}) => {
  const port = await findFreePort(undefined);
  const serving = await launch({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, LOG_LEVEL: "info" },
  });
  const model = await organisation.model();
  const api = organisation.at(serving.url);
  const append = async () => {
    const { status } = await api.post("/v1/audit", { modelId: model.id, eventType: "INFERENCE", payload: {} });
    expect(status).toBe(201);
  };
  const count = async (text: string) => (await logOf(serving.url)).split(text).length - 1;
  const warning = "trace collector unavailable";

  await append();
  const patience = { timeoutMs: 30_000, everyMs: 200 };
  await until("the warning is logged", async () => (await count(warning)) > 0, patience);
  const collector = await startTraceCollector(port);
  try {
    collector.answer(500);
    await append();
    await until("the collector returned 500", () => Promise.resolve(collector.headers.length > 0), patience);
    collector.answer(0);
    await append();
    expect(await count(warning)).toBe(1);
    collector.answer(200);
    await until(
      "the collector is back",
      async () => {
        await append();
        return (await count("trace collector available again")) === 1;
      },
      { timeoutMs: 40_000, everyMs: 1_000 },
    );
    expect(await count(warning)).toBe(1);
    collector.answer(0);
    await append();
    const before = Date.now();
    expect(await serving.stop()).toBe(0);
    expect(Date.now() - before).toBeLessThan(12_000);
  } finally {
    await collector.close();
  }
});
