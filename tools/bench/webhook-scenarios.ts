import { setTimeout as delay } from "node:timers/promises";
import type { HttpsReceiver } from "../receiver/https-receiver";
import { type Figure, load, median, round2 } from "./load";
import { appendMany, eventOf, type Scenario } from "./scenarios";
import type { Subject, Tenant } from "./subject";

const connections = 32;

/**
 * `POST /v1/audit` of an organisation while an endpoint listens to `audit.created` and is delivered to, against the same
 * without any. Between the two nothing may be left to deliver, or it would slow the other.
 */
export const listenedAppendScenario: Scenario = async (subject, { seconds, rounds }, onStep) => {
  const tenant = await subject.organisation();
  const target = {
    url: `${subject.url}/v1/audit`,
    method: "POST" as const,
    headers: tenant.headers,
    body: JSON.stringify(eventOf(tenant, 0)),
    connections,
  };
  await load(target, 3);
  const [alone, listened]: [number[], number[]] = [[], []];
  for (let round = 1; round <= rounds; round++) {
    onStep(`POST /v1/audit with an endpoint that listens, round ${round} …`);
    alone.push((await load(target, seconds)).requestsPerSecond);
    await listen(subject, tenant);
    listened.push((await load(target, seconds)).requestsPerSecond);
    await removeEndpoints(tenant);
    await idle(subject);
  }
  const [plain, followed] = [median(alone), median(listened)];
  const value = round2(followed / plain);
  return [
    {
      name: "POST /v1/audit, an endpoint listening",
      measured: `${Math.round(followed)} requests/s`,
      compared: `${Math.round(plain)} requests/s without one`,
      value,
      goal: "≥ 0.6",
      met: value >= 0.6,
    },
  ];
};

const idleEvents = 40;
const backlog = 20_000;

/** From an append's answer to the arrival at a receiver on this machine when nothing else happens; then a long backlog. */
export const deliveryScenario: Scenario = async (subject, _options, onStep) => {
  onStep("Deliveries …");
  const tenant = await subject.organisation();
  await listen(subject, tenant);
  const { receiver } = subject;
  await append(subject, tenant);
  await arrived(receiver, 1);

  const latencies: number[] = [];
  for (let n = 0; n < idleEvents; n++) {
    const before = receiver.received.length;
    const committedAt = await append(subject, tenant);
    await arrived(receiver, before + 1);
    latencies.push((receiver.received.at(-1)?.atMs ?? Number.NaN) - committedAt);
    await delay(50);
  }

  const from = receiver.received.length;
  onStep(`Deliveries: a backlog of ${backlog} …`);
  await appendMany(tenant, backlog);
  await arrived(receiver, from + 1_000);
  const [startCount, startedAt, before] = [receiver.received.length, performance.now(), subject.memoryMb()];
  await arrived(receiver, from + backlog, (count) => onStep(`Deliveries: ${count - from} of ${backlog}`));
  const rate = Math.round((receiver.received.length - startCount) / ((performance.now() - startedAt) / 1000));
  const after = subject.memoryMb();
  const latency = Math.round(median(latencies));
  const growth = round2(after / before);
  return [
    {
      name: "delivery, median from commit to arrival, idle",
      measured: `${latency} ms`,
      compared: "",
      value: latency,
      goal: "< 250 ms",
      met: latency < 250,
    },
    {
      name: "deliveries to one receiver",
      measured: `${rate} deliveries/s`,
      compared: "",
      value: rate,
      goal: "≥ 200 deliveries/s",
      met: rate >= 200,
    },
    {
      name: `memory while ${backlog} deliveries drain`,
      measured: `${after} MiB`,
      compared: `${before} MiB when it began`,
      value: growth,
      goal: "≤ 1.25",
      met: growth <= 1.25,
    },
  ] satisfies Figure[];
};

async function listen(subject: Subject, { client }: Tenant): Promise<void> {
  await client.webhooks.create({ url: subject.receiver.url, events: ["audit.created"] });
}

/** What is still to be delivered is not, but the jobs that would have are still to find that out. */
async function removeEndpoints({ client }: Tenant): Promise<void> {
  const { data } = await client.webhooks.list();
  for (const { id } of data) await client.webhooks.delete(id);
}

/** Appends one event and answers when that was acknowledged (milliseconds since the epoch). */
async function append(subject: Subject, tenant: Tenant): Promise<number> {
  const { headers } = tenant;
  const response = await fetch(`${subject.url}/v1/audit`, {
    method: "POST",
    headers,
    body: JSON.stringify(eventOf(tenant, 0)),
  });
  const acknowledgedAt = Date.now();
  if (!response.ok) throw new Error(`the event was refused: ${await response.text()}`);
  await response.arrayBuffer();
  return acknowledgedAt;
}

/** Waits until there is no job left to do. */
async function idle(subject: Subject): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const figures = await (await fetch(`${subject.url}/api/metrics`)).text();
    const depths = [...figures.matchAll(/^gas_jobs_queue_depth\{state="(?:ready|running|waiting)"\} (\d+)$/gm)];
    const depth = depths.reduce((sum, [, jobs]) => sum + Number(jobs), 0);
    if (depths.length > 0 && depth === 0) return;
    if (performance.now() > deadline) throw new Error(`${depth} jobs are still to be done`);
    await delay(1_000);
  }
}

const patienceMs = 300_000;

async function arrived(
  { received }: HttpsReceiver,
  count: number,
  onProgress?: (count: number) => void,
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (let told = 0; received.length < count; ) {
    if (performance.now() > deadline) throw new Error(`only ${received.length} of ${count} requests arrived`);
    if (onProgress && performance.now() - told > 10_000) {
      told = performance.now();
      onProgress(received.length);
    }
    await delay(5);
  }
}
