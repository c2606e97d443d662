import { expect, test } from "vitest";
import type { IntegrationKind } from "@/lib/domains/integrations/enums";
import { findModelOf } from "@/lib/domains/integrations/record-delivery";

const models = [
  { match: "bank/scoring", modelId: "mdl_scoring" },
  { match: "bank/s*", modelId: "mdl_s" },
  { match: "bank/scoring-tests", modelId: "mdl_never" },
  { match: "Bank/*", modelId: "mdl_bank" },
];

const rows: [kind: IntegrationKind, subject: string, modelId: string][] = [
  ["GITHUB", "bank/scoring", "mdl_scoring"],
  ["GITHUB", "Bank/Scoring", "mdl_scoring"],
  ["GITHUB", "bank/scoring-tests", "mdl_s"],
  ["GITHUB", "bank/other", "mdl_bank"],
  ["GITHUB", "bank", "mdl_default"],
  ["GITHUB", "banks/scoring", "mdl_default"],
  ["MLFLOW", "Bank/other", "mdl_bank"],
  ["MLFLOW", "bank/other", "mdl_default"],
  ["MLFLOW", "BANK/SCORING", "mdl_default"],
];

test.each(rows)("%s subject %s maps to %s", (kind, subject, modelId) => {
  expect(findModelOf({ kind, models, defaultModelId: "mdl_default" }, subject)).toBe(modelId);
});

test("returns null without a matching rule and without a default model", () => {
  expect(findModelOf({ kind: "JIRA", models, defaultModelId: null }, "RISK")).toBeNull();
  expect(findModelOf({ kind: "JIRA", models: [{ match: "*", modelId: "mdl_all" }], defaultModelId: null }, "X")).toBe(
    "mdl_all",
  );
});
