import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Body, GovernanceClient, Schemas } from "@/clients/typescript/src";
import type { Organisation } from "@/lib/domains/organisations/schemas";
import { makePlan, type Simulation, writeLog } from "@/lib/domains/shadow-ai/simulate";
import { seedEarlierDetections, seedPendingException } from "./earlier-detections";

type ShadowAiDetection = Schemas["ShadowAiDetection"];

const dayMs = 24 * 60 * 60 * 1000;
const daysSimulated = 2;
/** Characters of the log that are sent at a time. */
const partCharacters = 24 * 1024 * 1024;
/** The detections are all there when none came for so long. */
const quietMs = 3_000;

/** Points that a use of AI by a department is riskier. */
const sensitivities: Readonly<Record<string, number>> = {
  Risk: 12,
  Finance: 12,
  Legal: 10,
  "Human Resources": 10,
  "Customer Service": 8,
};

export interface SeededDetections {
  lines: number;
  detections: number;
}

/**
 * What a proxy saw in the weeks before, with what people decided about it; then sends in what a sensor at the edge of the
 * demo's network saw on its last two working days, and takes the first steps with what the service finds in it. Leaves an
 * organisation alone that has detections.
 */
export async function seedShadowAi(
  client: GovernanceClient,
  organisation: Organisation,
  modelId: string,
): Promise<SeededDetections | undefined> {
  if ((await list(client)).pagination.total > 0) return undefined;
  const endMs = Date.parse(organisation.createdAt);
  const simulation = simulationBefore(endMs);
  await client.shadowAi.replaceSettings(settingsFor(simulation));
  await seedEarlierDetections(organisation, endMs);
  const known = new Set((await list(client)).data.map(({ id }) => id));
  let lines = 0;
  for (const part of partsOf(simulation)) {
    const query = { source: "suricata-edge", format: "suricata", backfill: "true" } as const;
    const headers = { "Content-Type": "text/plain", "Content-Encoding": "gzip" };
    lines += (await client.sensors.send(gzipSync(part), { query, headers })).accepted;
  }
  const found = await allFound(client);
  const fresh = found.filter(({ id }) => !known.has(id));
  await triage(client, fresh, { modelId, endMs });
  await seedPendingException(organisation, endMs);
  return { lines, detections: found.length };
}

/** The same for every run: what was sent in before is sent in again, and counts once. */
function simulationBefore(endMs: number): Simulation {
  let day = new Date(endMs - daysSimulated * dayMs);
  while ([0, 6].some((weekend) => [day, new Date(day.getTime() + dayMs)].some((one) => one.getUTCDay() === weekend))) {
    day = new Date(day.getTime() - dayMs);
  }
  return { seed: 2026, startDay: day.toISOString().slice(0, 10), days: daysSimulated, scale: 0.15 };
}

function settingsFor({ seed, scale }: Simulation) {
  const ranges = new Map<string, string[]>();
  for (const { department, range } of makePlan(seed, scale).firm.departments) {
    ranges.set(department, [...(ranges.get(department) ?? []), range]);
  }
  return {
    departments: [...ranges].map(([name, own]) => ({ name, ranges: own, sensitivity: sensitivities[name] ?? 0 })),
    officeHours: { timeZone: "Europe/London" },
    allowedJurisdictions: ["GB", "IE", "FR", "DE", "US"],
  };
}

function* partsOf(simulation: Simulation): Generator<string> {
  let part = "";
  for (const { text } of writeLog(simulation, "suricata")) {
    part += text;
    if (part.length < partCharacters) continue;
    yield part;
    part = "";
  }
  if (part !== "") yield part;
}

async function list(client: GovernanceClient) {
  return await client.shadowAi.list({ limit: 100 });
}

async function allFound(client: GovernanceClient): Promise<ShadowAiDetection[]> {
  let found = await list(client);
  let since = performance.now();
  while (performance.now() - since < quietMs) {
    await delay(250);
    const now = await list(client);
    if (now.pagination.total !== found.pagination.total || now.pagination.total === 0) since = performance.now();
    found = now;
  }
  return found.data;
}

/** The riskiest is being looked into; of the others, the first that fits was settled in each of the ways there are. */
async function triage(
  client: GovernanceClient,
  found: ShadowAiDetection[],
  { modelId, endMs }: { modelId: string; endMs: number },
): Promise<void> {
  const byRisk = [...found].sort((a, b) => b.riskScore - a.riskScore);
  const steps: Body<"updateShadowAiDetection">[] = [
    { assignedTo: "amara.okafor@northwind.example", notes: "Asked the head of department who uses it, and for what." },
    { assignedTo: "lukas.brandt@northwind.example" },
    {
      status: "RESOLVED",
      resolution: "ONBOARDED",
      resolvedModelId: modelId,
      notes: "Governed as the customer assistant.",
    },
    {
      status: "RESOLVED",
      resolution: "APPROVED_EXCEPTION",
      notes: "A trial of a month, approved by the model risk committee: no customer data.",
      exceptionExpiresAt: new Date(endMs + 30 * dayMs).toISOString(),
    },
    { status: "RESOLVED", resolution: "STOPPED", notes: "The script was switched off; its owner confirmed it." },
    { status: "DISMISSED", notes: "The security team's own test of the sensor." },
  ];
  for (const [n, step] of steps.entries()) {
    const detection = byRisk[n];
    if (!detection) return;
    await client.shadowAi.update(detection.id, { status: "INVESTIGATING" });
    await client.shadowAi.update(detection.id, step);
  }
}
