import { deleteSchedule, getSchedule, updateSchedule, versionOf } from "@/lib/domains/reports";
import { ReportSchedule, UpdateReportSchedule } from "@/lib/domains/reports/schemas-schedules";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

const version = { noun: "schedule", of: versionOf };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/report-schedules/{id}", {
  GET: route(
    {
      summary: "Get a report schedule",
      description:
        "Send its `ETag` as `If-Match` to change this version only. The next time and the last report are not part of the version.",
      scope: "reports:read",
      limit: "reports.read",
      params: IdParams,
      response: ReportSchedule,
      version,
      errors: ["not_found"],
    },
    (ctx, { params }) => getSchedule(ctx, params.id),
  ),

  PATCH: route(
    {
      summary: "Change a report schedule",
      description:
        "Changes the given fields. `enabled: false` pauses the schedule. `enabled: true`, a new `cron` and a new `timeZone` apply from now on. With `If-Match`, returns 412 if the schedule has changed since you read it.",
      scope: "reports:write",
      limit: "reports.write",
      params: IdParams,
      body: UpdateReportSchedule,
      response: ReportSchedule,
      version,
      errors: ["not_found", "precondition_failed"],
    },
    (ctx, { params, body, expectedVersion }) => updateSchedule(ctx, params.id, body, expectedVersion),
  ),

  DELETE: route(
    {
      summary: "Delete a report schedule",
      description:
        "Deletes the schedule permanently. Its reports are kept. Later requests for the schedule return 404, including a second deletion.",
      scope: "reports:write",
      limit: "reports.write",
      params: IdParams,
      response: "empty",
      status: 204,
      errors: ["not_found"],
    },
    (ctx, { params }) => deleteSchedule(ctx, params.id),
  ),
});
