import type { Body } from "@/clients/typescript/src";
import { type Figure, type Load, load, meanMs, median, round2, sideBySide, type Target } from "./load";
import type { Subject, Tenant } from "./subject";

interface Options {
  seconds: number;
  rounds: number;
  events: number;
}

export type Scenario = (subject: Subject, options: Options, onStep: (step: string) => void) => Promise<Figure[]>;

const connections = 32;

/** The handler that only parses and returns JSON: behind Next, and on the server that answers the API itself. */
const baselines = { next: "/api/benchmark", direct: "/api/benchmark/direct" } as const;

/** How many times the rate of each baseline a request must reach. */
type Goals = Record<keyof typeof baselines, number>;

/** `POST /v1/audit` of one organisation against both baselines with the same body. */
export const appendScenario: Scenario = async (subject, { seconds, rounds }, onStep) => {
  onStep("POST /v1/audit …");
  const tenant = await subject.organisation();
  const request = {
    method: "POST" as const,
    headers: tenant.headers,
    body: JSON.stringify(eventOf(tenant, 0)),
    connections,
  };
  const paths = [baselines.next, baselines.direct, "/v1/audit"];
  const targets = paths.map((path) => ({ ...request, url: subject.url + path }));
  const [next, direct, audit] = await sideBySide(targets, seconds, rounds);
  return [
    ...rateFigures("POST /v1/audit", audit, { next, direct }, { next: 2.5, direct: 0.35 }),
    p99Figure("POST /v1/audit, p99", audit, next, 2.5),
  ];
};

/** The list of 25 events and one event, each against both baselines with the same response. */
export const readScenarios: Scenario = async (subject, { seconds, rounds }, onStep) => {
  onStep("GET /v1/audit and GET /v1/audit/:id …");
  const tenant = await subject.organisation();
  await appendMany(tenant, 500);
  const { data } = await tenant.client.audit.list({ limit: 1 });
  const id = data[0]?.id ?? "";
  const figures: Figure[] = [];
  for (const [name, path, goals] of [
    ["GET /v1/audit?limit=25", "/v1/audit?limit=25", { next: 1.5, direct: 0.2 }],
    ["GET /v1/audit/:id", `/v1/audit/${id}`, { next: 4, direct: 0.4 }],
  ] as const) {
    const body = await answer(subject.url + path, tenant);
    for (const baseline of Object.values(baselines)) await fetch(subject.url + baseline, { method: "PUT", body });
    const paths = [baselines.next, baselines.direct, path];
    const targets = paths.map((each) => ({ url: subject.url + each, headers: tenant.headers, connections }));
    const [next, direct, read] = await sideBySide(targets, seconds, rounds);
    figures.push(...rateFigures(name, read, { next, direct }, goals));
  }
  return figures;
};

const batchSize = 500;

/** `POST /v1/audit/batch`: events a second, and the process's memory before and after. */
export const batchScenario: Scenario = async (subject, { seconds, rounds }, onStep) => {
  onStep("POST /v1/audit/batch …");
  const tenant = await subject.organisation();
  const target = batchTarget(subject, tenant);
  await load(target, 3);
  const rates: number[] = [];
  const memory: number[] = [];
  for (let round = 0; round < rounds + 1; round++) {
    rates.push((await load(target, seconds)).requestsPerSecond * batchSize);
    memory.push(subject.memoryMb());
  }
  const rate = Math.round(median(rates));
  const [before = 0, after = 0] = [memory[0], memory.at(-1)];
  const growth = round2(after / before);
  return [
    {
      name: "POST /v1/audit/batch of 500",
      measured: `${rate} events/s`,
      compared: "",
      value: rate,
      goal: "≥ 20000 events/s",
      met: rate >= 20_000,
    },
    {
      name: "memory under batches",
      measured: `${after} MiB`,
      compared: `${before} MiB a round earlier`,
      value: growth,
      goal: "≤ 1.25",
      met: growth <= 1.25,
    },
  ];
};

