import { PageFor } from "@/app/(dashboard)/page-for";
import { ReportDetail } from "@/components/features/reports/report-detail";
import { keys } from "@/components/ui/api/keys";
import { getReport } from "@/lib/domains/reports";

export default async function ReportPage({ params }: PageProps<"/reports/[id]">) {
  const { id } = await params;
  return (
    <PageFor permission="reports:read" queries={(ctx) => [[keys.reports.one(id), () => getReport(ctx, id)]]}>
      <ReportDetail id={id} />
    </PageFor>
  );
}
