import { beforeAll, expect, test } from "vitest";
import { createTestClock, createTestContext } from "@/lib/domains/api-keys/testing";
import { analyseUses, importLog, listDetections, updateSettings } from "@/lib/domains/shadow-ai";
import { ListDetections } from "@/lib/domains/shadow-ai/schemas";
import { ShadowAiSettings } from "@/lib/domains/shadow-ai/schemas-settings";
import { makePlan, type SimulatedFormatName, simulateFlows, writeLogs } from "@/lib/domains/shadow-ai/simulate";
import { bytesOf } from "@/lib/domains/shadow-ai/testing/logs";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
});

const simulation = { seed: 42, startDay: "2026-11-16", days: 1, scale: 0.05 };
const plan = makePlan(simulation.seed, simulation.scale);
/** The traffic of uses of AI, without the company's other traffic. */
const events = [...simulateFlows(simulation, plan)].filter(
  (event) => (event.what === "flow" ? event.flow.use : event.lookup.use) !== null,
);

/** The detections of a company whose sensors write these logs, by service and department. */
async function detectionsOf(sensors: SimulatedFormatName[]) {
  const clock = createTestClock(Date.parse("2026-11-17T06:00:00.000Z"));
  const ctx = await createTestContext(clock);
  const names = [...new Set(plan.firm.departments.map(({ department }) => department))];
  const departments = names.map((name) => ({
    name,
    ranges: plan.firm.departments.filter(({ department }) => department === name).map(({ range }) => range),
  }));
  await updateSettings(ctx, ShadowAiSettings.parse({ departments }));
  for (const format of sensors) {
    const files = new Map<string, string>();
    for (const { file, text } of writeLogs(events, [format], simulation.seed))
      files.set(file, (files.get(file) ?? "") + text);
    const inputs = [...files].map(([name, text]) => ({ name, bytes: bytesOf(Buffer.from(text)) }));
    await importLog(ctx, { source: format, via: "API", inputs, leaveAnalysis: true });
    await analyseUses(ctx.organisation.id, clock);
  }
  const { data } = await listDetections(ctx, ListDetections.parse({ limit: "100" }));
  return new Map(
    data.map(({ details, severity, riskScore }) => {
      const { endpoint, accessKind, departmentHint, estimatedCallVolume: calls, bytesOut, bytesIn } = details;
      return [`${endpoint} ${accessKind} ${departmentHint}`, { calls, bytesOut, bytesIn, severity, riskScore }];
    }),
  );
}

test("a simulated company with two sensors has the counts and risks of a company with one", {
  tags: "full",
}, async () => {
  const zeek = await detectionsOf(["zeek"]);
  const suricata = await detectionsOf(["suricata"]);
  const both = await detectionsOf(["suricata", "zeek"]);
  // Behaviour is scored with the samples of one sensor, so a use that resembles a model in one log only can be missing.
  const detectedByEach = [...zeek.keys()].filter((name) => suricata.has(name));
  expect(detectedByEach.length).toBeGreaterThan(15);
  for (const name of detectedByEach) {
    const [one, other, counted] = [zeek.get(name), suricata.get(name), both.get(name)];
    // Sensors count the bytes of the same connections differently.
    const bytesOut = Math.max(one?.bytesOut ?? 0, other?.bytesOut ?? 0);
    const bytesIn = Math.max(one?.bytesIn ?? 0, other?.bytesIn ?? 0);
    expect({ name, ...counted }).toEqual({ name, ...one, bytesOut, bytesIn });
  }
});
