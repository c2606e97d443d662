import { setTimeout as delay } from "node:timers/promises";
import { type Figure, load, median, round2 } from "./load";
import { appendMany, eventOf, type Scenario } from "./scenarios";
import type { Subject, Tenant } from "./subject";

const connections = 32;
const backlog = 100_000;
const patienceMs = 300_000;

/**
 * `POST /v1/audit` of an organisation whose chain is streamed to a receiver, against the same without; then how fast a
 * stream takes a long chain out. Between two measurements nothing may be left to send, or it would slow the other.
 */
export const streamScenario: Scenario = async (subject, { seconds, rounds }, onStep) => {
  const tenant = await subject.organisation();
  const target = {
    url: `${subject.url}/v1/audit`,
    method: "POST" as const,
    headers: tenant.headers,
    body: JSON.stringify(eventOf(tenant, 0)),
    connections,
  };
  await load(target, 3);
  const [alone, streamed]: [number[], number[]] = [[], []];
  for (let round = 1; round <= rounds; round++) {
    onStep(`POST /v1/audit with a stream, round ${round} …`);
    alone.push((await load(target, seconds)).requestsPerSecond);
    const id = await stream(subject, tenant, "now");
    streamed.push((await load(target, seconds)).requestsPerSecond);
    await caughtUp(tenant, id);
    await tenant.client.auditStreams.delete(id);
  }
  const [plain, followed] = [median(alone), median(streamed)];
  const value = round2(followed / plain);

  onStep(`A stream of ${backlog} events …`);
  const long = await subject.organisation();
  await appendMany(long, backlog);
  const startedAt = performance.now();
  const { headPosition } = await caughtUp(long, await stream(subject, long, "beginning"));
  const rate = Math.round(headPosition / ((performance.now() - startedAt) / 1_000));
  return [
    {
      name: "POST /v1/audit, streamed",
      measured: `${Math.round(followed)} requests/s`,
      compared: `${Math.round(plain)} requests/s without`,
      value,
      goal: "≥ 0.8",
      met: value >= 0.8,
    },
    {
      name: `a stream of ${backlog} events to one receiver`,
      measured: `${rate} events/s`,
      compared: "",
      value: rate,
      goal: "≥ 5000 events/s",
      met: rate >= 5_000,
    },
  ] satisfies Figure[];
};

async function stream({ receiver }: Subject, { client }: Tenant, from: "now" | "beginning"): Promise<string> {
  const { id } = await client.auditStreams.create({ name: "Benchmark", url: receiver.url, from, maxDelaySeconds: 0 });
  return id;
}

/** Waits until the receiver has taken everything. */
async function caughtUp({ client }: Tenant, id: string) {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const state = await client.auditStreams.get(id);
    if (state.lag.events === 0) return state;
    if (performance.now() > deadline) throw new Error(`the stream is ${state.lag.events} events behind`);
    await delay(100);
  }
}
