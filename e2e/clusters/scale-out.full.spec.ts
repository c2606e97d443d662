import { generateKeyPairSync } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { prepareRedis, type TestRedis } from "@/lib/platform/rate-limits/testing";
import { startS3Server } from "@/lib/platform/storage/testing/s3-server";
import { readChain } from "../support/chain";
import { contradictions } from "../support/contradictions";
import { download, generate, history, sha256 } from "../support/evidence";
import { startLoad } from "../support/load";
import { type LoadBalancer, startLoadBalancer } from "../support/load-balancer";
import { runScript, type ScriptEnd } from "../support/script";
import { until } from "../support/until";
import { test as base, expect } from "./webhook-fixtures";

interface WorkerFixtures {
  redis: TestRedis;
  balancer: LoadBalancer;
}

const test = base.extend<object, WorkerFixtures>({
  redis: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures this one needs
    async ({}, use) => {
      const redis = await prepareRedis();
      await redis.start();
      await use(redis);
      await redis.dispose();
    },
    { scope: "worker" },
  ],

  balancer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures this one needs
    async ({}, use) => {
      const balancer = await startLoadBalancer();
      await use(balancer);
      await balancer.close();
    },
    { scope: "worker" },
  ],

  furtherEnv: [
    async ({ redis, balancer }, use) => {
      const bucket = await startS3Server();
      await use({ ...bucket.env, REDIS_URL: redis.url, PUBLIC_URL: balancer.url });
      await bucket.close();
    },
    { scope: "worker" },
  ],
});

test.use({ isStarted: false });
test.describe.configure({ timeout: 300_000 });

test("two web processes and a worker share PostgreSQL, Redis and S3, and lose nothing when killed under load", async ({
  balancer,
  environment,
  launch,
  listen,
  makeOrganisation,
  receiver,
}, info) => {
  // Each process runs as if on a separate machine: they share explicit configuration, but no directory.
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 4096 });
  const EVIDENCE_KEY = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const names = ["worker", "web-1", "web-2"] as const;
  const start = (name: (typeof names)[number]) => {
    const role = name === "worker" ? "worker" : "web";
    return launch({ env: { PROCESS_ROLE: role, DATA_DIR: info.outputPath(name), EVIDENCE_KEY } });
  };
  const organisation = await makeOrganisation({ rateLimitOverrides: { "audit.write": 1_000_000 } });
  const api = organisation.at(balancer.url);
  const key = await organisation.key(["audit:write", "audit:read", "models:read"]);
  const { id: modelId } = await organisation.model();

  let worker = await start("worker");
  let first = await start("web-1");
  const second = await start("web-2");
  balancer.balance([first.url, second.url]);
  const { path } = await listen(organisation, ["audit.high_severity", "evidence.ready"], {}, balancer.url);

  const flags = ["--url", balancer.url, "--key", key.key, "--writers", "8", "--readers", "1", "--seconds", "6"];
  let isBack = false;
  // Repeats the load until the killed processes are back, however long they take to start.
  const hammering = (async () => {
    const ends: ScriptEnd[] = [];
    do
      ends.push(await runScript("hammer", flags, { environment, directory: info.outputPath(`hammer-${ends.length}`) }));
    while (!isBack && ends.at(-1)?.status === 0);
    return ends;
  })();
  const appended = async () =>
    (await api.get<{ pagination: { total: number } }>("/v1/audit?limit=1&eventType=INFERENCE")).body.pagination?.total;
  await until("the load is under way", async () => (await appended()) > 100);
  await Promise.all([first.kill(), worker.kill()]);
  balancer.balance([second.url]);
  [first, worker] = await Promise.all([start("web-1"), start("worker")]);
  balancer.balance([first.url, second.url]);
  isBack = true;
  for (const { status, out, err } of await hammering)
    expect({ status, out, err }).toMatchObject({ status: 0, out: expect.stringContaining("All checks passed.") });

  // CPU-bound work runs on the worker; the file is in the bucket, and either web process serves it.
  await api.post("/v1/audit/batch", { events: history(modelId) });
  const { made, file } = await generate(api, { modelId, format: "PDF" });
  expect(sha256(file)).toBe(made.packageHash);
  for (const name of names) expect(existsSync(join(info.outputPath(name), "files"))).toBe(false);
  for (const { url } of [first, second]) {
    const { pathname, search } = new URL(made.downloadUrl ?? "");
    expect(sha256(await download(`${url}${pathname}${search}`))).toBe(made.packageHash);
  }
  const types = () => receiver.at(path).map(({ body }) => (JSON.parse(body) as { type: string }).type);
  await until("both kinds of webhooks were delivered", async () =>
    ["audit.high_severity", "evidence.ready"].every((type) => types().includes(type)),
  );
});

test("no request fails while two web processes behind a load balancer are restarted in turn under load", async ({
  balancer,
  launch,
  makeOrganisation,
}) => {
  const organisation = await makeOrganisation({ rateLimitOverrides: { "audit.write": 1_000_000 } });
  const { id: modelId } = await organisation.model();
  const start = () => launch({ env: { PROCESS_ROLE: "web", SHUTDOWN_DELAY: "3" } });
  const processes = [await start(), await start()];
  const balance = (serving: { url: string }[]) => balancer.balance(serving.map(({ url }) => url));
  balance(processes);
  const load = startLoad({ api: () => organisation.at(balancer.url), modelIds: [modelId], seed: "rolling restart" });
  for (let restart = 0; restart < 4; restart++) {
    await load.acknowledgements(500);
    const stopping = processes.shift();
    const stopped = stopping?.stop();
    // As a load balancer that checks the readiness of its targets.
    await until("the process reports that it is not ready", async () => {
      const { ok } = await fetch(`${stopping?.url}/api/health/ready`);
      return !ok;
    });
    balance(processes);
    expect(await stopped).toBe(0);
    processes.push(await start());
    balance(processes);
  }
  await load.acknowledgements(1_000);
  const writes = await load.stop();
  expect(writes.filter(({ acknowledged }) => !acknowledged).map(({ answers, errors }) => [answers, errors])).toEqual(
    [],
  );
  expect(writes.length).toBeGreaterThanOrEqual(3_000);
  const api = organisation.at(processes[0]?.url ?? "");
  expect(contradictions(writes, await readChain(api))).toEqual([]);
});

test("a web process leaves jobs to workers, and a worker serves only operators", async ({
  balancer,
  launch,
  listen,
  organisation,
  receiver,
}) => {
  const web = await launch({ env: { PROCESS_ROLE: "web" } });
  balancer.balance([web.url]);
  const { path } = await listen(organisation, ["audit.high_severity"], {}, web.url);
  const { id: modelId } = await organisation.model();
  const event = { modelId, eventType: "ALERT", severity: "CRITICAL", payload: {} };
  expect((await organisation.at(web.url).post("/v1/audit", event)).status).toBe(201);
  const { body: metrics } = await organisation.at(web.url).get<string>("/api/metrics");
  expect(metrics).not.toContain("gas_job_runs_total{");
  expect(receiver.at(path)).toEqual([]);

  const worker = await launch({ env: { PROCESS_ROLE: "worker" } });
  await until("the worker delivers the web process's notification", async () => receiver.at(path).length > 0);
  const api = organisation.at(worker.url);
  expect((await api.get("/api/health/ready")).status).toBe(200);
  expect((await api.get("/api/metrics")).status).toBe(200);
  for (const target of ["/v1/audit", "/v1/models", "/sign-in", "/docs"])
    expect([target, (await api.get(target)).status]).toEqual([target, 404]);
  expect(await worker.stop()).toBe(0);
});
