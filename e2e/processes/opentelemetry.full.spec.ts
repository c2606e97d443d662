import type { EventList } from "@/lib/domains/audit-chain/schemas";
import { chat, encodeSpans, recordSpans } from "@/lib/domains/opentelemetry/testing/spans";
import type { Api } from "../support/api";
import { until } from "../support/until";
import { expect, test } from "./fixtures";

const requests = 200;
const perRequest = 500;
const total = requests * perRequest;
const concurrency = 4;

/** Sends every request until it succeeds, as exporters do. Returns the seconds that it took. */
async function sendAll(send: (index: number) => Promise<number | undefined>): Promise<number> {
  const startedAt = performance.now();
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < requests; index = next++) {
      await until(`request ${index} succeeds`, async () => (await send(index)) !== undefined, { timeoutMs: 120_000 });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return (performance.now() - startedAt) / 1_000;
}

async function totalOf(api: Api, modelId: string): Promise<number> {
  return (await api.get<EventList>(`/v1/audit?modelId=${modelId}&limit=1`)).body.pagination.total;
}

test("100,000 spans are recorded once each, although the process is killed in between", async ({
  makeOrganisation,
  launch,
}) => {
  test.setTimeout(900_000);
  const organisation = await makeOrganisation({ rateLimitOverrides: { "audit.write": 1_000_000_000 } });
  const [killed, steady, batch] = [await organisation.model(), await organisation.model(), await organisation.model()];
  const bodiesOf = (service: string) =>
    Array.from({ length: requests }, () => encodeSpans(recordSpans(service, Array(perRequest).fill(chat))));
  let serving = await launch();
  const post = async (path: string, body: unknown, headers?: Record<string, string>) => {
    const answer = await organisation
      .at(serving.url)
      .post(path, body, headers)
      .catch(() => undefined);
    return answer !== undefined && answer.status < 300 ? answer.status : undefined;
  };
  const protobuf = { "Content-Type": "application/x-protobuf" };

  const steadyBodies = bodiesOf(steady.id);
  const spansSeconds = await sendAll((index) => post("/v1/otlp/v1/traces", steadyBodies[index], protobuf));
  const events = Array.from({ length: perRequest }, () => ({
    ...{ modelId: batch.id, eventType: "INFERENCE" },
    payload: {
      kind: "MODEL_CALL",
      operation: "chat",
      model: "gpt-4o",
      latencyMs: 250,
      inputTokens: 12,
      outputTokens: 7,
    },
  }));
  const batchSeconds = await sendAll(() => post("/v1/audit/batch", { events }));
  const perSecond = (seconds: number) => `${Math.round(total / seconds).toLocaleString("en")} per second`;
  test.info().annotations.push({ type: "spans", description: perSecond(spansSeconds) });
  test.info().annotations.push({ type: "batch", description: perSecond(batchSeconds) });

  const killedBodies = bodiesOf(killed.id);
  let answered = 0;
  let replacing: Promise<void> | undefined;
  const replace = async () => {
    const dying = serving;
    serving = await launch();
    await dying.kill();
  };
  await sendAll(async (index) => {
    if (answered >= requests / 2) replacing ??= replace();
    const status = await post("/v1/otlp/v1/traces", killedBodies[index], protobuf);
    if (status !== undefined) answered += 1;
    return status;
  });
  await replacing;

  const api = organisation.at(serving.url);
  expect(await totalOf(api, steady.id)).toBe(total);
  expect(await totalOf(api, killed.id)).toBe(total);
  const started = await api.post<{ id: string }>("/v1/audit/verify-chain", { mode: "full" });
  expect(started.status).toBe(202);
  const verification = await until(
    "the chain is verified",
    async () => {
      const { body } = await api.get<{ status: string }>(`/v1/audit/verifications/${started.body.id}`);
      return body.status !== "running" && body;
    },
    { timeoutMs: 300_000 },
  );
  expect(verification).toMatchObject({ status: "ok" });
});
