import type { Organisation } from "@/lib/domains/organisations/schemas";
import {
  analyseUses,
  importLog,
  listDetections,
  notifyOverdue,
  updateDetection,
  updateSettings,
} from "@/lib/domains/shadow-ai";
import { ListDetections } from "@/lib/domains/shadow-ai/schemas";
import { ShadowAiSettings } from "@/lib/domains/shadow-ai/schemas-settings";
import type { UpdateDetection } from "@/lib/domains/shadow-ai/schemas-triage";
import { makePlan, type NetworkEvent, type Simulation, writeLog } from "@/lib/domains/shadow-ai/simulate";
import type { Clock } from "@/lib/platform/core/clock";
import { earlierDetectionSteps } from "./earlier-detections";
import { addressOf, memberWith } from "./members";
import { contextOf, dayMs, demoContext, hourMs, type Step } from "./timeline";

const daysSimulated = 2;

/** The sensitivity of departments, in points. */
const sensitivities: Readonly<Record<string, number>> = {
  Risk: 12,
  Finance: 12,
  Legal: 10,
  "Human Resources": 10,
  "Customer Service": 8,
};

/**
 * The steps of an organisation's shadow AI history: settings, detections of the past weeks, and the log of a network
 * sensor over two working days with the triage of its detections.
 */
export function shadowAiSteps(organisation: Organisation, modelId: string, endMs: number): Step[] {
  const simulation = simulationBefore(endMs);
  const importMs = Math.min(Date.parse(simulation.startDay) + daysSimulated * dayMs + hourMs, endMs - hourMs);
  return [
    {
      atMs: endMs - 90 * dayMs,
      run: (clock) => updateSettings(demoContext(organisation, clock), settingsFor(simulation)),
    },
    ...earlierDetectionSteps(organisation, endMs),
    { atMs: importMs, run: (clock) => importSensorLog(organisation, simulation, clock) },
    ...triageSteps(organisation, { modelId, importMs, endMs }),
    // As the hourly job does, so that the first notifications do not wait for its next run.
    { atMs: endMs, run: (clock) => notifyOverdue(clock, { after: "", limit: 100 }) },
  ];
}

async function importSensorLog(organisation: Organisation, simulation: Simulation, clock: Clock): Promise<void> {
  const ctx = demoContext(organisation, clock);
  const inputs = [{ name: "eve.json", bytes: bytesOf(simulation) }];
  const source = { source: "suricata-edge", format: "suricata", via: "API", backfill: true } as const;
  await importLog(ctx, { ...source, inputs, leaveAnalysis: true });
  await analyseUses(organisation.id, clock);
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
  return ShadowAiSettings.parse({
    departments: [...ranges].map(([name, own]) => ({
      ...{ name, ranges: own, sensitivity: sensitivities[name] ?? 0 },
      ...(["Customer Service", "Human Resources"].includes(name) && { regulatedData: true }),
    })),
    officeHours: { timeZone: "Europe/London" },
    allowedJurisdictions: ["GB", "IE", "FR", "DE", "US"],
  });
}

async function* bytesOf(simulation: Simulation): AsyncGenerator<Uint8Array, void, undefined> {
  for (const { text } of writeLog(simulation, "suricata", isLogged)) yield Buffer.from(text);
}

/**
 * Omits DNS queries for AI hosts, and ordinary connections that last as long as the responses of models. An import counts
 * such records as known or possible AI, so their number would far exceed the calls in detections.
 */
function isLogged(event: NetworkEvent): boolean {
  if (event.what === "lookup") return event.lookup.use === null;
  const { use, protocol, durationMs } = event.flow;
  if (use !== null || (protocol !== "TLS" && protocol !== "QUIC")) return true;
  return durationMs < 1_000 || durationMs > 15 * 60_000;
}

/** Assigns the riskiest detections of the imported log, and decides on the next ones in each possible way. */
function triageSteps(
  organisation: Organisation,
  { modelId, importMs, endMs }: { modelId: string; importMs: number; endMs: number },
): Step[] {
  const changes: (UpdateDetection & { provider?: string })[] = [
    { assignedTo: addressOf("ANALYST"), notes: "Asked the head of department who uses it and why." },
    { assignedTo: addressOf("APPROVER") },
    {
      provider: "OpenAI",
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
  const everyMs = (endMs - importMs) / (changes.length + 1);
  // Each step takes the riskiest detection since the import that is still open.
  return changes.map(({ provider, ...change }, n) => ({
    atMs: importMs + (n + 1) * everyMs,
    run: async (clock) => {
      const actor = await memberWith(organisation, "APPROVER");
      const from = new Date(importMs).toISOString();
      const query = ListDetections.parse({ status: "OPEN", from, provider, sort: "score", limit: "1" });
      const [detection] = (await listDetections(demoContext(organisation, clock), query)).data;
      if (!actor || !detection) return;
      const ctx = contextOf(organisation, actor, clock);
      await updateDetection(ctx, detection.id, { status: "INVESTIGATING", assignedTo: addressOf("ANALYST") });
      await updateDetection(ctx, detection.id, change);
    },
  }));
}
