import { expect, test } from "vitest";
import {
  atFormRows,
  formOf,
  type IntegrationForm,
  problemsOf,
  sayingsOf,
  toCreation,
  toUpdate,
} from "@/components/features/integrations/integration-form";
import type { Integration } from "@/lib/domains/integrations/schemas";

const integration = {
  kind: "JIRA",
  name: "Tickets",
  models: [{ match: "RISK", modelId: "mdl_1" }],
  defaultModelId: null,
  silentAfterHours: null,
} as unknown as Integration;

const form: IntegrationForm = { ...formOf(undefined), name: "Ours" };

test("an integration that was opened and saved as it is stays what it was", () => {
  const { kind, ...settings } = integration;
  expect(toUpdate(formOf(integration))).toEqual(settings);
});

test("a rule of which nothing was filled in is none, and a half of one is asked for the other", () => {
  expect(problemsOf(form)).toEqual({});
  expect(toCreation(form)).toMatchObject({ kind: "GITHUB", models: [], silentAfterHours: 72, enabled: true });
  const models = [
    { match: " a/b ", modelId: null },
    { match: "", modelId: "mdl_1" },
  ];
  expect(problemsOf({ ...form, name: " ", models })).toEqual({
    name: "What do you call it?",
    "models.0.modelId": "Which model is it?",
    "models.1.match": "What of the product is it?",
  });
});

test("what the service says of a rule stands at its row, whatever rows were left out", () => {
  const models = [
    { match: "", modelId: null },
    { match: "a*b", modelId: "mdl_1" },
  ];
  expect(toUpdate({ ...form, models }).models).toEqual([{ match: "a*b", modelId: "mdl_1" }]);
  const errors = { "models[0].match": "No.", "models.0.modelId": "None.", name: "Too long." };
  expect(atFormRows(errors, models)).toEqual({
    "models.1.match": "No.",
    "models.1.modelId": "None.",
    name: "Too long.",
  });
});

test("two forms are told apart in words", () => {
  expect(sayingsOf(formOf(integration), new Map([["mdl_1", "Credit scoring"]]))).toEqual([
    ["Name", "Tickets"],
    ["Project key", "RISK: Credit scoring"],
    ["Everything else", "not recorded"],
    ["Silent after hours", "never"],
  ]);
});
