import type { GovernanceClient } from "@/clients/typescript/src";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Requests a report of each kind over the last month, and schedules a monthly one. Returns the number of requested reports.
 * Skips organisations that already have some.
 */
export async function requestReports(client: GovernanceClient, endMs: number): Promise<number> {
  const { pagination } = await client.reports.list({ limit: 1 });
  if (pagination.total > 0) return 0;
  // Whole days, including the last one, on which the demo events are received.
  const nextDayMs = (Math.floor(endMs / dayMs) + 1) * dayMs;
  const dateRange = { from: new Date(nextDayMs - 30 * dayMs).toISOString(), to: new Date(nextDayMs - 1).toISOString() };
  const { reports, reportSchedules } = client;
  await reports.requestAuditActivity({ dateRange, format: "PDF" }, { idempotencyKey: "ide_seed-report-activity" });
  await reports.requestShadowAi({ dateRange, format: "CSV" }, { idempotencyKey: "ide_seed-report-shadow-ai" });
  await reports.requestChainIntegrity({ dateRange, format: "PDF" }, { idempotencyKey: "ide_seed-report-chain" });
  await reportSchedules.create(
    {
      ...({ name: "Board pack: shadow AI", kind: "shadow-ai", format: "PDF", cron: "0 7 1 * *" } as const),
      ...({ timeZone: "Europe/London", covers: "PREVIOUS_MONTH" } as const),
    },
    { idempotencyKey: "ide_seed-report-schedule" },
  );
  return 3;
}
