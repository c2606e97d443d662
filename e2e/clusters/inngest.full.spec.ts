import { callBody, callFunction, signatureOf } from "@/lib/platform/jobs/testing/inngest-calls";
import { type InngestServer, startInngestServer } from "@/lib/platform/jobs/testing/inngest-server";
import { generate, history, sha256 } from "../support/evidence";
import { until } from "../support/until";
import { test as base, expect } from "./webhook-fixtures";

/** Like the other tests, but all processes use an Inngest server for their jobs. */
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

async function registered({ functions }: InngestServer, id: string, origin: string): Promise<void> {
  await until("the process has registered its functions", async () =>
    functions().some((one) => one.id === id && one.url.startsWith(`${origin}/api/inngest?`)),
  );
}

function isCompleted({ runs }: InngestServer, id: string): boolean {
  return runs.some(({ functionId: ran, status }) => ran === id && status === "completed");
}

const event = {
  id: "1-0",
  name: "webhooks/delivery.failed",
  data: { organisationId: "org_none", endpointId: "wh_none" },
  ts: Date.now(),
};
const functionId = "governance-audit-service-notify-failed-deliveries";
const drainId = "governance-audit-service-deliver-webhook";
const body = callBody(event);
const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60;

test("an Inngest server receives events and runs jobs by signed HTTP calls", async ({
  organisation,
  application,
  inngest,
  receiver,
  listen,
}) => {
  await registered(inngest, drainId, application.url);
  const ready = await fetch(`${application.url}/api/health/ready`);
  const message = "The functions are registered with the Inngest server.";
  expect((await ready.json()).checks).toContainEqual({ name: "jobs", ok: true, message });
  const { path, id } = await listen(organisation, ["audit.created", "model.registered"]);
  let answer = 500;
  receiver.respond((response) => {
    response.writeHead(answer).end();
    answer = 200;
  }, path);
  const model = await organisation.api.post("/v1/models", { name: "Scoring" });
  await organisation.api.post("/v1/audit", { modelId: model.body.id, eventType: "ALERT", payload: {} });
  await until("both are delivered, one on its second attempt", async () => {
    const { body: list } = await organisation.api.get<{ data: { status: string; attempts: number }[] }>(
      `/v1/webhooks/${id}/deliveries?status=DELIVERED`,
    );
    const attempts = list.data.map((delivery) => delivery.attempts);
    return attempts.length >= 2 && attempts.includes(2);
  });
  const sent = new Set(inngest.events.map(({ name }) => name));
  expect(sent).toContain("audit/chain.grown");
  expect(sent).toContain("webhooks/endpoint.due");
  // A run waits for further deliveries of its endpoint before it ends.
  await until("a run of the delivery is complete", async () => isCompleted(inngest, drainId));
  await until("the run is counted", async () =>
    /^gas_job_runs_total\{function="deliver-webhook",outcome="completed"\} [1-9]/m.test(
      await (await fetch(`${application.url}/api/metrics`)).text(),
    ),
  );
  expect(JSON.stringify(inngest.events)).not.toContain("whsec_");
});

test("an Inngest server runs the generation of an evidence package step by step until it is complete", async ({
  organisation,
  application,
  inngest,
}) => {
  // The steps that generate documents run as separate processes, which is slow on a busy machine.
  test.setTimeout(180_000);
  const functionOfPackages = "governance-audit-service-generate-evidence";
  await registered(inngest, functionOfPackages, application.url);
  const { id: modelId } = await organisation.model();
  expect((await organisation.api.post("/v1/audit/batch", { events: history(modelId) })).status).toBe(201);
  const { made, file } = await generate(organisation.api, { modelId, format: "PDF" });
  expect(made).toMatchObject({ status: "READY", progress: null, summary: { totalEvents: 20, chainIntact: true } });
  expect(sha256(file)).toBe(made.packageHash);
  await until("the run is complete", async () => isCompleted(inngest, functionOfPackages));
  const asked = inngest.events.filter(({ name }) => name === "evidence/package.requested");
  expect(asked.map(({ data }) => data)).toEqual([{ organisationId: organisation.id, packageId: made.id }]);
});

const refusedSignatures: [name: string, signature: string | undefined][] = [
  ["no signature", ""],
  ["a signature with another key", signatureOf(body, `signkey-test-${"00".repeat(32)}`)],
  ["a signature of another body", signatureOf({ ...body, version: 2 })],
  ["a signature that is an hour old", signatureOf(body, undefined, minutesAgo(60))],
  ["an invalid signature", "t=1&s=abc"],
];

for (const [name, signature] of refusedSignatures) {
  test(`a call with ${name} is rejected`, async ({ application }) => {
    const response = await callFunction(application.url, functionId, body, signature);
    expect(response.status).toBe(401);
  });
}

test("the same call with the server's signature is accepted", async ({ application }) => {
  expect((await callFunction(application.url, functionId, body)).status).toBeLessThan(300);
});
