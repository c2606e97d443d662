import { setTimeout as delay } from "node:timers/promises";
import { inTurn, load, median, rateResult, resultOf, round2, sideBySide } from "./load";
import { appendMany, eventOf } from "./rows";
import { appendTarget, type Scenario } from "./scenario";
import type { Subject, Tenant } from "./subject";

const timeoutMs = 300_000;

/** Calls a function until its result is not undefined. */
async function until<T>(what: string, everyMs: number, ask: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) throw new Error(`Timeout waiting until ${what}.`);
    await delay(everyMs);
  }
}

/**
 * Compares `POST /v1/audit` while an endpoint receives `audit.created` with `POST /v1/audit` without an endpoint. All
 * deliveries must finish between two measurements, because they would slow down the next one.
 */
export const webhookAppendScenario: Scenario = async ({ subject, seconds, rounds, onStep }) => {
  const tenant = await subject.organisation();
  const target = appendTarget(subject, tenant);
  onStep("POST /v1/audit with a webhook endpoint …");
  await load(target, 3);
  const [alone, withWebhooks] = await inTurn(rounds, [
    () => load(target, seconds),
    async () => {
      const endpoint = await listen(subject, tenant);
      const measured = await load(target, seconds);
      await tenant.client.webhooks.delete(endpoint.id);
      await idle(subject);
      return measured;
    },
  ]);
  return [rateResult("POST /v1/audit with a webhook endpoint", "≥ 0.6", withWebhooks, alone, " without one")];
};

const idleEvents = 40;
const deliveryBacklog = 20_000;

/**
 * Measures the time from the response to an append until a receiver on this machine gets the event while the service is
 * idle, and the rate at which a long backlog is delivered.
 */
export const deliveryScenario: Scenario = async ({ subject, onStep }) => {
  onStep("Deliveries …");
  const tenant = await subject.organisation();
  await listen(subject, tenant);
  const { received } = subject.receiver;
  const arrived = (count: number) =>
    until(`${count} requests arrive`, 5, () => (received.length >= count ? received.length : undefined));
  await append(subject, tenant, eventOf(tenant, 0));
  await arrived(1);
  const latencies: number[] = [];
  for (let n = 0; n < idleEvents; n++) {
    const before = received.length;
    const committedAt = await append(subject, tenant, eventOf(tenant, 0));
    await arrived(before + 1);
    latencies.push((received.at(-1)?.atMs ?? Number.NaN) - committedAt);
    await delay(50);
  }

  const from = received.length;
  onStep(`Delivering a backlog of ${deliveryBacklog} …`);
  await appendMany(tenant, deliveryBacklog);
  const startCount = await arrived(from + 1_000);
  const [startedAt, before] = [performance.now(), await subject.memoryMb()];
  const endCount = await arrived(from + deliveryBacklog);
  const rate = Math.round((endCount - startCount) / ((performance.now() - startedAt) / 1000));
  const after = await subject.memoryMb();
  const latency = Math.round(median(latencies));
  const memory = `memory while ${deliveryBacklog} deliveries are sent`;
  return [
    resultOf(
      "time from the response to an append until its delivery, idle, median",
      "< 250 ms",
      latency,
      `${latency} ms`,
    ),
    resultOf("deliveries to one receiver", "≥ 1000 deliveries/s", rate, `${rate} deliveries/s`),
    resultOf(memory, "≤ 1.25", round2(after / before), `${after} MiB`, `${before} MiB at the start`),
  ];
};

function listen({ receiver }: Subject, { client }: Tenant) {
  return client.webhooks.create({ url: receiver.url, events: ["audit.created"] });
}

/** Appends one event. Returns the time of the response in milliseconds since the epoch. */
async function append(subject: Subject, tenant: Tenant, event: object): Promise<number> {
  const { headers } = tenant;
  const response = await fetch(`${subject.url}/v1/audit`, { method: "POST", headers, body: JSON.stringify(event) });
  const answeredAt = Date.now();
  if (!response.ok) throw new Error(`the event was rejected: ${await response.text()}`);
  await response.arrayBuffer();
  return answeredAt;
}

/** Waits until no job is left. */
function idle({ url }: Subject): Promise<true> {
  return until("all jobs are done", 1_000, async () => {
    const metrics = await (await fetch(`${url}/api/metrics`)).text();
    const depths = [...metrics.matchAll(/^gas_jobs_queue_depth\{state="(?:ready|running|waiting)"\} (\d+)$/gm)];
    return (depths.length > 0 && depths.every(([, jobs]) => jobs === "0")) || undefined;
  });
}

const streamBacklog = 100_000;

/**
 * Compares `POST /v1/audit` for a chain with an audit stream and for a chain without one, and measures the rate at which
 * a long chain is streamed.
 */