/** The first page of one model's events in a chain of a thousand and in a long one. */
export const filteredListScenario: Scenario = async (subject, { rounds, events }, onStep) => {
  const short = await subject.organisation();
  const long = await subject.organisation();
  await appendMany(short, 1_000);
  await appendMany(long, events, onStep);
  const list = (tenant: Tenant, query: string) => ({
    url: `${subject.url}/v1/audit?${query}`,
    headers: tenant.headers,
    connections: 1,
  });
  const figures: Figure[] = [];
  for (const [name, query] of [
    ["modelId filter", (tenant: Tenant) => `modelId=${tenant.modelIds[3]}`],
    ["no filter", () => ""],
  ] as const) {
    const [few, many] = await sideBySide([list(short, query(short)), list(long, query(long))], 3, rounds);
    const ratio = round2(meanMs(many) / meanMs(few));
    figures.push({
      name: `GET /v1/audit first page, ${name}, ${events} events`,
      measured: `${round2(meanMs(many))} ms`,
      compared: `${round2(meanMs(few))} ms at 1000`,
      value: ratio,
      goal: "≤ 2",
      met: ratio <= 2,
    });
  }
  return figures;
};

export function eventOf(tenant: Tenant, i: number): Body<"appendAuditEvent"> {
  return {
    modelId: tenant.modelIds[i % tenant.modelIds.length] ?? "",
    eventType: "INFERENCE",
    severity: i % 53 === 0 ? "HIGH" : "INFO",
    payload: {
      inputHash: `sha256:${"a1".repeat(32)}`,
      outputHash: `sha256:${"b2".repeat(32)}`,
      latencyMs: 100 + (i % 100),
      confidence: 0.9375,
      decisionOutput: "APPROVED",
    },
    tags: ["prod", "uk"],
  };
}

function batchTarget(subject: Subject, tenant: Tenant): Target {
  const body = JSON.stringify({ events: Array.from({ length: batchSize }, (_, i) => eventOf(tenant, i)) });
  return { url: `${subject.url}/v1/audit/batch`, method: "POST", headers: tenant.headers, body, connections: 4 };
}

export async function appendMany(tenant: Tenant, events: number, onStep?: (step: string) => void): Promise<void> {
  const batch = { events: Array.from({ length: batchSize }, (_, i) => eventOf(tenant, i)) };
  let left = Math.ceil(events / batchSize);
  const total = left;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      if (onStep && left % Math.ceil(total / 10) === 0)
        onStep(`Appending ${events} events: ${Math.round(100 * (1 - left / total))} %`);
      await tenant.client.audit.appendBatch(batch);
    }
  };
  await Promise.all([work(), work(), work()]);
}

async function answer(url: string, tenant: Tenant): Promise<string> {
  const response = await fetch(url, { headers: tenant.headers });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.text();
}

function rateFigures(
  name: string,
  measured: Load | undefined,
  compared: Record<keyof Goals, Load | undefined>,
  goals: Goals,
): Figure[] {
  return [
    rateFigure(`${name}, rate against Next`, measured, compared.next, goals.next),
    rateFigure(`${name}, rate against the direct server`, measured, compared.direct, goals.direct),
  ];
}

function rateFigure(name: string, measured: Load | undefined, compared: Load | undefined, goal: number): Figure {
  const [ours, plain] = [measured?.requestsPerSecond ?? 0, compared?.requestsPerSecond ?? 1];
  const value = round2(ours / plain);
  return {
    name,
    measured: `${Math.round(ours)} requests/s`,
    compared: `${Math.round(plain)} requests/s`,
    value,
    goal: `≥ ${goal}`,
    met: value >= goal,
  };
}

function p99Figure(name: string, measured: Load | undefined, compared: Load | undefined, goal: number): Figure {
  const [ours, plain] = [measured?.p99Ms ?? 0, compared?.p99Ms ?? 1];
  const value = round2(ours / plain);
  return { name, measured: `${ours} ms`, compared: `${plain} ms`, value, goal: `≤ ${goal}`, met: value <= goal };
}
