import { type Figure, load, meanMs, round2 } from "./load";
import { fillTenant } from "./rows";
import type { Scenario } from "./scenarios";
import type { Subject, Tenant } from "./subject";

const few = 100;
const many = 100_000;
const deliveries = 1_000_000;
/** How often figures are made anew, each time as if their half minute were over. */
const rounds = 20;

/**
 * `GET /v1/overview` and `GET /v1/activity` of a firm with 100,000 detections, a million events and a million deliveries
 * beside one with 100 of each: what is answered from memory, and what is made anew.
 */
export const overviewScenario: Scenario = async (subject, { seconds, events }, onStep) => {
  const small = await subject.organisation();
  const large = await subject.organisation();
  await fillTenant(small, { detections: few, deliveries: few, events: few }, onStep);
  await fillTenant(large, { detections: many, deliveries, events }, onStep);
  const what = `${many} detections, ${events} events`;

  const figures: Figure[] = [];
  for (const path of ["/v1/overview", "/v1/activity"]) {
    onStep(`GET ${path} …`);
    const [at100, at100k] = [await timeOf(subject, small, path, seconds), await timeOf(subject, large, path, seconds)];
    figures.push(ratioFigure(`GET ${path}, ${what}`, at100k, at100));
  }
  for (const [name, read, goalMs] of [
    ["the overview, made anew", overviewAnew, 100],
    ["activity, looked up anew", activityAnew, 5],
  ] as const) {
    onStep(`${name} …`);
    const [at100, at100k] = [await read(small), await read(large)];
    figures.push({
      name: `${name}, ${what}`,
      measured: `${round2(at100k)} ms`,
      compared: `${round2(at100)} ms at ${few}`,
      value: round2(at100k),
      goal: `< ${goalMs}`,
      met: at100k < goalMs,
    });
  }
  return figures;
};

async function timeOf(subject: Subject, tenant: Tenant, path: string, seconds: number): Promise<number> {
  const target = { url: `${subject.url}${path}`, headers: tenant.headers, connections: 1 };
  await load(target, 2);
  return meanMs(await load(target, seconds));
}

function ratioFigure(name: string, large: number, small: number): Figure {
  const ratio = round2(large / small);
  return {
    name,
    measured: `${round2(large)} ms`,
    compared: `${round2(small)} ms at ${few}`,
    value: ratio,
    goal: "≤ 2",
    met: ratio <= 2,
  };
}

/** By the verb, in this process, with a clock that is beyond what is kept each time. */
async function anew({ ctx }: Tenant, read: (ctx: Tenant["ctx"]) => Promise<unknown>): Promise<number> {
  const startedAtMs = Date.now();
  const readAt = (round: number) => read({ ...ctx, clock: { now: () => startedAtMs + round * 31_000 } });
  await readAt(0);
  const startedAt = performance.now();
  for (let round = 1; round <= rounds; round++) await readAt(round);
  return (performance.now() - startedAt) / rounds;
}

async function overviewAnew(tenant: Tenant): Promise<number> {
  const { readOverview } = await import("@/lib/domains/overview");
  return anew(tenant, readOverview);
}

async function activityAnew(tenant: Tenant): Promise<number> {
  const { readActivity } = await import("@/lib/domains/activity");
  return anew(tenant, readActivity);
}