export const streamScenario: Scenario = async ({ subject, seconds, rounds, onStep }) => {
  const tenant = await subject.organisation();
  const target = appendTarget(subject, tenant);
  onStep("POST /v1/audit with a stream …");
  await load(target, 3);
  const [alone, streamed] = await inTurn(rounds, [
    () => load(target, seconds),
    async () => {
      const id = await stream(subject, tenant, "now");
      const measured = await load(target, seconds);
      await caughtUp(tenant, id);
      await tenant.client.auditStreams.delete(id);
      return measured;
    },
  ]);

  onStep(`Streaming ${streamBacklog} events …`);
  const long = await subject.organisation();
  await appendMany(long, streamBacklog);
  const startedAt = performance.now();
  const { headPosition } = await caughtUp(long, await stream(subject, long, "beginning"));
  const rate = Math.round(headPosition / ((performance.now() - startedAt) / 1_000));
  return [
    rateResult("POST /v1/audit with an audit stream", "≥ 0.8", streamed, alone, " without one"),
    resultOf(`stream of ${streamBacklog} events to one receiver`, "≥ 5000 events/s", rate, `${rate} events/s`),
  ];
};

async function stream({ receiver }: Subject, { client }: Tenant, from: "now" | "beginning"): Promise<string> {
  const { id } = await client.auditStreams.create({ name: "Benchmark", url: receiver.url, from, maxDelaySeconds: 0 });
  return id;
}

function caughtUp({ client }: Tenant, id: string) {
  return until("the stream has caught up", 100, async () => {
    const state = await client.auditStreams.get(id);
    return state.lag.events === 0 ? state : undefined;
  });
}

const policies = 1_000;

/**
 * Compares `POST /v1/audit` for an organisation with 1,000 policies and for one without policies. Then measures the time
 * from the response to an append until its alert is on the chain while the service is idle.
 */
export const alertScenario: Scenario = async ({ subject, seconds, rounds, onStep }) => {
  onStep(`Creating ${policies} alert policies …`);
  const [plain, watched] = [await subject.organisation(), await subject.organisation()];
  await createPolicies(watched);
  const name = `POST /v1/audit with ${policies} alert policies`;
  onStep(`${name} …`);
  const targets = [plain, watched].map((tenant) => appendTarget(subject, tenant, eventOf(tenant, 1)));
  const [none, many] = await sideBySide(targets, seconds, rounds);
  onStep("Alerts …");
  const latency = Math.round(median(await alertLatencies(subject, watched)));
  const alert = "time from the response to an append until its alert, idle, median";
  return [
    rateResult(name, "≥ 0.9", many, none, " without any"),
    resultOf(alert, "< 1000 ms", latency, `${latency} ms`),
  ];
};

/**
 * Policies of a large organisation: most apply to one model and a rare event type. Fifty compare a number in the
 * payload of every event, forty exclude events by severity, and ten count events and raise an alert, after which their
 * cooldown starts. One policy matches the event that is timed.
 */
async function createPolicies({ ctx, modelIds }: Tenant): Promise<void> {
  const { createPolicy } = await import("@/lib/domains/alert-policies");
  const { CreateAlertPolicy } = await import("@/lib/domains/alert-policies/schemas");
  const rules = Array.from({ length: policies - 1 }, (_, i) => ruleOf(i, modelIds));
  for (const [i, rule] of [...rules, { eventTypes: ["ALERT"], tags: ["timed"] }].entries()) {
    await createPolicy(ctx, CreateAlertPolicy.parse({ name: `Policy ${i}`, rule }));
  }
}

const rare = ["TRAINING_STARTED", "TRAINING_COMPLETED", "DEPLOYMENT", "CONFIG_CHANGE", "DATA_ACCESS", "HUMAN_REVIEW"];

function ruleOf(i: number, modelIds: string[]): Record<string, unknown> {
  const payload = { path: "latencyMs", operator: "GREATER_THAN", threshold: 10_000 + i };
  const count = { atLeast: 100 + (i % 900), withinMinutes: 5, per: i % 4 > 0 ? "MODEL" : "ORGANISATION" };
  if (i % 10 > 0) {
    const about = { eventTypes: [rare[i % rare.length]], modelIds: [modelIds[i % modelIds.length]] };
    return { ...about, ...(i % 3 > 0 ? { payload } : { count }) };
  }
  if (i % 20 > 0) return { eventTypes: ["INFERENCE"], payload };
  return { eventTypes: ["INFERENCE"], ...(i % 100 > 0 && { minSeverity: "HIGH" }), count };
}

/** Each with a different model because of the cooldown. The load uses the second model. */
async function alertLatencies(subject: Subject, tenant: Tenant): Promise<number[]> {
  const latencies: number[] = [];
  for (const modelId of tenant.modelIds.slice(2)) {
    await append(subject, tenant, { modelId, eventType: "ALERT", payload: {}, tags: ["timed"] });
    const answeredAt = performance.now();
    await until("an alert is raised", 10, async () => {
      const { data } = await tenant.client.audit.list({ modelId, tags: "alert-policy", limit: 1 });
      return data[0];
    });
    latencies.push(performance.now() - answeredAt);
  }
  return latencies;
}
