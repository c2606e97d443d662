import { generateKeyPairSync, randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { EvidencePackage } from "@/lib/domains/evidence/schemas";
import { eventKey, signingKey } from "@/lib/platform/jobs/testing/inngest-calls";
import { prepareRedis } from "@/lib/platform/rate-limits/testing";
import { makeCertificates } from "@/tools/receiver/certificates";
import { type HttpsReceiver, startHttpsReceiver } from "@/tools/receiver/https-receiver";
import { test as base, expect } from "../fixtures";
import type { Api } from "../support/api";
import { type Application, startApplication } from "../support/application";
import { findLastingPort, startCluster } from "../support/cluster";
import { type Environment, pointAtDatabase } from "../support/environment";
import { download, history, request, sha256 } from "../support/evidence";
import { type Killable, killableProgram } from "../support/killable";
import { startLoadBalancer } from "../support/load-balancer";
import { type Prometheus, startPrometheus } from "../support/prometheus";
import { runScript, type ScriptEnd } from "../support/script";
import { until } from "../support/until";

const processes = ["worker", "web-1", "web-2"] as const;

type Part = (typeof processes)[number] | "engine" | "postgres" | "redis" | "s3";

interface Topology {
  parts: Record<Part, Killable>;
  urls: Record<(typeof processes)[number], string>;
  environment: Environment;
  /** The variables of the service besides those of {@link Environment}. */
  env: Record<string, string>;
  receiver: HttpsReceiver;
  prometheus: Prometheus;
  dispose(): Promise<void>;
}

const test = base.extend<object, { topology: Topology }>({
  topology: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures this one needs
    async ({}, use) => {
      const topology = await startTopology();
      await use(topology);
      await topology.dispose();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  environment: [async ({ topology }, use) => use(topology.environment), { scope: "worker" }],
});

/** The parts that are killed, in this order, with the alert that shows the outage. */
const outages: [part: Part, alert: RegExp][] = [
  ["worker", /^GovernanceProcessDown .*"worker"/],
  ["web-1", /^GovernanceProcessDown .*"web-1"/],
  ["engine", /^GovernanceNotReady .*"worker"/],
  ["postgres", /^GovernanceNotReady .*"web-2"/],
  ["redis", /^GovernanceRedisUnavailable /],
  ["s3", /^GovernanceStorageErrors /],
];

const recoveryMsMax = 60_000;
/** How long a package takes under this load, after its generation has been started or restarted. */
const generationMsMax = 60_000;

test("with each part of the documented topology killed under load, nothing is lost, an alert fires, and work resumes within a minute", async ({
  topology: { parts, urls, environment, env, receiver, prometheus },
  makeOrganisation,
}, info) => {
  test.setTimeout(1_200_000);
  const organisation = await makeOrganisation({ rateLimitOverrides: { "audit.write": 1_000_000 } });
  const { id: modelId } = await organisation.model();
  const { api } = organisation;
  await api.post("/v1/audit/batch", { events: history(modelId) });
  await organisation.endpoint({ url: `${receiver.url}/hooks`, events: ["audit.high_severity"] });
  const delivered = new Set<string>();
  receiver.respond((response, { body }) => {
    delivered.add((JSON.parse(body) as { data: { id: string } }).data.id);
    response.end();
  }, "/hooks");
  const areReady = async () => {
    const responses = await Promise.all(Object.values(urls).map((url) => fetch(`${url}/api/health/ready`)));
    return responses.every(({ ok }) => ok);
  };
  const { key } = await organisation.key(["audit:write", "audit:read", "models:read"]);
  const flags = ["--url", environment.url, "--key", key, "--writers", "2", "--readers", "1", "--seconds", "60"];
  let isOver = false;
  const hammering = (async () => {
    const ends: ScriptEnd[] = [];
    do ends.push(await runScript("hammer", flags, { environment, directory: info.outputPath("hammer"), env }));
    while (!isOver && ends.at(-1)?.status === 0);
    return ends;
  })();
  const alerts = startAlerts(api, modelId);

  const results: object[] = [];
  for (const [part, expected] of outages) {
    await until("no alert of an earlier outage shows this part", async () =>
      (await prometheus.firing()).every((alert) => !expected.test(alert)),
    );
    const begun = request(api, { modelId, format: "PDF" });
    await until("a package is being generated", async () => {
      const { body } = await api.get<EvidencePackage>(`/v1/evidence/${await begun}`);
      return body.progress;
    });
    await parts[part].kill();
    const killedAt = performance.now();
    // Accepted during the outage, or after it if the part is needed to accept work.
    const packageId = until("a package is requested", () => request(api, { modelId }).catch(() => undefined), {
      timeoutMs: 120_000,
    });
    const alert = await until(
      `${expected} fires`,
      async () => (await prometheus.firing()).find((alert) => expected.test(alert)),
      { timeoutMs: 120_000, everyMs: 100 },
    );
    const alertMs = Math.round(performance.now() - killedAt);
    const restartedAt = performance.now();
    await parts[part].start();
    await until("all processes are ready", async () => await areReady().catch(() => false));
    const readyMs = Math.round(performance.now() - restartedAt);
    const before = [...alerts.accepted];
    const next = await alerts.next();
    const isDelivered = async () => delivered.has(next);
    await until("an event from after the outage is delivered", isDelivered, { timeoutMs: 120_000 });
    const deliveryMs = Math.round(performance.now() - restartedAt);
    const areDelivered = async () => before.every((id) => delivered.has(id));
    await until("every event from before and during the outage is delivered", areDelivered, { timeoutMs: 120_000 });
    const allDeliveredMs = Math.round(performance.now() - restartedAt);
    await until("generation of the requested package starts", () => startedOrReady(api, packageId), {
      timeoutMs: 240_000,
      everyMs: 100,
    });
    const startMs = Math.round(performance.now() - restartedAt);
    const recoveryMs: number[] = [];
    for (const id of [packageId, begun]) {
      const made = await until("the package is ready", () => ready(api, id), { timeoutMs: 240_000, everyMs: 100 });
      recoveryMs.push(Math.round(performance.now() - restartedAt));
      expect(sha256(await download(made.downloadUrl))).toBe(made.packageHash);
    }
    results.push({ part, alert, alertMs, readyMs, deliveryMs, allDeliveredMs, startMs, recoveryMs });
    await writeFile(info.outputPath("outages.json"), JSON.stringify(results, null, 2));
    expect(startMs, part).toBeLessThan(recoveryMsMax);
    expect(Math.max(...recoveryMs), part).toBeLessThan(recoveryMsMax + generationMsMax);
  }

  isOver = true;
  await alerts.stop();
  for (const { status, out, err } of await hammering)
    expect({ status, out, err }).toMatchObject({ status: 0, out: expect.stringContaining("All checks passed.") });
  const areDelivered = async () => alerts.accepted.every((id) => delivered.has(id));
  await until("every event is delivered", areDelivered);
  // A repeated request whose first response was lost is a further package.
  const { body } = await api.get<{ data: EvidencePackage[] }>("/v1/evidence");
  expect(body.data.filter(({ status }) => status !== "READY")).toEqual([]);
  const fsck = await runScript("fsck", [], { environment, directory: info.outputPath("fsck"), env });
  expect({ ...fsck }).toMatchObject({ status: 0 });
});

async function startedOrReady(api: Api, id: Promise<string>): Promise<boolean> {
  const answer = await api.get<EvidencePackage>(`/v1/evidence/${await id}`).catch(() => undefined);
  return answer?.body.status === "READY" || (answer?.body.progress ?? null) !== null;
}

async function ready(api: Api, id: Promise<string>): Promise<EvidencePackage | undefined> {
  const answer = await api.get<EvidencePackage>(`/v1/evidence/${await id}`).catch(() => undefined);
  return answer?.body.status === "READY" ? answer.body : undefined;
}

/** Appends critical events one after the other, each repeated with its key until it is accepted. */
function startAlerts(api: Api, modelId: string) {
  const accepted: string[] = [];
  let isStopped = false;
  const append = async () => {
    const event = { modelId, eventType: "ALERT", severity: "CRITICAL", payload: {} };
    const headers = { "Idempotency-Key": randomUUID() };
    const { body } = await until(
      "a critical event is accepted",
      async () => {
        const answer = await api.post<{ id: string }>("/v1/audit", event, headers).catch(() => undefined);
        return answer?.status === 201 && answer;
      },
      { timeoutMs: 120_000 },
    );
    accepted.push(body.id);
  };
  const running = (async () => {
    while (!isStopped) {
      await append();
      await delay(100);
    }
  })();
  return {
    accepted,
    /** The ID of the next event that is accepted. */
    async next(): Promise<string> {
      const { length } = accepted;
      return await until("a further critical event is accepted", async () => accepted[length], { timeoutMs: 120_000 });
    },
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

/** Starts every part as a separate process. The processes of the service share no directory. */
async function startTopology(): Promise<Topology> {
  const directory = await mkdtemp(join(tmpdir(), "topology-"));
  const at = (name: string) => join(directory, name);
  const engineUrl = await freeAddress();
  const s3Url = await freeAddress();
  const urls = { worker: await freeAddress(), "web-1": await freeAddress(), "web-2": await freeAddress() };
  const [cluster, redis, balancer, certificates] = await Promise.all([
    startCluster(),
    prepareRedis(),
    startLoadBalancer(),
    makeCertificates(),
  ]);
  await writeFile(at("authority.pem"), certificates.authority);
  const bucket = "governance-evidence";
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 4096 });
  const env = {
    S3_BUCKET: bucket,
    S3_ENDPOINT: s3Url,
    S3_ACCESS_KEY_ID: "S3RVER",
    S3_SECRET_ACCESS_KEY: "S3RVER",
    SIGNER_STATE: `s3://${bucket}/signer-state`,
    EVIDENCE_KEY: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    REDIS_URL: redis.url,
    PUBLIC_URL: balancer.url,
    INNGEST_BASE_URL: engineUrl,
    INNGEST_EVENT_KEY: eventKey,
    INNGEST_SIGNING_KEY: signingKey,
    INNGEST_SERVE_ORIGIN: urls.worker,
    NODE_EXTRA_CA_CERTS: at("authority.pem"),
    WEBHOOK_ALLOW_PRIVATE_NETWORK: "true",
    WEBHOOK_RETRY_SCALE: "0.001",
  };
  const { applicationUrl, ownerUrl, superuserUrl } = cluster;
  const serverSecret = randomBytes(32).toString("base64");
  pointAtDatabase(applicationUrl, serverSecret);
  Object.assign(process.env, env);

  function serviceProcess(name: (typeof processes)[number]): Killable {
    let application: Application | undefined;
    return {
      async start() {
        const PROCESS_ROLE = name === "worker" ? "worker" : "web";
        application = await startApplication({
          databaseUrl: applicationUrl,
          serverSecret,
          port: Number(new URL(urls[name]).port),
          env: { ...env, PROCESS_ROLE, DATA_DIR: at(name) },
        });
      },
      kill: async () => await application?.kill(),
    };
  }

  const parts: Topology["parts"] = {
    postgres: cluster,
    redis,
    s3: killableProgram(s3Url, [
      "node_modules/s3rver/bin/s3rver.js",
      ...["--silent", "--directory", at("s3"), "--address", "127.0.0.1", "--port", new URL(s3Url).port],
      ...["--configure-bucket", bucket],
    ]),
    engine: killableProgram(engineUrl, [
      ...["--import", "tsx", "lib/platform/jobs/testing/inngest-process.ts"],
      ...[new URL(engineUrl).port, at("registration.json")],
    ]),
    worker: serviceProcess("worker"),
    "web-1": serviceProcess("web-1"),
    "web-2": serviceProcess("web-2"),
  };
  await Promise.all([parts.redis.start(), parts.s3.start(), parts.engine.start()]);
  // The first process initialises the state of the signer.
  for (const name of processes) await parts[name].start();
  balancer.balance([urls["web-1"], urls["web-2"]]);
  const prometheus = await startPrometheus(urls);
  const receiver = await startHttpsReceiver(certificates);
  return {
    parts,
    urls,
    env,
    environment: { url: balancer.url, applicationUrl, ownerUrl, superuserUrl, serverSecret },
    receiver,
    prometheus,
    async dispose() {
      await prometheus.close();
      for (const name of [...processes, "engine", "s3"] as const) await parts[name].kill();
      await Promise.all([receiver.close(), balancer.close(), redis.dispose(), cluster.dispose()]);
      await rm(directory, { recursive: true });
    },
  };
}

async function freeAddress(): Promise<string> {
  return `http://127.0.0.1:${await findLastingPort()}`;
}
