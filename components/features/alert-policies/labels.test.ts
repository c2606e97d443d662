import { expect, test } from "vitest";
import { minutesText, policyState, ruleText } from "@/components/features/alert-policies/labels";
import type { AlertRule } from "@/lib/domains/alert-policies/schemas";

const names = new Map([["mdl_1", "Credit scoring 4.2"]]);

const rules: [AlertRule, string][] = [
  [{ minSeverity: "HIGH" }, "Any event with high severity or above"],
  [{ minSeverity: "CRITICAL" }, "Any event with critical severity"],
  [{ eventTypes: ["DEPLOYMENT"] }, "Any deployment"],
  [{ eventTypes: ["DEPLOYMENT", "CONFIG_CHANGE", "ALERT"] }, "Any deployment, configuration change or alert"],
  [{ modelIds: ["mdl_1", "mdl_2"] }, "Any event for Credit scoring 4.2 or mdl_2"],
  [
    { payload: { path: "latencyMs", operator: "GREATER_THAN", threshold: 2000 } },
    "Any event with latency above 2,000 ms",
  ],
  [{ tags: ["prod", "uk"], minSeverity: "MEDIUM" }, "Any event tagged prod and uk with medium severity or above"],
  [
    {
      eventTypes: ["INFERENCE"],
      tags: ["prod"],
      payload: { path: "confidence", operator: "LESS_THAN", threshold: 0.6 },
      count: { atLeast: 10, withinMinutes: 5, per: "MODEL" },
    },
    "At least 10 inferences tagged prod per model within 5 minutes with confidence below 0.6",
  ],
  [
    {
      eventTypes: ["SHADOW_AI_DETECTED", "DATA_ACCESS"],
      minSeverity: "HIGH",
      modelIds: ["mdl_1"],
      payload: { path: "metrics.psi", operator: "NOT_EQUAL", threshold: 0.25 },
      count: { atLeast: 2_000, withinMinutes: 1_440, per: "ORGANISATION" },
    },
    "At least 2,000 shadow AI detections or data access events across all models within 1 day for Credit scoring 4.2 with high severity or above and metrics.psi not equal to 0.25",
  ],
  [
    { count: { atLeast: 1, withinMinutes: 60, per: "ORGANISATION" } },
    "At least 1 event across all models within 1 hour",
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
