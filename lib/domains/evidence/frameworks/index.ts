import type { FrameworkId } from "@/lib/domains/evidence/enums";
import { euAiActAnnexIv } from "@/lib/domains/evidence/frameworks/eu-ai-act-annex-iv";
import { iso42001 } from "@/lib/domains/evidence/frameworks/iso-42001";
import { praSs123 } from "@/lib/domains/evidence/frameworks/pra-ss1-23";
import type { Framework } from "@/lib/domains/evidence/frameworks/types";

/**
 * The mappings by framework, newest first. Released mappings are never edited: packages keep naming their own version.
 */
const mappings: Readonly<Record<FrameworkId, readonly [Framework, ...Framework[]]>> = {
  EU_AI_ACT_ANNEX_IV: [euAiActAnnexIv],
  FCA_SS1_23: [praSs123],
  ISO_42001: [iso42001],
};

/** Other names for a framework in requests. SS1/23 is issued by the PRA, despite the id in the API. */
export const frameworkAliases: Readonly<Record<string, FrameworkId>> = { PRA_SS1_23: "FCA_SS1_23" };

/** The newest mapping of a framework, or the given one. Throws RangeError for a version this release does not have. */
export function frameworkOf(id: FrameworkId, mappingVersion?: string): Framework {
  const known = mappings[id];
  if (mappingVersion === undefined) return known[0];
  const found = known.find((framework) => framework.mappingVersion === mappingVersion);
  if (!found) throw new RangeError(`There is no mapping ${mappingVersion} of ${known[0].shortName} in this release.`);
  return found;
}

/** The sections that a request may name, in the order in which a package has them. */
export function sectionIds(id: FrameworkId): string[] {
  return frameworkOf(id).sections.map((section) => section.id);
}
