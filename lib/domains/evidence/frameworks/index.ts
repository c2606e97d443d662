import type { FrameworkId } from "@/lib/domains/evidence/enums";
import euAiActAnnexIv from "@/lib/domains/evidence/frameworks/eu-ai-act-annex-iv.json" with { type: "json" };
import iso42001 from "@/lib/domains/evidence/frameworks/iso-42001.json" with { type: "json" };
import praSs123 from "@/lib/domains/evidence/frameworks/pra-ss1-23.json" with { type: "json" };
import { readFramework } from "@/lib/domains/evidence/frameworks/read-framework";
import type { Framework } from "@/lib/domains/evidence/frameworks/types";

/**
 * The mappings of this release. A released mapping is never edited: a change is a new version, under which all further
 * packages are generated. The releases that generated packages of earlier versions recompute their coverage.
 *
 * - Annex IV of the AI Act: nine points, two of them with sub-points, in five sections.
 * - ISO/IEC 42001:2023: the 38 controls of Annex A are counted; the clauses are listed in addition. Titles only: the
 *   text is ISO's.
 */
const mappings: Readonly<Record<FrameworkId, Framework>> = {
  EU_AI_ACT_ANNEX_IV: readFramework("EU_AI_ACT_ANNEX_IV", euAiActAnnexIv),
  FCA_SS1_23: readFramework("FCA_SS1_23", praSs123),
  ISO_42001: readFramework("ISO_42001", iso42001),
};

/** Other names for a framework in requests. SS1/23 is issued by the PRA, despite the id in the API. */
export const frameworkAliases: Readonly<Record<string, FrameworkId>> = { PRA_SS1_23: "FCA_SS1_23" };

export function frameworkOf(id: FrameworkId): Framework {
  return mappings[id];
}

/** The sections that a request may name, in the order in which a package has them. */
export function sectionIds(id: FrameworkId): string[] {
  return frameworkOf(id).sections.map((section) => section.id);
}
