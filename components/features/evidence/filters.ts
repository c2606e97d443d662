import { createLoader, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { frameworkIds, packageStatuses } from "@/lib/domains/evidence/enums";

/** Named as in the API, so that the URL and the request use the same parameters. */
export const evidenceFilters = {
  modelId: parseAsString,
  framework: parseAsStringLiteral(frameworkIds),
  status: parseAsStringLiteral(packageStatuses),
};

export const loadEvidenceFilters = createLoader(evidenceFilters);

/** The filters of the documents page. */
export const documentFilters = {
  modelId: parseAsString,
  framework: parseAsStringLiteral(frameworkIds),
  withdrawn: parseAsStringLiteral(["true", "false"] as const),
};
