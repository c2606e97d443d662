import type { Given } from "./given";
import { type BadInput, badFields, type FieldRow, row } from "./row";
import { createTelemetryRule } from "./writers";

const long = (length: number) => "x".repeat(length);
const endpoints = (...allowedEndpoints: unknown[]) => ({ allowedEndpoints });
const host = (name: unknown) => endpoints({ host: name });
const range = (text: unknown) => endpoints({ host: "api.example.com", ipRanges: [text] });
const inHost = ["allowedEndpoints[0].host"];
const inRange = ["allowedEndpoints[0].ipRanges[0]"];

/** Invalid values, both for a new model and for an update. */
const both: FieldRow[] = [
  ["an empty name", { name: "" }, ["name"]],
  ["a name of only white space", { name: " \t " }, ["name"]],
  ["an empty version", { version: "" }, ["version"]],
  ["an empty provider", { provider: "" }, ["provider"]],
  ["a riskTier in lower case", { riskTier: "high" }, ["riskTier"]],
  ["an unknown riskTier", { riskTier: "EXTREME" }, ["riskTier"]],
  ["an invalid ownerEmail", { ownerEmail: "risk" }, ["ownerEmail"]],
  ["an ownerEmail with a display name", { ownerEmail: "Risk <risk@example.com>" }, ["ownerEmail"]],
  ["two ownerEmails", { ownerEmail: "a@example.com,b@example.com" }, ["ownerEmail"]],
  ["an ownerEmail with a line break", { ownerEmail: "a@example.com\nBcc: b@example.com" }, ["ownerEmail"]],
  ["101 endpoints", endpoints(...Array.from({ length: 101 }, () => ({ host: "a.example.com" }))), ["allowedEndpoints"]],
  ["an endpoint that is text", endpoints("api.example.com"), ["allowedEndpoints[0]"]],
  ["an endpoint without a host", endpoints({ departments: ["Risk"] }), inHost],
  ["an unknown member of an endpoint", endpoints({ host: "a.example.com", port: 443 }), ["allowedEndpoints[0].port"]],
  ["an empty host", host(""), inHost],
  ["a host with a scheme", host("https://api.example.com"), inHost],
  ["a host with a path", host("api.example.com/v1"), inHost],
  ["a host with a port", host("api.example.com:443"), inHost],
  ["a host that is an address", host("192.0.2.1"), inHost],
  ["a host that is an IPv6 address", host("[2001:db8::1]"), inHost],
  ["a wildcard for all hosts", host("*"), inHost],
  ["a host with a wildcard for a top-level domain", host("*.com"), inHost],
  ["a host with a wildcard inside", host("api.*.com"), inHost],
  ["a host with an empty label", host("api..example.com"), inHost],
  ["a host that begins with a hyphen", host("-api.example.com"), inHost],
  ["a host with a label of 64 characters", host(`${long(64)}.example.com`), inHost],
  ["a host with non-ASCII characters", host("bücher.example.com"), inHost],
  ["no departments", endpoints({ host: "a.example.com", departments: [] }), ["allowedEndpoints[0].departments"]],
  [
    "an empty department",
    endpoints({ host: "a.example.com", departments: [" "] }),
    ["allowedEndpoints[0].departments[0]"],
  ],
  ["a range that is one address", range("10.0.0.1"), inRange],
  ["a range with 33 bits", range("10.0.0.0/33"), inRange],
  ["a range with an octet of 256", range("10.0.0.256/8"), inRange],
  ["a range written as from-to", range("10.0.0.0-10.0.0.9"), inRange],
  ["a range that is a number", range(8), inRange],
  ["an unknown field", { owner: "x" }, ["owner"]],
  ["a read-only field: id", { id: "mdl_1" }, ["id"]],
  ["a read-only field: organisationId", { organisationId: "org_1" }, ["organisationId"]],
  [
    "errors in every field",
    {
      name: "",
      version: 1,
      provider: [],
      riskTier: "?",
      ownerEmail: "?",
      description: 1,
      allowedEndpoints: [{ host: "?", x: 1 }],
      y: 1,
    },
    [
      "allowedEndpoints[0].host",
      "allowedEndpoints[0].x",
      "description",
      "name",
      "ownerEmail",
      "provider",
      "riskTier",
      "version",
      "y",
    ],
  ],
];

const registering: FieldRow[] = [["created as archived", { archived: true }, ["archived"]], ...both];

const changing: FieldRow[] = [
  ["archived that is text", { archived: "true" }, ["archived"]],
  ["a creation time", { createdAt: "2026-01-15T10:00:00Z" }, ["createdAt"]],
  ...both,
];

const patch = (given: Given, body: unknown, headers?: Record<string, string>) => ({
  method: "PATCH",
  path: `/v1/models/${given.modelId}`,
  body,
  ...(headers && { headers }),
});

const rules: FieldRow[] = [
  ["no names", { service: undefined }, ["service"]],
  ["an empty service", { service: "" }, ["service"]],
  ["all services", { service: "*" }, ["service"]],
  ["a wildcard inside", { model: "gpt*4" }, ["model"]],
  ["a model of 257 characters", { model: long(257) }, ["model"]],
  ["no registered model", { modelId: undefined }, ["modelId"]],
  ["an unknown policy for contents", { contents: "PLAIN" }, ["contents"]],
  ["a read-only field: id", { id: "trl_1" }, ["id"]],
];

export const models: BadInput[] = [
  ...badFields("POST /telemetry/rules", createTelemetryRule, rules),
  row("POST /telemetry/rules: names that have a rule", "conflict", (given) => {
    const request = createTelemetryRule(given);
    return { ...request, body: { ...request.body, service: "quiet-1" } };
  }),
  row("DELETE /telemetry/rules/{id}: an unknown rule", "not_found", () => ({
    method: "DELETE",
    path: "/v1/telemetry/rules/trl_none",
  })),
  ...badFields("POST /models", () => ({ method: "POST", path: "/v1/models", body: { name: "A model" } }), registering),
  ...badFields("PATCH /models/{id}", (given) => ({ ...patch(given, {}), body: {} }), changing),
  row("PATCH /models/{id}: no changes", "validation_failed", (given) => patch(given, {}), { paths: ["body"] }),
  row("PATCH /models/{id}: the system model", "conflict", (given) => ({
    ...patch(given, { name: "Mine" }),
    path: `/v1/models/${given.organisation.systemModelId}`,
  })),
  row("PATCH /models/{id}: an unknown model", "not_found", (given) => ({
    ...patch(given, { name: "Mine" }),
    path: "/v1/models/mdl_01kahbc2g8m9n4q6r1s7t3v5wx",
  })),
  ...['"another"', 'W/"another"', "another", '""', '"a", "b"'].map((tag) =>
    row(`PATCH /models/{id}: If-Match ${tag}`, "precondition_failed", (given) =>
      patch(given, { name: "Mine" }, { "If-Match": tag }),
    ),
  ),
];
