import type { Given } from "./given";
import { type BadInput, badFields, type FieldRow, row } from "./row";
import { changePolicy, createPolicy, previewRule } from "./writers";

const inRule = (name: string, rule: unknown, ...paths: string[]): FieldRow => [name, { rule }, paths];
const payload = { path: "confidence", operator: "LESS_THAN", threshold: 0.6 };
const count = { atLeast: 3, withinMinutes: 5, per: "MODEL" };
const inPayload = (name: string, changes: object, ...paths: string[]) =>
  inRule(name, { payload: { ...payload, ...changes } }, ...paths.map((path) => `rule.payload.${path}`));
const inCount = (name: string, changes: object, ...paths: string[]) =>
  inRule(name, { count: { ...count, ...changes } }, ...paths.map((path) => `rule.count.${path}`));

/** Rules that are invalid for policies and previews. */
const rules: FieldRow[] = [
  inRule("a rule without conditions", {}, "rule"),
  inRule("an unknown condition", { minSeverity: "HIGH", actor: "x" }, "rule.actor"),
  inRule("a model instead of a list of models", { modelId: "mdl_1" }, "rule.modelId"),
  inRule("an event type twice", { eventTypes: ["ALERT", "ALERT"] }, "rule.eventTypes"),
  inRule("event types as text", { eventTypes: "ALERT" }, "rule.eventTypes"),
  inRule("an unknown severity", { minSeverity: "LOW" }, "rule.minSeverity"),
  inRule("a tag twice", { tags: ["a", "a"] }, "rule.tags"),
  inRule(
    "an empty payload condition",
    { payload: {} },
    ...["operator", "path", "threshold"].map((one) => `rule.payload.${one}`),
  ),
  inPayload("an empty path", { path: "" }, "path"),
  inPayload("a path of dots", { path: "a..b" }, "path"),
  inPayload("a pointer with a broken escape", { path: "/a~2" }, "path"),
  inPayload("a path of 17 names", { path: Array(17).fill("a").join(".") }, "path"),
  inPayload("an operator of another language", { operator: "<" }, "operator"),
  inPayload("an operator in lower case", { operator: "less_than" }, "operator"),
  inPayload("a threshold that is text", { threshold: "0.6" }, "threshold"),
  inPayload("two thresholds", { thresholdMax: 1 }, "thresholdMax"),
  inRule("an empty count", { count: {} }, ...["atLeast", "per", "withinMinutes"].map((one) => `rule.count.${one}`)),
  inCount("a count of 0", { atLeast: 0 }, "atLeast"),
  inCount("a count of 1,001", { atLeast: 1_001 }, "atLeast"),
  inCount("a count of 1.5", { atLeast: 1.5 }, "atLeast"),
  inCount("a window of 0 minutes", { withinMinutes: 0 }, "withinMinutes"),
  inCount("a window of more than a day", { withinMinutes: 1_441 }, "withinMinutes"),
  inCount("a count per actor", { per: "ACTOR" }, "per"),
];

const cooldowns: FieldRow[] = [
  ["a cooldown of more than a week", { cooldownMinutes: 10_081 }, ["cooldownMinutes"]],
  ["a cooldown of half a minute", { cooldownMinutes: 0.5 }, ["cooldownMinutes"]],
];

/** Invalid values, both for a new policy and for an update. */
const both: FieldRow[] = [
  ...rules,
  ...cooldowns,
  ["an empty name", { name: " " }, ["name"]],
  ["an unknown alert severity", { severity: "LOW" }, ["severity"]],
  ["a recipient that is not an address", { recipients: ["ada@example.com", "ada"] }, ["recipients[1]"]],
  ["a recipient with a name", { recipients: ["Ada <ada@example.com>"] }, ["recipients[0]"]],
  ["a recipient with a line break", { recipients: ["ada@example.com\r\nBcc: eve@example.com"] }, ["recipients[0]"]],
  ["a recipient twice, in another case", { recipients: ["ada@example.com", "ADA@example.com"] }, ["recipients"]],
  ["recipients as text", { recipients: "ada@example.com" }, ["recipients"]],
  ["enabled that is text", { enabled: "true" }, ["enabled"]],
  ["a read-only field: id", { id: "pol_1" }, ["id"]],
  ["an organisation", { organisationId: "org_1" }, ["organisationId"]],
];

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1_000).toISOString();

const previewing: FieldRow[] = [
  ...rules,
  ...cooldowns,
  ["a name", { name: "A policy" }, ["name"]],
  ["a range of more than 31 days", () => ({ from: daysAgo(31.01) }), ["from"]],
  ["a range that ends before it starts", () => ({ from: daysAgo(1), to: daysAgo(2) }), ["from"]],
  ["a start in the future", () => ({ from: daysAgo(-1) }), ["from"]],
];

const missing = "pol_01kahbc2g8m9n4q6r1s7t3v5wx";
const at = (id: string) => `/v1/alert-policies/${id}`;
const withModels = (valid: { method: string; path: string; body: object }, modelIds: string[]) => ({
  ...valid,
  body: { ...valid.body, rule: { modelIds } },
});

export const alertPolicies: BadInput[] = [
  ...badFields("POST /alert-policies", createPolicy, [...both]),
  ...badFields("PATCH /alert-policies/{id}", changePolicy, both),
  ...badFields("POST /alert-policies/preview", previewRule, [...previewing]),
  row(
    "PATCH /alert-policies/{id}: no changes",
    "validation_failed",
    (given) => ({ ...changePolicy(given), body: {} }),
    {
      paths: ["body"],
    },
  ),
  ...(["PATCH", "DELETE"] as const).flatMap((method) => {
    const body = method === "PATCH" ? { body: { name: "Taken over" } } : {};
    return [
      row(`${method} /alert-policies/{id}: an unknown policy`, "not_found", () => ({
        method,
        path: at(missing),
        ...body,
      })),
      row(`${method} /alert-policies/{id}: a policy of another organisation`, "not_found", ({ foreignPolicyId }) => ({
        method,
        path: at(foreignPolicyId),
        ...body,
      })),
    ];
  }),
  row("PATCH /alert-policies/{id}: another version", "precondition_failed", (given) => ({
    ...changePolicy(given),
    headers: { "If-Match": '"other"' },
  })),
  ...[
    ["an unknown model", () => ["mdl_none"]],
    ["a model of another organisation", ({ foreignModelId }: Given) => [foreignModelId]],
  ].flatMap(([name, models]) => {
    const modelIds = models as (given: Given) => string[];
    const paths = { paths: ["rule.modelIds[0]"] };
    return [
      row(
        `POST /alert-policies: ${name}`,
        "model_not_registered",
        (given) => withModels(createPolicy(), modelIds(given)),
        paths,
      ),
      row(
        `PATCH /alert-policies/{id}: ${name}`,
        "model_not_registered",
        (given) => withModels(changePolicy(given), modelIds(given)),
        paths,
      ),
      row(
        `POST /alert-policies/preview: ${name}`,
        "model_not_registered",
        (given) => withModels(previewRule(), modelIds(given)),
        paths,
      ),
    ];
  }),
  row(
    "DELETE /alert-policies/{id}: an unknown query parameter",
    "validation_failed",
    ({ policyId }) => ({ method: "DELETE", path: `${at(policyId)}?force=true` }),
    { paths: ["force"] },
  ),
];
