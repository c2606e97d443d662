import type { Delivery, DeliveryDetail, DeliveryList } from "@/lib/domains/webhooks/schemas-deliveries";
import type { Respond } from "@/tools/receiver/https-receiver";
import type { TestOrganisation } from "../support/organisation";
import { until } from "../support/until";
import { expect, retryScale, test } from "./webhook-fixtures";

const scheduleMs = [60, 300, 1800, 10_800].map((seconds) => seconds * 1000 * retryScale);

/** The longest delay of a scheduled attempt: the queue is polled once a second. */
const latenessMs = 2_500;

async function deliveriesOf({ api }: TestOrganisation, endpointId: string): Promise<Delivery[]> {
  return (await api.get<DeliveryList>(`/v1/webhooks/${endpointId}/deliveries`)).body.data;
}

async function detailOf({ api }: TestOrganisation, { endpointId, id }: Delivery): Promise<DeliveryDetail> {
  return (await api.get<DeliveryDetail>(`/v1/webhooks/${endpointId}/deliveries/${id}`)).body;
}

/** Registers a model, and waits until its delivery to an endpoint reaches a state. */
async function deliver(
  organisation: TestOrganisation,
  endpointId: string,
  isFar: (delivery: Delivery) => boolean,
  timeoutMs = 15_000,
): Promise<DeliveryDetail> {
  await organisation.api.post("/v1/models", { name: "Scoring" });
  const delivery = await until(
    "the delivery reaches the state",
    async () => (await deliveriesOf(organisation, endpointId)).find(isFar),
    { timeoutMs },
  );
  return await detailOf(organisation, delivery);
}

