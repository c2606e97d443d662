import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import type { EventList } from "@/lib/domains/audit-chain/schemas";
import type { TelemetrySourceList } from "@/lib/domains/opentelemetry/schemas";
import { chat, encodeSpans, recordSpans } from "@/lib/domains/opentelemetry/testing/spans";
import type { TestOrganisation } from "../support/organisation";
import { expect, test } from "./fixtures";
import { expectIntactChain } from "./support/chain";

const protobuf = { "Content-Type": "application/x-protobuf" };

/** An instrumented program, configured only by the environment variables of the SDK. */
const program = `
  import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
  import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
  const provider = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })] });
  const attributes = ${JSON.stringify(chat)};
  provider.getTracer("program").startSpan("chat gpt-4o", { attributes }).end();
  await provider.shutdown();
`;

async function eventsOf({ api }: TestOrganisation, model: { id: string }) {
  return (await api.get<EventList>(`/v1/audit?modelId=${model.id}&limit=100`)).body.data;
}

test("a program that sets only the endpoint and the key records a verified event", async ({
  application,
  organisation,
}) => {
  const model = await organisation.model();
  const rule = { model: "gpt-4o", modelId: model.id };
  expect((await organisation.api.post("/v1/telemetry/rules", rule)).status).toBe(201);
  const { key } = await organisation.key(["audit:write"]);
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: join(import.meta.dirname, "../.."),
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      OTEL_EXPORTER_OTLP_ENDPOINT: `${application.url}/v1/otlp`,
      OTEL_EXPORTER_OTLP_HEADERS: `Authorization=Bearer%20${key}`,
    },
  });
  const events = await eventsOf(organisation, model);
  expect(events).toMatchObject([
    { eventType: "INFERENCE", verified: true, payload: { kind: "MODEL_CALL", model: "gpt-4o", inputTokens: 12 } },
  ]);
  await expectIntactChain(organisation.api);
});

test("concurrent, repeated and compressed requests record each span once", async ({ organisation }) => {
  const model = await organisation.model();
  const spans = recordSpans(
    model.id,
    Array.from({ length: 50 }, () => chat),
  );
  const body = encodeSpans(spans);
  const packed = new Uint8Array(gzipSync(body));
  const send = () => [
    organisation.api.post("/v1/otlp/v1/traces", body, protobuf),
    organisation.api.post("/v1/otlp/v1/traces", packed, { ...protobuf, "Content-Encoding": "gzip" }),
    organisation.api.post("/v1/otlp/v1/traces", encodeSpans(spans, "json")),
  ];
  const answers = await Promise.all([...send(), ...send()]);
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(await eventsOf(organisation, model)).toHaveLength(50);
  await expectIntactChain(organisation.api);
});

test("rejected spans are reported to their sender and listed for their organisation only", async ({
  organisation,
  makeOrganisation,
}) => {
  const other = await makeOrganisation();
  const foreign = await other.model();
  const spans = encodeSpans(recordSpans(foreign.id, [chat]), "json");
  const { status, body } = await organisation.api.post("/v1/otlp/v1/traces", spans);
  expect({ status, body }).toMatchObject({ status: 200, body: { partialSuccess: { rejectedSpans: "1" } } });
  const listed = async ({ api }: TestOrganisation) =>
    (await api.get<TelemetrySourceList>("/v1/telemetry/sources")).body.data;
  expect(await listed(organisation)).toMatchObject([{ service: foreign.id, model: "gpt-4o", rejected: 1 }]);
  expect(await listed(other)).toEqual([]);
  expect(await eventsOf(other, foreign)).toEqual([]);
});
