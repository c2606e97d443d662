import { createLoader, parseAsStringLiteral } from "nuqs/server";
import { reportKinds, reportStatuses } from "@/lib/domains/reports/enums";

/** Named as in the API, so that the URL and the request use the same parameters. */
export const reportFilters = {
  kind: parseAsStringLiteral(reportKinds),
  status: parseAsStringLiteral(reportStatuses),
};

export const loadReportFilters = createLoader(reportFilters);
