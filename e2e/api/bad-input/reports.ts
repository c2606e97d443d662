import { type BadInput, badFields, type FieldRow, row } from "./row";
import { changeSchedule, createSchedule, requestReport } from "./writers";

const range = { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z" };

const requests: FieldRow[] = [
  ["a period without an end", { dateRange: { from: range.from } }, ["dateRange.to"]],
  ["a period that ends before it starts", { dateRange: { from: range.to, to: range.from } }, ["dateRange.from"]],
  ["a period of more than two years", { dateRange: { ...range, from: "2024-01-31T23:59:59Z" } }, ["dateRange.from"]],
  ["a date without a time", { dateRange: { ...range, from: "2026-01-01" } }, ["dateRange.from"]],
  ["a local time", { dateRange: { ...range, to: "2026-02-01T00:00:00" } }, ["dateRange.to"]],
  ["an unknown format", { format: "XLSX" }, ["format"]],
  ["a kind", { kind: "shadow-ai" }, ["kind"]],
];

const settings: FieldRow[] = [
  ["an empty name", { name: " " }, ["name"]],
  ["an unknown kind", { kind: "overview" }, ["kind"]],
  ["a cron expression of six fields", { cron: "0 0 7 1 * *" }, ["cron"]],
  ["a cron expression of four fields", { cron: "0 7 1 *" }, ["cron"]],
  ["a nickname", { cron: "@hourly" }, ["cron"]],
  ["every minute", { cron: "* * * * *" }, ["cron"]],
  ["twice an hour", { cron: "0,30 * * * *" }, ["cron"]],
  ["every five minutes", { cron: "*/5 7 * * *" }, ["cron"]],
  ["an hour of 24", { cron: "0 24 * * *" }, ["cron"]],
  ["a day that does not exist", { cron: "0 7 31 2 *" }, ["cron"]],
  ["an unknown time zone", { timeZone: "Europe/Atlantis" }, ["timeZone"]],
  ["a time zone that is an offset", { timeZone: "+01:00" }, ["timeZone"]],
  ["an unknown period", { covers: "PREVIOUS_YEAR" }, ["covers"]],
  ["recipients as text", { recipients: "usr_1" }, ["recipients"]],
  ["an empty recipient", { recipients: [""] }, ["recipients[0]"]],
  ["a recipient twice", { recipients: ["usr_1", "usr_1"] }, ["recipients"]],
  ["a recipient who does not exist", { recipients: ["usr_none"] }, ["recipients[0]"]],
  ["an address instead of a member", { recipients: ["ada@example.com"] }, ["recipients[0]"]],
  ["enabled as text", { enabled: "true" }, ["enabled"]],
  ["a next run", { nextRunAt: "2026-01-01T00:00:00Z" }, ["nextRunAt"]],
];

export const reports: BadInput[] = [
  ...(["audit-activity", "shadow-ai", "chain-integrity"] as const).flatMap((kind) =>
    badFields(`POST /reports/${kind}`, requestReport(kind), requests),
  ),
  ...badFields("POST /report-schedules", createSchedule, settings),
  ...badFields("PATCH /report-schedules/{id}", changeSchedule, settings),
  row(
    "PATCH /report-schedules/{id}: no changes",
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
  row("GET /reports: an unknown kind", "validation_failed", () => ({ method: "GET", path: "/v1/reports?kind=all" }), {
    paths: ["kind"],
  }),
];
