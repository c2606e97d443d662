import { parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { periodPresets } from "@/components/features/reports/labels";
import { frameworkIds } from "@/lib/domains/evidence/enums";

const presets = [...periodPresets.map(([value]) => value), "OTHER"] as const;

/** The filters of the controls page. `from` and `to`: the times of a custom period. */
export const controlFilters = {
  modelId: parseAsString,
  framework: parseAsStringLiteral(frameworkIds).withDefault("EU_AI_ACT_ANNEX_IV"),
  period: parseAsStringLiteral(presets).withDefault("LAST_30_DAYS"),
  from: parseAsString,
  to: parseAsString,
  gaps: parseAsBoolean.withDefault(false),
};
