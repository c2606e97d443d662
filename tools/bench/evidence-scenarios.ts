import { readFileSync } from "node:fs";
import type { PackageFormat } from "@/lib/domains/evidence/enums";
import { type Figure, load, loadWhile, median, round2 } from "./load";
import type { Scenario } from "./scenarios";
import type { Subject, Tenant } from "./subject";

const sizes = [1_000, 10_000, 100_000] as const;
const secondsMax = { JSON: 20, PDF: 30 };
const megabytesMax = 700;

/** Evidence packages over models of growing length: seconds, and the memory of the process that makes them. */
export const evidenceScenario: Scenario = async (subject, _options, onStep) => {
  const tenant = await subject.organisation();
  const models = new Map<number, string>();
  for (const [n, events] of sizes.entries()) {
    const modelId = tenant.modelIds[n] ?? "";
    onStep(`Filling a model with ${events} events …`);
    await fill(tenant, modelId, events);
    models.set(events, modelId);
  }
  // The first package of all waits for the key to be made.
  await generate(subject, tenant, tenant.modelIds.at(-1) ?? "", "PDF");
  const figures: Figure[] = [];
  for (const format of ["JSON", "PDF"] as const) {
    const seconds = new Map<number, number>();
    let megabytes = 0;
    for (const [events, modelId] of models) {
      onStep(`A ${format} package over ${events} events …`);
      const made = await generate(subject, tenant, modelId, format);
      seconds.set(events, made.seconds);
      megabytes = Math.max(megabytes, made.megabytes);
    }
    figures.push(...figuresOf(format, seconds, megabytes));
  }
  return figures;
};

function figuresOf(format: PackageFormat, seconds: ReadonlyMap<number, number>, megabytes: number): Figure[] {
  const [small, middle, large] = sizes.map((events) => seconds.get(events) ?? 0) as [number, number, number];
  const goal = secondsMax[format];
  // What one more event costs, without what every package costs.
  const early = (middle - small) / (10_000 - 1_000);
  const late = (large - middle) / (100_000 - 10_000);
  const growth = early > 0 ? round2(late / early) : 0;
  return [
    {
      name: `${format} package over 100000 events`,
      measured: `${round2(large)} s`,
      compared: `${round2(middle)} s over 10000, ${round2(small)} s over 1000`,
      value: round2(large),
      goal: `< ${goal} s`,
      met: large < goal,
    },
    {
      name: `${format} package, time of one more event`,
      measured: `${round2(late * 1_000_000)} µs up to 100000`,
      compared: `${round2(early * 1_000_000)} µs up to 10000`,
      value: growth,
      goal: "≤ 1.5",
      met: growth <= 1.5,
    },
    {
      name: `${format} package, memory of the process at its peak`,
      measured: `${megabytes} MiB`,
      compared: "",
      value: megabytes,
      goal: `< ${megabytesMax} MiB`,
      met: megabytes < megabytesMax,
    },
  ];
}

/** `POST /v1/audit` while a package is generated, from its request to its end, and without, in turn. */
export const generatingAppendScenario: Scenario = async (subject, { seconds, rounds }, onStep) => {
  onStep("POST /v1/audit while packages are generated …");
  const tenant = await subject.organisation();
  const [modelId = "", other = ""] = tenant.modelIds;
  await fill(tenant, modelId, 100_000);
  const target = {
    url: `${subject.url}/v1/audit`,
    method: "POST" as const,
    headers: tenant.headers,
    body: JSON.stringify({ modelId: other, eventType: "INFERENCE", payload: { latencyMs: 142 } }),
    connections: 8,
  };
  await load(target, 3);
  const alone: number[] = [];
  const during: number[] = [];
  for (let round = 0; round < rounds; round++) {
    alone.push((await load(target, seconds)).p99Ms);
    const format = round % 2 === 0 ? "PDF" : "JSON";
    during.push((await loadWhile(target, () => generate(subject, tenant, modelId, format))).p99Ms);
  }
  const [quiet, busy] = [median(alone), median(during)];
  const ratio = round2(busy / quiet);
  return [
    {
      name: "POST /v1/audit, p99 while a package over 100000 events is generated",
      measured: `${round2(busy)} ms`,
      compared: `${round2(quiet)} ms without`,
      value: ratio,
      goal: "≤ 1.5",
      met: ratio <= 1.5,
    },
  ];
};

async function fill({ client }: Tenant, modelId: string, events: number): Promise<void> {
  const types = [
    "INFERENCE",
    "INFERENCE",
    "INFERENCE",
    "HUMAN_REVIEW",
    "ALERT",
    "CONFIG_CHANGE",
    "DATA_ACCESS",
    "DEPLOYMENT",
  ] as const;
  for (let from = 0; from < events; from += 500) {
    const batch = Array.from({ length: Math.min(500, events - from) }, (_, n) => ({
      modelId,
      eventType: types[(from + n) % types.length] ?? "INFERENCE",
      payload: { modelVersion: "4.2.0", decision: "APPROVED", confidence: 0.93, latencyMs: 142, n: from + n },
    }));
    await client.audit.appendBatch({ events: batch });
  }
}

/** Asks for a package and waits until it is ready; how long that took, and what the process that made it held at most. */
async function generate(subject: Subject, { client }: Tenant, modelId: string, format: PackageFormat) {
  const dateRange = { from: "2026-01-01T00:00:00Z", to: new Date(Date.now() + 60_000).toISOString() };
  const startedAt = performance.now();
  const { id } = await client.evidence.generate({ modelId, framework: "EU_AI_ACT_ANNEX_IV", format, dateRange });
  let megabytes = 0;
  for (;;) {
    const { status, failureReason } = await client.evidence.get(id);
    megabytes = Math.max(megabytes, peakOfChildren(subject.pid));
    if (status === "READY") return { seconds: (performance.now() - startedAt) / 1_000, megabytes };
    if (status !== "GENERATING") throw new Error(`the package is ${status}: ${failureReason}`);
    await new Promise((resume) => setTimeout(resume, 100));
  }
}

/** The greatest peak of resident memory (`VmHWM`) among the processes that a process has started and that still run. */
function peakOfChildren(pid: number): number {
  const read = (path: string) => {
    try {
      return readFileSync(path, "utf8");
    } catch {
      return "";
    }
  };
  const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(" ").filter(Boolean);
  const peaks = children.map((child) => Number(/VmHWM:\s+(\d+) kB/.exec(read(`/proc/${child}/status`))?.[1] ?? 0));
  return Math.round(Math.max(0, ...peaks) / 1024);
}
