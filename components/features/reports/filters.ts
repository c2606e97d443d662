import { createLoader, parseAsStringLiteral } from "nuqs/server";
import { reportKinds, reportStatuses } from "@/lib/domains/reports/vocabulary";

/** The filters of the page of reports, as its URL has them and as the API takes them. */
export const reportFilters = {
  kind: parseAsStringLiteral(reportKinds),
  status: parseAsStringLiteral(reportStatuses),
};

export const loadReportFilters = createLoader(reportFilters);
