import { expect, test } from "vitest";
import {
  atFormRows,
  entriesOf,
  formOf,
  type IntegrationForm,
  problemsOf,
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
  ticketSettings: {
    baseUrl: "https://bank.atlassian.net",
    project: "RISK",
    issueType: "Task",
    email: "bot@bank.example",
  },
} as unknown as Integration;

const form: IntegrationForm = { ...formOf(undefined), name: "Ours" };

test("an untouched form changes nothing", () => {
  const { kind, ...settings } = integration;
  expect(toUpdate(formOf(integration))).toEqual(settings);
});

test("empty rules are ignored, and incomplete rules are errors", () => {
  expect(problemsOf(form)).toEqual({});
  expect(toCreation(form)).toMatchObject({ kind: "GITHUB", models: [], silentAfterHours: 72, enabled: true });
  const models = [
    { match: " a/b ", modelId: null },
    { match: "", modelId: "mdl_1" },
  ];
  expect(problemsOf({ ...form, name: " ", models })).toEqual({
    name: "Enter a name.",
    "models.0.modelId": "Select a model.",
    "models.1.match": "Enter a value to match.",
  });
});

test("sets up tickets if a project is entered, and omits an empty token", () => {
  const tickets = {
    project: " bank/models ",
    baseUrl: "",
    issueType: "Bug",
    email: "bot@bank.example",
    token: "secret",
  };
  const ticketSettings = { project: "bank/models", issueType: null, email: null };
  expect(toUpdate({ ...form, tickets })).toMatchObject({ ticketSettings: { ...ticketSettings, token: "secret" } });
  expect(toUpdate({ ...form, tickets: { ...tickets, token: "" } }).ticketSettings).toEqual(ticketSettings);
  expect(toUpdate({ ...form, kind: "MLFLOW", tickets }).ticketSettings).toBeNull();
  expect(toUpdate(form).ticketSettings).toBeNull();
});

test("errors of the service appear at the right row, even if empty rows were left out", () => {
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

test("a form is described in plain text", () => {
  expect(entriesOf(formOf(integration), new Map([["mdl_1", "Credit scoring"]]))).toEqual([
    ["Name", "Tickets"],
    ["Project key", "RISK: Credit scoring"],
    ["Default model", "not recorded"],
    ["Tickets", "RISK"],
    ["Report as disconnected after (hours)", "never"],
  ]);
});