test("an endpoint that returns 500 gets five attempts at the scheduled delays, then the owner gets an e-mail", async ({
  makeOrganisation,
  receiver,
  mailServer,
  listen,
}) => {
  const ownerEmail = "owner-500@example.com";
  const organisation = await makeOrganisation({ ownerEmail });
  const { id, path } = await listen(organisation, ["model.registered"], { description: "The failing one" });
  receiver.respond((response) => response.writeHead(500).end("no"), path);
  const delivery = await deliver(organisation, id, ({ status }) => status === "FAILED", 40_000);

  expect(delivery).toMatchObject({ attempts: 5, nextAttemptAt: null, failureReason: "attempts_exhausted" });
  expect(
    delivery.attemptLog.map(({ number, outcome, error, statusCode }) => [number, outcome, error, statusCode]),
  ).toEqual([1, 2, 3, 4, 5].map((number) => [number, "FAILED", "status", 500]));
  const gaps = delivery.attemptLog.slice(1).map(({ startedAt }, n) => {
    return Date.parse(startedAt) - Date.parse(delivery.attemptLog[n]?.finishedAt ?? "");
  });
  for (const [n, gap] of gaps.entries()) {
    expect(gap).toBeGreaterThanOrEqual(scheduleMs[n] ?? 0);
    expect(gap).toBeLessThan((scheduleMs[n] ?? 0) + latenessMs);
  }
  const requests = receiver.at(path);
  expect(requests).toHaveLength(5);
  expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
  expect(new Set(requests.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([delivery.id]));

  const mail = await until("the e-mail arrives", async () =>
    mailServer.received.find(({ to }) => to.includes(ownerEmail)),
  );
  expect(mail.source).toContain(delivery.id);
  expect(mail.source).toContain("The failing one");
});

const wait = (response: Parameters<Respond>[0]) => void response;

const failures: [name: string, respond: Respond, expected: Record<string, unknown>][] = [
  ["closes the connection", (response) => response.destroy(), { error: "connection_lost", statusCode: null }],
  [
    "redirects",
    (response) => response.writeHead(307, { Location: "/elsewhere" }).end(),
    { error: "redirect", statusCode: 307 },
  ],
  [
    "answers 404",
    (response) => response.writeHead(404).end("not here"),
    { error: "status", statusCode: 404, responseBody: "not here" },
  ],
];

for (const [name, respond, expected] of failures) {
  test(`if an endpoint ${name}, the attempt fails and the next one follows`, async ({
    organisation,
    freshReceiver: receiver,
    listen,
  }) => {
    const { id } = await listen(organisation, ["model.registered"], { url: receiver.url });
    receiver.respond((response, request) => {
      if (receiver.received.length === 1) respond(response, request);
      else response.writeHead(204).end();
    });
    const delivery = await deliver(organisation, id, ({ status }) => status === "DELIVERED");
    expect(delivery.attemptLog).toMatchObject([
      { number: 1, outcome: "FAILED", ...expected },
      { number: 2, outcome: "SUCCEEDED", error: null, statusCode: 204 },
    ]);
    expect(receiver.at("/elsewhere")).toEqual([]);
  });
}

test("the attempt fails after 30 seconds if an endpoint accepts the request and never responds", async ({
  organisation,
  receiver,
  listen,
}) => {
  test.setTimeout(90_000);
  const { id, path } = await listen(organisation, ["model.registered"]);
  receiver.respond((response) => {
    if (receiver.at(path).length === 1) wait(response);
    else response.end();
  }, path);
  const delivery = await deliver(organisation, id, ({ status }) => status === "DELIVERED", 50_000);
  expect(delivery.attemptLog).toMatchObject([{ error: "timeout", statusCode: null }, { outcome: "SUCCEEDED" }]);
  const durationMs = delivery.attemptLog[0]?.durationMs ?? 0;
  expect(durationMs).toBeGreaterThanOrEqual(29_900);
  expect(durationMs).toBeLessThan(32_000);
});

test("a slow endpoint delays no other endpoint", async ({ organisation, receiver, listen }) => {
  const slow = await listen(organisation, ["model.registered"]);
  receiver.respond(wait, slow.path);
  for (let n = 0; n < 10; n++) await organisation.api.post("/v1/models", { name: `Model ${n}` });
  await until("some requests hang", async () => receiver.at(slow.path).length > 1);
  const quick = await listen(organisation, ["model.registered"]);
  const from = Date.now();
  await organisation.api.post("/v1/models", { name: "Late" });
  await until("the other endpoint is notified", async () => receiver.at(quick.path).length === 1);
  expect(Date.now() - from).toBeLessThan(5_000);
  await organisation.api.delete(`/v1/webhooks/${slow.id}`);
});

test("an endless response is cut off: its status counts, and its beginning is stored", async ({
  organisation,
  receiver,
  listen,
}) => {
  const { id, path } = await listen(organisation, ["model.registered"]);
  let written = 0;
  receiver.respond((response) => {
    response.writeHead(200, { "Content-Type": "text/plain" });
    const chunk = "x".repeat(64 * 1024);
    const go = () => {
      while (!response.destroyed && response.write(chunk)) written += chunk.length;
    };
    response.on("drain", go);
    go();
  }, path);
  const delivery = await deliver(organisation, id, ({ status }) => status === "DELIVERED");
  expect(delivery.attemptLog).toMatchObject([
    { outcome: "SUCCEEDED", statusCode: 200, responseIsCut: true, responseBody: "x".repeat(16 * 1024) },
  ]);
  expect(written).toBeLessThan(16 * 1024 * 1024);
});

test("410 ends the delivery and disables the endpoint, with the reason", async ({ organisation, receiver, listen }) => {
  const { id, path } = await listen(organisation, ["model.registered"]);
  receiver.respond((response) => response.writeHead(410).end(), path);
  const delivery = await deliver(organisation, id, ({ status }) => status === "FAILED");
  expect(delivery).toMatchObject({ attempts: 1, failureReason: "gone" });
  const { body } = await organisation.api.get(`/v1/webhooks/${id}`);
  expect(body).toMatchObject({ active: false, disabledReason: expect.stringContaining("410") });
  await organisation.api.post("/v1/models", { name: "Unheard" });
  expect(await deliveriesOf(organisation, id)).toHaveLength(1);
});

test("Retry-After extends a delay to at most twice its value", async ({ organisation, receiver, listen }) => {
  const { id, path } = await listen(organisation, ["model.registered"]);
  receiver.respond((response) => {
    const first = receiver.at(path).length <= 3;
    response.writeHead(first ? 429 : 200, first ? { "Retry-After": "3600" } : {}).end();
  }, path);
  const delivery = await deliver(organisation, id, ({ status }) => status === "DELIVERED", 30_000);
  const [, , third, fourth] = delivery.attemptLog;
  const gap = Date.parse(fourth?.startedAt ?? "") - Date.parse(third?.finishedAt ?? "");
  const doubled = 2 * (scheduleMs[2] ?? 0);
  expect(gap).toBeGreaterThanOrEqual(doubled);
  expect(gap).toBeLessThan(doubled + latenessMs);
});

test("a failed delivery is resent on request, with the same envelope and consecutive attempt numbers", async ({
  organisation,
  receiver,
  listen,
}) => {
  const { id, path } = await listen(organisation, ["model.registered"]);
  let answer = 500;
  receiver.respond((response) => response.writeHead(answer).end(), path);
  const waiting = await deliver(
    organisation,
    id,
    ({ status, attempts }) => status === "RETRY_SCHEDULED" && attempts >= 3,
  );
  answer = 200;
  const redelivered = await organisation.api.post(`/v1/webhooks/${id}/deliveries/${waiting.id}/redeliver`, {});
  expect(redelivered).toMatchObject({ status: 200, body: { id: waiting.id, status: "PENDING" } });
  const done = await until("the delivery succeeds", async () =>
    (await deliveriesOf(organisation, id)).find(({ status }) => status === "DELIVERED"),
  );
  const { attemptLog } = await detailOf(organisation, done);
  expect(attemptLog.map(({ number }) => number)).toEqual(attemptLog.map((_, n) => n + 1));
  expect(new Set(receiver.at(path).map(({ body }) => body)).size).toBe(1);
});

test("the failed deliveries of a period are replayed together, after a dry run that only counts", async ({
  organisation,
  receiver,
  listen,
}) => {
  const { id, path } = await listen(organisation, ["model.registered"]);
  receiver.respond((response) => response.writeHead(410).end(), path);
  const since = new Date(Date.now() - 60_000).toISOString();
  await deliver(organisation, id, ({ status }) => status === "FAILED");
  const recover = (body: object) => organisation.api.post(`/v1/webhooks/${id}/recover`, { since, ...body });
  expect(await recover({})).toMatchObject({ status: 409, body: { error: "conflict" } });
  await organisation.api.patch(`/v1/webhooks/${id}`, { active: true });
  receiver.respond((response) => response.end(), path);
  expect(await recover({ dryRun: true })).toMatchObject({
    status: 200,
    body: { matched: 1, redelivered: 0, dryRun: true },
  });
  expect(receiver.at(path)).toHaveLength(1);
  expect(await recover({})).toMatchObject({ status: 200, body: { matched: 1, redelivered: 1, dryRun: false } });
  await until("the delivery arrives", async () => receiver.at(path).length === 2);
});
