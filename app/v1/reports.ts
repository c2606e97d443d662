import {
  createSchedule,
  deleteSchedule,
  getReport,
  getReportDocument,
  getSchedule,
  listReports,
  listSchedules,
  openReport,
  requestReport,
  updateSchedule,
  versionOf,
} from "@/lib/domains/reports";
import { ListReports, Report, ReportDocument, ReportList, RequestReport } from "@/lib/domains/reports/schemas";
import {
  CreateReportSchedule,
  ListReportSchedules,
  ReportSchedule,
  ReportScheduleList,
  UpdateReportSchedule,
} from "@/lib/domains/reports/schemas-schedules";
import { DownloadQuery } from "@/lib/platform/documents/schemas";
import { fileReply, recordRoute, resources, route } from "@/lib/platform/http";

const read = { scope: "reports:read", limit: "reports.read" } as const;
const write = { scope: "reports:write", limit: "reports.write" } as const;

const version = { noun: "schedule", of: versionOf };

export const reports = resources({
  "/v1/reports/audit-activity": {
    POST: requestOf(
      "audit-activity",
      "Request an audit activity report",
      "The report contains events by day, type, severity, model and actor; alerts, reviews and overrides; and configuration and access changes. The events are not verified.",
    ),
  },
  "/v1/reports/shadow-ai": {
    POST: requestOf(
      "shadow-ai",
      "Request a shadow AI report",
      "The report contains the detections opened, resolved and dismissed each week, their age, the times to first action and to resolution, the share of decisions made on time, providers, departments, estimated cost and exceptions. Detections are counted by `detectedAt` and `resolvedAt`.",
    ),
  },
  "/v1/reports/chain-integrity": {
    POST: requestOf(
      "chain-integrity",
      "Request a chain integrity report",
      "The report contains the verifications in the period and their verdicts, as well as checkpoints, findings, gaps, erasures, legal holds and keys. The full chain is also verified for the report.",
    ),
  },
  "/v1/reports": {
    GET: route({
      ...read,
      summary: "List reports",
      description:
        "Returns the organisation's reports in any status, newest first. Reports requested while you page through the list do not appear on later pages.",
      query: ListReports,
      response: ReportList,
      handler: (ctx, { query }) => listReports(ctx, query),
    }),
  },
  "/v1/reports/{id}": {
    GET: recordRoute({
      ...read,
      summary: "Get a report",
      description:
        "`progressPercent` shows the progress while `status` is GENERATING. Once the report is READY, each response contains a `downloadUrl`, with which anyone can download the file until `downloadUrlExpiresAt`. `fileHash` is the SHA-256 hash of the file, and a PDF has an embedded signature. If a report is FAILED, request it again.",
      response: Report,
      handler: (ctx, { params }) => getReport(ctx, params.id),
    }),
  },
  "/v1/reports/{id}/document": {
    GET: recordRoute({
      ...read,
      summary: "Get the content of a report",
      description:
        "Returns the JSON document from which the report's file is generated, regardless of the file's format. Returns 409 until the report is READY. `fileHash` is the hash of the downloaded file, not of this response.",
      response: ReportDocument,
      errors: ["conflict"],
      handler: (ctx, { params }) => getReportDocument(ctx, params.id),
    }),
  },
  "/v1/reports/{id}/download": {
    GET: recordRoute({
      summary: "Download a report",
      description:
        "Returns the file, or the requested range of the file. The token in `downloadUrl` authorises the request. An expired or altered URL returns 404. Each download is recorded on the organisation's audit chain.",
      scope: "public",
      limit: "unlimited",
      query: DownloadQuery,
      response: { stream: ["application/pdf", "text/csv", "application/json"] },
      isFile: true,
      handler: async (ctx, { params, query, request }) =>
        fileReply(request, await openReport(ctx, { reportId: params.id, token: query.token })),
    }),
  },
  "/v1/report-schedules": {
    GET: route({
      ...read,
      summary: "List report schedules",
      description:
        "Returns the organisation's schedules, newest first. Schedules created while you page through the list do not appear on later pages.",
      query: ListReportSchedules,
      response: ReportScheduleList,
      handler: (ctx, { query }) => listSchedules(ctx, query),
    }),
    POST: route({
      ...write,
      summary: "Create a report schedule",
      description:
        "Creates a schedule that generates a report whenever `cron` matches in `timeZone`, at most once an hour. Each report covers the last complete period. After downtime, only the most recent missed report is generated. Recipients receive an e-mail with a link to the report's page, never the file. Returns 409 if the organisation already has 100 schedules.",
      body: CreateReportSchedule,
      response: ReportSchedule,
      version,
      status: 201,
      location: "/v1/report-schedules",
      idempotent: true,
      errors: ["conflict"],
      handler: (ctx, { body }) => createSchedule(ctx, body),
    }),
  },
  "/v1/report-schedules/{id}": {
    GET: recordRoute({
      ...read,
      summary: "Get a report schedule",
      description:
        "Returns a schedule. When you update the schedule, send its `ETag` as `If-Match`. Changes to `nextRunAt` and `lastReportId` do not change the `ETag`.",
      response: ReportSchedule,
      version,
      handler: (ctx, { params }) => getSchedule(ctx, params.id),
    }),
    PATCH: recordRoute({
      ...write,
      summary: "Update a report schedule",
      description:
        "Updates the fields that you send. `enabled: false` pauses the schedule. Changes to `enabled`, `cron` and `timeZone` take effect immediately. With `If-Match`, returns 412 if the schedule has changed since you read it.",
      body: UpdateReportSchedule,
      response: ReportSchedule,
      version,
      errors: ["precondition_failed"],
      handler: (ctx, { params, body, expectedVersion }) => updateSchedule(ctx, params.id, body, expectedVersion),
    }),
    DELETE: recordRoute({
      ...write,
      summary: "Delete a report schedule",
      description: "Permanently deletes the schedule. Its reports are kept. Later requests return 404.",
      handler: (ctx, { params }) => deleteSchedule(ctx, params.id),
    }),
  },
});

/** The operation that requests a report of a kind. `contents` is the first sentence of its description. */
function requestOf(kind: Parameters<typeof requestReport>[1], summary: string, contents: string) {
  return route({
    ...write,
    summary,
    description: `${contents} Returns immediately and generates the report in the background. Poll the URL in \`Location\` until \`status\` is READY or FAILED.`,
    body: RequestReport,
    response: Report,
    status: 202,
    location: "/v1/reports",
    idempotent: true,
    handler: (ctx, { body }) => requestReport(ctx, kind, body),
  });
}
