import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { reportFilters } from "@/components/features/reports/filters";
import { ReportList } from "@/components/features/reports/report-list";
import { keys } from "@/components/ui/api/keys";
import { readUrl } from "@/components/ui/filters/url-values";
import { listReports, listSchedules } from "@/lib/domains/reports";
import { ListReports } from "@/lib/domains/reports/schemas";
import { ListReportSchedules } from "@/lib/domains/reports/schemas-schedules";

export default async function ReportsPage({ searchParams }: PageProps<"/reports">) {
  const filters = readUrl(reportFilters, await searchParams);
  return (
    <PageFor
      permission="reports:read"
      queries={(ctx) => [
        [keys.reports.list(filters), () => listReports(ctx, asQuery(ListReports, filters))],
        [keys.reportSchedules.list(), () => listSchedules(ctx, asQuery(ListReportSchedules, {}))],
      ]}
    >
      <ReportList />
    </PageFor>
  );
}
