import { createHmac } from "node:crypto";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import { flawsOfChain } from "@/lib/domains/audit-chain/testing/independent-verifier";
import type { AuditStream, CreatedAuditStream } from "@/lib/domains/audit-streams/schemas";
import type { HttpsReceiver, Received } from "@/tools/receiver/https-receiver";
import { readChain } from "../support/chain";
import type { TestOrganisation } from "../support/organisation";
import { until } from "../support/until";
import { expect, test } from "./webhook-fixtures";

type Line = AuditEvent & { type: string };

let paths = 0;

interface Stream extends CreatedAuditStream {
  path: string;
}

async function stream(
  { api }: Pick<TestOrganisation, "api">,
  receiver: HttpsReceiver,
  settings: Record<string, unknown> = {},
): Promise<Stream> {
  const path = `/siem/${++paths}`;
  const given = { name: "SIEM", url: `${receiver.url}${path}`, compression: "none", maxDelaySeconds: 0, ...settings };
  const { status, body } = await api.post<CreatedAuditStream>("/v1/audit-streams", given);
  if (status !== 201) throw new Error(`no stream was made: ${JSON.stringify(body)}`);
  return { ...body, path };
}

function linesOf({ body }: Received): Line[] {
  return body
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

/** The lines that a receiver stores if it drops repeated batches by their ID. */
function taken(requests: Received[]): Line[] {
  const byId = new Map(requests.map((request) => [String(request.headers["webhook-id"]), request]));
  return [...byId.values()].flatMap(linesOf);
}

async function caughtUp(api: TestOrganisation["api"], id: string): Promise<AuditStream> {
  return until(
    "the stream has caught up",
    async () => {
      const { body } = await api.get<AuditStream>(`/v1/audit-streams/${id}`);
      return body.lag.events === 0 && body;
    },
    { timeoutMs: 90_000, everyMs: 200 },
  );
}

async function appendMany(organisation: TestOrganisation, count: number, urls: string[] = []): Promise<void> {
  const { id: modelId } = await organisation.model();
  const apis = urls.length > 0 ? urls.map((url) => organisation.at(url)) : [organisation.api];
  const answers = await Promise.all(
    Array.from({ length: count }, (_, n) =>
      apis[n % apis.length]?.post("/v1/audit", { modelId, eventType: "INFERENCE", payload: { n } }),
    ),
  );
  expect(answers.filter((answer) => answer?.status !== 201)).toEqual([]);
}

test("while two processes append and deliver, the receiver gets every event once, in order, and the chain verifies", async ({
  organisation,
  receiver,
  environment,
  launch,
}) => {
  const second = await launch();
  const { id, path, signingSecret } = await stream(organisation, receiver, { from: "beginning", maxEvents: 23 });
  await appendMany(organisation, 150, [environment.url, second.url]);
  await caughtUp(organisation.api, id);
  const requests = receiver.at(path);
  const lines = taken(requests);
  expect(lines.map(({ chainPosition }) => chainPosition)).toEqual(lines.map((_, i) => i + 1));
  expect(lines.length).toBe((await readChain(organisation.api)).length);
  expect(flawsOfChain(lines.map(({ type: _, ...event }) => event))).toEqual([]);
  const starts = requests.map(({ headers }) => Number(headers["x-stream-from"]));
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
  for (const { headers, body } of requests) {
    const [, t = "", v1 = ""] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["x-service-signature"])) ?? [];
    expect(
      createHmac("sha256", signingSecret ?? "")
        .update(`${t}.${body}`)
        .digest("hex"),
    ).toBe(v1);
  }
});

