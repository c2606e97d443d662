import { setTimeout as delay } from "node:timers/promises";
import { type Figure, median, round2, sideBySide } from "./load";
import { eventOf, type Scenario } from "./scenarios";
import type { Subject, Tenant } from "./subject";

const connections = 32;
const policies = 1_000;

/**
 * `POST /v1/audit` of an organisation with 1,000 policies beside one with none; then, from an append's answer to its alert
 * on the chain when nothing else happens.
 */
export const alertScenario: Scenario = async (subject, { seconds, rounds }, onStep) => {
  onStep(`Making ${policies} alert policies …`);
  const [plain, watched] = [await subject.organisation(), await subject.organisation()];
  await makePolicies(watched);
  onStep(`POST /v1/audit with ${policies} alert policies …`);
  const target = (tenant: Tenant) => ({
    url: `${subject.url}/v1/audit`,
    method: "POST" as const,
    headers: tenant.headers,
    body: JSON.stringify(eventOf(tenant, 1)),
    connections,
  });
  const [none, many] = await sideBySide([target(plain), target(watched)], seconds, rounds);
  const [without, withPolicies] = [none?.requestsPerSecond ?? Number.NaN, many?.requestsPerSecond ?? Number.NaN];
  const ratio = round2(withPolicies / without);
  onStep("Alerts …");
  const latency = Math.round(median(await latencies(subject, watched)));
  return [
    {
      name: `POST /v1/audit with ${policies} alert policies`,
      measured: `${Math.round(withPolicies)} requests/s`,
      compared: `${Math.round(without)} requests/s with none`,
      value: ratio,
      goal: "≥ 0.9",
      met: ratio >= 0.9,
    },
    {
      name: "alert, median from the append's answer to the chain, idle",
      measured: `${latency} ms`,
      compared: "",
      value: latency,
      goal: "< 1000 ms",
      met: latency < 1_000,
    },
  ] satisfies Figure[];
};

/**
 * What a firm has: most about one model and a type that is rare. Fifty look at a number in the payload of every event that
 * the load sends, forty pass them over by their severity, ten count them, raise an alert, and are silent from then on.
 * One rule looks for the event that is timed.
 */
async function makePolicies({ ctx, modelIds }: Tenant): Promise<void> {
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

/** Each of a model of its own, or the cooldown would keep the next; the second model is the load's. */
async function latencies(subject: Subject, tenant: Tenant): Promise<number[]> {
  const { headers, modelIds } = tenant;
  const url = `${subject.url}/v1/audit`;
  const taken: number[] = [];
  for (const modelId of modelIds.slice(2)) {
    const body = JSON.stringify({ modelId, eventType: "ALERT", payload: {}, tags: ["timed"] });
    const response = await fetch(url, { method: "POST", headers, body });
    if (!response.ok) throw new Error(`the event was refused: ${await response.text()}`);
    const answeredAt = performance.now();
    while (!(await hasAlert(`${url}?modelId=${modelId}&tags=alert-policy&limit=1`, headers))) {
      if (performance.now() - answeredAt > 30_000) throw new Error("no alert was raised within 30 s");
      await delay(10);
    }
    taken.push(performance.now() - answeredAt);
  }
  return taken;
}

async function hasAlert(url: string, headers: Record<string, string>): Promise<boolean> {
  const response = await fetch(url, { headers });
  const { data } = (await response.json()) as { data: unknown[] };
  return data.length > 0;
}
