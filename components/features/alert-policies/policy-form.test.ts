import { expect, test } from "vitest";
import {
  entriesOf,
  formOf,
  type PolicyForm,
  problemsOf,
  ruleOf,
  ruleProblems,
  toSettings,
} from "@/components/features/alert-policies/policy-form";
import { type AlertPolicy, CreateAlertPolicy } from "@/lib/domains/alert-policies/schemas";

const settings = {
  name: "Low confidence",
  description: "",
  rule: {
    eventTypes: ["INFERENCE"],
    tags: ["prod", "uk"],
    payload: { path: "confidence", operator: "LESS_THAN", threshold: 0 },
    count: { atLeast: 10, withinMinutes: 5, per: "ORGANISATION" },
  },
  severity: "HIGH",
  recipients: ["ada@example.com", "ben@example.com"],
  cooldownMinutes: 30,
} as const;
const policy = settings as unknown as AlertPolicy;
const empty = formOf(undefined);
const named: PolicyForm = { ...empty, name: "Ours", minSeverity: "HIGH" };

test("an untouched form changes nothing", () => {
  expect(toSettings(formOf(policy))).toEqual(settings);
});

test("the service accepts every form without errors", () => {
  for (const form of [named, formOf(policy)]) {
    expect(problemsOf(form)).toEqual({});
    expect(CreateAlertPolicy.safeParse(toSettings(form)).success).toBe(true);
  }
});

test.each([
  [{}, { rule: expect.stringContaining("at least one condition") }],
  [{ path: "confidence" }, { threshold: "Enter a threshold." }],
  [{ threshold: 0 }, { path: "Enter the payload field." }],
  [{ atLeast: 3 }, { withinMinutes: "Enter the time window." }],
  [{ withinMinutes: 5 }, { atLeast: "Enter the number of events." }],
  [{ tags: " , " }, { rule: expect.any(String) }],
  [{ tags: "prod" }, {}],
])("the rule %j has the errors %j", (change, problems) => {
  expect(ruleProblems({ ...empty, ...change })).toEqual(problems);
});

test("a policy requires a name and a cooldown", () => {
  expect(problemsOf({ ...named, name: " ", cooldownMinutes: "" })).toEqual({
    name: expect.any(String),
    cooldownMinutes: expect.any(String),
  });
});

test("an emptied field is no longer a condition", () => {
  expect(
    ruleOf({ ...formOf(policy), path: " ", atLeast: "", withinMinutes: "", tags: "", minSeverity: "INFO" }),
  ).toEqual({
    eventTypes: ["INFERENCE"],
    minSeverity: "INFO",
  });
});

test("a form is described in plain text", () => {
  expect(entriesOf(formOf(policy), new Map())).toContainEqual([
    "E-mail recipients",
    "ada@example.com, ben@example.com",
  ]);
});
