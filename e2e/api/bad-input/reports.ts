import { type BadInput, badFields, type FieldRow, row } from "./row";
import { changeSchedule, createSchedule, requestReport } from "./writers";

const range = { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z" };

const requests: FieldRow[] = [
  ["a period without an end", { dateRange: { from: range.from } }, ["dateRange.to"]],
  ["a period that ends before it begins", { dateRange: { from: range.to, to: range.from } }, ["dateRange.from"]],
  ["a period of more than two years", { dateRange: { ...range, from: "2024-01-31T23:59:59Z" } }, ["dateRange.from"]],
  ["a date without a time", { dateRange: { ...range, from: "2026-01-01" } }, ["dateRange.from"]],
  ["a local time", { dateRange: { ...range, to: "2026-02-01T00:00:00" } }, ["dateRange.to"]],
  ["a format that there is not", { format: "XLSX" }, ["format"]],
  ["a format in lower case", { format: "pdf" }, ["format"]],
  ["a kind", { kind: "shadow-ai" }, ["kind"]],
];

const settings: FieldRow[] = [
  ["an empty name", { name: " " }, ["name"]],
  ["a kind that there is not", { kind: "overview" }, ["kind"]],
  ["a cron text of six fields", { cron: "0 0 7 1 * *" }, ["cron"]],
  ["a cron text of four fields", { cron: "0 7 1 *" }, ["cron"]],
  ["a nickname", { cron: "@hourly" }, ["cron"]],
  ["every minute", { cron: "* * * * *" }, ["cron"]],
  ["twice an hour", { cron: "0,30 * * * *" }, ["cron"]],
  ["every five minutes", { cron: "*/5 7 * * *" }, ["cron"]],
  ["an hour that there is not", { cron: "0 24 * * *" }, ["cron"]],
  ["a day that never comes", { cron: "0 7 31 2 *" }, ["cron"]],
  ["a time zone that there is not", { timeZone: "Europe/Atlantis" }, ["timeZone"]],
  ["a time zone that is an offset", { timeZone: "+01:00" }, ["timeZone"]],
  ["a period that there is not", { covers: "PREVIOUS_YEAR" }, ["covers"]],
  ["recipients as text", { recipients: "usr_1" }, ["recipients"]],
  ["an empty recipient", { recipients: [""] }, ["recipients[0]"]],
  ["a recipient twice", { recipients: ["usr_1", "usr_1"] }, ["recipients"]],
  ["a recipient who does not exist", { recipients: ["usr_none"] }, ["recipients[0]"]],
  ["an address in place of a member", { recipients: ["ada@example.com"] }, ["recipients[0]"]],
  ["enabled as text", { enabled: "true" }, ["enabled"]],
  ["a next time", { nextRunAt: "2026-01-01T00:00:00Z" }, ["nextRunAt"]],
];

export const reports: BadInput[] = [
  ...(["audit-activity", "shadow-ai", "chain-integrity"] as const).flatMap((kind) =>
    badFields(`POST /reports/${kind}`, requestReport(kind), requests),
  ),
  ...badFields("POST /report-schedules", createSchedule, settings),
  ...badFields("PATCH /report-schedules/{id}", changeSchedule, settings),
  row(
    "PATCH /report-schedules/{id}: nothing to change",
    "validation_failed",
    (given) => ({
      ...changeSchedule(given),
      body: {},
    }),
    { paths: ["body"] },
  ),
  row(
    "POST /report-schedules: a recipient of another organisation",
    "validation_failed",
    (given) => ({
      ...createSchedule(),
      body: { ...createSchedule().body, recipients: [given.foreignMemberId] },
    }),
    { paths: ["recipients[0]"] },
  ),
  row(
    "GET /reports: a kind that there is not",
    "validation_failed",
    () => ({ method: "GET", path: "/v1/reports?kind=all" }),
    {
      paths: ["kind"],
    },
  ),
];
