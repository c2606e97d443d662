import { urlOneOf, urlText } from "@/components/ui/filters/url-values";
import { frameworkIds, packageStatuses } from "@/lib/domains/evidence/enums";

/** Named as in the API, so that the URL and the request use the same parameters. */
export const evidenceFilters = {
  modelId: urlText,
  framework: urlOneOf(frameworkIds),
  status: urlOneOf(packageStatuses),
};

/** The filters of the documents page. */
export const documentFilters = {
  modelId: urlText,
  framework: urlOneOf(frameworkIds),
  withdrawn: urlOneOf(["true", "false"]),
};
