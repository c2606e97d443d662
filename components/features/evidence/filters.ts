import { createLoader, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { frameworkIds, packageStatuses } from "@/lib/domains/evidence/vocabulary";

/** The filters of the page of packages, as its URL has them and as the API takes them. */
export const evidenceFilters = {
  modelId: parseAsString,
  framework: parseAsStringLiteral(frameworkIds),
  status: parseAsStringLiteral(packageStatuses),
};

export const loadEvidenceFilters = createLoader(evidenceFilters);
