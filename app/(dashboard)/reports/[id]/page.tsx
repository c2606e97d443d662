import { PageFor } from "@/app/(dashboard)/page-for";
import { keys } from "@/components/api/keys";
import { ReportDetail } from "@/components/reports/report-detail";
import { getReport } from "@/lib/reports";

export default async function ReportPage({ params }: PageProps<"/reports/[id]">) {
  const { id } = await params;
  return (
    <PageFor permission="reports:read" queries={(ctx) => [[keys.reports.one(id), () => getReport(ctx, id)]]}>
      <ReportDetail id={id} />
    </PageFor>
  );
}
