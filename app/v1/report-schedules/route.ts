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
        "The organisation's schedules, newest first. Schedules made while you page through show on no later page.",
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
        "Asks for a report at each time of `cron`, read in `timeZone`, over the last whole period before it; at most hourly. Each time has one report; after a downtime only the latest that was missed is made up for. Recipients are mailed a link to the report's page, never the file. An organisation may have 100 schedules (409).",
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
