import { callBody, callFunction, type InngestServer, signatureOf, startInngestServer } from "../support/inngest-server";
import { until } from "../support/until";
import { test as base, expect } from "./webhook-fixtures";

/** As the others, with an Inngest server that all processes hand their work to. */
const test = base.extend<object, { inngest: InngestServer }>({
  inngest: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures this one needs
    async ({}, use) => {
      const server = await startInngestServer();
      await use(server);
      await server.close();
    },
    { scope: "worker" },
  ],

  furtherEnv: [
    async ({ inngest: { url, eventKey, signingKey } }, use) =>
      use({ INNGEST_BASE_URL: url, INNGEST_EVENT_KEY: eventKey, INNGEST_SIGNING_KEY: signingKey }),
    { scope: "worker" },
  ],
});

const event = {
  id: "1-0",
  name: "webhooks/delivery.failed",
  data: { organisationId: "org_none", endpointId: "wh_none" },
  ts: Date.now(),
};
const functionId = "governance-audit-service-notify-failed-deliveries";
const body = callBody(event);
const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60;

test("events are handed to an Inngest server, whose signed calls over HTTP do the work", async ({
  organisation,
  application,
  inngest,
  receiver,
  listen,
}) => {
  expect(await inngest.sync(application.url)).toContain("governance-audit-service-deliver-webhook");
  const { path, id } = await listen(organisation, ["audit.created", "model.registered"]);
  let answer = 500;
  receiver.respond((response) => {
    response.writeHead(answer).end();
    answer = 200;
  }, path);
  const model = await organisation.api.post("/v1/models", { name: "Scoring" });
  await organisation.api.post("/v1/audit", { modelId: model.body.id, eventType: "ALERT", payload: {} });
  await until("both are delivered, one at its second attempt", async () => {
    const { body: list } = await organisation.api.get<{ data: { status: string; attempts: number }[] }>(
      `/v1/webhooks/${id}/deliveries?status=DELIVERED`,
    );
    const attempts = list.data.map((delivery) => delivery.attempts);
    return attempts.length >= 2 && attempts.includes(2);
  });
  const sent = new Set(inngest.events.map(({ name }) => name));
  expect(sent).toContain("audit/chain.grown");
  expect(sent).toContain("webhooks/delivery.due");
  expect(inngest.completed).toContain("governance-audit-service-deliver-webhook");
  expect(JSON.stringify(inngest.events)).not.toContain("whsec_");
});

const refusedSignatures: [name: string, signature: string | undefined][] = [
  ["no signature", ""],
  ["a signature with another key", signatureOf(body, `signkey-test-${"00".repeat(32)}`)],
  ["a signature of another body", signatureOf({ ...body, version: 2 })],
  ["a signature of an hour ago", signatureOf(body, undefined, minutesAgo(60))],
  ["nonsense for a signature", "t=1&s=abc"],
];

for (const [name, signature] of refusedSignatures) {
  test(`a call with ${name} is refused`, async ({ application }) => {
    const response = await callFunction(application.url, functionId, body, signature);
    expect(response.status).toBe(401);
  });
}

test("the same call, signed as the server signs, is answered", async ({ application }) => {
  expect((await callFunction(application.url, functionId, body)).status).toBeLessThan(300);
});
