import { createSchedule, listSchedules, versionOf } from "@/lib/domains/reports";
import {
  CreateReportSchedule,
  ListReportSchedules,
  ReportSchedule,
  ReportScheduleList,
} from "@/lib/domains/reports/schemas-schedules";
import { Reply, resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

const version = { noun: "schedule", of: versionOf };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/report-schedules", {
  GET: route(
    {
      summary: "List report schedules",
      description:
        "Returns the organisation's schedules, newest first. Schedules created while you page through do not appear on later pages.",
      scope: "reports:read",
      limit: "reports.read",
      query: ListReportSchedules,
      response: ReportScheduleList,
      errors: ["invalid_cursor"],
    },
    (ctx, { query }) => listSchedules(ctx, query),
  ),

  POST: route(
    {
      summary: "Create a report schedule",
      description:
        "Requests a report at each time of `cron` in `timeZone`, at most hourly, for the last complete period. Each time has one report. After a downtime, only the most recent missed report is generated. Recipients receive an e-mail with a link to the report's page, never the file. An organisation can have up to 100 schedules (409).",
      scope: "reports:write",
      limit: "reports.write",
      body: CreateReportSchedule,
      response: ReportSchedule,
      version,
      responseHeaders: { Location: "The schedule's path." },
      status: 201,
      idempotent: true,
      errors: ["conflict"],
    },
    async (ctx, { body }) => {
      const created = await createSchedule(ctx, body);
      const headers = { Location: `/v1/report-schedules/${created.id}` };
      return Reply.data(created, { headers });
    },
  ),
});
