import { flawsOfChain } from "@/lib/domains/audit-chain/testing/independent-verifier";
import { type Answer, apiClient } from "../support/api";
import { startApplication } from "../support/application";
import { readChain } from "../support/chain";
import { contradictions } from "../support/contradictions";
import { startLoad } from "../support/load";
import { until } from "../support/until";
import { expect, test } from "./cluster-fixtures";

test("while the database is stopped, requests return 503, and afterwards the service recovers on its own", async ({
  cluster,
  application,
  environment: { applicationUrl: databaseUrl, serverSecret },
  organisation,
}) => {
  const model = await organisation.model();
  const health = apiClient(application.url);
  const event = await organisation.api.post<{ id: string }>("/v1/audit", {
    modelId: model.id,
    eventType: "INFERENCE",
    payload: {},
  });
  const requests: Record<string, () => Promise<Answer<unknown>>> = {
    "the list": () => organisation.api.get("/v1/audit"),
    "a filtered list": () => organisation.api.get("/v1/audit?tags=load"),
    "an event": () => organisation.api.get(`/v1/audit/${event.body.id}`),
    "an event's verification": () => organisation.api.post("/v1/audit/verify", { eventId: event.body.id }),
    "the models": () => organisation.api.get("/v1/models"),
    "a registration": () => organisation.api.post("/v1/models", { name: "While the database is stopped" }),
    "a keyed registration": () => organisation.api.post("/v1/models", { name: "Keyed" }, { "Idempotency-Key": "same" }),
    "the keys": () => organisation.api.get("/v1/api-keys"),
    "a new key": () => organisation.api.post("/v1/api-keys", { name: "New", scopes: ["audit:read"] }),
  };

  const stopping = await startApplication({ databaseUrl, serverSecret });
  const load = startLoad({ api: () => organisation.api, modelIds: [model.id], seed: "stopped", repeat: true });
  await load.acknowledgements(100);
  const answers: [name: string, status: number, error: unknown][] = [];
  let isWatching = true;
  const watchers = Object.entries(requests).map(async ([name, send]) => {
    while (isWatching) {
      // A request that hangs is a failure: the client waits 15 seconds.
      const { status, body } = await send();
      answers.push([name, status, (body as { error?: unknown }).error]);
    }
  });

  const refusals = (name: string) => answers.filter(([of, status]) => of === name && status === 503).length;
  const refusedAgain = async (name: string) => {
    const before = refusals(name);
    await until(`${name} returns 503 three times`, async () => refusals(name) >= before + 3);
  };

  await cluster.stop();
  await until("/api/health/ready returns 503", async () => (await health.get("/api/health/ready")).status === 503);
  for (const name of Object.keys(requests)) await refusedAgain(name);
  // Processes cache keys for some seconds. Without the cache, even invalid requests return 503.
  await until(
    "the key is no longer cached",
    async () => (await organisation.api.get("/v1/audit?limit=0")).status === 503,
  );
  for (const name of Object.keys(requests)) await refusedAgain(name);
  expect((await health.get("/api/health/live")).status).toBe(200);

  expect(await stopping.stop()).toBe(0);

  await cluster.start();
  await until("/api/health/ready returns 200", async () => (await health.get("/api/health/ready")).status === 200);
  for (const [name, send] of Object.entries(requests)) {
    await until(`${name} succeeds again`, async () => (await send()).status < 300);
  }
  await load.acknowledgements(100);
  isWatching = false;
  await Promise.all(watchers);
  const writes = await load.stop();

  const unexpected = answers.filter(([, status, error]) => status >= 300 && error !== "unavailable");
  expect(unexpected.filter(([, , error]) => error !== "idempotency_in_progress")).toEqual([]);
  const statuses = new Set(writes.flatMap((write) => write.answers));
  for (const expected of [201, 409, 503]) statuses.delete(expected);
  expect([...statuses]).toEqual([]);
  const chain = await readChain(organisation.api);
  expect(contradictions(writes, chain)).toEqual([]);
  expect(flawsOfChain(chain)).toEqual([]);
});
