import { deleteSchedule, getSchedule, updateSchedule, versionOf } from "@/lib/domains/reports";
import { ReportSchedule, UpdateReportSchedule } from "@/lib/domains/reports/schemas-schedules";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

const version = { noun: "schedule", of: versionOf };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/report-schedules/{id}", {
  GET: route(
    {
      summary: "Read a report schedule",
      description:
        "Its `ETag` can be sent as `If-Match` with a change. Its next time and last report are not part of that version.",
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
        "Sets the fields that are given. `enabled: false` pauses it; `enabled: true`, another `cron` and another `timeZone` count from now on. With `If-Match` the change is refused (412) when the schedule has changed since it was read.",
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
        "Ends it for good: from then on it is not found (404), by a second deletion neither. The reports that it asked for stay.",
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
