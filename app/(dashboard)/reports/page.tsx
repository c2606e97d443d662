import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { keys } from "@/components/api/keys";
import { loadReportFilters } from "@/components/reports/filters";
import { ReportList } from "@/components/reports/report-list";
import { listReports, listSchedules } from "@/lib/reports";
import { ListReports } from "@/lib/reports/schemas";
import { ListReportSchedules } from "@/lib/reports/schemas-schedules";

export default async function ReportsPage({ searchParams }: PageProps<"/reports">) {
  const filters = await loadReportFilters(searchParams);
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
