import { urlEnum } from "@/components/ui/filters/url-values";
import { reportKinds, reportStatuses } from "@/lib/domains/reports/enums";

/** Named as in the API, so that the URL and the request use the same parameters. */
export const reportFilters = {
  kind: urlEnum(reportKinds),
  status: urlEnum(reportStatuses),
};
