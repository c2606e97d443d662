import { expect, test } from "vitest";
import { minutesText, policyState, ruleText } from "@/components/features/alert-policies/labels";
import type { AlertRule } from "@/lib/domains/alert-policies/schemas";

const names = new Map([["mdl_1", "Credit scoring 4.2"]]);

const rules: [AlertRule, string][] = [
  [{ minSeverity: "HIGH" }, "Any event with high severity or above"],
  [{ minSeverity: "CRITICAL" }, "Any event with critical severity"],
  [{ eventTypes: ["DEPLOYMENT"] }, "Deployment"],
  [{ eventTypes: ["DEPLOYMENT", "CONFIG_CHANGE", "ALERT"] }, "Deployment, Config change or Alert"],
  [{ modelIds: ["mdl_1", "mdl_2"] }, "Any event for Credit scoring 4.2 or mdl_2"],
  [
    { payload: { path: "latencyMs", operator: "GREATER_THAN", threshold: 2000 } },
    "Any event where latency (ms) is above 2000",
  ],
  [{ tags: ["prod", "uk"], minSeverity: "MEDIUM" }, "Any event with medium severity or above, tagged prod and uk"],
  [
    {
      eventTypes: ["INFERENCE"],
      tags: ["prod"],
      payload: { path: "confidence", operator: "LESS_THAN", threshold: 0.6 },
      count: { atLeast: 10, withinMinutes: 5, per: "MODEL" },
    },
    "Inference tagged prod, where confidence is below 0.6: at least 10 events per model within 5 minutes",
  ],
  [
    { count: { atLeast: 1, withinMinutes: 60, per: "ORGANISATION" } },
    "Any event: at least 1 event across all models within 1 hour",
  ],
];

test.each(rules)("%j in plain text", (rule, text) => {
  expect(ruleText(rule, names)).toBe(text);
});

test.each([
  [1, "1 minute"],
  [90, "90 minutes"],
  [60, "1 hour"],
  [1_440, "1 day"],
  [10_080, "7 days"],
])("%i minutes: %s", (minutes, text) => {
  expect(minutesText(minutes)).toBe(text);
});

const now = Date.parse("2026-11-22T12:00:00Z");

test.each([
  [true, null, "ENABLED"],
  [true, "2026-11-22T12:00:01.000Z", "MUTED"],
  [true, "2026-11-22T11:59:59.000Z", "ENABLED"],
  [false, "2026-11-22T12:00:01.000Z", "DISABLED"],
])("enabled %s and muted until %s, a policy is %s", (enabled, mutedUntil, state) => {
  expect(policyState({ enabled, mutedUntil }, now)).toBe(state);
});
