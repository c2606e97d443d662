import { type BadInput, badFields, badQueries, type FieldRow } from "./row";

const changing: FieldRow[] = [
  ["an empty name", { name: "" }, ["name"]],
  ["a name of only white space", { name: " \t " }, ["name"]],
  ["an owner that is not an address", { ownerEmail: "owner" }, ["ownerEmail"]],
  ["an owner with a line break", { ownerEmail: "a@example.com\nBcc: b@example.com" }, ["ownerEmail"]],
  ["an empty owner", { ownerEmail: "" }, ["ownerEmail"]],
  ["a retention of 0 days", { evidenceRetentionDays: 0 }, ["evidenceRetentionDays"]],
  ["a retention of more than a century", { evidenceRetentionDays: 36_501 }, ["evidenceRetentionDays"]],
  ["a retention that is text", { evidenceRetentionDays: "365" }, ["evidenceRetentionDays"]],
  ...["webhookRetentionDays", "mailRetentionDays"].flatMap((name): FieldRow[] => [
    [`a ${name} of less than 30`, { [name]: 29 }, [name]],
    [`a ${name} of more than a century`, { [name]: 36_501 }, [name]],
    [`a ${name} that is text`, { [name]: "90" }, [name]],
  ]),
  ["a traffic retention of 34 days", { observationRetentionDays: 34 }, ["observationRetentionDays"]],
  ["a traffic retention of 401 days", { observationRetentionDays: 401 }, ["observationRetentionDays"]],
  ["no traffic retention", { observationRetentionDays: null }, ["observationRetentionDays"]],
  ["a report retention of 29 days", { reportRetentionDays: 29 }, ["reportRetentionDays"]],
  ["no report retention", { reportRetentionDays: null }, ["reportRetentionDays"]],
  ["a key lifetime of 0 days", { apiKeyLifetimeDays: 0 }, ["apiKeyLifetimeDays"]],
  ["a key lifetime of more than ten years", { apiKeyLifetimeDays: 3_651 }, ["apiKeyLifetimeDays"]],
  ["a tier", { tier: "ENTERPRISE" }, ["tier"]],
  ["a mode", { livemode: false }, ["livemode"]],
  ["an organisation", { id: "org_1" }, ["id"]],
  [
    "errors in every field",
    { name: 1, ownerEmail: "x", evidenceRetentionDays: -1, y: 1 },
    ["evidenceRetentionDays", "name", "ownerEmail", "y"],
  ],
];

export const organisation: BadInput[] = [
  ...badFields(
    "PATCH /organisation",
    () => ({ method: "PATCH", path: "/v1/organisation", body: { name: "Example Bank" } }),
    changing,
  ),
  ...["/v1/organisation", "/v1/overview"].flatMap((path) => badQueries(path, [["nothing=1", ["nothing"]]])),
];
