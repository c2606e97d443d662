import { recordRoute } from "@/app/(dashboard)/routes";
import { ReportDetail } from "@/components/features/reports/report-detail";
import { keys } from "@/components/ui/api/keys";
import { getReport } from "@/lib/domains/reports";

export default recordRoute({ permission: "reports:read", view: ReportDetail, key: keys.reports.one, read: getReport });
