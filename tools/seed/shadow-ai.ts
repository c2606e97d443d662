import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Body, GovernanceClient, Schemas } from "@/clients/typescript/src";
import type { Organisation } from "@/lib/domains/organisations/schemas";
import { notifyOverdue } from "@/lib/domains/shadow-ai";
import { makePlan, type Simulation, writeLog } from "@/lib/domains/shadow-ai/simulate";
import { systemClock } from "@/lib/platform/core/clock";
import type { Role } from "@/lib/platform/core/roles";
import { seedEarlierDetections, seedPendingException } from "./earlier-detections";
import { demoMembers } from "./members";

type ShadowAiDetection = Schemas["ShadowAiDetection"];

const dayMs = 24 * 60 * 60 * 1000;
const daysSimulated = 2;
/** The number of log characters per request. */
const partCharacters = 24 * 1024 * 1024;
/** Detection is complete when no new detection appears for this long. */
const idleMs = 3_000;

/** The sensitivity of departments, in points. */
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
 * Seeds earlier detections, sends a simulated sensor log of two working days, and triages the resulting detections. Skips
 * organisations that already have detections.
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
  // As the job does, so that the first notifications do not wait for its next run.
  await notifyOverdue(systemClock, { after: "", limit: 100 });
  return { lines, detections: found.length };
}

/** The same for every run, as repeated records count only once. */
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
  let lastChange = performance.now();
  while (performance.now() - lastChange < idleMs) {
    await delay(250);
    const now = await list(client);
    if (now.pagination.total !== found.pagination.total || now.pagination.total === 0) lastChange = performance.now();
    found = now;
  }
  return found.data;
}

/** Assigns the riskiest detections, and resolves the next ones in each possible way. */
async function triage(
  client: GovernanceClient,
  found: ShadowAiDetection[],
  { modelId, endMs }: { modelId: string; endMs: number },
): Promise<void> {
  const byRisk = [...found].sort((a, b) => b.riskScore - a.riskScore);
  const steps: Body<"updateShadowAiDetection">[] = [
    { assignedTo: addressOf("ANALYST"), notes: "Asked the head of department who uses it and why." },
    { assignedTo: addressOf("APPROVER") },
    {
      status: "RESOLVED",
      resolution: "ONBOARDED",
      resolvedModelId: modelId,
      notes: "Governed as the customer assistant.",
    },
    {
      status: "RESOLVED",
      resolution: "APPROVED_EXCEPTION",
      notes: "One-month trial without customer data, approved by the model risk committee.",
      exceptionExpiresAt: new Date(endMs + 30 * dayMs).toISOString(),
    },
    { status: "RESOLVED", resolution: "STOPPED", notes: "The script was switched off, as its owner confirmed." },
    { status: "DISMISSED", notes: "Sensor test by the security team." },
  ];
  for (const [n, step] of steps.entries()) {
    const detection = byRisk[n];
    if (!detection) return;
    await client.shadowAi.update(detection.id, { status: "INVESTIGATING" });
    await client.shadowAi.update(detection.id, step);
  }
}

function addressOf(role: Role): string | null {
  return demoMembers.live.active.find((member) => member.role === role)?.email ?? null;
}
