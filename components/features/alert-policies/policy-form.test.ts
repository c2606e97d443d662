import { expect, test } from "vitest";
import {
  formOf,
  type PolicyForm,
  problemsOf,
  ruleOf,
  ruleProblems,
  sayingsOf,
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

test("a policy that was opened and saved as it is stays what it was", () => {
  expect(toSettings(formOf(policy))).toEqual(settings);
});

test("what the form lets through, the service takes", () => {
  for (const form of [named, formOf(policy)]) {
    expect(problemsOf(form)).toEqual({});
    expect(CreateAlertPolicy.safeParse(toSettings(form)).success).toBe(true);
  }
});

test.each([
  [{}, { rule: expect.stringContaining("at least one condition") }],
  [{ path: "confidence" }, { threshold: "Against which number?" }],
  [{ threshold: 0 }, { path: "Which number of the payload?" }],
  [{ atLeast: 3 }, { withinMinutes: "Within how many minutes?" }],
  [{ withinMinutes: 5 }, { atLeast: "How many events?" }],
  [{ tags: " , " }, { rule: expect.any(String) }],
  [{ tags: "prod" }, {}],
])("a rule of %j has the problems %j", (change, problems) => {
  expect(ruleProblems({ ...empty, ...change })).toEqual(problems);
});

test("a policy needs a name and a cooldown", () => {
  expect(problemsOf({ ...named, name: " ", cooldownMinutes: "" })).toEqual({
    name: expect.any(String),
    cooldownMinutes: expect.any(String),
  });
});

test("what was emptied is no condition any more", () => {
  expect(
    ruleOf({ ...formOf(policy), path: " ", atLeast: "", withinMinutes: "", tags: "", minSeverity: "INFO" }),
  ).toEqual({
    eventTypes: ["INFERENCE"],
    minSeverity: "INFO",
  });
});

test("a form tells of itself in words", () => {
  expect(sayingsOf(formOf(policy), new Map())).toContainEqual(["Told by mail", "ada@example.com, ben@example.com"]);
});
