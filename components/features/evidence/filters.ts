import { urlEnum, urlString } from "@/components/ui/filters/url-values";
import { frameworkIds, packageStatuses } from "@/lib/domains/evidence/enums";

/** Named as in the API, so that the URL and the request use the same parameters. */
export const evidenceFilters = {
  modelId: urlString,
  framework: urlEnum(frameworkIds),
  status: urlEnum(packageStatuses),
};

/** The filters of the documents page. */
export const documentFilters = {
  modelId: urlString,
  framework: urlEnum(frameworkIds),
  withdrawn: urlEnum(["true", "false"]),
};