test("a receiver that fails, is slow, requests a delay or rejects a batch as too large eventually gets all events", async ({
  organisation,
  receiver,
}) => {
  const { id, path } = await stream(organisation, receiver, { from: "beginning", maxEvents: 40 });
  const answers = [500, 429, 503, 400];
  receiver.respond((response, request) => {
    const status = answers.shift();
    if (status !== undefined) response.writeHead(status, { "Retry-After": "1" }).end();
    else if (Number(request.headers["x-stream-events"]) > 10) response.writeHead(413).end();
    else setTimeout(() => response.end(), 20);
  }, path);
  await appendMany(organisation, 60);
  const settled = await caughtUp(organisation.api, id);
  expect(settled).toMatchObject({ status: "ACTIVE", failures: 0, lastError: null });
  const accepted = receiver.at(path).filter(({ headers }) => Number(headers["x-stream-events"]) <= 10);
  const lines = taken(accepted);
  expect(lines.map(({ chainPosition }) => chainPosition)).toEqual(lines.map((_, i) => i + 1));
});

test("a slow receiver delays only its own stream", async ({ organisation, receiver }) => {
  const slow = await stream(organisation, receiver);
  const waiting: (() => void)[] = [];
  receiver.respond((response) => void waiting.push(() => response.end()), slow.path);
  const quick = await stream(organisation, receiver);
  await appendMany(organisation, 10);
  await caughtUp(organisation.api, quick.id);
  expect(receiver.at(slow.path)).toHaveLength(1);
  receiver.respond((response) => void response.end(), slow.path);
  for (const answer of waiting) answer();
  await caughtUp(organisation.api, slow.id);
});

test("a 410 response disables the stream, and the chain records it", async ({ organisation, receiver }) => {
  const { id, path } = await stream(organisation, receiver);
  receiver.respond((response) => void response.writeHead(410).end(), path);
  await until("the stream is disabled", async () => {
    const { body } = await organisation.api.get<AuditStream>(`/v1/audit-streams/${id}`);
    return body.status === "DISABLED";
  });
  const kinds = (await readChain(organisation.api)).map(({ payload }) => payload?.["kind"]);
  expect(kinds).toContain("AUDIT_STREAM_DISABLED");
});

test("a test batch reaches the receiver without advancing the position", async ({ organisation, receiver }) => {
  const { id, path } = await stream(organisation, receiver, { status: "PAUSED", authorization: "Splunk abc" });
  const tested = await organisation.api.post(`/v1/audit-streams/${id}/test`);
  expect(tested).toMatchObject({ status: 200, body: { outcome: "SUCCEEDED", statusCode: 200, error: null } });
  const [request] = receiver.at(path);
  expect(request?.headers).toMatchObject({ authorization: "Splunk abc", "x-stream-test": "true" });
  expect(JSON.parse(request?.body ?? "")).toMatchObject({ type: "stream.test", streamId: id });
});

test("killed while it sends batches, the service delivers every event, and repeats of a batch are identical", async ({
  organisation,
  receiver,
  environment,
  launch,
}) => {
  test.setTimeout(300_000);
  // A second process takes over the stream where the killed one stopped.
  const web = await launch({ env: { PROCESS_ROLE: "web" } });
  expect(environment.url).not.toBe(web.url);
  const { id, path } = await stream(organisation, receiver, { from: "beginning", maxEvents: 7 });
  let duringBatch: (() => void) | undefined;
  receiver.respond((response) => {
    duringBatch?.();
    setTimeout(() => response.end(), 30);
  }, path);
  for (let killed = 0; killed < 3; killed++) {
    const worker = await launch();
    const begun = new Promise<void>((resolve) => {
      duringBatch = resolve;
    });
    await appendMany(organisation, 30, [web.url]);
    await begun;
    await worker.kill();
  }
  duringBatch = undefined;
  await appendMany(organisation, 10, [web.url]);
  await caughtUp(organisation.api, id);
  const requests = receiver.at(path);
  const lines = taken(requests);
  expect(lines.map(({ chainPosition }) => chainPosition)).toEqual(lines.map((_, i) => i + 1));
  expect(lines.length).toBe((await readChain(organisation.api)).length);
  const bodies = new Map<string, Set<string>>();
  for (const { headers, body } of requests) {
    const batch = String(headers["webhook-id"]);
    bodies.set(batch, (bodies.get(batch) ?? new Set()).add(body));
  }
  expect([...bodies.values()].filter((versions) => versions.size !== 1)).toEqual([]);
});
